/**
 * Usage: main.mjs TARGET SPEED.md [--once]. Measures the engine natively and in WebAssembly, and writes SPEED.md and
 * TARGET/bench.json; the exit code is 1 where a row has become slower than SPEED.md said, or a scene is above its limit
 * (tests/bench/scenes.json). TARGET/bench/engine is the program made of tests/bench/engine.rs; without it there are no native
 * times. With `--once` everything runs for one tick, and the numbers mean nothing.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { calibration, load, native, wasm } from "./contestants.mjs";
import { firstFlock } from "./first.mjs";
import { census } from "./lap.mjs";
import { measure, phases } from "./rounds.mjs";
import { scenesOf, spoken, verdict } from "./scenes.mjs";
import { memoryOf } from "./weight.mjs";

const [target, written, option] = process.argv.slice(2);
const once = option === "--once";
const path = (from) => fileURLToPath(new URL(from, import.meta.url));
const shipped = path("../../../www/pkg");
const read = (name) => JSON.parse(readFileSync(path(`../../bench/${name}`), "utf8"));
const [workloads, limits] = [read("workloads.json"), read("scenes.json")];

const core = await load(shipped);
const { Simulation } = core;
const scenes = scenesOf(core, limits.units);
// More units than a link can ask for are a world of one's own, which only programs have.
for (const one of workloads.filter(({ own }) => !own)) {
  const run = new Simulation(one.link);
  one.measured = census(run, once ? 2 : one.units > 20_000 ? 5 : 15);
  run.free();
}
const contestants = [await wasm("wasm", shipped)];
const engine = join(target, "bench/engine");
if (existsSync(engine)) contestants.push(native("native", engine));
const all = [calibration, ...workloads, ...scenes];
const jobs = all.flatMap((workload) =>
  contestants.filter((one) => one.name === "native" || !workload.own).map((one) => [one, workload]),
);
const rows = await measure(jobs, once ? { ms: 0, budget: 0, least: 1, warm: 0 } : { budget: 120_000 });
for (const one of contestants) one.stop();
const memory = await memoryOf(
  workloads.find((one) => one.units === 100_000),
  shipped,
);
const browser = process.env.CHROMIUM;
const first =
  browser && (await firstFlock(path("../../../www/dist"), browser, once ? { visits: 1, settle: 0 } : {}));

const count = (value) => (value === undefined ? "" : Math.round(value).toLocaleString("en-US"));
const row = (who, { case: name, units }) =>
  rows.find((row) => row.target === who && row.case === name && row.units === units);
const cells = (workload) => {
  const { case: name, units, measured } = workload;
  const [natively, inWasm] = ["native", "wasm"].map((who) => row(who, workload));
  const times = [
    natively?.ns,
    inWasm?.ns,
    natively?.cpu,
    inWasm?.cpu,
    ...phases.map((phase) => inWasm?.[phase]),
  ];
  return [
    name,
    count(units),
    measured?.within.toPrecision(3),
    measured?.inView.toPrecision(3),
    ...times.map(count),
  ];
};
const ofScene = (workload) => {
  const times = ["native", "wasm"].map((who) => row(who, workload)).map((one) => one?.cpu ?? one?.ns);
  return [workload.case, count(workload.units), ...times.map(count)];
};
const calibrated = ["native", "wasm"].flatMap((who) => {
  const one = row(who, calibration);
  return one ? `Calibration, ${who}: ${(one.cpu ?? one.ns).toFixed(3)} ns.` : [];
});
const head = `workload | units | in radius | in view | native | wasm | native, processor | wasm, processor | ${phases.join(" | ")}`;
const text = `# Speed

Written by \`./build.sh bench\` on ${new Date().toISOString().slice(0, 10)}, of commit ${(process.env.FLOCKWRIGHT_COMMIT || "unknown").slice(0, 12)}, on ${cpus().length} processors of kind
${cpus()[0]?.model ?? "unknown"}, Node ${process.version.slice(1)}.

Nanoseconds per unit and tick, medians, natively and in WebAssembly under Node, by the clock and by processor time. Both
take turns every few hundredths of a second, so that ratios hold on a busy machine. Each workload is a link
(\`tests/bench/workloads.json\`): the rigid-body flock with its view and all three rules.

| ${head} |
|${head.replace(/[^|]+/g, "---")}|
${workloads.map((one) => `| ${cells(one).join(" | ")} |`).join("\n")}

The last four columns are the stages of a tick in WebAssembly, by the clock. "In radius" and "in view" are mean numbers
of neighbors. Memory: ${Math.round(memory.bytes / 2 ** 20)} MB with 100,000 units.

Every scene at its own count, and with its main group at ${count(limits.units)} units or as many as its bodies allow:

| scene | units | native, processor | wasm, processor |
|---|---|---|---|
${scenes.map((one) => `| ${ofScene(one).join(" | ")} |`).join("\n")}

The bench says NO where a row has become ${limits.slower} times slower than it is here, and where a scene takes more than
${limits.most} µs a unit and tick at ${count(limits.units)} (\`tests/bench/scenes.json\` has those that may, and why). Times of two machines are compared by a
fixed piece of arithmetic and memory, measured in the same run.

${calibrated.join("\n")}
${first ? `\nThe first flock at 1.6 Mbit/s, 150 ms, a fourth of the processor: ${(first.ms / 1000).toFixed(2)} s; that of a link: ${(first.link / 1000).toFixed(2)} s.\n` : ""}
\`node tests/node/bench/first.mjs\` measures the first flock alone.
`;
writeFileSync(join(target, "bench.json"), `${JSON.stringify({ workloads, rows, memory, first }, null, 1)}\n`);
const before = existsSync(written) ? readFileSync(written, "utf8") : "";
writeFileSync(written, text);
console.log(text);
const slow = verdict(rows, scenes, spoken(text), spoken(before), limits);
for (const one of slow) console.log(one);
if (slow.length > 0 && !once) process.exitCode = 1;
