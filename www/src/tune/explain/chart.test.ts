import { expect, test } from "vitest";
import type { ResponseInfo } from "../../core";
import { box, chartOf, dotOf, roundUp, scaleOf, stretch } from "./chart";
import { chartText, pointsText } from "./words";

/** Samples of a curve over the distance. */
function over(curve: (d: number) => number, reach = 20, more: Partial<ResponseInfo> = {}): ResponseInfo {
  const xs = Array.from({ length: 64 }, (_, k) => (reach * (k + 0.5)) / 64);
  const now = xs.map(curve);
  return { to: "neighbor", over: "distance", reads: "away", reach, xs, now, base: [], marks: [], ...more };
}

const law = (a: number, b: number, n: number, m: number) => (d: number) => -a / d ** n + b / d ** m;

test("finds where push and pull balance, and says so", () => {
  const response = over(law(2000, 10_000, 1, 2));
  const chart = chartOf(response);
  expect(chart?.balance?.value).toBeCloseTo(5, 1);
  expect(chart && chartText(response, chart)).toContain("Pushes when closer than 5.0 bodies");
});

test("a push alone has no balance and stands on its axis", () => {
  const chart = chartOf(over(law(0, 20_000, 1, 3)));
  expect(chart?.balance).toBeUndefined();
  expect(chart?.zero).toBe(box.bottom);
});

test("a tall end is cut, so that the rest can be read", () => {
  const { high } = scaleOf(Array.from({ length: 64 }, (_, k) => 1000 / (k + 0.5)));
  expect(high).toBeGreaterThan(50);
  expect(high).toBeLessThan(500);
  const well = scaleOf(over(law(2000, 10_000, 1, 2)).now);
  expect(well.high).toBeLessThanOrEqual(3 * -well.low);
});

test("over the time, short peaks are what counts", () => {
  const values = [...Array.from({ length: 60 }, () => 0.2), -500];
  expect(scaleOf(values, true)).toEqual({ low: -500, high: 0 });
});

test("a step keeps its whole height", () => {
  expect(scaleOf([0, 0, 0, 500, 500])).toEqual({ low: 0, high: 500 });
  expect(scaleOf([-250, 0, 250])).toEqual({ low: -250, high: 250 });
  expect(scaleOf([0, 0])).toEqual({ low: 0, high: 1 });
});

test("ends of the scale are round", () => {
  expect([0, 0.013, 7, 28.8, 367, 4000].map(roundUp)).toEqual([0, 0.015, 8, 30, 400, 4000]);
});

test("dots beside the curve find room on its scale, but a curve that is cut stays as it is", () => {
  const points = { low: -316, high: 236 };
  expect(stretch({ low: 0, high: 60 }, [0, 56], points)).toEqual({ low: -400, high: 250 });
  expect(stretch({ low: -400, high: 500 }, [0, 500], points)).toEqual({ low: -400, high: 500 });
  expect(stretch({ low: 0, high: 60 }, [0, 900], points)).toEqual({ low: 0, high: 60 });
});

test("every number drawn is finite, whatever the curve", () => {
  for (const curve of [() => 0, law(5e4, 5e4, 8, 7.5), () => 1e6, (d: number) => (d > 10 ? -1e-20 : 0)]) {
    const chart = chartOf(over(curve));
    expect(`${chart?.now} ${chart?.zero}`).not.toMatch(/NaN|Infinity|undefined/);
  }
  expect(chartOf(over(() => 1, 0))).toBeUndefined();
});

test("a unit beyond the scale stands at its end, one beyond the axis nowhere", () => {
  const chart = chartOf(over((d) => d, 10));
  if (!chart) throw new Error("no chart");
  expect(dotOf(chart, 5, 1e9)?.y).toBe(box.top);
  expect(dotOf(chart, 11, 1)).toBeUndefined();
  expect(dotOf(chart, 0, 0)).toEqual({ x: box.left, y: box.bottom });
});

test("says where a unit is", () => {
  const response = over(() => 1);
  expect(pointsText(response, [], -1)).toContain("Select a unit");
  expect(pointsText(response, [], 3)).toContain("nothing acts on it");
  expect(pointsText(response, [1.5, -20], 3)).toBe("Unit 3 now: \u221220 at 1.5 bodies.");
  expect(pointsText(response, [1.5, 20, 2, 3], 3)).toContain(
    "2 neighbors, each on its own; the nearest 20 at 1.5 bodies",
  );
});
