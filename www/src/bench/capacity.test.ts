import { expect, test } from "vitest";
import { capacity, capacityText, roughly, SteadyEstimate } from "./capacity";

test("without neighbors the cost grows with the number of units", () => {
  expect(capacity({ units: 1000, tickMs: 0.1, neighbors: 0 }, 12)).toBeCloseTo(120_000);
});

test("in a world of a given size more units have more neighbors: fewer fit than in proportion", () => {
  const holds = capacity({ units: 1000, tickMs: 0.1, neighbors: 30 }, 12) ?? 0;
  expect(holds).toBeGreaterThan(5_000);
  expect(holds).toBeLessThan(30_000);
});

test("the estimate at the budget is the present number", () => {
  for (const neighbors of [0, 12, 300]) {
    expect(capacity({ units: 5000, tickMs: 12, neighbors }, 12)).toBeCloseTo(5000, 3);
  }
});

test("too few units or no time measured give none", () => {
  expect(capacity({ units: 3, tickMs: 0.1, neighbors: 0 }, 12)).toBeUndefined();
  expect(capacity({ units: 3000, tickMs: 0, neighbors: 0 }, 12)).toBeUndefined();
});

test("the hint stays while the estimate wavers and follows when it moves", () => {
  const steady = new SteadyEstimate();
  expect(steady.next(undefined)).toBeUndefined();
  expect(steady.next(1000)).toBe(1000);
  expect(steady.next(1200)).toBe(1000);
  expect(steady.next(undefined)).toBe(1000);
  expect(steady.next(1300)).toBe(1300);
  expect(steady.next(900)).toBe(900);
});

test("the hint is a sentence", () => {
  expect(roughly(123_456)).toBe("120,000");
  expect(capacityText(100, undefined, 500_000)).toBe("");
  expect(capacityText(100, 98_765, 500_000)).toBe("This machine can run about 99,000 in real time.");
  expect(capacityText(400_000, 98_765, 500_000)).toContain("nothing freezes");
  expect(capacityText(100, 600_000, 500_000)).toBe("This machine can run all of them in real time.");
});
