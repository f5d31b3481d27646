/** The core with shared memory, and what is asked of it, in Node and on a page alike. */
import { gatherHelpers, helpersPresent, initSync, Simulation } from "../../www/pkg-cores/flockwright.js";

export { clump, links, spread } from "./links.mjs";

/** Begins with room for this many helpers; what each of them needs besides its number. */
export function begin(module, places) {
  const core = initSync({ module });
  gatherHelpers(places);
  return { module, memory: core.memory };
}

/** Waits until this many have come. */
export async function present(helpers) {
  while (helpersPresent() < helpers) await new Promise((resolve) => setTimeout(resolve, 5));
  return helpersPresent();
}

/** Opens a link with all its units in place. */
export function open(link, alone = false) {
  const run = new Simulation(link);
  if (alone) run.workAlone();
  while (!run.placePart(1_000));
  return run;
}

/** The hash after some ticks. */
export function hashAfter(link, ticks, alone = false) {
  const run = open(link, alone);
  run.tick(ticks);
  const hash = run.hash();
  run.free();
  return hash;
}

/** How many times as fast a tick is with all who are there: the median of rounds, in each of which both run, one after the other. */
export function gain(link, rounds) {
  const runs = [open(link), open(link, true)];
  const time = (run) => {
    const begun = performance.now();
    run.tick(1);
    return performance.now() - begun;
  };
  for (const run of runs) run.tick(5);
  const pairs = Array.from({ length: rounds }, (_, round) => {
    const [first, second] = round % 2 ? [1, 0] : [0, 1];
    const times = [];
    times[first] = time(runs[first]);
    times[second] = time(runs[second]);
    return times;
  });
  const same = runs[0].hash() === runs[1].hash();
  for (const run of runs) run.free();
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  return {
    same,
    together: median(pairs.map(([together]) => together)),
    alone: median(pairs.map(([, alone]) => alone)),
    ratio: median(pairs.map(([together, alone]) => alone / together)),
  };
}
