import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import workloads from "../bench/workloads.json";
import { wasm } from "../node/bench/contestants.mjs";
import { census } from "../node/bench/lap.mjs";
import { measure } from "../node/bench/rounds.mjs";
import { spoken, verdict } from "../node/bench/scenes.mjs";
import { memoryOf } from "../node/bench/weight.mjs";
import { Simulation } from "../node/core";

const shipped = fileURLToPath(new URL("../../www/pkg", import.meta.url));
const base = "scene=flock-wide&wide_radius_factor=10&leaders=off&target=nobody&player.count=0";
const small = {
  case: "spread, 12 neighbors",
  units: 60,
  within: 12,
  link: `${base}&count=60&width=150&height=150`,
};
const once = { ms: 0, budget: 0, least: 1 };

describe("the workloads", () => {
  test.each(workloads.filter(({ own }) => !own))(
    "$case: $units units have as many others within the radius as they say",
    ({ link, within, units }) => {
      const run = new Simulation(link);
      expect(run.notices()).toEqual([]);
      expect(run.count()).toBe(units);
      const found = census(run, units > 20_000 ? 3 : 15);
      run.free();
      expect(found.within).toBeGreaterThan(0.98 * (within ?? Number.NaN));
      expect(found.within).toBeLessThan(1.02 * (within ?? Number.NaN));
      expect(found.inView).toBeLessThan(found.within);
    },
  );
});

test("the bench opens all of its workloads and the page, a tick and a frame each, and writes SPEED.md", async () => {
  const target = mkdtempSync(join(tmpdir(), "flockwright-bench-"));
  onTestFinished(() => rmSync(target, { recursive: true, force: true }));
  const written = join(target, "SPEED.md");
  const main = fileURLToPath(new URL("../node/bench/main.mjs", import.meta.url));
  await promisify(execFile)(process.execPath, [main, target, written, "--once"]);
  const text = readFileSync(written, "utf8");
  for (const { case: name, units } of workloads)
    expect(text).toContain(`| ${name} | ${units.toLocaleString("en-US")} |`);
  expect(text).toContain("The first flock at");
  expect(existsSync(join(target, "bench.json"))).toBe(true);
}, 300_000);

test("what has become slower than SPEED.md says is named, and a scene above its limit, on whatever machine", () => {
  const said = (native: number) => `| scene | units | native, processor | wasm, processor |
|---|---|---|---|
| swarm | 2,001 | 5,000 | 6,000 |
| crossing | 2,040 | 3,000 | 4,000 |

Calibration, native: ${native} ns.
Calibration, wasm: 2 ns.
`;
  const scenes = ["swarm", "crossing"].map((name, at) => ({
    case: name,
    units: [2001, 2040][at] ?? 0,
    large: true,
  }));
  const row = (target: string, at: number, cpu: number) => ({ ...scenes[at], target, cpu });
  const limits = {
    slower: 1.25,
    calibration: 1,
    most: 2,
    scenes: { swarm: { most: 6 }, crossing: { most: 4 } },
  };
  const judge = (rows: object[], native: number) =>
    verdict(rows, scenes, spoken(said(native)), spoken(said(1)), limits);
  // Twice as slow a machine: twice the times are the same.
  expect(judge([row("native", 0, 10_000), row("wasm", 1, 4_000)], 2)).toEqual([]);
  expect(judge([row("native", 0, 12_600), row("wasm", 1, 5_200)], 2)).toEqual([
    "NO: swarm with 2,001 units, native: 1.26 times what tests/bench/SPEED.md says",
    "NO: swarm with 2,001 units, native: 6.3 µs a unit and tick, at most 6",
    "NO: crossing with 2,040 units, wasm: 1.30 times what tests/bench/SPEED.md says",
  ]);
});

test("a row tells what each phase took, and that they make up the whole", async () => {
  const [row] = await measure([[await wasm("wasm", shipped), small]], once);
  expect(row).toMatchObject({ target: "wasm", case: small.case, units: 60 });
  expect(row?.cpu).toBeGreaterThan(0);
  const { ns, sort, perceive, steer, move } = row as Record<string, number>;
  for (const phase of [sort, perceive, steer, move]) expect(phase).toBeGreaterThan(0);
  // With a single slice the medians are that slice's own times.
  expect((sort ?? 0) + (perceive ?? 0) + (steer ?? 0) + (move ?? 0)).toBeCloseTo(ns ?? 0);
});

test("a run that is measured starts over in time, and is the same run", async () => {
  const contestant = await wasm("wasm", shipped);
  const run = contestant.open(small);
  expect(contestant.slice(run, 0, 26).ticks).toBe(26);
  const alone = new Simulation(small.link);
  alone.tick(6);
  expect(run.ticks()).toBe(6);
  expect(run.hash()).toBe(alone.hash());
  contestant.close(run);
});

test("memory is that of the run", async () => {
  const { bytes } = await memoryOf(small, shipped);
  expect(bytes % 65_536).toBe(0);
  expect(bytes).toBeGreaterThan(60 * 100);
});
