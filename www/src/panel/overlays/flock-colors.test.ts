import { expect, test } from "vitest";
import { FlockColors, loneTint } from "./flock-colors";

const labels = (...flocks: number[]) => Float32Array.from(flocks);

test("flocks have colors of their own, lone units the quiet one, and who is in none keeps its role's", () => {
  const tints = new FlockColors().next(labels(0, 0, 2, 2, 4, -1), 6);
  expect(tints[0]).toBe(tints[1]);
  expect(tints[2]).toBe(tints[3]);
  expect(tints[0]).not.toBe(tints[2]);
  expect(tints[4]).toBe(loneTint);
  expect(tints[5]).toBe(0);
});

test("a flock keeps its color when its number changes and when some leave it", () => {
  const colors = new FlockColors();
  const before = colors.next(labels(0, 0, 0, 0, 4, 4), 6);
  const [large, small] = [before[0], before[4]];
  const after = colors.next(labels(0, 1, 1, 1, 4, 4), 6);
  expect(Array.from(after)).toEqual([loneTint, large, large, large, small, small]);
});

test("of two parts the larger keeps the color, and of two that join the larger gives it", () => {
  const colors = new FlockColors();
  const whole = colors.next(labels(0, 0, 0, 0, 0, 0), 6)[0];
  const parted = colors.next(labels(0, 0, 2, 2, 2, 2), 6);
  expect(parted[2]).toBe(whole);
  expect(parted[0]).not.toBe(whole);
  const joined = colors.next(labels(0, 0, 0, 0, 0, 0), 6);
  expect(joined[0]).toBe(whole);
});

test("more flocks than colors share them, and another count is no trouble", () => {
  const colors = new FlockColors();
  const many = Float32Array.from({ length: 40 }, (_, unit) => unit - (unit % 2));
  expect(new Set(colors.next(many, 40)).size).toBe(6);
  expect(colors.next(labels(0, 0), 2)).toHaveLength(2);
});
