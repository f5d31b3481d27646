/** Rounds lengths for grids, and formats lengths and angles for labels. */

/** Returns the smallest number of the series 1, 2, 5, 10, 20 ... (or 0.5, 0.2 ...) that is at least `least`. */
export function roundStep(least: number): number {
  const powerOfTen = 10 ** Math.floor(Math.log10(least));
  for (const factor of [1, 2, 5]) {
    // `1 - 1e-9` lets a `least` of 0.2, for example, give 0.2, though 2 * 10 ** -1 may differ in its last bit.
    if (factor * powerOfTen >= least * (1 - 1e-9)) return factor * powerOfTen;
  }
  return 10 * powerOfTen;
}

const WHOLE_FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const TENTHS_FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const HUNDREDTHS_FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** Text of a length in u, with at most two decimals. */
export function lengthLabel(length: number): string {
  const format = length >= 100 ? WHOLE_FORMAT : length >= 10 ? TENTHS_FORMAT : HUNDREDTHS_FORMAT;
  return `${format.format(length)} u`;
}

export function angleLabel(radians: number): string {
  return `${WHOLE_FORMAT.format((radians * 180) / Math.PI)}°`;
}
