import { expect, test } from "vitest";
import { emptyViews, type UnitViews } from "../core/views";
import { Trails } from "./trails";

function viewsAt(...xs: number[]): UnitViews {
  return { ...emptyViews, count: xs.length, x: new Float32Array(xs), y: new Float32Array(xs.length) };
}

function xs(trails: Trails, unit: number): number[] {
  const seen: number[] = [];
  trails.each(unit, (x) => seen.push(x));
  return seen;
}

test("keeps one place every three ticks, the latest first", () => {
  const trails = new Trails();
  for (let tick = 0; tick <= 9; tick++) trails.record(tick, viewsAt(tick, 100 + tick));
  expect(xs(trails, 0)).toEqual([9, 6, 3, 0]);
  expect(xs(trails, 1)).toEqual([109, 106, 103, 100]);
});

test("forgets the oldest, and ages stay below one", () => {
  const trails = new Trails();
  for (let tick = 0; tick < 3000; tick += 3) trails.record(tick, viewsAt(tick));
  expect(trails.length).toBe(500);
  expect(xs(trails, 0).at(-1)).toBe(2997 - 499 * 3);
  trails.each(0, (_x, _y, age) => expect(age).toBeLessThan(1));
});

test("a run that began anew, or with another number of units, has no past", () => {
  const trails = new Trails();
  for (let tick = 0; tick < 30; tick++) trails.record(tick, viewsAt(tick));
  trails.record(0, viewsAt(5));
  expect(xs(trails, 0)).toEqual([5]);
  trails.record(3, viewsAt(5, 6));
  expect(xs(trails, 1)).toEqual([6]);
});

test("a jump forward in time leaves a gap, a slow display does not", () => {
  const trails = new Trails();
  for (const tick of [0, 3, 33, 900, 903]) trails.record(tick, viewsAt(tick));
  const gaps: number[] = [];
  trails.each(0, (x, _y, _age, gap) => gap && gaps.push(x));
  expect(gaps).toEqual([33]);
  trails.clear();
  for (const tick of [2000, 2003]) trails.record(tick, viewsAt(tick));
  trails.each(0, (_x, _y, _age, gap) => expect(gap).toBe(false));
});

test("crowds leave no trails", () => {
  const trails = new Trails();
  trails.record(0, viewsAt(...new Array(41).fill(1)));
  expect(trails.units).toBe(0);
  expect(xs(trails, 0)).toEqual([]);
});
