import { expect, test } from "vitest";
import { cropOf, possibleScale } from "./picture";

const canvas = { width: 2000, height: 1200 };
const insets = { top: 50, right: 300, bottom: 100.4, left: 200 };

test("a picture has what no panel covers, in the pixels of the screen", () => {
  expect(cropOf("free", canvas, 2, insets)).toEqual({ x: 400, y: 100, width: 1000, height: 899 });
  expect(cropOf("all", canvas, 2, insets)).toEqual({ x: 0, y: 0, ...canvas });
});

test("where panels cover all but a strip, the whole canvas is in it", () => {
  expect(cropOf("free", canvas, 2, { ...insets, right: 780 })).toEqual({ x: 0, y: 0, ...canvas });
});

test("a picture is as fine as a canvas can be", () => {
  expect(possibleScale(1000, 800, 2)).toBe(2);
  expect(possibleScale(6000, 800, 2)).toBeCloseTo(8192 / 6000);
});
