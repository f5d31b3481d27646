/** "Measure this machine": the benches' workloads on fresh runs of the core, in slices that let the page answer. */
import workloads from "../../../tests/bench/workloads.json";

export interface Workload {
  case: string;
  units: number;
  link: string;
}

export interface Measured extends Workload {
  /** In view, per unit, on average. */
  neighbors: number;
  /** Nanoseconds per unit and tick, the median, with all processors that take part. */
  nanoseconds: number;
  /** The same with one of several. */
  alone?: number | undefined;
}

/** The part of a run that a measurement needs. */
export interface BenchRun {
  tick(count: number): void;
  /** Goes on with a tick for about `budget` ms; true when it is done. */
  tickPart(budget: number): boolean;
  count(): number;
  meanNeighbors(): number | undefined;
  notices(): string[];
  /** Where there are helpers: goes on without. */
  workAlone?(): void;
  free(): void;
}

export interface BenchHost {
  open(link: string): BenchRun;
  /** How many take part in a tick. */
  processors: number;
  now(): number;
  /** Lets the page answer and paint. */
  pause(): Promise<void>;
}

/** Ticks before the clock starts. */
const warmUp = 5;
/** Each workload is repeated for this long (ms), and this often at least. */
const budgetMs = 700;
const least = 5;
/** A slice has as many ticks as take this, ms: coarse clocks measure small workloads, too; a slow tick goes in parts. */
const sliceMs = 10;

/** The workloads as the benches have them, declared once in tests/bench/workloads.json; the spread ones at a few sizes. */
export const benchWorkloads: readonly Workload[] = workloads.filter(
  ({ case: name, units }) => !(name.startsWith("spread") && units === 20_000),
);

/** Measures one workload: where several processors take part, with one of them first. Undefined when `canceled` became true. */
export async function measure(
  workload: Workload,
  host: BenchHost,
  canceled: () => boolean,
): Promise<Measured | undefined> {
  if (host.processors === 1) return measureRun(workload, host, canceled, () => {});
  const alone = await measureRun(workload, host, canceled, (run) => run.workAlone?.());
  const all = alone && (await measureRun(workload, host, canceled, () => {}));
  return all && { ...all, alone: alone.nanoseconds };
}

async function measureRun(
  workload: Workload,
  host: BenchHost,
  canceled: () => boolean,
  prepare: (run: BenchRun) => void,
): Promise<Measured | undefined> {
  await host.pause();
  const run = host.open(workload.link);
  try {
    prepare(run);
    for (let i = 0; i < warmUp; i++) {
      if ((await tickInParts(run, host, canceled)) === undefined) return undefined;
    }
    const units = run.count();
    if (units === 0) throw new Error(run.notices().join(" ") || "The run has no units.");
    const neighbors = run.meanNeighbors() ?? 0;
    const times: number[] = [];
    let ticks = 1;
    for (const start = host.now(); times.length < least || host.now() - start < budgetMs; ) {
      let took: number | undefined;
      if (ticks === 1) {
        took = await tickInParts(run, host, canceled);
      } else {
        await host.pause();
        const begun = host.now();
        run.tick(ticks);
        took = host.now() - begun;
      }
      if (took === undefined || canceled()) return undefined;
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

/** What one tick takes, run in parts between which the page answers. Undefined when `canceled` became true. */
async function tickInParts(
  run: BenchRun,
  host: BenchHost,
  canceled: () => boolean,
): Promise<number | undefined> {
  for (let took = 0; ; ) {
    await host.pause();
    if (canceled()) return undefined;
    const begun = host.now();
    const done = run.tickPart(sliceMs);
    took += host.now() - begun;
    if (done) return took;
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** What is told of a workload; of several processors, also what one of them takes. */
export function benchColumns(processors: number): string[] {
  const columns = ["Workload", "Units", "ns per unit", "ms per tick", "Ticks per s"];
  return processors > 1 ? [...columns, "ms with one"] : columns;
}

/** A workload's name and its results as a reader sees them. */
export function benchRow(result: Measured): string[] {
  const ms = (result.nanoseconds * result.units) / 1e6;
  const row = [
    rowTitle(result),
    result.units.toLocaleString("en-US"),
    figure(result.nanoseconds),
    figure(ms),
    Math.round(1000 / ms).toLocaleString("en-US"),
  ];
  return result.alone === undefined ? row : [...row, figure((result.alone * result.units) / 1e6)];
}

/** The neighbors that were counted stand in for those that were aimed at, but where the workload says how many count. */
function rowTitle({ case: name, neighbors }: Measured): string {
  const counted = `${Math.round(neighbors).toLocaleString("en-US")} in view`;
  return name.endsWith("nearest") ? name : `${name.replace(/,.*/, "")}, ${counted}`;
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
  const columns = benchColumns(results.some(({ alone }) => alone !== undefined) ? 2 : 1);
  const rows = [columns, ...results.map(benchRow)];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  return [...machine, "", ...lines, ""].join("\n");
}
