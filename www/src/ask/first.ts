/** Decides whether the page asks a bird by itself: once, on a first visit without input. Pure. */

/** Time without input, ms. */
const UNTOUCHED_MS = 8000;

export class FirstAsk {
  private since: number | undefined;
  private isOver: boolean;

  /** `never`: a bird was asked before, or reduced motion is wanted. */
  constructor(never: boolean) {
    this.isOver = never;
  }

  /** Has to be called at any input; the page then does not ask. */
  touched(): void {
    this.isOver = true;
  }

  /**
   * Has to be called once per frame; returns true when the page should ask. `flies`: the flock is in sight and moving.
   */
  frame(now: number, flies: boolean): boolean {
    if (this.isOver) return false;
    if (!flies) this.since = undefined;
    else this.since ??= now;
    if (this.since === undefined || now - this.since < UNTOUCHED_MS) return false;
    this.isOver = true;
    return true;
  }
}
