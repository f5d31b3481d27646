/** The measures as a CSV file, one row per sample. */
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

/** Remark for a full recording, whose link may lack the last inputs. */
const fullRemark =
  "# The recording of this run is full: what was done after that is not in the link, which may open another run.";

/** Provenance of the samples, by the names of the columns that rows of the other programs have. */
export interface Provenance {
  link: string;
  seed: number;
  version: string;
  commit: string;
  ticks: number;
  /** State hash at that tick. */
  hash: string;
  burn_in: number;
  every: number;
}

/**
 * Returns comma-separated values with a header; lines that begin with # say where they come from. The link opens the
 * measured run with its inputs, at its tick; `full`: with all inputs that could be recorded. Parameters that changed
 * have columns after the measures.
 */
export function csvOf(
  measures: readonly MeasureInfo[],
  history: MeasureHistory,
  { link, ...rest }: Provenance,
  params: readonly Pick<ParamInfo, "id" | "key">[] = [],
  full = false,
): string {
  const allRemarks = full ? [fullRemark, ...remarks] : remarks;
  const changedParams = params.filter(
    ({ id }) => new Set(history.values.map((values) => values?.[id])).size > 1,
  );
  const columns = [
    "tick",
    "time_s",
    ...measures.map(({ column }) => column),
    ...changedParams.map(({ key }) => key),
  ];
  const origin = Object.entries(rest).map(([name, value]) => `# ${name}: ${value}`);
  const lines = [
    "# Flockwright, measures of a run",
    `# ${link}`,
    ...origin,
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

/** Seven significant digits, the precision of the core's numbers. */
function csvNumber(value: number): string {
  return Number.isNaN(value) ? "" : String(Number(value.toPrecision(7)));
}
