/**
 * "Measure this machine": the workloads of the project's benches, each on a fresh run of the page's own core, in slices
 * that leave the page time to answer.
 */
import workloads from "../../tests/bench/workloads.json";

export interface Workload {
  case: string;
  units: number;
  link: string;
}

export interface Measured extends Workload {
  /** Per unit, on average. */
  neighbors: number;
  /** Nanoseconds per unit and tick, the median. */
  nanoseconds: number;
}

/** The part of a run that a measurement needs. */
export interface BenchRun {
  tick(count: number): void;
  count(): number;
  meanNeighbors(): number | undefined;
  notices(): string[];
  free(): void;
}

export interface BenchHost {
  open(link: string): BenchRun;
  now(): number;
  /** Lets the page answer and paint. */
  pause(): Promise<void>;
}

/** Ticks before the clock starts. */
const warmUp = 5;
/** Each workload is repeated for this long (ms), and this often at least. */
const budgetMs = 700;
const least = 5;
/** A slice runs as many ticks as this takes (ms), so that coarse clocks measure small workloads, too. */
const sliceMs = 10;

/** The workloads as the benches have them: declared once, in tests/bench/workloads.json. */
export const benchWorkloads: readonly Workload[] = workloads;

/** Measures one workload. Undefined when `canceled` became true. */
export async function measure(
  workload: Workload,
  host: BenchHost,
  canceled: () => boolean,
): Promise<Measured | undefined> {
  await host.pause();
  const run = host.open(workload.link);
  try {
    const units = run.count();
    if (units === 0) throw new Error(run.notices().join(" ") || "The run has no units.");
    for (let i = 0; i < warmUp; i++) {
      await host.pause();
      if (canceled()) return undefined;
      run.tick(1);
    }
    const neighbors = run.meanNeighbors() ?? 0;
    const times: number[] = [];
    let ticks = 1;
    for (const start = host.now(); times.length < least || host.now() - start < budgetMs; ) {
      await host.pause();
      if (canceled()) return undefined;
      const begun = host.now();
      run.tick(ticks);
      const took = host.now() - begun;
      if (took < sliceMs / 4 && ticks < 1000) {
        // Too short to be timed well: the same again with more ticks.
        ticks = Math.ceil(ticks * Math.min(16, sliceMs / Math.max(0.1, took)));
        times.length = 0;
      } else {
        times.push(took / ticks);
      }
    }
    return { ...workload, units, neighbors, nanoseconds: (median(times) * 1e6) / units };
  } finally {
    run.free();
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export const benchColumns = ["Workload", "Units", "ns per unit", "ms per tick", "Ticks per s"] as const;

/** A workload's name without the figure that its own column shows, and its results as a reader sees them. */
export function benchRow(result: Measured): string[] {
  const ms = (result.nanoseconds * result.units) / 1e6;
  return [
    `${result.case.replace(/,.*/, "")}, ${Math.round(result.neighbors).toLocaleString("en-US")} neighbors`,
    result.units.toLocaleString("en-US"),
    figure(result.nanoseconds),
    figure(ms),
    Math.round(1000 / ms).toLocaleString("en-US"),
  ];
}

/** Three digits at most. */
function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** The largest measured workload of the spread kind that runs at 60 ticks per second, as a number of units. */
export function realTimeUnits(results: readonly Measured[]): number | undefined {
  const spread = results.filter((result) => result.case.startsWith("spread"));
  const last = spread.at(-1);
  if (!last) return undefined;
  const frame = 1e9 / 60;
  const slow = spread.find((result) => result.nanoseconds * result.units > frame);
  return frame / (slow ?? last).nanoseconds;
}

/** The results as text for a message or a report: columns under each other, and where they come from. */
export function benchText(results: readonly Measured[], machine: readonly string[]): string {
  const rows = [[...benchColumns], ...results.map(benchRow)];
  const widths = benchColumns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  return [...machine, "", ...lines, ""].join("\n");
}
