/** Chooses the samples for averages: those after the last change of the run and a burn-in. */

/** Default burn-in, s: time after a change whose samples are left out of averages. */
export const usualBurnIn = 10;

/** Index of the first sample at least `burnIn` ticks after the tick `changed`; `ticks.length` if there is none yet. */
export function firstSampleAfterBurnIn(ticks: readonly number[], changed: number, burnIn: number): number {
  const firstTick = changed + burnIn;
  const firstIndex = ticks.findIndex((tick) => tick >= firstTick);
  return firstIndex < 0 ? ticks.length : firstIndex;
}
