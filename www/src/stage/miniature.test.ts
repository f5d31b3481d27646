import { expect, test } from "vitest";
import { lengthFor } from "./miniature";

test("few units are drawn large, many small, none invisible or clumsy", () => {
  expect(lengthFor(0)).toBe(9);
  expect(lengthFor(160)).toBeGreaterThan(lengthFor(1500));
  expect(lengthFor(1e6)).toBeGreaterThan(1);
});
