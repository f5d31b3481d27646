import { expect, test } from "vitest";
import { ghostPath, sideOfFlick } from "./riddle";

test("a ghost starts where the bird does, is as fast, and ends on the side of the guess", () => {
  const real = Float32Array.from({ length: 362 }, (_, at) => (at % 2 ? 10 : at));
  for (const side of [-1, 0, 1] as const) {
    const path = ghostPath(real, side);
    expect([path[0], path[1], path.length]).toEqual([0, 10, real.length]);
    expect(Math.sign(Math.round((path.at(-1) ?? 0) - 10))).toBe(side);
    expect(Math.hypot((path[200] ?? 0) - (path[198] ?? 0), (path[201] ?? 0) - (path[199] ?? 0))).toBeCloseTo(
      2,
    );
  }
});

test("a flick is to the left or right of the bird, whichever way it flies on the screen", () => {
  const down = { hx: 0, hy: 1 };
  expect(sideOfFlick(30, 5, down)).toBe(-1);
  expect(sideOfFlick(-30, 5, down)).toBe(1);
  expect(sideOfFlick(3, 30, down)).toBe(0);
});
