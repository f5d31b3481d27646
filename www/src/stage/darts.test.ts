import { describe, expect, it } from "vitest";
import { dartsByRole, MAX_ROLES, minimumLength, minPlayerLength, playerRole, unitPixels } from "./darts";

describe("darts", () => {
  it("exist for every role and fit the shader's tables", () => {
    expect(dartsByRole.length).toBeLessThanOrEqual(MAX_ROLES);
  });

  it("have their wings behind the nose, and some width", () => {
    for (const dart of dartsByRole) {
      expect(dart.wing).toBeLessThan(0.5);
      expect(dart.tail).toBeLessThan(0.5);
      expect(dart.width).toBeGreaterThan(0);
    }
  });

  it("tell regular units, interceptors and the player apart by shape", () => {
    const shapes = dartsByRole.slice(0, 3).map(({ width, wing, tail }) => `${width} ${wing} ${tail}`);
    expect(new Set(shapes).size).toBe(3);
  });
});

describe("the minimum length on screen", () => {
  it("never grows with the count, and stays visible", () => {
    let before = Number.POSITIVE_INFINITY;
    for (const count of [1, 30, 300, 3000, 30_000, 300_000]) {
      const length = minimumLength(count, 1200, 800, 1);
      expect(length).toBeLessThanOrEqual(before);
      expect(length).toBeGreaterThanOrEqual(2);
      before = length;
    }
  });

  it("shows a heading where there is room", () => {
    expect(minimumLength(200, 1200, 800, 1)).toBeGreaterThanOrEqual(8);
  });

  it("is finite for an empty world", () => {
    expect(Number.isFinite(minimumLength(0, 1200, 800, 1))).toBe(true);
  });
});

describe("the length of one unit on screen", () => {
  it("keeps the proportions of the bodies", () => {
    expect(unitPixels(0, 8, 4, 10)).toBe(20);
  });

  it("keeps the player in sight", () => {
    expect(unitPixels(playerRole, 4, 4, 2)).toBe(minPlayerLength);
    expect(unitPixels(playerRole, 4, 4, 100)).toBeGreaterThan(100);
  });
});
