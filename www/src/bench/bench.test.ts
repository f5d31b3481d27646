import { expect, test } from "vitest";
import {
  type BenchHost,
  benchRow,
  benchText,
  benchWorkloads,
  type Measured,
  measure,
  median,
  realTimeUnits,
} from "./bench";

/** A core whose units take one processor `ns` nanoseconds per tick. */
function rig(alone: number, units: number, processors = 1) {
  let time = 0;
  let ns = alone;
  /** Of the tick that is under way. */
  let left = 0;
  const seen = { freed: 0, pauses: 0, longest: 0, ticks: 0 };
  const host: BenchHost = {
    processors,
    open: () => {
      ns = alone / processors;
      return {
        workAlone() {
          ns = alone;
        },
        tick(count) {
          const took = (count * units * ns) / 1e6;
          time += took;
          seen.longest = Math.max(seen.longest, took);
          seen.ticks += count;
        },
        tickPart(budget) {
          const took = Math.min(budget, left || (units * ns) / 1e6);
          left = (left || (units * ns) / 1e6) - took;
          time += took;
          seen.longest = Math.max(seen.longest, took);
          if (left === 0) seen.ticks++;
          return left === 0;
        },
        count: () => units,
        meanNeighbors: () => 12.4,
        notices: () => ["nothing here"],
        free: () => seen.freed++,
      };
    },
    now: () => time,
    pause: async () => {
      seen.pauses++;
    },
  };
  return { host, seen };
}

const workload = { case: "spread, 12 neighbors", units: 10_000, link: "scene=flock-wide" };

test("finds what a unit costs, whatever the size", async () => {
  for (const [ns, units] of [
    [70, 1000],
    [70, 100_000],
    [900, 500_000],
  ] as const) {
    const { host, seen } = rig(ns, units);
    const result = await measure(workload, host, () => false);
    expect(result?.nanoseconds).toBeCloseTo(ns);
    expect(result?.units).toBe(units);
    expect(seen.freed).toBe(1);
    // The page answers in between, however long a tick takes.
    expect(seen.longest).toBeLessThanOrEqual(20);
    expect(seen.pauses).toBeGreaterThan(10);
  }
});

test("where others help, each workload is measured with one processor and with all", async () => {
  const { host, seen } = rig(140, 100_000, 2);
  const result = await measure(workload, host, () => false);
  expect(result?.alone).toBeCloseTo(140);
  expect(result?.nanoseconds).toBeCloseTo(70);
  expect(seen.freed).toBe(2);
});

test("stops at once when canceled, and frees the run", async () => {
  const { host, seen } = rig(70, 100_000);
  const result = await measure(workload, host, () => seen.ticks >= 3);
  expect(result).toBeUndefined();
  expect(seen).toMatchObject({ freed: 1, ticks: 3 });
});

test("a workload without units says why", async () => {
  const { host, seen } = rig(70, 0);
  await expect(measure(workload, host, () => false)).rejects.toThrow("nothing here");
  expect(seen.freed).toBe(1);
});

test("the median of an even number lies between", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

const result = (units: number, nanoseconds: number, name = "spread, 12 neighbors"): Measured => ({
  case: name,
  units,
  link: "",
  neighbors: 12.4,
  nanoseconds,
});

test("a row reads like the table", () => {
  expect(benchRow(result(100_000, 75.3))).toEqual(["spread, 12 in view", "100,000", "75.3", "7.53", "133"]);
  expect(benchRow(result(1000, 80, "clumped, 7 nearest"))[0]).toBe("clumped, 7 nearest");
  expect(benchRow(result(1000, 80, "whole-world view"))[0]).toBe("whole-world view, 12 in view");
});

test("of several processors a row also tells what one takes", () => {
  const both = { ...result(100_000, 75.3), alone: 150 };
  expect(benchRow(both)).toEqual(["spread, 12 in view", "100,000", "75.3", "7.53", "133", "15.0"]);
  expect(benchText([both], [])).toMatch(/Ticks per s +ms with one\n.*133 +15\.0$/m);
  expect(benchText([result(1000, 60)], [])).not.toContain("with one");
});

test("real time comes from the first spread workload that is too slow for it", () => {
  expect(realTimeUnits([])).toBeUndefined();
  const units = realTimeUnits([result(1000, 60), result(100_000, 80), result(500_000, 100)]) ?? 0;
  expect(Math.round(units)).toBe(166_667);
});

test("as text, the columns stand under each other", () => {
  const lines = benchText([result(1000, 60), result(100_000, 80)], ["Flockwright", "2 cores"]).split("\n");
  expect(lines.slice(0, 3)).toEqual(["Flockwright", "2 cores", ""]);
  const widths = new Set(lines.slice(3, 6).map((line) => line.length));
  expect(widths.size).toBe(1);
});

test("the workloads are those of the benches", () => {
  expect(benchWorkloads.length).toBeGreaterThanOrEqual(6);
  for (const { case: name, units, link } of benchWorkloads) {
    expect(link, name).toContain(`count=${units}`);
    expect(link, name).toContain("scene=");
  }
});
