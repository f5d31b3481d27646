/**
 * What the page, the core and its memory may weigh. The budgets are what they weighed when they were written, and a little
 * more: anyone who needs more raises them, and says in the commit what for.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import workloads from "../bench/workloads.json";
import { fetchedFirst, memoryOf, sizes } from "./bench/weight.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shipped = join(root, "www/pkg");

test("the built page weighs no more than its budget, in bytes after gzip -9", () => {
  const dist = join(root, "www/dist");
  expect(existsSync(dist), "www/dist is missing: run ./build.sh build first.").toBe(true);
  const budget = {
    wasm: 577_000,
    workWasm: 673_000,
    npmWasm: 432_000,
    script: 44_500,
    opening: 31_500,
    pageScript: 36_000,
    lazyScript: 243_000,
    styles: 17_000,
    html: 9_900,
  };
  const weighs = sizes(dist);
  for (const [what, bytes] of Object.entries(budget)) {
    expect(weighs[what as keyof typeof budget], `${what}: at most ${bytes} bytes`).toBeLessThanOrEqual(bytes);
    // A budget that is far above what is true promises nothing.
    expect(weighs[what as keyof typeof budget], `${what} has a budget of its time`).toBeGreaterThan(
      0.85 * bytes,
    );
  }
});

test("the course is in nothing that is fetched before the first flock", () => {
  const assets = join(root, "www/dist/assets");
  const { initial, first, page } = fetchedFirst(join(root, "www/dist"));
  // A title of a step, a class of its styles, what only the judge and the reader say.
  const marks = [
    "Cohesion alone heaps up",
    ".learn-verdict",
    "The step leaves",
    "neither a goal nor a score",
  ];
  const of = (name: string) => readFileSync(join(assets, name), "latin1");
  const names = readdirSync(assets);
  const found = (mark: string) => names.filter((name) => of(name).includes(mark));
  for (const mark of marks) {
    const holders = found(mark);
    expect(holders.length, mark).toBeGreaterThan(0);
    for (const name of holders)
      expect(name, mark).toMatch(/^(lesson|flockwright_bg|work_bg|npm_bg|work|worker)-/);
  }
  for (const name of [...initial, ...first, ...page]) expect(name).not.toMatch(/^lesson-/);
});

test("what is loaded on demand is among the parts that the built page lists, with files that are there", () => {
  const source = join(root, "www/src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(source, file), "utf8"));
  const named = texts.flatMap((text) => [...text.matchAll(/\b(?:lazy|atOnce)\(\s*"[^"]*",\s*"([^"]*)"/g)]);
  expect(named.length).toBeGreaterThan(10);
  const dist = join(root, "www/dist");
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const { parts } = JSON.parse(/name="parts" content='([^']*)'/.exec(html)?.[1] ?? "") as {
    parts: Record<string, string[]>;
  };
  expect(named.map(([, part = ""]) => part).filter((part) => !parts[part]?.length)).toEqual([]);
  expect(
    Object.values(parts)
      .flat()
      .filter((file) => !existsSync(join(dist, file))),
  ).toEqual([]);
});

test.each([
  [100_000, 31],
  [500_000, 146],
])("a run of %d units takes no more than %d MB of memory", async (units, megabytes) => {
  const workload = workloads.find((one) => one.units === units);
  if (!workload) throw new Error(`no workload of ${units} units`);
  const { bytes } = await memoryOf(workload, shipped);
  expect(bytes).toBeLessThanOrEqual(megabytes * 2 ** 20);
  expect(bytes).toBeGreaterThan(0.85 * megabytes * 2 ** 20);
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
