/** What the page, the core and its memory may weigh: anyone who needs more raises it, and says in the commit what for. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import workloads from "../bench/workloads.json";
import { memoryOf, sizes } from "./bench/weight.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shipped = join(root, "www/pkg");

/** Bytes after gzip -9: 3 % more than was measured. */
const CEILINGS = {
  "index.html": 6_200,
  "licenses.html": 18_000,
  "favicon.svg": 190,
  "linked.js": 450,
  "unloaded.js": 450,
  "style.css": 14_500,
  "first.js": 49_300,
  "rolldown-runtime.js": 450,
  "page.js": 35_600,
  "embed.js": 2_100,
  "ask.js": 18_050,
  "futures.js": 9_260,
  "skies.js": 2_890,
  "edit.js": 60_100,
  "learn.js": 36_500,
  "lab.js": 50_300,
  "film.js": 56_100,
  "worker.js": 10_000,
  "file.js": 9_000,
  "opening.json": 25_600,
  "flockwright_bg.wasm": 671_700,
  "work_bg.wasm": 762_000,
  "npm_bg.wasm": 518_900,
};

/** Files that a visit fetches during which nothing is touched. */
const FIRST_VISIT = [
  ...[
    "index.html",
    "linked.js",
    "unloaded.js",
    "favicon.svg",
    "style.css",
    "first.js",
    "rolldown-runtime.js",
  ],
  ...["flockwright_bg.wasm", "opening.json", "page.js"],
];

test("the built page weighs no more than the table says, file by file, and a first visit 803 kB", () => {
  const dist = join(root, "www/dist");
  expect(existsSync(dist), "www/dist is missing: run ./build.sh build first.").toBe(true);
  const weighs: Record<string, number> = sizes(dist);
  const ceiling = (file: string) => CEILINGS[file as keyof typeof CEILINGS] ?? 0;
  const over = Object.entries(weighs).filter(([file, bytes]) => bytes > ceiling(file));
  expect(over, "files that weigh more than they may").toEqual([]);
  const sum = (files: readonly string[]) => files.reduce((all, file) => all + (weighs[file] ?? 0), 0);
  expect(sum(FIRST_VISIT)).toBeLessThanOrEqual(803_000);
});

test("the course is in nothing that is fetched before it is opened", () => {
  const assets = join(root, "www/dist/assets");
  // A title of a step, a class of its styles, what only the judge and the reader say.
  for (const mark of ["What does cohesion alone make?", "The step leaves", "neither a goal nor a score"]) {
    const holders = readdirSync(assets).filter((name) =>
      readFileSync(join(assets, name), "latin1").includes(mark),
    );
    expect(holders.length, mark).toBeGreaterThan(0);
    for (const name of holders)
      expect(name, mark).toMatch(/^(learn|flockwright_bg|work_bg|npm_bg|lab|worker)-/);
  }
});

test("a run of 100,000 units takes no more than 31 MB of memory", async () => {
  const [units, megabytes] = [100_000, 31];
  const workload = workloads.find((one) => one.units === units);
  if (!workload) throw new Error(`no workload of ${units} units`);
  const { bytes } = await memoryOf(workload, shipped);
  expect(bytes).toBeLessThanOrEqual(megabytes * 2 ** 20);
});

test("no core names a folder of the machine that built them", () => {
  const made = [shipped, join(root, "www/pkg-work"), join(root, "www/pkg-npm")].filter((folder) =>
    existsSync(folder),
  );
  for (const folder of made) {
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), "latin1");
      for (const place of [homedir(), root.replace(/\/$/, ""), process.env.CARGO_HOME].filter(Boolean))
        expect(text.includes(`${place}/`), `${name} names ${place}`).toBe(false);
    }
  }
});
