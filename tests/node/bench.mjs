/**
 * Times the tick of the shipped WebAssembly core under Node over the workloads of tests/bench, which the native bench
 * runs too. Prints one JSON object per line; `./build.sh bench` joins them to a table.
 */
import { readFileSync } from "node:fs";
import { initSync, Simulation } from "../../www/pkg/flockwright.js";

const read = (path) => readFileSync(new URL(path, import.meta.url));
const warmUp = 5; // ticks until caches are warm and the engine has compiled for speed
const budget = 700; // ms per workload, at least `least` ticks
const least = 5;

initSync({ module: read("../../www/pkg/flockwright_bg.wasm") });

for (const { case: name, units, link } of JSON.parse(read("../bench/workloads.json"))) {
  const run = new Simulation(link);
  if (run.count() !== units)
    throw new Error(`${name}: ${run.count()} units instead of ${units}; ${run.notices()}`);
  run.tick(warmUp);
  const times = [];
  for (const start = performance.now(); times.length < least || performance.now() - start < budget; ) {
    const begun = performance.now();
    run.tick(1);
    times.push(performance.now() - begun);
  }
  run.free();
  times.sort((a, b) => a - b);
  const ns = (times[times.length >> 1] * 1e6) / units;
  console.log(
    JSON.stringify({ target: "wasm", case: name, units, ns_per_unit_tick: Math.round(ns * 10) / 10 }),
  );
}
