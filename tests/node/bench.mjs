/**
 * The shipped core in WebAssembly under Node, timed. Prints one JSON object per line, like `cargo bench --bench engine -- --json`:
 * {"target": "wasm", "case": "flock-wide", "units": 100, "ns_per_unit_tick": 123.4}
 */
import { readFileSync } from "node:fs";
import { initSync, Simulation, scenes } from "../../www/pkg/flockwright.js";

const settle = 60; // ticks before the clock starts: a flock at rest is no flock
const budgetMs = 400; // per case
const repeats = 5; // the fastest of so many counts: what the machine does besides only ever adds time

initSync({ module: readFileSync(new URL("../../www/pkg/flockwright_bg.wasm", import.meta.url)) });

/** Fastest time of one tick in nanoseconds. */
function nsPerTick(run) {
  run.tick(settle);
  let ticks = 1;
  let best = Number.POSITIVE_INFINITY;
  for (let spent = 0; spent < budgetMs / repeats; ticks *= 2) {
    spent = timed(run, ticks);
    best = spent / ticks;
  }
  for (let i = 0; i < repeats; i++) best = Math.min(best, timed(run, ticks / 2) / (ticks / 2));
  return best * 1e6;
}

function timed(run, ticks) {
  const start = performance.now();
  run.tick(ticks);
  return performance.now() - start;
}

for (const { key } of scenes()) {
  const run = new Simulation(`scene=${key}`);
  const units = run.count();
  const ns = nsPerTick(run);
  run.free();
  console.log(
    JSON.stringify({
      target: "wasm",
      case: key,
      units,
      ns_per_unit_tick: Math.round((ns / units) * 10) / 10,
    }),
  );
}
