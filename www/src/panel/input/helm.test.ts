import { expect, test } from "vitest";
import { keysToward } from "./helm";

test("a dragged craft turns toward the pointer, opens the throttle ahead, and slows down where it arrives", () => {
  const east = { x: 1, y: 0 };
  expect(keysToward(east, { x: 100, y: 0 }, 4)).toEqual([false, false, true, false]);
  expect(keysToward(east, { x: 100, y: 60 }, 4)).toEqual([false, true, true, false]);
  expect(keysToward(east, { x: 100, y: -60 }, 4)).toEqual([true, false, true, false]);
  expect(keysToward(east, { x: -100, y: 1 }, 4)).toEqual([false, true, false, true]);
  expect(keysToward(east, { x: 8, y: 0 }, 4)).toEqual([false, false, false, true]);
});
