import { describe, expect, it } from "vitest";
import { ROLES } from "../core/declared";
import { contrastRatio, palettes, withAlpha, writeRgb } from "./palette";

describe("contrast", () => {
  it("is 21 between black and white and 1 between equals", () => {
    expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastRatio("#56b4e9", "#56b4e9")).toBe(1);
  });
});

describe.each(Object.entries(palettes))("the %s palette", (_theme, palette) => {
  const backgrounds = { ground: palette.ground, plate: palette.labelPlate, obstacle: palette.obstacle };

  it("has a color for every role", () => {
    expect(palette.roles).toHaveLength(ROLES.length);
  });

  it.each(Object.entries(backgrounds))("lets every unit stand out from the %s (3:1)", (_name, background) => {
    const tints = palette.tints.slice(1);
    for (const [index, color] of [
      ...palette.roles,
      palette.leader,
      ...tints,
      ...palette.wheel,
      ...palette.ramp,
    ].entries()) {
      expect(contrastRatio(color, background), ROLES[index] ?? "leader flag").toBeGreaterThanOrEqual(3);
    }
  });

  it("lets text and marks be read (4.5:1)", () => {
    expect(contrastRatio(palette.text, palette.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(palette.text, palette.labelPlate)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(palette.mark, palette.obstacle)).toBeGreaterThanOrEqual(4.5);
  });

  it("keeps grid and plate quiet", () => {
    expect(contrastRatio(palette.dot, palette.labelPlate)).toBeLessThan(2);
    expect(contrastRatio(palette.labelPlate, palette.ground)).toBeLessThan(1.2);
  });

  it("keeps obstacles visible but behind the units", () => {
    const quietest = Math.min(...palette.roles.map((color) => contrastRatio(color, palette.labelPlate)));
    const edge = contrastRatio(palette.obstacleEdge, palette.labelPlate);
    expect(edge).toBeGreaterThan(1.8);
    expect(edge).toBeLessThan(quietest);
  });

  it("uses six-digit colors only, which the shader can take", () => {
    const { roles, forces, tints, wheel, ramp, poles, hasLightGlow, ...single } = palette;
    for (const color of [
      ...roles,
      ...forces,
      ...tints,
      ...wheel,
      ...ramp,
      ...poles,
      ...Object.values(single),
    ])
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe("color conversion", () => {
  it("writes floats at the offset", () => {
    const out = new Float32Array(6);
    writeRgb("#ff8000", out, 3);
    expect([...out]).toEqual([0, 0, 0, 1, Math.fround(128 / 255), 0]);
  });

  it("appends the opacity as two digits and clamps it", () => {
    expect(withAlpha("#0b1020", 0.5)).toBe("#0b102080");
    expect(withAlpha("#0b1020", 0)).toBe("#0b102000");
    expect(withAlpha("#0b1020", 7)).toBe("#0b1020ff");
  });
});
