import { describe, expect, it } from "vitest";
import { angleLabel, lengthLabel, roundStep } from "./lengths";

describe("roundStep", () => {
  it.each([
    [1, 1],
    [1.1, 2],
    [2, 2],
    [3, 5],
    [7, 10],
    [26, 50],
    [999, 1000],
    [0.03, 0.05],
    [0.2, 0.2],
  ])("of at least %d is %d", (least, step) => {
    expect(roundStep(least)).toBeCloseTo(step, 12);
  });
});

describe("labels", () => {
  it("carry their unit and no needless decimals", () => {
    expect(lengthLabel(800)).toBe("800 u");
    expect(lengthLabel(12_345.6)).toBe("12,346 u");
    expect(lengthLabel(12.34)).toBe("12.3 u");
    expect(lengthLabel(5)).toBe("5 u");
    expect(lengthLabel(0.05)).toBe("0.05 u");
    expect(angleLabel(Math.PI / 4)).toBe("45°");
  });
});
