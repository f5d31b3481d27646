import { TICKS_PER_SECOND } from "./declared";

const slowestSpeed = 0.1;
const fastestSpeed = 8;

interface ClockOptions {
  /** Instead of `tickBudget`. */
  budgetMs?: number;
  /** A time source in milliseconds, to measure the ticks with. */
  now?: () => number;
}

/** Milliseconds that the ticks of one frame may take; what is left of 16.7 ms belongs to drawing and input. */
export const tickBudget = 12;

/** Where frames are late anyway (no graphics card), ticks may take this share of one, up to a limit (ms). */
const lateShare = 0.36;
const lateBudget = 24;

/** A frame that comes later than this is caught up with only in part (ms); the budget guards the ticks before that. */
const longestCatchUp = 250;
/** A gap longer than this is a hidden tab or a sleeping machine, not a slow page (ms). */
const absence = 1000;
/** Time over which `slowed` and `tickCost` are smoothed (ms). */
const memory = 500;

/** One tick, or what of it fits into `budgetMs`: false when there is more to do. A whole tick may return nothing. */
type RunTick = (budgetMs: number) => boolean | undefined;

/**
 * Turns the frames of the page into ticks of the simulation: a fixed step, fed by an accumulator.
 * When ticks are too slow for the budget it runs fewer and forgets the rest, so that simulated time slows and the
 * page does not; a tick that alone is too slow goes on over several frames. It knows neither the core nor the page.
 */
export class Clock {
  playing = true;
  /** Someone else has the ticks for a while, such as a video that is being recorded. */
  held = false;

  readonly #tick: RunTick;
  readonly #least: number;
  #budget: number;
  readonly #now: () => number;
  #speed = 1;
  /** Ticks that are due but not yet run; below 1 after each frame. */
  #due = 0;
  #last: number | undefined;
  #cost = 0;
  /** A tick is under way, and has taken this long (ms). */
  #underway = false;
  #spent = 0;
  /** Single steps that were asked for and are too slow to be run at once. */
  #steps = 0;
  #asked = 0;
  #dropped = 0;

  constructor(tick: RunTick, options: ClockOptions = {}) {
    this.#tick = tick;
    this.#least = this.#budget = options.budgetMs ?? tickBudget;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Simulated seconds per second, 0.1 to 8; anything else is clamped, NaN is ignored. */
  get speed(): number {
    return this.#speed;
  }

  set speed(value: number) {
    if (!Number.isNaN(value)) this.#speed = Math.min(fastestSpeed, Math.max(slowestSpeed, value));
  }

  /** How much of the asked time is simulated: 1 = all of it, 0.4 = the run goes at 40 % of the chosen speed. */
  get slowed(): number {
    if (this.#asked <= 0) return 1;
    const kept = 1 - this.#dropped / this.#asked;
    // A lost tick now and then is nothing that a reader needs to know.
    return kept > 0.97 ? 1 : Math.max(0, kept);
  }

  /** Smoothed duration of one tick in milliseconds; 0 before the first one. */
  get tickCost(): number {
    return this.#cost;
  }

  /** How long a tick that takes several frames has taken until now (ms); 0 where none is under way. */
  get spent(): number {
    return this.#underway ? this.#spent : 0;
  }

  /** The part of the next tick that has already passed, 0 to 1: how far drawing may look ahead. */
  get fraction(): number {
    return this.#underway ? Math.min(1, this.#spent / Math.max(this.#cost, this.#budget)) : this.#due;
  }

  /** Forgets a tick that is under way, and what ticks cost: the run was replaced or starts over. */
  reset(): void {
    this.#underway = false;
    this.#spent = this.#cost = this.#due = this.#steps = 0;
    this.#asked = this.#dropped = 0;
  }

  /** Time passes without ticks: the run goes to another tick, or starts over, which this clock has no part in. */
  rest(nowMs: number): void {
    this.#last = nowMs;
    this.#underway = false;
    this.#spent = this.#due = this.#steps = 0;
  }

  /** Runs the ticks that are due at `nowMs` and returns how many. Call it once per animation frame. */
  frame(nowMs: number): number {
    if (!Number.isFinite(nowMs)) return 0;
    const elapsed = this.#last === undefined ? 0 : Math.max(0, nowMs - this.#last);
    this.#last = nowMs;
    this.#budget = Math.max(this.#least, Math.min(lateBudget, lateShare * Math.min(elapsed, longestCatchUp)));
    if (this.held) {
      this.rest(nowMs);
      return 0;
    }
    if (!this.playing) return this.#steps > 0 ? this.#runSteps() : 0;
    if (elapsed === 0) return 0;
    const away = elapsed > absence;
    const perMs = (this.#speed * TICKS_PER_SECOND) / 1000;
    this.#due += Math.min(elapsed, away ? 1000 / TICKS_PER_SECOND : longestCatchUp) * perMs;

    const wanted = Math.floor(this.#due);
    this.#due -= wanted;
    const ran = this.#runWithinBudget(wanted);

    const lostToClamp = away ? 0 : Math.max(0, elapsed - longestCatchUp) * perMs;
    const decay = away ? 0 : Math.exp(-elapsed / memory);
    const asked = away ? wanted : elapsed * perMs;
    this.#asked = this.#asked * decay + asked;
    this.#dropped = this.#dropped * decay + (wanted - ran) + lostToClamp;
    return ran;
  }

  /** Runs exactly one tick, whether playing or not; one that is too slow for a frame, over the next frames. */
  step(): void {
    this.#steps++;
    this.#runSteps();
  }

  #runSteps(): number {
    const ran = this.#runWithinBudget(this.#steps);
    this.#steps -= ran;
    return ran;
  }

  /** At least a part of one tick (a page that never moves is no better than a slow one), more while they fit. */
  #runWithinBudget(due: number): number {
    // A tick under way is worth its time even in a frame in which none is due.
    const wanted = Math.max(due, this.#underway ? 1 : 0);
    let ran = 0;
    let left = this.#budget;
    while (ran < wanted && left > 0 && (ran === 0 || this.#cost <= left)) {
      const start = this.#now();
      this.#underway = this.#tick(left) === false;
      const took = Math.max(0, this.#now() - start);
      left -= took;
      this.#spent += took;
      if (this.#underway) break;
      this.#note(this.#spent);
      this.#spent = 0;
      ran++;
    }
    return ran;
  }

  #note(took: number): void {
    // Slow ticks are few: each of them says more.
    const weight = this.#cost === 0 ? 1 : Math.max(0.1, 1 - Math.exp(-took / memory));
    this.#cost += (took - this.#cost) * weight;
  }
}
