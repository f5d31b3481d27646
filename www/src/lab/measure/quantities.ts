/** Formats values of measures; the core declares the measures. */
import { TICKS_PER_SECOND } from "../../core/declared";
import type { MeasureInfo } from "../../core/watch";
import { withUnit } from "../../ui/values";

/** Number of units above which distances between neighbors are measured on a sample. */
export const maxPairedUnits = 2048;

/** A value with its unit, or a dash if it is undefined. */
export function valueText({ unit, span }: Pick<MeasureInfo, "unit" | "span">, value: number): string {
  if (!Number.isFinite(value)) return "\u2013";
  const digits = span === "share" ? 2 : span === "count" || value >= 1000 ? 0 : value >= 100 ? 1 : 2;
  const text = value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === "pairs" ? text : withUnit(text, unit);
}

/** A tick as text, with its time in seconds. */
export function tickWithTime(tick: number): string {
  return `tick ${tick.toLocaleString("en-US")}, ${(tick / TICKS_PER_SECOND).toFixed(1)}\u202fs`;
}
