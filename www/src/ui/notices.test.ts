import { expect, test } from "vitest";
import { summarize, timeToRead } from "./notices";

test("a link without trouble has no notice", () => {
  expect(summarize([])).toBeUndefined();
});

test("one notice is the line itself", () => {
  expect(summarize(["cohesion=99 was limited to 10"])).toEqual({
    line: "cohesion=99 was limited to 10",
    moreLines: [],
  });
});

test("several become one line with the list behind it", () => {
  const text = summarize(["a", "b", "c"]);
  expect(text?.line).toBe("3 parts of this link were left out or limited.");
  expect(text?.moreLines).toEqual(["a", "b", "c"]);
});

test("a hundred thousand notices and endless lines stay a short list", () => {
  const text = summarize(Array.from({ length: 100_000 }, () => "\u{1f426}".repeat(500)));
  expect(text?.moreLines.length).toBe(31);
  expect(text?.moreLines.at(-1)).toBe("and 99970 more");
  expect([...(text?.moreLines[0] ?? "")].length).toBe(160);
});

test("a short word stands for a moment, a long sentence for as long as it takes to read", () => {
  expect(timeToRead("Copied")).toBe(2400);
  const sentence = "Link copied: these settings from the start, without what you did (1 input).";
  expect(timeToRead(sentence)).toBeGreaterThan((sentence.length / 17) * 1000);
});
