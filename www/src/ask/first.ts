/** Whether the page asks a bird by itself: once, on a first visit that no one has touched for a while. Pure. */

/** How long no one has to touch anything, ms. */
const UNTOUCHED = 8000;

export class FirstAsk {
  private since: number | undefined;
  private over: boolean;

  /** `never`: someone asked before, or wants little motion. */
  constructor(never: boolean) {
    this.over = never;
  }

  /** Someone did something: it is no longer a visit that only looks. */
  touched(): void {
    this.over = true;
  }

  /** Once per frame; true at the moment to ask. `flies`: the flock is in sight and moves. */
  frame(now: number, flies: boolean): boolean {
    if (this.over) return false;
    if (!flies) this.since = undefined;
    else this.since ??= now;
    if (this.since === undefined || now - this.since < UNTOUCHED) return false;
    this.over = true;
    return true;
  }
}
