/** Which samples count: those after the last change of the run, without a burn-in. */

/** Seconds that are left out after a change, unless the person says otherwise. */
export const usualBurnIn = 10;

/** The index of the first sample that counts; the number of samples where none does yet. */
export function firstCounted(ticks: readonly number[], changed: number, burnIn: number): number {
  const from = changed + burnIn;
  const first = ticks.findIndex((tick) => tick >= from);
  return first < 0 ? ticks.length : first;
}
