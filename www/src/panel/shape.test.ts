import { expect, test } from "vitest";
import type { GroupInfo, UnitViews } from "../core";
import { groupOfScope, nearestUnit } from "./shape";

const group = (key: string, start: number, count: number): GroupInfo => {
  return {
    key,
    label: key,
    one: "bird",
    many: "birds",
    role: 0,
    start,
    count,
    length: 4,
    body: "rigid body",
    leads: true,
    place: false,
  };
};
const views = { count: 4, x: Float32Array.of(0, 50, 60, 90), y: Float32Array.of(0, 0, 0, 0) } as UnitViews;

test("a group's parameter is shown on a unit of that group, a world's on the first group that has units", () => {
  const groups = [group("boids", 0, 0), group("interceptors", 0, 3)];
  expect(groupOfScope("interceptors", groups)?.key).toBe("interceptors");
  expect(groupOfScope("world", groups)?.key).toBe("interceptors");
  expect(groupOfScope("boids", groups)?.key).toBe("interceptors");
  expect(groupOfScope("world", [])).toBeUndefined();
});

test("the unit nearest to the middle is taken, from the group's own range only", () => {
  expect(nearestUnit(views, 0, 4, 56, 0)).toBe(2);
  expect(nearestUnit(views, 0, 2, 56, 0)).toBe(1);
  expect(nearestUnit(views, 3, 10, 0, 0)).toBe(3);
  expect(nearestUnit(views, 2, 0, 0, 0)).toBe(-1);
});
