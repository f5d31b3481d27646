/** Writes the measures of a run as a CSV file, with one row per sample. */
import type { ParamInfo } from "../../core";
import { TICKS_PER_SECOND } from "../../core/declared";
import type { MeasureInfo } from "../../core/watch";
import { MAX_SAMPLES, type MeasureHistory } from "./history";
import { maxPairedUnits } from "./quantities";

const remarks = [
  `# In crowds of more than ${maxPairedUnits} birds, nearest_neighbor_u and overlaps_pairs are estimated.`,
  "# A flock is birds of one role, each within flock_radius_u of another one of it.",
  `# Where a run has more than ${MAX_SAMPLES} samples, every other one of the older half is left out.`,
  "# The link has every change that was made meanwhile, and when.",
];

/** Remark in the file if the recording of the run was full, so that the link may lack the last inputs. */
const fullRemark =
  "# The recording of this run is full: what was done after that is not in the link, which may open another run.";

/** Where the samples come from, under the names that tables of the command line and the Python package have. */
interface Provenance {
  link: string;
  seed: number;
  version: string;
  commit: string;
  ticks: number;
  /** State hash of the run at tick `ticks`, 16 hexadecimal digits. */
  hash: string;
  burn_in: number;
  every: number;
}

/**
 * Returns the text of the CSV file: lines with # that say where the samples come from, a header, and rows of tick, time
 * (s), all measures, and the parameters that changed meanwhile. `isFull`: the run's recording was full.
 */
export function csvOf(
  measures: readonly MeasureInfo[],
  history: MeasureHistory,
  { link, ...rest }: Provenance,
  params: readonly Pick<ParamInfo, "id" | "key">[],
  isFull: boolean,
): string {
  const allRemarks = isFull ? [fullRemark, ...remarks] : remarks;
  const changedParams = params.filter(
    ({ id }) => new Set(history.values.map((values) => values?.[id])).size > 1,
  );
  const columns = [
    "tick",
    "time_s",
    ...measures.map(({ column }) => column),
    ...changedParams.map(({ key }) => key),
  ];
  const originLines = Object.entries(rest).map(([name, value]) => `# ${name}: ${value}`);
  const lines = [
    "# Flockwright, measures of a run",
    `# ${link}`,
    ...originLines,
    ...allRemarks,
    columns.join(","),
  ];
  for (const [index, tick] of history.ticks.entries()) {
    const row = measures.map((_, measure) => csvNumber(history.value(index, measure)));
    const values = changedParams.map(({ id }) => csvNumber(history.values[index]?.[id] ?? Number.NaN));
    lines.push([tick, (tick / TICKS_PER_SECOND).toFixed(3), ...row, ...values].join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** A number with seven significant digits, the precision of the core; "" for NaN. */
function csvNumber(value: number): string {
  return Number.isNaN(value) ? "" : String(Number(value.toPrecision(7)));
}
