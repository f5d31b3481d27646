/**
 * Usage: main.mjs TARGET SPEED.md [--once]. Measures everything, prints it as text, and writes it to SPEED.md and to
 * TARGET/bench.json. In TARGET/bench are `engine` and `engine-scalar`, programs made of tests/bench/engine.rs, and
 * `pkg-scalar`, a package of the core in WebAssembly; the browser is what CHROMIUM says, if anything, and the commit
 * what FLOCKWRIGHT_COMMIT says. With `--once` nothing is measured that could be relied on: all is opened, and goes a
 * tick or a frame.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { frameCost, openBrowser, watchFrames } from "./browser.mjs";
import { inPage, load, native, wasm } from "./contestants.mjs";
import { firstFlock, lookCost } from "./first.mjs";
import { holds } from "./holds.mjs";
import { census, placed } from "./lap.mjs";
import { measure } from "./rounds.mjs";
import { speed } from "./speed.mjs";
import { results, verdicts } from "./text.mjs";
import { brotlied, memoryOf, sizes } from "./weight.mjs";
import { yukaInCells } from "./yuka.mjs";

const [target, written, option] = process.argv.slice(2);
const once = option === "--once";
const made = (name) => join(target, "bench", name);
const path = (from) => fileURLToPath(new URL(from, import.meta.url));
const shipped = path("../../../www/pkg");
const workloads = JSON.parse(readFileSync(path("../../bench/workloads.json"), "utf8"));
const workload = (name, units) => workloads.find((one) => one.case.startsWith(name) && one.units === units);

/** One line with the seconds that it took, like the steps of build.sh. */
async function step(name, work) {
  process.stdout.write(`  ${name.padEnd(40)}`);
  const begun = performance.now();
  const result = await work();
  console.log(
    `${Math.round((performance.now() - begun) / 1000)
      .toString()
      .padStart(4)} s`,
  );
  return result;
}

/** The share of all processors that others take, while nothing is done here for a few seconds. */
async function others() {
  const sum = (of) => cpus().reduce((all, { times }) => all + of(times), 0);
  const now = () => [sum(({ idle }) => idle), sum((times) => Object.values(times).reduce((a, b) => a + b))];
  const [idle, all] = now();
  await rest(once ? 50 : 5000);
  const [idleThen, allThen] = now();
  return 1 - (idleThen - idle) / Math.max(1, allThen - all);
}

/** How long `measure` goes on for a row of workloads. */
const within = (budget) => (once ? { ms: 0, budget: 0, least: 1, warm: 0 } : { budget });
const frames = once ? { settle: 0, span: 0, least: 2 } : {};

const cross = (contestants, list) => list.flatMap((one) => contestants.map((who) => [who, one]));

const { Simulation } = await load(shipped);
await step("counting neighbors", () => {
  for (const one of workloads) {
    const run = placed(new Simulation(one.link));
    one.measured = census(run, once ? 2 : one.units > 20_000 ? 5 : 15);
    run.free();
  }
});

const before = await others();
const browser = process.env.CHROMIUM ? await openBrowser(process.env.CHROMIUM) : undefined;
if (!browser) console.log("  no Chromium: neither its times nor the page's frames are measured");
const report = {
  date: new Date().toISOString(),
  commit: process.env.FLOCKWRIGHT_COMMIT,
  machine: {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    node: process.version,
    chromium: browser?.version,
  },
  workloads,
};
const here = await wasm("wasm", shipped);
const natively = native("native", made("engine"));

await step("natively, in wasm, in Chromium", async () => {
  const page = await browser?.open("scene=patrol");
  const contestants = [natively, here, ...(page ? [inPage("Chromium", page)] : [])];
  report.rows = await measure(cross(contestants, workloads), within(50_000));
  await page?.context().close();
});
await step("lanes, and one at a time", async () => {
  const scalar = native("native, one lane", made("engine-scalar"));
  const contestants = [natively, scalar, here, await wasm("wasm, one lane", made("pkg-scalar"))];
  const list = [
    workload("spread, 12", 20_000),
    workload("spread, 12", 100_000),
    workload("clumped, 300", 20_000),
  ];
  report.lanes = await measure(cross(contestants, list), within(25_000));
  scalar.stop();
});
if (cpus().length > 1) {
  await step("natively, on one core and on all", async () => {
    const all = native("native, all cores", made("engine"), cpus().length - 1);
    const list = [workload("spread, 12", 100_000), workload("clumped, 300", 20_000)];
    report.threads = await measure(cross([natively, all], list), within(15_000));
    all.stop();
  });
}
natively.stop();
await step("beside Yuka", async () => {
  const list = [workload("spread, 12", 1_000), workload("spread, 12", 10_000)];
  report.yuka = await measure(cross([here, yukaInCells], list), within(15_000));
});
if (browser) {
  await step("frames of the page", async () => {
    const many = workload("spread, 12", 100_000);
    const page = await browser.open(many.link, { playing: true, prepare: watchFrames });
    report.page = { units: many.units, ...(await frameCost(page, frames)) };
    await page.context().close();
    report.look = await lookCost(browser, workload("spread, 12", 20_000).link, once ? frames : undefined);
  });
  await step("the first flock on a slow connection", async () => {
    const short = once ? { visits: 1, settle: 0 } : {};
    report.first = await firstFlock(path("../../../www/dist"), process.env.CHROMIUM, short);
  });
}
await step("memory and sizes", async () => {
  report.memory = [];
  for (const units of [100_000, 500_000])
    report.memory.push(await memoryOf(workload("spread, 12", units), shipped));
  report.sizes = sizes(path("../../../www/dist"));
  report.brotli = sizes(path("../../../www/dist"), brotlied);
});
await browser?.close();
report.others = [before, await others()];
report.holds = holds(report);

const { cpu, cores, node, chromium } = report.machine;
console.log(
  `\n${report.date.slice(0, 10)}, ${cpu}, ${cores} cores, Node ${node}, Chromium ${chromium ?? "none"}\n`,
);
console.log(results(report));
console.log(`\nMust hold\n\n${verdicts(report.holds)}`);
writeFileSync(join(target, "bench.json"), `${JSON.stringify(report, null, 1)}\n`);
writeFileSync(written, speed(report));
console.log(`\nWritten to ${written} and ${join(target, "bench.json")}`);
