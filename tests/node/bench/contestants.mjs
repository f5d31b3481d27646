/**
 * Who takes part. A contestant has a `name`, and by workload: `open(workload)` to a handle, `slice(handle, ms, least)`
 * to `{ ticks, spent }` (see lap.mjs), `close(handle)`; at the end `stop()`. All may be asynchronous. `cpu()`, where it
 * is known, is the time that it has had of a processor so far, ms.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Calibration, lap, slice } from "./lap.mjs";

/** What is measured beside the runs: the machine. */
export const calibration = { case: "calibration", units: Calibration.many, link: "calibration" };

function check({ case: name, units }, opened) {
  if (opened.notices.length > 0 || opened.units !== units)
    throw new Error(`${name}, ${units} units: ${opened.units} units. ${opened.notices.join(" ")}`);
}

/** The core natively: the program that tests/bench/engine.rs makes. */
export function native(name, program) {
  const child = spawn(program, ["--bench"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let opened = 0;
  const ask = async (line) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${program} ended at '${line}'.`);
    return JSON.parse(value);
  };
  return {
    name,
    async open(workload) {
      const number = opened++;
      check(workload, await ask(`${number} open ${workload.link} ${workload.units}`));
      if (workload.walls) await ask(`${number} walls ${workload.walls}`);
      return number;
    },
    slice: (number, ms, least) => ask(`${number} slice ${ms} ${least}`),
    close: (number) => ask(`${number} close`),
    stop: () => child.stdin.end(),
    cpu: () => onProcessor(child.pid),
  };
}

/** What Linux says of the main thread of a process; not a number elsewhere. */
function onProcessor(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Of this process, ms. */
function ownCpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let instances = 0;

/** A WebAssembly package in an instance of its own: its `Simulation`, its scenes, and its memory. */
export async function load(folder) {
  const base = pathToFileURL(`${folder}/`);
  const { initSync, Simulation, scenes } = await import(new URL(`flockwright.js?${instances++}`, base).href);
  const { memory } = initSync({ module: readFileSync(new URL("flockwright_bg.wasm", base)) });
  return { Simulation, scenes, memory };
}

/** A WebAssembly package of the core in this process. */
export async function wasm(name, folder) {
  const { Simulation } = await load(folder);
  return {
    name,
    open(workload) {
      if (workload === calibration) return new Calibration();
      const run = new Simulation(workload.link);
      check(workload, { units: run.count(), notices: run.notices() });
      return run;
    },
    slice: (run, ms, least) =>
      run instanceof Calibration ? run.slice(ms, least) : slice({ run, ms, least, lap }),
    close: (run) => run.free?.(),
    stop() {},
    cpu: ownCpu,
  };
}
