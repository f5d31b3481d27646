/** The measures as a file: one row per sample, one per change of a parameter, in the order of time. */
import { ticksPerSecond } from "../clock";
import type { Change } from "./changes";
import type { History } from "./history";
import { mostPaired, quantities } from "./quantities";

const columns = ["tick", "time_s", ...quantities.map(({ column }) => column), "change"];

const estimates = `# In crowds of more than ${mostPaired} units, nearest_neighbor and overlaps are estimated.`;

/**
 * Comma-separated values with a header; lines that begin with # tell where they come from. The link opens the run that
 * was measured, with all that was done in it, where it stands.
 */
export function csvOf(history: History, changes: readonly Change[], link: string): string {
  const lines = ["# Flockwright, measures of a run", `# ${link}`, estimates, columns.join(",")];
  const values = quantities.map(() => "");
  let next = 0;
  const tell = (until: number) => {
    for (let change = changes[next]; change && change.tick <= until; change = changes[++next]) {
      const text = `${change.key}: ${change.from} -> ${change.to}`;
      lines.push([change.tick, seconds(change.tick), ...values, quoted(text)].join(","));
    }
  };
  for (const [index, tick] of history.ticks.entries()) {
    tell(tick - 1);
    const row = quantities.map(({ at }) => numberText(history.value(index, at)));
    lines.push([tick, seconds(tick), ...row, ""].join(","));
  }
  tell(Number.POSITIVE_INFINITY);
  return `${lines.join("\n")}\n`;
}

function seconds(tick: number): string {
  return (tick / ticksPerSecond).toFixed(3);
}

/** Seven digits, which is what the core's numbers have. */
function numberText(value: number | undefined): string {
  return value === undefined ? "" : String(Number(value.toPrecision(7)));
}

/** A text that could be taken for a formula or for several columns stays one text. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
