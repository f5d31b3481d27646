import { expect, test } from "vitest";
import { isLabView, tabAfter } from "./side";

test("the arrow keys go around the tabs, Home and End to the ends", () => {
  expect(tabAfter("make", "ArrowRight")).toBe("measure");
  expect(tabAfter("make", "ArrowLeft")).toBe(tabAfter("make", "End"));
  expect(tabAfter("measure", "Home")).toBe("make");
  expect(tabAfter("measure", "Enter")).toBeUndefined();
});

test("a remembered view that is none counts as none", () => {
  expect(isLabView("make")).toBe(true);
  expect(isLabView("run")).toBe(false);
  expect(isLabView(undefined)).toBe(false);
});
