import { expect, test } from "vitest";
import { parseSeed } from "./transport";

test("a seed is a whole number of 32 bits and nothing else", () => {
  expect(parseSeed(" 42 ")).toBe(42);
  expect(parseSeed("4294967295")).toBe(4294967295);
  for (const text of ["", "4294967296", "-1", "1.5", "1e3", "abc", "٣"])
    expect(parseSeed(text), text).toBeUndefined();
});
