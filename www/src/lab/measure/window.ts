/** Which samples count: those after the last change of the run, without a burn-in. */

/** Seconds that are left out after a change, unless the person says otherwise. */
export const usualBurnIn = 10;

/** The index of the first sample that counts; the number of samples where none does yet. */
export function firstCounted(ticks: readonly number[], changed: number, burnIn: number): number {
  const from = changed + burnIn;
  const first = ticks.findIndex((tick) => tick >= from);
  return first < 0 ? ticks.length : first;
}

/** A value with its error, rounded to the digits that the error allows: 0.956 ± 0.002, not settled. */
export function withError(mean: number, error: number, unit = "", settled = true): string {
  if (!Number.isFinite(mean)) return "\u2013";
  const tail = unit ? `\u202f${unit}` : "";
  if (!(error > 0)) return `${Number(mean.toPrecision(4))}${tail}`;
  const digits = Math.max(0, Math.min(6, 1 - Math.floor(Math.log10(error))));
  const standing = settled ? "" : ", not settled";
  return `${mean.toFixed(digits)} \u00b1 ${error.toFixed(digits)}${tail}${standing}`;
}
