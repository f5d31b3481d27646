import { expect, test } from "vitest";
import { coarseFirst, inSteps, meanAndError } from "./map";

test("a map fills from coarse to fine, each point once", () => {
  const order = coarseFirst(9, 9);
  expect(order.slice(0, 9)).toEqual([0, 4, 8, 36, 40, 44, 72, 76, 80]);
  expect(order.slice(0, 25).every((point) => Math.floor(point / 9) % 2 === 0 && (point % 9) % 2 === 0)).toBe(
    true,
  );
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 81 }, (_, at) => at));
});

test("mean and standard error leave out what could not be measured", () => {
  const [mean, error] = meanAndError([1, 2, 3, Number.NaN]);
  expect(mean).toBe(2);
  expect(error).toBeCloseTo(1 / Math.sqrt(3), 12);
  expect(meanAndError([4])).toEqual([4, Number.NaN]);
  expect(meanAndError([])[0]).toBeNaN();
});

test("an axis is cut into nine steps, and keeps its spread", () => {
  expect(inSteps("thrust=100..2000:log")).toBe("thrust=100..2000/9:log");
  expect(inSteps("cohesion=0..10")).toBe("cohesion=0..10/9");
});
