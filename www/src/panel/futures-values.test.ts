import { expect, test } from "vitest";
import type { ParamInfo } from "../core";
import {
  differenceText,
  evenlySpaced,
  futureValues,
  linkTextOf,
  mostTellingMeasure,
  polylinePoints,
} from "./futures-values";

const param = (more: Partial<ParamInfo>) =>
  ({ kind: "float", min: 0, max: 10, step: 0.1, log: false, value: 4, choices: [], ...more }) as ParamInfo;
const values = (more: Partial<ParamInfo>, few = false) => futureValues(param(more), param(more), few);

test("five values: both ends, the present one, and one between on each side", () => {
  expect(values({})).toEqual([0, 2, 4, 7, 10]);
  expect(values({}, true)).toEqual([0, 4, 10]);
});

test("at an end of the slider, the others share the rest", () => {
  expect(values({ value: 0 })).toEqual([0, 2.5, 5, 7.5, 10]);
  expect(values({ value: 9.9 })).toEqual([0, 2.5, 5, 7.5, 9.9]);
});

test("on a logarithmic slider, what is between is so in ratios", () => {
  const found = values({ log: true, min: 1, max: 100, value: 10, step: 0 });
  expect(found.map((value) => Math.round(value * 10) / 10)).toEqual([1, 3.2, 10, 31.6, 100]);
});

test("whole numbers stand once, switches and choices have their options", () => {
  expect(values({ kind: "int", min: 1, max: 3, step: 1, value: 2 })).toEqual([1, 2, 3]);
  expect(values({ kind: "bool", value: 1 })).toEqual([0, 1]);
  const choices = [{}, {}, {}] as ParamInfo["choices"];
  expect(values({ kind: "choice", choices, value: 1 })).toEqual([0, 1, 2]);
});

test("the measure that is told differs among the futures more than within them", () => {
  const measures = ["share", "share", "amount"].map((span) => ({ span: span as "share", plotted: true }));
  // The first differs clearly, the second wavers, the third is missing in one.
  const futures = [0.1, 0.5, 0.9].map((level, at) =>
    Array.from({ length: 9 }, (_, time) => [level, (time * 7 + at) % 2, at === 2 ? Number.NaN : level * 100]),
  );
  expect(mostTellingMeasure(measures, futures)).toBe(0);
  const same = futures.map(() => Array.from({ length: 9 }, () => [0.5, 0.5, 1]));
  expect(mostTellingMeasure(measures, same)).toBeUndefined();
  // One that rises all along is preferred to one with a peak; differences of a few percent are chance.
  const constant = (levels: readonly number[][]) =>
    levels.map((level) => Array.from({ length: 9 }, () => level));
  const shares = measures.slice(0, 2);
  expect(
    mostTellingMeasure(
      shares,
      constant([
        [0.2, 0.2],
        [0.9, 0.5],
        [0.2, 0.8],
      ]),
    ),
  ).toBe(1);
  expect(
    mostTellingMeasure(
      shares,
      constant([
        [0.02, 0.5],
        [0.11, 0.5],
        [0.06, 0.5],
      ]),
    ),
  ).toBeUndefined();
});

test("the curve has a point in the middle of each frame", () => {
  expect(polylinePoints([0, 1], 100, 20)).toBe("25.0,20.0 75.0,0.0");
  expect(polylinePoints([3, 3], 100, 20)).toBe("25.0,10.0 75.0,10.0");
});

test("a measured range has both ends that were typed, and values between them on the slider's scale", () => {
  const spread = (more: Partial<ParamInfo>, from: number, to: number, count: number) =>
    evenlySpaced(param(more), param(more), from, to, count);
  expect(spread({}, 1, 2, 3)).toEqual([1, 1.5, 2]);
  expect(spread({ log: true, min: 1, max: 100, step: 0 }, 1, 100, 3).map(Math.round)).toEqual([1, 10, 100]);
  // Whole numbers stand once.
  expect(spread({ kind: "int", step: 1 }, 1, 3, 10)).toEqual([1, 2, 3]);
  expect(linkTextOf(param({ kind: "bool" }), 1)).toBe("on");
  expect(linkTextOf(param({}), 1.5)).toBe("1.5");
});

test("a sentence says what more of it does", () => {
  const told = (name: string, numbers: readonly number[], isRanked = true) => {
    const futures = numbers.map((number, at) => ({
      value: ["Off", "1", "2"][at] ?? "",
      number,
      text: `${number}\u202fm`,
    }));
    return differenceText(name, "spread", futures, isRanked);
  };
  expect(told("cohesion", [31, 12, 9])).toBe("More cohesion lowers spread from 31\u202fm to 9\u202fm.");
  expect(told("noise", [9, 12, 31])).toBe("More noise raises spread from 9\u202fm to 31\u202fm.");
  // A peak of the milling of Couzin's model, between two ends that differ as well.
  expect(told("width", [0.54, 0.97, 0.03])).toBe(
    "Spread: most near 1 (0.97\u202fm); less width: 0.54\u202fm; more: 0.03\u202fm.",
  );
  // Neither rises nor falls.
  expect(told("noise", [9, 40, 12])).toBe(
    "Spread: most near 1 (40\u202fm); less noise: 9\u202fm; more: 12\u202fm.",
  );
  expect(told("noise", [9, 1, 12])).toBe(
    "Spread: least near 1 (1\u202fm); less noise: 9\u202fm; more: 12\u202fm.",
  );
  expect(told("avoidance", [31, 9], false)).toBe("Off: spread 31\u202fm; 1: 9\u202fm.");
});
