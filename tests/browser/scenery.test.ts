import type { Page } from "playwright-core";
import type { PNG } from "pngjs";
import { expect } from "vitest";
import { sceneKeys } from "../node/pinned";
import { advance, drawn, pixels, test } from "./fixture";

/** A place where the ground must look different from another one near it. */
interface Mark {
  what: string;
  at: { x: number; y: number };
  beside: { x: number; y: number };
}

/** What the scene's scenery must have drawn in the window, in CSS px of the page: not what is seen again beyond an edge. */
const marks = (page: Page): Promise<Mark[]> =>
  page.evaluate(() => {
    const { core, stage } = window.flockwright;
    const scenery = core.scenery();
    const box = (document.querySelector("#stage") as HTMLElement).getBoundingClientRect();
    const { scale } = stage.camera;
    const found: { what: string; at: { x: number; y: number }; beside: { x: number; y: number } }[] = [];
    const see = (what: string, x: number, y: number, right: number, down: number) => {
      const { x: left, y: top } = stage.camera.toDomain(x, y);
      const places = [
        [left, top],
        [left + right * scale, top + down * scale],
      ].map(([x = 0, y = 0]) => ({ x: Math.round(x + box.x), y: Math.round(y + box.y) }));
      const [at, beside] = places;
      // Beneath the panel, the world fades.
      const end = innerWidth - stage.camera.insets.right - 40;
      const inside = places.every(({ x, y }) => x > 4 && y > 4 && x < end && y < innerHeight - 4);
      if (at && beside && inside) found.push({ what, at, beside });
    };
    for (const { x, y, radius } of scenery.obstacles) see("obstacle", x, y, 1.3 * radius, 1.3 * radius);
    for (const { from, to, radius } of scenery.walls) {
      const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
      see("wall", x, y, 5, 3 * radius + 5);
    }
    for (const { nodes } of scenery.paths) {
      const [a, b] = nodes;
      if (a && b) {
        const [x, y] = [a.x + 0.4 * (b.x - a.x), a.y + 0.4 * (b.y - a.y)];
        see("path", x, y, 9, 9);
      }
    }
    const { size } = scenery.tiles ?? { size: 0 };
    if (size > 0) see("tile", 2.5 * size, 2.5 * size, size, 0);
    return found;
  });

/** The largest difference of a color channel between the surroundings of two places. */
function contrast(image: PNG, a: { x: number; y: number }, b: { x: number; y: number }): number {
  const channel = (x: number, y: number, k: number) => image.data[4 * (y * image.width + x) + k] ?? 0;
  let most = 0;
  for (let dy = -2; dy <= 2; dy++)
    for (let dx = -2; dx <= 2; dx++)
      for (let k = 0; k < 3; k++)
        most = Math.max(most, Math.abs(channel(a.x + dx, a.y + dy, k) - channel(b.x, b.y, k)));
  return most;
}

drawn("scenery is drawn where the core has it", async ({ open }) => {
  const seen = new Set<string>();
  const { page } = await open();
  for (const key of sceneKeys) {
    await page.evaluate((scene) => window.flockwright.core.open(`scene=${scene}`), key);
    await advance(page, 0);
    const expected = await marks(page);
    const image = await pixels(page);
    const drawn = expected.filter(({ at, beside }) => contrast(image, at, beside) >= 3);
    for (const { what } of drawn) seen.add(what);
    // Now and then a unit or another piece stands where the comparison looks.
    expect(drawn.length, key).toBeGreaterThanOrEqual(0.8 * expected.length);
  }
  expect([...seen].sort()).toEqual(["obstacle", "path", "tile", "wall"]);
});

test("every scene survives each slider at both of its ends", async ({ open }) => {
  // Thousands of pictures: small ones.
  const { page } = await open("", { viewport: { width: 480, height: 360 } });
  for (const key of sceneKeys) {
    const found = await page.evaluate((scene) => {
      const { core, stage } = window.flockwright;
      core.open(`scene=${scene}`);
      const crowd = 100;
      for (const { id, key: name, value } of core.params())
        if (name.endsWith("count") && value > crowd) core.set(id, crowd);
      const lost: string[] = [];
      for (const { id, key: name, min, max, value } of core.params()) {
        const ends = name.endsWith("count") ? [min, 2 * crowd] : [min, max];
        for (const end of ends) {
          core.set(id, end);
          core.tick(3);
          stage.draw();
          const { x, y, count } = core.views();
          for (let unit = 0; unit < count; unit++)
            if (!Number.isFinite(x[unit]) || !Number.isFinite(y[unit])) lost.push(`${name} = ${end}`);
        }
        core.set(id, value);
      }
      return { scene: core.scene(), lost, failed: core.failed };
    }, key);
    expect(found).toEqual({ scene: key, lost: [], failed: false });
  }
});
