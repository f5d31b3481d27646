import { expect, test } from "vitest";
import { insetsOf, outer, readTab } from "./panels";

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test("chrome on each side covers up to its inner border", () => {
  const insets = insetsOf({
    width: 1440,
    height: 900,
    top: box(500, 16, 900, 52),
    left: box(16, 72, 280, 700),
    right: box(1104, 16, 1424, 800),
    bottom: box(16, 828, 1424, 884),
  });
  expect(insets).toEqual({ top: 52, left: 280, right: 336, bottom: 72 });
});

test("without chrome nothing is covered", () => {
  expect(insetsOf({ width: 390, height: 844 })).toEqual({ top: 0, left: 0, right: 0, bottom: 0 });
});

test("several boxes count as the one around them", () => {
  expect(outer([box(0, 500, 390, 700), box(0, 700, 390, 844)])).toEqual(box(0, 500, 390, 844));
  expect(outer([])).toBeUndefined();
});

test("on a phone's first visit the flock has the screen; an open sheet stays open", () => {
  expect(readTab(undefined)).toBe("");
  expect(readTab("scenes")).toBe("scenes");
  expect(readTab("none")).toBe("");
  expect(readTab("run")).toBe("run");
  expect(readTab("why")).toBe("why");
  expect(readTab("<script>")).toBe("");
});
