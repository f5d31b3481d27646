/** How many units this machine simulates in real time, estimated from what a tick costs now. */

/** Cost of a unit without neighbors, and of each neighbor, as they were measured; only their ratio matters here (ns). */
const perUnit = 45;
const perNeighbor = 1.6;

export interface Load {
  units: number;
  /** Duration of a tick, ms. */
  tickMs: number;
  /** Per unit, on average; 0 where nobody looks about. */
  neighbors: number;
}

/**
 * How many units a tick of `budgetMs` can simulate in a world of the same size, where twice the units have twice the
 * neighbors. Undefined while there is too little to measure.
 */
export function capacity(load: Load, budgetMs: number): number | undefined {
  const { units, tickMs, neighbors } = load;
  if (units < 20 || !(tickMs > 0) || !(budgetMs > 0)) return undefined;
  // tick = units * cost * (alone + crowd * (more units / units))
  const cost = tickMs / units;
  const crowd = (perNeighbor * neighbors) / (perUnit + perNeighbor * neighbors);
  const alone = 1 - crowd;
  const square = (cost * crowd) / units;
  const linear = cost * alone;
  if (square <= 0) return budgetMs / linear;
  return (Math.sqrt(linear * linear + 4 * square * budgetMs) - linear) / (2 * square);
}

/** A figure that an estimate may claim: two digits. */
export function roughly(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString("en-US");
}

/** Keeps a hint still while its estimate wavers: another one is shown only when it differs by a quarter. */
export class SteadyEstimate {
  private shown: number | undefined;

  next(estimate: number | undefined): number | undefined {
    if (estimate === undefined) return this.shown;
    if (this.shown === undefined || Math.abs(Math.log(estimate / this.shown)) > Math.log(1.25)) {
      this.shown = estimate;
    }
    return this.shown;
  }

  reset(): void {
    this.shown = undefined;
  }
}

/** What the count's row says about it. Empty while nothing is known. */
export function capacityText(count: number, holds: number | undefined, most: number): string {
  if (holds === undefined) return "";
  if (holds >= most) return "This machine can run all of them in real time.";
  const figure = `This machine can run about ${roughly(holds)} in real time`;
  return count > holds * 1.1
    ? `${figure}; with more, the run slows down, but nothing freezes.`
    : `${figure}.`;
}
