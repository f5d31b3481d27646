import { expect, test } from "vitest";
import { sameItems, toLine, toLines } from "./text";

test("steps stand one per line, however the link separates them", () => {
  expect(toLines("ahead 200, port 90")).toBe("ahead 200\nport 90");
  expect(toLines(" ahead 200 ;\n\n port 90,")).toBe("ahead 200\nport 90");
  expect(toLine("ahead 200\nport 90\n")).toBe("ahead 200, port 90");
});

test("the way items are separated is no difference", () => {
  expect(sameItems("a 1, b 2", "a 1\nb 2")).toBe(true);
  expect(sameItems("a 1, b 2", "a 1, b 3")).toBe(false);
});
