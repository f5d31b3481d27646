/** Formats values of measures and ticks as text. */
import { TICKS_PER_SECOND } from "../../core/declared";
import type { MeasureInfo } from "../../core/watch";
import { withUnit } from "../../ui/values";

/** Number of units above which measures of neighbor distances are estimated from a sample of the units. */
export const maxPairedUnits = 2048;

/** A value of a measure with its unit; a dash if it is not finite. */
export function valueText({ unit, span }: Pick<MeasureInfo, "unit" | "span">, value: number): string {
  if (!Number.isFinite(value)) return "\u2013";
  const digits = span === "share" ? 2 : span === "count" || value >= 1000 ? 0 : value >= 100 ? 1 : 2;
  const text = value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === "pairs" ? text : withUnit(text, unit);
}

/** A tick and its time as text: "tick 1,200, 20.0 s". */
export function tickWithTime(tick: number): string {
  return `tick ${tick.toLocaleString("en-US")}, ${(tick / TICKS_PER_SECOND).toFixed(1)}\u202fs`;
}
