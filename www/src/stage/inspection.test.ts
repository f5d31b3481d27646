import { expect, test } from "vitest";
import { nearestOffset } from "./camera";
import { forceColor } from "./inspection";
import { contrastRatio, palettes } from "./palette";

test("lines to neighbors take the short way around a world that wraps", () => {
  expect(nearestOffset(390, 400)).toBe(-10);
  expect(nearestOffset(-390, 400)).toBe(10);
  expect(nearestOffset(390, 0)).toBe(390);
});

test.each(Object.entries(palettes))("arrows stand out and differ (%s)", (_theme, palette) => {
  expect(new Set(palette.forces).size).toBe(palette.forces.length);
  for (const color of palette.forces)
    expect(contrastRatio(color, palette.labelPlate), color).toBeGreaterThanOrEqual(3);
  expect(forceColor(palette.forces.length, palette)).toBe(palette.forces[0]);
});
