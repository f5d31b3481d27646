import { expect, test } from "vitest";
import type { UnitViews } from "../../core";
import { presentPoses, strokePoses, unitsUnder } from "./brush";
import type { LayoutSketch } from "./sketch";

const sketch = { width: 600, height: 400 } as LayoutSketch;
const line = (...numbers: number[]) => Float32Array.from(numbers);
const views = {
  x: line(0, 10, 100),
  y: line(0, 20, 30),
  hx: line(1, 0, -1),
  hy: line(0, 1, 0),
  vx: line(0, 0, -30),
  vy: line(0, 40, 0),
} as UnitViews;

test("a stroke paints birds along it on both sides, and none out of the world", () => {
  const { poses, places } = strokePoses(
    [
      { x: 580, y: 100 },
      { x: 700, y: 100 },
    ],
    sketch,
    4,
    42,
  );
  expect(poses).toHaveLength(12);
  expect(places[0]).toEqual({ x: 585, y: 106 });
  expect(poses[0]).toEqual({ x: 585, y: 106, heading: 0, speed: 42 });
  expect(Math.max(...places.map(({ x }) => x))).toBeLessThanOrEqual(sketch.width);
  expect(new Set(places.map(({ y }) => y))).toEqual(new Set([106, 94]));
});

test("a tap paints a few", () => {
  expect(strokePoses([{ x: 300, y: 200 }], sketch, 4, 42).poses.length).toBeGreaterThan(2);
});

test("birds stand as they fly, heading and speed included", () => {
  expect(presentPoses(views, { start: 1, count: 2, length: 4 })).toEqual([
    { x: 10, y: 20, heading: 90, speed: 40 },
    { x: 100, y: 30, heading: 180, speed: 30 },
  ]);
});

test("the rubber takes those of its own flock that are near", () => {
  expect(unitsUnder(views, { start: 1, count: 2, length: 4 }, { x: 5, y: 10 })).toEqual([1]);
});
