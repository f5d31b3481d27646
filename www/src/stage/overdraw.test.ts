import { expect, test } from "vitest";
import { paintableLength } from "./overdraw";

function crowd(count: number, place: (unit: number) => number, length = 40) {
  const places = Float32Array.from({ length: count }, (_, unit) => place(unit));
  const views = { count, x: places, y: places, length: new Float32Array(count).fill(length) };
  const corners = [
    { x: 0, y: 0 },
    { x: 100, y: 100 },
  ] as const;
  return { views, baseLength: length, copies: 1, width: 1000, height: 1000, corners, scale: 10 };
}

/** How often the stage is covered. */
const layers = (count: number, pixels: number) => (count * pixels ** 2) / 1e6;

test("a heap of large units is drawn smaller, down to a budget of pixels", () => {
  for (const count of [1000, 20_000, 500_000]) {
    const seen = crowd(count, (unit) => unit % 100);
    const pixels = paintableLength(400, count * 400 ** 2, seen);
    expect(layers(count, pixels)).toBeCloseTo(12, 3);
  }
  const wrapped = { ...crowd(1000, () => 50), copies: 9 };
  expect(9 * layers(1000, paintableLength(400, 1000 * 400 ** 2, wrapped))).toBeCloseTo(12, 3);
});

test("few units, small ones and those out of sight are drawn as wanted", () => {
  expect(
    paintableLength(
      400,
      50 * 400 ** 2,
      crowd(50, () => 50),
    ),
  ).toBe(400);
  expect(
    paintableLength(
      4,
      500_000 * 4 ** 2,
      crowd(500_000, () => 50),
    ),
  ).toBe(4);
  expect(
    paintableLength(
      400,
      20_000 * 400 ** 2,
      crowd(20_000, (unit) => 1000 + unit),
    ),
  ).toBe(400);
  expect(
    paintableLength(
      400,
      0,
      crowd(0, () => 0),
    ),
  ).toBe(400);
});
