import { expect, it } from "vitest";
import { keyTarget, markPaths, parseTick, timeText } from "./strip-math";

it("marks are stretches or dots, one path per kind", () => {
  expect(markPaths([0, 40, 0, 12, 12, 2, 60, 61, 0])).toEqual(["M0 0H40M60 0H61", "", "M12 0H12"]);
  expect(markPaths([1, 2, 9])).toEqual(["", "", ""]);
  expect(markPaths([])).toEqual(["", "", ""]);
});

it("a typed tick may have separators, and nonsense is none", () => {
  expect(parseTick(" 1,200 ")).toBe(1200);
  for (const text of ["10,000,000", "10.000.000", "10 000\u202f000", "10'000'000", "10000000"])
    expect(parseTick(text)).toBe(10_000_000);
  expect(parseTick("0")).toBe(0);
  // A fraction is no tick ten or a hundred times as late.
  for (const text of ["600.5", "600,50", "1.2000", ".600", "1,,200"]) expect(parseTick(text)).toBeUndefined();
  for (const text of ["", "-1", "1e3", "x", "99999999", "12345678901"])
    expect(parseTick(text)).toBeUndefined();
});

it("ticks are told as simulated time", () => {
  expect([0, 59, 60, 3599, 3600, 216_000 + 61 * 60].map(timeText)).toEqual([
    "0:00",
    "0:00",
    "0:01",
    "0:59",
    "1:00",
    "1:01:01",
  ]);
});

it("keys on the line go by ticks and seconds, and never off its ends", () => {
  expect(["ArrowLeft", "ArrowDown"].map((key) => keyTarget(key, 10, 100))).toEqual([9, 9]);
  expect(["ArrowRight", "ArrowUp"].map((key) => keyTarget(key, 10, 100))).toEqual([11, 11]);
  expect(keyTarget("ArrowLeft", 0, 100)).toBe(0);
  expect(keyTarget("ArrowRight", 100, 100)).toBe(100);
  expect(keyTarget("PageUp", 90, 100)).toBe(100);
  expect(keyTarget("PageDown", 90, 100)).toBe(30);
  expect([keyTarget("Home", 50, 100), keyTarget("End", 50, 100)]).toEqual([0, 100]);
  expect(keyTarget("a", 50, 100)).toBeUndefined();
});
