/** Longest that one call into the core may keep the page from answering, ms; what the size of parts aims at. */
const callMs = 2;
/** Units per part: the first part of an unknown run, and the least and most ever. */
const firstPart = 256;
const leastPart = 4;
const mostPart = 1 << 20;

/**
 * Cuts ticks into parts that take about two milliseconds each. How long a unit takes depends on how crowded it is: from
 * 50 ns to several milliseconds. So the size follows what the last parts took.
 */
export class Slicer {
  #units = firstPart;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Units in the next part. */
  get units(): number {
    return this.#units;
  }

  /** Another run or another crowd: what was measured says nothing any more. */
  reset(): void {
    this.#units = firstPart;
  }

  /** Runs parts until one says that the tick is done (true), or until `budgetMs` has gone (false). */
  run(part: (units: number) => boolean, budgetMs: number): boolean {
    const start = this.now();
    let before = start;
    for (;;) {
      const done = part(this.#units);
      const after = this.now();
      this.#adapt(after - before, done);
      if (done || after - start >= budgetMs) return done;
      before = after;
    }
  }

  /** A last part may have been short, and it moves all units besides: it can only make parts smaller. */
  #adapt(took: number, last: boolean): void {
    const factor = Math.min(4, Math.max(0.25, callMs / Math.max(0.01, took)));
    if (last && factor >= 0.5) return;
    this.#units = Math.round(Math.min(mostPart, Math.max(leastPart, this.#units * factor)));
  }
}
