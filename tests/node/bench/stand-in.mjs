/**
 * Answers as the program made of tests/bench/engine.rs does, by the core in WebAssembly: for the test that goes through
 * the whole of main.mjs, where nothing has been compiled for it.
 */
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { load } from "./contestants.mjs";
import { lap, placed, slice } from "./lap.mjs";

const { Simulation } = await load(fileURLToPath(new URL("../../../www/pkg", import.meta.url)));
const runs = new Map();

function answer([number, what, ...rest]) {
  if (what === "open") {
    const run = placed(new Simulation(rest[0]));
    runs.set(number, run);
    return { units: run.count(), notices: run.notices() };
  }
  const run = runs.get(number);
  if (what === "slice") return slice({ run, ms: Number(rest[0]), least: Number(rest[1]), lap });
  run.free();
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(line.split(" "))));
}
