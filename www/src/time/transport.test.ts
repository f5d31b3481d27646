import { expect, test } from "vitest";
import { parseSeed, positionToSpeed, speedToPosition } from "./transport";

test("the speed slider runs from 0.1x to 8x and its thumb stands where its speed is", () => {
  expect(positionToSpeed(0)).toBe(0.1);
  expect(positionToSpeed(120)).toBe(8);
  for (let position = 0; position <= 120; position += 1) {
    const speed = positionToSpeed(position);
    expect(Math.abs(speedToPosition(speed) - position), `position ${position}`).toBeLessThan(2);
  }
});

test("1x is easy to hit: the slider holds on to it", () => {
  const one = speedToPosition(1);
  for (const near of [one - 1.4, one, one + 1.4]) expect(positionToSpeed(near)).toBe(1);
});

test("the speed grows with the position", () => {
  let last = 0;
  for (let position = 0; position <= 120; position += 0.5) {
    expect(positionToSpeed(position)).toBeGreaterThanOrEqual(last);
    last = positionToSpeed(position);
  }
});

test("a seed is a whole number of 32 bits and nothing else", () => {
  expect(parseSeed(" 42 ")).toBe(42);
  expect(parseSeed("4294967295")).toBe(4294967295);
  for (const text of ["", "4294967296", "-1", "1.5", "1e3", "abc", "٣"])
    expect(parseSeed(text), text).toBeUndefined();
});
