import { expect, test } from "vitest";
import { emptyViews } from "../core/views";
import { middleOf } from "./middle";

const at = (...x: number[]) => ({
  ...emptyViews,
  count: x.length,
  x: Float32Array.from(x),
  y: Float32Array.from(x, () => 50),
});

test("the middle of a flock across the edge is at the edge, not on the other side", () => {
  const { x, y, strength } = middleOf([at(590, 595, 5, 10)], 600, 400);
  expect(Math.abs(x)).toBeLessThan(1);
  expect(y).toBeCloseTo(50, 3);
  expect(strength.x).toBeGreaterThan(0.98);
});

test("a crowd that is everywhere has no middle", () => {
  const even = Array.from({ length: 60 }, (_, unit) => unit * 10);
  expect(middleOf([at(...even)], 600, 400).strength.x).toBeLessThan(0.01);
  expect(middleOf([at()], 600, 400).strength).toEqual({ x: 0, y: 0 });
});
