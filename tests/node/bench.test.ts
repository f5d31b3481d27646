import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import workloads from "../bench/workloads.json";
import { wasm } from "./bench/contestants.mjs";
import { holds } from "./bench/holds.mjs";
import { census, placed } from "./bench/lap.mjs";
import { measure } from "./bench/rounds.mjs";
import { speed } from "./bench/speed.mjs";
import { results, verdicts } from "./bench/text.mjs";
import { memoryOf, sizes } from "./bench/weight.mjs";
import { yukaInCells } from "./bench/yuka.mjs";
import { Simulation } from "./core";

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
  test.each(workloads)(
    "$case: $units units have as many others within the radius as they say",
    ({ link, within, units }) => {
      const run = placed(new Simulation(link));
      expect(run.notices()).toEqual([]);
      expect(run.count()).toBe(units);
      const found = census(run, units > 20_000 ? 3 : 15);
      run.free();
      expect(found.within).toBeGreaterThan(0.98 * within);
      expect(found.within).toBeLessThan(1.02 * within);
      expect(found.inView).toBeLessThan(found.within);
    },
  );
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

test("Yuka flocks, in the same density", async () => {
  const flock = yukaInCells.open({ ...small, units: 500, link: `${base}&count=500&width=447&height=447` });
  const [before] = flock.manager.entities.map(({ velocity }: { velocity: { x: number } }) => velocity.x);
  yukaInCells.slice(flock, 0, 3);
  const [after] = flock.manager.entities.map(({ velocity }: { velocity: { x: number } }) => velocity.x);
  expect(after).not.toBe(before);
  // Fewer than 12: whoever is at the edge of the world has nobody beyond.
  expect(flock.meanNeighbors()).toBeGreaterThan(9);
  expect(flock.meanNeighbors()).toBeLessThan(13);
  const [row] = await measure([[yukaInCells, small]], once);
  expect(row?.ns).toBeGreaterThan(0);
  expect(row).not.toHaveProperty("sort");
});

test("memory is that of the run", async () => {
  const { bytes } = await memoryOf(small, shipped);
  expect(bytes % 65_536).toBe(0);
  expect(bytes).toBeGreaterThan(60 * 100);
});

test("what starts the page is told from what is fetched later", () => {
  const dist = mkdtempSync(join(tmpdir(), "flockwright-"));
  mkdirSync(join(dist, "assets"));
  const write = (name: string, text: string) => writeFileSync(join(dist, name), text);
  write("index.html", '<script type="module" crossorigin src="./assets/index-1.js"></script>');
  write(
    "assets/index-1.js",
    'import{a as b}from"./shared-2.js";import"./more-3.js";b(()=>import("./later-4.js"));',
  );
  write("assets/shared-2.js", "export const a=1;");
  write("assets/more-3.js", "x".repeat(3000));
  write("assets/later-4.js", 'import"./shared-2.js";y');
  write("assets/flockwright_bg-5.wasm", "wasm");
  write("assets/opening-7.js", 'import"./shared-2.js";z');
  write("assets/page-8.js", 'import"./shared-2.js";page');
  const found = sizes(dist);
  const gzipOf = { empty: 20 };
  expect(found.lazyScript).toBeLessThan(gzipOf.empty + 30);
  expect(found.script).toBeGreaterThan(3 * gzipOf.empty + 60);
  expect(found.wasm).toBe(gzipOf.empty + 4);
  expect(found.opening).toBeLessThan(gzipOf.empty + 30);
  expect(found.pageScript).toBeLessThan(gzipOf.empty + 30);
  rmSync(dist, { recursive: true });
});

describe("what must hold", () => {
  const row = (target: string, ns: number, units: number, name = "spread, 12 neighbors") => ({
    target,
    case: name,
    units,
    ns,
    cpu: ns,
  });
  const clumped = "clumped, 300 neighbors";
  const weight = {
    wasm: 100_000,
    workWasm: 60_000,
    script: 79_900,
    opening: 20_000,
    pageScript: 30_000,
    lazyScript: 50_000,
    styles: 1,
    html: 1,
  };
  const report = {
    workloads: [],
    rows: [
      row("wasm", 70, 10_000),
      row("wasm", 75, 20_000),
      row("wasm", 79, 100_000),
      row("wasm", 105, 500_000),
      row("native", 60, 100_000),
      row("wasm", 500, 20_000, clumped),
      row("wasm", 1700, 10_000, "whole-world view"),
    ],
    lanes: [row("wasm", 75, 20_000), row("wasm, one lane", 200, 20_000)],
    threads: [row("native", 80, 100_000), row("native, all cores", 44, 100_000)],
    yuka: [row("Yuka", 4900, 10_000), row("wasm", 70, 10_000)],
    page: { units: 100_000, median: 3.1, p95: 5, draw: 2.5, numbers: 1, frames: 9 },
    look: { plain: 2, full: 2.4, more: 0.4 },
    first: { ms: 5400, answers: 6100, link: 2900, shift: 0, block: 750 },
    sizes: weight,
    brotli: weight,
    memory: [{ units: 100_000, bytes: 1 << 26 }],
  };

  test("is judged by ratios inside the run", () => {
    expect(holds(report).map(({ ok }) => ok)).toEqual([
      undefined, // struck out
      false, // 79 / 60
      true, // 70 x
      false, // 1.5 x
      true, // 6.7 x
      false, // 17 ms
      true, // 2.67 x
      undefined, // not measured natively
      true, // 1.82 x
      false, // 3.1 ms
      true, // 0.4 ms
      false, // 5.4 s
    ]);
  });

  test("failures and gaps stand out", () => {
    const text = verdicts(holds({ ...report, page: undefined, yuka: [], others: [0, 0.3] }));
    expect(text).toMatch(/500,000 units over 10,000, .* at most 1\.4x +1\.50x +NO$/m);
    expect(text).toMatch(/Yuka .* at least 60x +not measured$/m);
    expect(text).toMatch(/frame besides its ticks +at most 3 ms +not measured$/m);
    expect(text).toMatch(
      /over all cores.* at least 1\.8x +not measured +other programs kept the cores busy$/m,
    );
    expect(text).toMatch(/processor time per unit and tick +at most 80 ns +79 ns +struck out +a faster/m);
  });

  test("all results stand in the text", () => {
    const text = results(report);
    expect(text).toMatch(/^clumped, 300 neighbors +20,000 .* wasm +500 .* 10\.0 +500$/m);
    expect(text).toMatch(/^100,000 units +64$/m);
    expect(text).toContain("A frame at 100,000 units");
  });

  test("SPEED.md tells where and when, and no promise as held that is not", () => {
    const [one] = workloads;
    const written = speed({
      ...report,
      workloads: [{ ...one, measured: { within: 11.9, inView: 8.9 } }],
      date: "2026-11-24T10:00:00.000Z",
      commit: "0123456789abcdef-dirty",
      machine: { cpu: "A processor", cores: 2, node: "v20.1.0", chromium: undefined },
      others: [0.25, 0.5],
      holds: holds({ ...report, yuka: [] }),
    });
    const header = written.split("\n\n")[1]?.replaceAll("\n", " ");
    expect(header).toContain(
      "on 2026-11-24, of commit 0123456789ab, changed, on 2 processors of kind A processor",
    );
    expect(header).toContain("other programs kept 25 % of the processors busy, right after it 50 %");
    expect(written).toContain("| spread, 12 neighbors | 1,000 | 11.9 | 8.90 |");
    expect(written).toContain("| ~~at most 80 ns~~ | 79 ns | struck out: ");
    expect(written).toContain("| at most 1.25x | 1.32x | **no** |");
    expect(written).toContain("| at least 60x |  | not measured |");
    expect(
      Math.max(
        ...written
          .split("\n")
          .filter((line) => !line.startsWith("|"))
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(120);
  });

  test("the SPEED.md that is here was written by that command, and says yes where it holds", () => {
    const text = readFileSync(fileURLToPath(new URL("../bench/SPEED.md", import.meta.url)), "utf8");
    expect(text).toMatch(
      /^# Speed\n\nWritten by `\.\/build\.sh bench` on \d{4}-\d\d-\d\d, of commit\s[0-9a-f]{12},\s/,
    );
    const all = text.split("\n").filter((line) => /at (most|least)/.test(line) && line.startsWith("|"));
    expect(all).toHaveLength(holds(report).length);
    for (const line of all) {
      const [, , target = "", measured = "", mark] = line
        .split(" | ")
        .join("|")
        .split("|")
        .map((cell) => cell.trim());
      const [limit, value] = [target, measured].map((cell) =>
        Number.parseFloat(cell.replace(/^at \w+ /, "")),
      );
      // A value at the limit is rounded.
      if (measured === "" || value === limit || mark?.startsWith("struck out: ")) continue;
      const ok = target.startsWith("at most") === (value as number) < (limit as number);
      expect(mark, line).toBe(ok ? "yes" : "**no**");
    }
    for (const { case: name, units } of workloads)
      expect(text).toContain(`| ${name} | ${units.toLocaleString("en-US")} |`);
  });
});
