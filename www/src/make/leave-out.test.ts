import { expect, test } from "vitest";
import { effectsOf, leaveOneOut, SEEDS } from "./leave-out";

const parts = [
  { label: "Cohesion", weight: "cohesion" },
  { label: "Chase", weight: "chase" },
];

test("every seed runs once with all behaviors and once without each", () => {
  const jobs = leaveOneOut("v=1&scene=a&seed=4&cohesion=2", parts, 4);
  expect(jobs).toHaveLength(3 * SEEDS);
  expect(jobs.slice(0, 4).map(({ link }) => link)).toEqual([
    "v=1&scene=a&cohesion=2&seed=4",
    "v=1&scene=a&seed=4&cohesion=0",
    "v=1&scene=a&cohesion=2&seed=4&chase=0",
    "v=1&scene=a&cohesion=2&seed=5",
  ]);
});

const window = (mean: number) => ({ mean, sd: 0, last: mean });

test("what is told is larger than chance, the largest effect first, and errors are those of the pairs", () => {
  // The first measure differs much from seed to seed, and without the first part always by 2.
  const outcomes = [10, 20, 30, 40, 50].flatMap((base, seed) => [
    { windows: [window(base), window(1), window(5)] },
    { windows: [window(base - 2 - (seed % 2) / 10), window(0.2 + seed / 100), window(5)] },
    { windows: [window(base + (seed % 2 ? 3 : -3)), window(1), window(Number.NaN)] },
  ]);
  const [first = [], second] = effectsOf(outcomes, 2);
  expect(first.map(({ measure }) => measure)).toEqual([1, 0]);
  expect(first[0]).toMatchObject({ before: 1, after: expect.closeTo(0.22, 5) });
  expect(first[1]?.error).toBeCloseTo(0.0245, 3);
  expect(second).toEqual([]);
});
