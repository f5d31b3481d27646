/**
 * Samples of a run by tick, in bounded memory: when it is full, every other sample of the older half is dropped. A new
 * sample at an earlier tick means that the run went back; it drops the samples from its tick on.
 */

/** Number of samples at which the older half is thinned out: about seven minutes at five samples a second. */
export const MAX_SAMPLES = 2048;

export class MeasureHistory {
  readonly ticks: number[] = [];
  /** For each measure its values over the samples; NaN where it is undefined. */
  readonly columns: readonly number[][];
  /** For each sample the values of all parameters by id; `undefined` if not known. */
  readonly values: (Float32Array | undefined)[] = [];

  /** `measures`: number of measures. */
  constructor(
    measures: number,
    private readonly maxLength = MAX_SAMPLES,
  ) {
    this.columns = Array.from({ length: measures }, () => []);
  }

  /** Adds samples (tick, then a value per measure), with the values of all parameters at each. */
  addSamples(samples: readonly Float64Array[], values: readonly Float32Array[] = []): void {
    for (const [at, [tick = 0, ...measured]] of samples.entries()) {
      this.dropFrom(tick);
      this.ticks.push(tick);
      this.values.push(values[at]);
      for (const [index, column] of this.columns.entries()) column.push(measured[index] ?? Number.NaN);
      if (this.ticks.length >= this.maxLength) this.thinOut();
    }
  }

  /** Drops the samples at this tick and later. */
  dropFrom(tick: number): void {
    let length = this.ticks.length;
    while (length > 0 && (this.ticks[length - 1] ?? 0) >= tick) length--;
    if (length === this.ticks.length) return;
    this.ticks.length = this.values.length = length;
    for (const column of this.columns) column.length = length;
  }

  /** Inserts the samples of another history that are earlier than the first sample here. */
  prepend(earlier: MeasureHistory): void {
    const first = this.ticks[0] ?? Number.POSITIVE_INFINITY;
    const count = earlier.ticks.filter((tick) => tick < first).length;
    this.ticks.unshift(...earlier.ticks.slice(0, count));
    this.values.unshift(...earlier.values.slice(0, count));
    for (const [at, column] of this.columns.entries())
      column.unshift(...(earlier.columns[at] ?? []).slice(0, count));
    while (this.ticks.length >= this.maxLength) this.thinOut();
  }

  clear(): void {
    this.dropFrom(0);
  }

  /** Value of a measure in a sample, by their indices; NaN if it is undefined. */
  value(index: number, measure: number): number {
    return this.columns[measure]?.[index] ?? Number.NaN;
  }

  private thinOut(): void {
    const halfCount = this.ticks.length >> 1;
    const keepEverySecond = <T>(values: T[]) =>
      values.filter((_, index) => index >= halfCount || index % 2 === 0);
    for (const values of [this.ticks, this.values, ...this.columns] as unknown[][]) {
      const keptValues = keepEverySecond(values);
      values.length = keptValues.length;
      for (const [index, value] of keptValues.entries()) values[index] = value;
    }
  }
}
