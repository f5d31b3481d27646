import { expect, test } from "vitest";
import { isView, tabAfter } from "./side";

test("the arrow keys go around the tabs, Home and End to the ends", () => {
  expect(tabAfter("tune", "ArrowRight")).toBe("make");
  expect(tabAfter("tune", "ArrowLeft")).toBe("measure");
  expect(tabAfter("measure", "ArrowRight")).toBe("tune");
  expect(tabAfter("why", "Home")).toBe("tune");
  expect(tabAfter("why", "End")).toBe("measure");
  expect(tabAfter("why", "Enter")).toBeUndefined();
});

test("a remembered view that is none counts as none", () => {
  expect(isView("why")).toBe(true);
  expect(isView("params")).toBe(false);
  expect(isView(undefined)).toBe(false);
});
