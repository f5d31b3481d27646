/** Whether the goals of a step hold, by samples of the run: as `src/course/judge.rs` does, which has the last word. */
import type { Band } from "./step";

/** Ticks from one sample to the next. */
export const EVERY = 12;
/** Values are means over so many samples, a second. */
const SMOOTH = 5;

export class Judge {
  private last: number[][] = [];
  private since: number | undefined;
  private now = 0;

  constructor(
    private readonly goals: readonly Band[],
    /** s of the run */
    private readonly hold: number,
  ) {}

  /** A sample at a tick: by goal, the value of its measure. It counts where what was done has had its time. */
  note(tick: number, values: number[], counts: boolean): void {
    if (this.last.length === SMOOTH) this.last.shift();
    this.last.push(values);
    this.now = tick;
    const holds = counts && this.last.length === SMOOTH && this.goals.every((_, goal) => this.holds(goal));
    this.since = holds ? (this.since ?? tick - EVERY) : undefined;
  }

  value(goal: number): number {
    return this.last.reduce((sum, values) => sum + (values[goal] ?? Number.NaN), 0) / this.last.length;
  }

  holds(goal: number): boolean {
    const band = this.goals[goal];
    const value = this.value(goal);
    return band !== undefined && band.low <= value && value <= band.high;
  }

  /** For how long all goals have held, s of the run; no longer than is asked for. */
  get held(): number {
    return this.since === undefined ? 0 : Math.min((this.now - this.since) / 60, this.hold);
  }

  get solved(): boolean {
    return this.since !== undefined && this.held >= this.hold;
  }

  /** The first goal that does not hold, and whether its value is too high. */
  get missed(): { goal: number; high: boolean } | undefined {
    if (this.last.length === 0) return undefined;
    const goal = this.goals.findIndex((_, at) => !this.holds(at));
    const band = this.goals[goal];
    return band && { goal, high: this.value(goal) > band.high };
  }
}
