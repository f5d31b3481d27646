import { describe, expect, test } from "vitest";
import type { ParamInfo } from "../core";
import {
  decimalsOf,
  differsNoticeably,
  formatValue,
  fromPosition,
  LOG_POSITIONS,
  matchesWords,
  nudgedValue,
  parseEntry,
  snapToStep,
  toPosition,
  withRoundedRange,
  withStandardError,
  withUnit,
} from "./values";

const count = { kind: "int" as const, min: 0, max: 50_000, step: 1, log: true, unit: "units" };
const weight = { kind: "float" as const, min: 0, max: 10, step: 0.05, log: false, unit: "×" };

describe("slider positions", () => {
  test("a linear slider stands at the value itself", () => {
    expect(toPosition(weight, 2.5)).toBe(2.5);
    expect(fromPosition(weight, 2.5)).toBe(2.5);
  });

  test("the ends of a logarithmic slider are the range's exact ends", () => {
    expect(fromPosition(count, 0)).toBe(0);
    expect(fromPosition(count, LOG_POSITIONS)).toBe(50_000);
    expect(toPosition(count, 0)).toBe(0);
    expect(toPosition(count, 50_000)).toBe(LOG_POSITIONS);
  });

  test("a logarithmic slider returns to its own values within the width of one position", () => {
    for (const value of [1, 7, 100, 2_000, 33_333]) {
      const back = fromPosition(count, toPosition(count, value));
      expect(Math.abs(back - value), `${value} came back as ${back}`).toBeLessThanOrEqual(1 + value * 0.006);
    }
  });

  test("the first half of a logarithmic count slider holds the small counts", () => {
    expect(fromPosition(count, LOG_POSITIONS / 2)).toBeLessThan(300);
  });

  test("a key press always moves a logarithmic slider by at least one step", () => {
    expect(nudgedValue(count, 0, 1)).toBe(1);
    expect(nudgedValue(count, 3, -1)).toBe(2);
    expect(nudgedValue(count, 10_000, 1)).toBeGreaterThan(10_050);
    expect(nudgedValue(count, 50_000, 1)).toBe(50_000);
    expect(nudgedValue(count, 0, -1)).toBe(0);
  });

  test("a key press moves a logarithmic slider without steps by a tenth of an octave", () => {
    const times = { kind: "float" as const, min: 0.25, max: 4, step: 0, log: true };
    expect(nudgedValue(times, 1, 1)).toBeCloseTo(2 ** 0.1, 6);
    expect(nudgedValue(times, 1, -1, 0.1)).toBeCloseTo(0.5, 6);
  });

  test("snapping counts the steps from the range's start", () => {
    expect(snapToStep(weight, 1.234)).toBe(1.25);
    expect(snapToStep({ ...weight, min: 0.5, step: 1 }, 2.2)).toBe(2.5);
    expect(snapToStep(weight, 99)).toBe(10);
  });
});

describe("values as text", () => {
  test("a value shows the decimals of its step", () => {
    expect(decimalsOf(0.05)).toBe(2);
    expect(decimalsOf(1)).toBe(0);
    expect(formatValue(1, 0.05)).toBe("1.00");
    expect(formatValue(100, 1)).toBe("100");
  });

  test("a value between the steps keeps its digits, without the noise of f32", () => {
    expect(formatValue(1.2345, 0.05)).toBe("1.2345");
    expect(formatValue(Math.fround(0.1), 0.1)).toBe("0.1");
  });

  test("negative numbers use a real minus and zero has none", () => {
    expect(formatValue(-2, 1)).toBe("\u22122");
    expect(formatValue(-1e-9, 0.1)).toBe("0.0");
  });

  test("degrees stand close to the number, words do not", () => {
    expect(withUnit("45", "°")).toBe("45°");
    expect(withUnit("4", "u")).toBe("4\u202fu");
    expect(withUnit("4", "")).toBe("4");
    expect(["1", "2"].map((text) => withUnit(text, "ticks"))).toEqual(["1\u202ftick", "2\u202fticks"]);
    expect(["1", "2"].map((text) => withUnit(text, "\u00d7 L"))).toEqual(["1 body", "2 bodies"]);
    expect(withUnit("1", "u/s")).toBe("1\u202fu/s");
  });
});

describe("typed numbers", () => {
  test("plain, with unit, with decimal comma and in scientific form", () => {
    for (const [text, value] of [
      ["2.5", 2.5],
      [" 2,5 ", 2.5],
      ["2.5 ×", 2.5],
      ["25e-1", 2.5],
      [".5", 0.5],
    ] as const) {
      expect(parseEntry(text, weight), text).toEqual({ value, note: "" });
    }
  });

  test("commas group thousands where the range reaches that far", () => {
    const thrust = { ...weight, max: 2_000, unit: "" };
    for (const [text, range, value] of [
      ["1,200", count, 1_200],
      ["1,200 units", count, 1_200],
      ["12,000", count, 12_000],
      ["1,200.5", thrust, 1_200.5],
      ["1,250", weight, 1.25],
      ["0,125", thrust, 0.125],
      ["12,5", thrust, 12.5],
    ] as const) {
      expect(parseEntry(text, range), text).toEqual({ value, note: "" });
    }
  });

  test("a whole number with a point for thousands is asked about", () => {
    expect(parseEntry("10.000", { ...count, kind: "int" })).toEqual({ error: "Type 10 or 10000" });
    expect(parseEntry("1.250", weight)).toEqual({ value: 1.25, note: "" });
  });

  test("what is no finite number is refused with the range", () => {
    for (const text of ["", "abc", "NaN", "Infinity", "1 2", "0x10", "--1"]) {
      expect(parseEntry(text, weight), text).toEqual({ error: "Type a number from 0.00 to 10.00" });
    }
  });

  test("a number outside the range is clamped and the range is said", () => {
    expect(parseEntry("-3", weight)).toEqual({ value: 0, note: "The range is 0.00 to 10.00" });
    expect(parseEntry("1e300", count)).toEqual({ value: 50_000, note: "The range is 0 to 50000" });
  });

  test("a count is rounded to a whole number", () => {
    expect(parseEntry("12.6", count)).toEqual({ value: 13, note: "" });
  });
});

test("a range that went through f32 is the range that was written", () => {
  const info = {
    ...weight,
    min: Math.fround(0.1),
    step: Math.fround(0.05),
    value: Math.fround(0.3),
  } as ParamInfo;
  expect(withRoundedRange(info)).toMatchObject({ min: 0.1, step: 0.05, value: Math.fround(0.3) });
});

test("f32 rounding is no change, a step is", () => {
  expect(differsNoticeably(0.1, Math.fround(0.1))).toBe(false);
  expect(differsNoticeably(1, 1.01)).toBe(true);
});

test("a search finds names however links, sources and people spell them", () => {
  for (const search of ["max_force", "maxForce", "MAX_FORCE", "max-force", "Max force"])
    expect(matchesWords("Largest force max_force", search), search).toBe(true);
  expect(matchesWords("Angle of view", "view radius")).toBe(false);
});

test("a mean has as many digits as its error leaves, and at most four", () => {
  expect(withStandardError(0.95612, 0.0016)).toBe("0.956 \u00b1 0.002");
  expect(withStandardError(0.79013, 0.000007)).toBe("0.7901 \u00b1 0.0001");
  expect(withStandardError(1234.5, 0.2, "u")).toBe("1235 \u00b1 1\u202fu");
  expect(withStandardError(12.3, 4)).toBe("12 \u00b1 4");
});
