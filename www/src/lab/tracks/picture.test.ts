import { expect, test } from "vitest";
import { fitIntoPicture } from "./picture";

test("places fill the picture, keep their shape, and are turned where y grows upward", () => {
  // 10 wide and 4 high, in 116 by 82 with a margin of 8.
  const places = [0, 0, 10, 4];
  expect(fitIntoPicture(places, 116, 82, false)).toEqual([8, 21, 108, 61]);
  expect(fitIntoPicture(places, 116, 82, true)).toEqual([8, 61, 108, 21]);
});

test("a single animal stands in the middle, and none is no picture", () => {
  expect(fitIntoPicture([7, 7], 100, 50, false)).toEqual([50, 25]);
  expect(fitIntoPicture([], 100, 50, true)).toEqual([]);
});
