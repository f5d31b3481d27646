/**
 * Usage: main.mjs OUT.json NATIVE NATIVE_SCALAR WASM_SCALAR. Measures everything, prints it as text and writes it to
 * OUT.json. NATIVE and NATIVE_SCALAR are programs made of tests/bench/engine.rs, WASM_SCALAR is a package folder; the
 * browser is what CHROMIUM says, if anything.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { frameCost, openBrowser, watchFrames } from "./browser.mjs";
import { inPage, load, native, wasm } from "./contestants.mjs";
import { firstFlock, lookCost } from "./first.mjs";
import { holds } from "./holds.mjs";
import { census } from "./lap.mjs";
import { measure } from "./rounds.mjs";
import { results, verdicts } from "./text.mjs";
import { memoryOf, sizes } from "./weight.mjs";
import { yukaInCells } from "./yuka.mjs";

const [out, program, scalarProgram, scalarPackage] = process.argv.slice(2);
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

const cross = (contestants, list) => list.flatMap((one) => contestants.map((who) => [who, one]));

const { Simulation } = await load(shipped);
await step("counting neighbors", () => {
  for (const one of workloads) {
    const run = new Simulation(one.link);
    one.measured = census(run, one.units > 20_000 ? 5 : 15);
    run.free();
  }
});

const browser = process.env.CHROMIUM ? await openBrowser(process.env.CHROMIUM) : undefined;
if (!browser) console.log("  no Chromium: neither its times nor the page's frames are measured");
const report = {
  date: new Date().toISOString(),
  machine: {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    node: process.version,
    chromium: browser?.version,
  },
  workloads,
};
const here = await wasm("wasm", shipped);
const natively = native("native", program);

await step("natively, in wasm, in Chromium", async () => {
  const page = await browser?.open("scene=patrol");
  const contestants = [natively, here, ...(page ? [inPage("Chromium", page)] : [])];
  report.rows = await measure(cross(contestants, workloads), { budget: 50_000 });
  await page?.context().close();
});
await step("lanes, and one at a time", async () => {
  const scalar = native("native, one lane", scalarProgram);
  const contestants = [natively, scalar, here, await wasm("wasm, one lane", scalarPackage)];
  const list = [
    workload("spread, 12", 20_000),
    workload("spread, 12", 100_000),
    workload("clumped, 300", 20_000),
  ];
  report.lanes = await measure(cross(contestants, list), { budget: 25_000 });
  scalar.stop();
});
if (cpus().length > 1) {
  await step("natively, on one core and on all", async () => {
    const all = native("native, all cores", program, cpus().length - 1);
    const list = [workload("spread, 12", 100_000), workload("clumped, 300", 20_000)];
    report.threads = await measure(cross([natively, all], list), { budget: 15_000 });
    all.stop();
  });
}
natively.stop();
await step("beside Yuka", async () => {
  const list = [workload("spread, 12", 1_000), workload("spread, 12", 10_000)];
  report.yuka = await measure(cross([here, yukaInCells], list), { budget: 15_000 });
});
if (browser) {
  await step("frames of the page", async () => {
    const many = workload("spread, 12", 100_000);
    const page = await browser.open(many.link, { playing: true, prepare: watchFrames });
    report.page = { units: many.units, ...(await frameCost(page)) };
    await page.context().close();
    report.look = await lookCost(browser, workload("spread, 12", 20_000).link);
  });
  await step("the first flock on a slow connection", async () => {
    report.first = await firstFlock(path("../../../www/dist"), process.env.CHROMIUM);
  });
}
await step("memory and sizes", async () => {
  report.memory = [];
  for (const units of [100_000, 500_000])
    report.memory.push(await memoryOf(workload("spread, 12", units), shipped));
  report.sizes = sizes(path("../../../www/dist"));
});
await browser?.close();
report.holds = holds(report);

const { cpu, cores, node, chromium } = report.machine;
console.log(
  `\n${report.date.slice(0, 10)}, ${cpu}, ${cores} cores, Node ${node}, Chromium ${chromium ?? "none"}\n`,
);
console.log(results(report));
console.log(`\nMust hold\n\n${verdicts(report.holds)}`);
writeFileSync(out, `${JSON.stringify(report, null, 1)}\n`);
console.log(`\nWritten to ${out}`);
