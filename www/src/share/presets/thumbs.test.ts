import { expect, test } from "vitest";
import { lengthFor } from "../../stage/miniature";
import { ticksFor } from "./thumbs";

test("large crowds get fewer ticks, and all get some", () => {
  expect(ticksFor(1)).toBe(420);
  expect(ticksFor(100)).toBeGreaterThanOrEqual(ticksFor(10_000));
  expect(ticksFor(500_000)).toBe(120);
});

test("few units are drawn large, many small, none invisible or clumsy", () => {
  expect(lengthFor(0)).toBe(9);
  expect(lengthFor(160)).toBeGreaterThan(lengthFor(1500));
  expect(lengthFor(1e6)).toBeGreaterThan(1);
});
