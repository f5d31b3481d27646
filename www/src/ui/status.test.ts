import { expect, test } from "vitest";
import { durationText, neighborsText, slowdownText } from "./status";

test("the pace is silent at real time and honest below", () => {
  expect(slowdownText(1)).toBe("real time");
  expect(slowdownText(0.97)).toBe("real time");
  expect(slowdownText(0.4)).toBe("40 % of your speed");
  expect(slowdownText(0.002)).toBe("under 1 % of your speed");
});

test("durations have the digits that one can read", () => {
  expect([0, 0.042, 0.42, 7.46, 9.97, 130.4].map(durationText)).toEqual([
    "\u2013",
    "0.04\u202fms",
    "0.42\u202fms",
    "7.5\u202fms",
    "10\u202fms",
    "130\u202fms",
  ]);
});

test("no one looking about is not the same as no neighbors", () => {
  expect(neighborsText(undefined)).toBe("\u2013");
  expect(neighborsText(0)).toBe("0.0");
  expect(neighborsText(12.34)).toBe("12.3");
  expect(neighborsText(1234.5)).toBe("1,235");
});
