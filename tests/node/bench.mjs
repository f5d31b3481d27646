/**
 * The shipped core in WebAssembly under Node, timed over the workloads of `tests/bench/workloads.json`, phase by phase.
 * Prints one JSON object per line, like `cargo bench --bench engine`.
 */
import { readFileSync } from "node:fs";
import { initSync, Simulation } from "../../www/pkg/flockwright.js";

const warmUp = 5; // ticks before the clock starts
const budgetMs = 700; // per workload
const least = 5; // ticks timed at the least
const phases = ["sort", "perceive", "steer", "move"];

initSync({ module: readFileSync(new URL("../../www/pkg/flockwright_bg.wasm", import.meta.url)) });
const workloads = JSON.parse(readFileSync(new URL("../bench/workloads.json", import.meta.url), "utf8"));

function median(times) {
  return times.sort((a, b) => a - b)[times.length >> 1];
}

function measure(run, units) {
  run.tick(warmUp);
  const times = phases.map(() => []);
  const start = performance.now();
  while (times[0].length < least || performance.now() - start < budgetMs) {
    for (let phase = 0; phase < phases.length; phase++) {
      const begun = performance.now();
      run.phase(phase);
      times[phase].push(performance.now() - begun);
    }
  }
  return times.map((phase) => (median(phase) * 1e6) / units);
}

const round = (value) => Math.round(value * 10) / 10;
for (const { case: name, units, link } of workloads) {
  const run = new Simulation(link);
  const notices = run.notices();
  if (notices.length > 0 || run.count() !== units) throw new Error(`${name}: ${notices.join(" ")}`);
  const perUnit = measure(run, units);
  run.free();
  const row = { target: "wasm", case: name, units, ns_per_unit_tick: round(perUnit.reduce((a, b) => a + b)) };
  for (const [k, phase] of phases.entries()) row[phase] = round(perUnit[k]);
  console.log(JSON.stringify(row));
}
