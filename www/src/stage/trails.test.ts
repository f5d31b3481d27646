import { expect, test } from "vitest";
import { emptyViews, type UnitViews } from "../core/views";
import { UnitTrails } from "./trails";

function viewsAt(...xs: number[]): UnitViews {
  return { ...emptyViews, count: xs.length, x: new Float32Array(xs), y: new Float32Array(xs.length) };
}

function xs(trails: UnitTrails, unit: number): number[] {
  const seen: number[] = [];
  trails.forEachPosition(unit, (x) => seen.push(x));
  return seen;
}

test("keeps one place every three ticks, the latest first", () => {
  const trails = new UnitTrails();
  for (let tick = 0; tick <= 9; tick++) trails.recordPositions(tick, viewsAt(tick, 100 + tick));
  expect(xs(trails, 0)).toEqual([9, 6, 3, 0]);
  expect(xs(trails, 1)).toEqual([109, 106, 103, 100]);
});

test("forgets the oldest, and ages stay below one", () => {
  const trails = new UnitTrails();
  for (let tick = 0; tick < 3000; tick += 3) trails.recordPositions(tick, viewsAt(tick));
  expect(xs(trails, 0)).toHaveLength(500);
  expect(xs(trails, 0).at(-1)).toBe(2997 - 499 * 3);
  trails.forEachPosition(0, (_x, _y, age) => expect(age).toBeLessThan(1));
});

test("a run that began anew, or with another number of units, has no past", () => {
  const trails = new UnitTrails();
  for (let tick = 0; tick < 30; tick++) trails.recordPositions(tick, viewsAt(tick));
  trails.recordPositions(0, viewsAt(5));
  expect(xs(trails, 0)).toEqual([5]);
  trails.recordPositions(3, viewsAt(5, 6));
  expect(xs(trails, 1)).toEqual([6]);
});

test("a jump forward in time leaves a gap, a slow display does not", () => {
  const trails = new UnitTrails();
  for (const tick of [0, 3, 33, 900, 903]) trails.recordPositions(tick, viewsAt(tick));
  const gaps: number[] = [];
  trails.forEachPosition(0, (x, _y, _age, gap) => gap && gaps.push(x));
  expect(gaps).toEqual([33]);
  trails.clear();
  for (const tick of [2000, 2003]) trails.recordPositions(tick, viewsAt(tick));
  trails.forEachPosition(0, (_x, _y, _age, gap) => expect(gap).toBe(false));
});

test("crowds leave no trails", () => {
  const trails = new UnitTrails();
  trails.recordPositions(0, viewsAt(...new Array(41).fill(1)));
  expect(trails.units).toBe(0);
  expect(xs(trails, 0)).toEqual([]);
});
