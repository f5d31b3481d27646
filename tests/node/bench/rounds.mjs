/** Measuring in turns: what is compared is timed in small slices, one after the other, so that all meet the same machine. */

export const phases = ["sort", "perceive", "steer", "move"];

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A row of results: medians over the slices, nanoseconds per unit and tick. */
function row({ contestant, workload, slices }) {
  const { case: name, units } = workload;
  const perUnit = ({ ticks, spent }) => spent.map((ms) => (ms * 1e6) / (ticks * units));
  const phase = (index) => median(slices.map((slice) => perUnit(slice)[index]));
  const whole = slices.map((slice) => perUnit(slice).reduce((a, b) => a + b, 0));
  const result = { target: contestant.name, case: name, units, ns: median(whole) };
  // What it would be with a processor to itself.
  const cpu = median(slices.map(({ share }, index) => whole[index] * share));
  if (!Number.isNaN(cpu)) result.cpu = cpu;
  const known = (slices[0]?.spent.length ?? 0) === phases.length;
  if (known) for (const [index, key] of phases.entries()) result[key] = phase(index);
  return result;
}

/** A slice, and the share of its time in which it had a processor. */
async function timed({ contestant, handle }, ms) {
  const cpu = contestant.cpu ?? (() => Number.NaN);
  const [begun, had] = [performance.now(), cpu()];
  const slice = await contestant.slice(handle, ms, 1);
  return { ...slice, share: Math.min(1, (cpu() - had) / (performance.now() - begun)) };
}

/**
 * Measures each `[contestant, workload]` in turns. A slice takes about `ms` and at least one tick; rounds go on until
 * `budget` ms are over, at least `least` and at most `most` of them. The first slice of each, of at least `warm` ticks,
 * warms up and is left out.
 *
 * @returns {Promise<Record<string, any>[]>} a row for each
 */
export async function measure(jobs, { ms = 60, budget = 20_000, least = 7, most = 25, warm = 2 } = {}) {
  const open = [];
  try {
    for (const [contestant, workload] of jobs) {
      open.push({ contestant, workload, slices: [], handle: await contestant.open(workload) });
    }
    for (const { contestant, handle } of open) if (warm > 0) await contestant.slice(handle, ms, warm);
    const start = performance.now();
    for (let round = 0; round < least || (round < most && performance.now() - start < budget); round++) {
      for (const job of open) job.slices.push(await timed(job, ms));
    }
    return open.map(row);
  } finally {
    for (const { contestant, handle } of open) await contestant.close(handle);
  }
}
