import { expect, test } from "vitest";
import type { GroupInfo, Scenery } from "../core";
import { usualAppearance } from "./appearance";
import { Crowding } from "./crowding";

const scenery = { trails: false } as Scenery;
const group = (key: string, count: number, role = 0) => ({ key, count, role }) as GroupInfo;

test("one flock is colored by heading, several kinds by role; a crowd glows instead of leaving trails", () => {
  expect(usualAppearance([group("", 100), group("player", 1, 2)], scenery)).toMatchObject({
    trails: 2,
    color: "heading",
    glow: false,
  });
  expect(usualAppearance([group("", 60), group("hunters", 20, 1)], scenery).color).toBe("role");
  expect(usualAppearance([group("", 20_000)], scenery)).toMatchObject({ trails: 0, glow: true });
});

test("a scene that draws its own tracks, or walks on tiles, has no trails besides", () => {
  expect(usualAppearance([group("", 3)], { ...scenery, trails: true }).trails).toBe(0);
  expect(usualAppearance([group("", 3)], { ...scenery, tiles: {} } as Scenery).trails).toBe(0);
});

test("the more units are near, the stronger the color", () => {
  const x = new Float32Array([10, 11, 12, 13, 500]);
  const views = { count: 5, x, y: new Float32Array(5) } as Parameters<Crowding["updateShades"]>[0];
  const crowding = new Crowding();
  for (let i = 0; i < 20; i++) crowding.updateShades(views, 600, 450, 4);
  const [crowded = 0, , , , alone] = crowding.updateShades(views, 600, 450, 4);
  expect(alone).toBe(0);
  expect(crowded).toBeGreaterThan(200);
});
