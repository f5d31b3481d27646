import { expect, test } from "vitest";
import { isLabView, tabAfter } from "./side";

test("the arrow keys go around the tabs, Home and End to the ends", () => {
  expect(tabAfter("measure", "ArrowRight")).toBe("make");
  expect(tabAfter("measure", "ArrowLeft")).toBe(tabAfter("run", "End"));
  expect(tabAfter("run", "Home")).toBe("measure");
  expect(tabAfter("run", "Enter")).toBeUndefined();
});

test("a remembered view that is none counts as none", () => {
  expect(isLabView("make")).toBe(true);
  expect(isLabView("params")).toBe(false);
  expect(isLabView(undefined)).toBe(false);
});
