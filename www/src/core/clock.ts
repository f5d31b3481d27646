import { TICKS_PER_SECOND } from "./declared";

const MIN_SPEED = 0.1;
const MAX_SPEED = 8;

/** Time that the ticks of one frame may take, ms; the rest of 16.7 ms is left for drawing and input. */
const TICK_BUDGET_MS = 12;

/** Share of a frame's time that ticks may take where frames are late anyway (no graphics card), and a limit in ms. */
const LATE_SHARE = 0.36;
const LATE_BUDGET_MS = 24;

/** Longest time between two frames whose ticks are all made up for, ms; of a longer time, the rest is dropped. */
const MAX_CATCH_UP_MS = 250;
/** Gap between frames above which the tab was hidden or the machine asleep, ms; the ticks of that time are dropped. */
const ABSENCE_MS = 1000;
/** Time constant for smoothing `speedShare` and `tickCost`, ms. */
const AVERAGING_MS = 500;

/** Runs one tick, or as much of it as fits into `budgetMs`; returns false if a part is left, else true or nothing. */
type RunTick = (budgetMs: number) => boolean | undefined;

/**
 * Turns the frames of the page into ticks of the simulation with a fixed step, by an accumulator. If ticks are too slow
 * for the budget, it runs fewer and drops the rest, so simulated time slows down but the page stays responsive. A tick
 * that is too slow for one frame continues over several. Depends on neither the core nor the page.
 */
export class Clock {
  playing = true;
  /** Whether the clock runs no ticks because something else does, such as a video recording. */
  isHeld = false;

  #budget = TICK_BUDGET_MS;
  #speed = 1;
  /** Ticks that are due but not yet run; below 1 after each frame. */
  #dueTicks = 0;
  #lastFrameMs: number | undefined;
  #averageCost = 0;
  /** Whether a tick is unfinished, and how long the current tick has taken so far, ms. */
  #isTickUnfinished = false;
  #spentMs = 0;
  /** Number of ticks requested by `runOneTick` that are not yet done. */
  #singleSteps = 0;
  #requestedTicks = 0;
  #droppedTicks = 0;

  readonly #tick: RunTick;
  readonly #now: () => number;

  /** `now`: time source for measuring ticks, ms. */
  constructor(tick: RunTick, now = () => performance.now()) {
    this.#tick = tick;
    this.#now = now;
  }

  /** Simulated seconds per second, clamped to 0.1 to 8; NaN is ignored. */
  get speed(): number {
    return this.#speed;
  }

  set speed(value: number) {
    if (!Number.isNaN(value)) this.#speed = Math.min(MAX_SPEED, Math.max(MIN_SPEED, value));
  }

  /** Part of the due ticks that is run: 1 for all, 0.4 if slow ticks let the run go at 40 % of the chosen speed. */
  get speedShare(): number {
    if (this.#requestedTicks <= 0) return 1;
    const keptShare = 1 - this.#droppedTicks / this.#requestedTicks;
    // A tick that is dropped now and then does not count as a slowdown.
    return keptShare > 0.97 ? 1 : Math.max(0, keptShare);
  }

  /** Smoothed duration of one tick, ms; 0 before the first tick. */
  get tickCost(): number {
    return this.#averageCost;
  }

  /** Time that the unfinished tick has taken so far, ms; 0 if no tick is unfinished. */
  get unfinishedTickMs(): number {
    return this.#isTickUnfinished ? this.#spentMs : 0;
  }

  /** Part of a tick that has passed since the last one, 0 to 1, for extrapolating positions when drawing. */
  get tickFraction(): number {
    return this.#isTickUnfinished
      ? Math.min(1, this.#spentMs / Math.max(this.#averageCost, this.#budget))
      : this.#dueTicks;
  }

  /** Drops due ticks, an unfinished tick and the measured durations, after the run was replaced or restarted. */
  reset(): void {
    this.#isTickUnfinished = false;
    this.#spentMs = this.#averageCost = this.#dueTicks = this.#singleSteps = 0;
    this.#requestedTicks = this.#droppedTicks = 0;
  }

  /** Marks the time up to `nowMs` as passed without ticks, while the run goes to another tick or restarts. */
  passTime(nowMs: number): void {
    this.#lastFrameMs = nowMs;
    this.#isTickUnfinished = false;
    this.#spentMs = this.#dueTicks = this.#singleSteps = 0;
  }

  /** Runs the ticks that are due at `nowMs` and returns their number. Has to be called once per animation frame. */
  frame(nowMs: number): number {
    if (!Number.isFinite(nowMs)) return 0;
    const elapsed = this.#lastFrameMs === undefined ? 0 : Math.max(0, nowMs - this.#lastFrameMs);
    this.#lastFrameMs = nowMs;
    this.#budget = Math.max(
      TICK_BUDGET_MS,
      Math.min(LATE_BUDGET_MS, LATE_SHARE * Math.min(elapsed, MAX_CATCH_UP_MS)),
    );
    if (this.isHeld) {
      this.passTime(nowMs);
      return 0;
    }
    if (!this.playing) return this.#singleSteps > 0 ? this.#runSteps() : 0;
    if (elapsed === 0) return 0;
    const wasAway = elapsed > ABSENCE_MS;
    const perMs = (this.#speed * TICKS_PER_SECOND) / 1000;
    this.#dueTicks += Math.min(elapsed, wasAway ? 1000 / TICKS_PER_SECOND : MAX_CATCH_UP_MS) * perMs;

    const dueTicks = Math.floor(this.#dueTicks);
    this.#dueTicks -= dueTicks;
    const ranTicks = this.#runWithinBudget(dueTicks);

    const lostToClamp = wasAway ? 0 : Math.max(0, elapsed - MAX_CATCH_UP_MS) * perMs;
    const decay = wasAway ? 0 : Math.exp(-elapsed / AVERAGING_MS);
    const askedTicks = wasAway ? dueTicks : elapsed * perMs;
    this.#requestedTicks = this.#requestedTicks * decay + askedTicks;
    this.#droppedTicks = this.#droppedTicks * decay + (dueTicks - ranTicks) + lostToClamp;
    return ranTicks;
  }

  /** Requests one tick, whether the clock plays or not, and begins it; a slow tick continues over the next frames. */
  runOneTick(): void {
    this.#singleSteps++;
    this.#runSteps();
  }

  #runSteps(): number {
    const ranTicks = this.#runWithinBudget(this.#singleSteps);
    this.#singleSteps -= ranTicks;
    return ranTicks;
  }

  /** Runs up to `due` ticks within the budget, but at least a part of one; returns the number of finished ticks. */
  #runWithinBudget(due: number): number {
    // An unfinished tick continues also in frames in which no tick is due.
    const wantedTicks = Math.max(due, this.#isTickUnfinished ? 1 : 0);
    let ran = 0;
    let left = this.#budget;
    while (ran < wantedTicks && left > 0 && (ran === 0 || this.#averageCost <= left)) {
      const start = this.#now();
      this.#isTickUnfinished = this.#tick(left) === false;
      const duration = Math.max(0, this.#now() - start);
      left -= duration;
      this.#spentMs += duration;
      if (this.#isTickUnfinished) break;
      this.#recordCost(this.#spentMs);
      this.#spentMs = 0;
      ran++;
    }
    return ran;
  }

  #recordCost(took: number): void {
    // Slow ticks are rare, so each has a larger weight in the average.
    const weight = this.#averageCost === 0 ? 1 : Math.max(0.1, 1 - Math.exp(-took / AVERAGING_MS));
    this.#averageCost += (took - this.#averageCost) * weight;
  }
}
