/**
 * The samples of a run, by tick, in bounded memory: where it is full, every other one of the older half goes. A sample of
 * a tick that is already there means that the run went back: what came after that tick is another's.
 */
/** At five samples a second, seven minutes without any loss. */
export const mostKept = 2048;

export class History {
  readonly ticks: number[] = [];
  /** By measure: its values in time; NaN for none. */
  readonly columns: readonly number[][];

  /** Of this many measures. */
  constructor(
    measures: number,
    private readonly most = mostKept,
  ) {
    this.columns = Array.from({ length: measures }, () => []);
  }

  /** Samples one after the other, as the core hands them out. */
  add(samples: Float64Array): void {
    const length = 1 + this.columns.length;
    for (let start = 0; start + length <= samples.length; start += length) {
      this.cut(samples[start] ?? 0);
      this.ticks.push(samples[start] ?? 0);
      for (const [index, column] of this.columns.entries()) {
        column.push(samples[start + 1 + index] ?? Number.NaN);
      }
      if (this.ticks.length >= this.most) this.thin();
    }
  }

  /** Forgets what is at this tick and after it. */
  cut(tick: number): void {
    let length = this.ticks.length;
    while (length > 0 && (this.ticks[length - 1] ?? 0) >= tick) length--;
    if (length === this.ticks.length) return;
    this.ticks.length = length;
    for (const column of this.columns) column.length = length;
  }

  clear(): void {
    this.cut(0);
  }

  /** The value of a measure; NaN for none. */
  value(index: number, measure: number): number {
    return this.columns[measure]?.[index] ?? Number.NaN;
  }

  private thin(): void {
    const half = this.ticks.length >> 1;
    const keep = <T>(values: T[]) => values.filter((_, index) => index >= half || index % 2 === 0);
    for (const values of [this.ticks, ...this.columns]) {
      const kept = keep(values);
      values.length = kept.length;
      for (const [index, value] of kept.entries()) values[index] = value;
    }
  }
}
