/** Line that says when and why a tick takes much longer than in real time, and offers a run with fewer units. */

import type { ParamId } from "../core";
import { byId, setText } from "../ui/dom";
import type { Page } from "../ui/page";

/** Duration of a tick above which the page says that ticks are slow, ms. */
const SLOW_TICK_MS = 160;
/**
 * Pairs of units compared per tick above which crowding counts as the cause of slow ticks, and each tick over `TICK_MS`
 * is reported.
 */
const MANY_PAIRS = 16e6;
/** Time after which the duration of an unfinished tick is estimated from its progress, ms. */
const ESTIMATED_AFTER_MS = 400;
const CHECK_INTERVAL = 500;
/** Duration of a tick that the offered number of units should reach, ms. */
const TARGET_TICK_MS = 16;
const TICK_MS = 1000 / 60;

/**
 * Estimated duration of a tick, ms: that of former ticks (`before`) or, if longer, of the unfinished one, which took
 * `spent` ms for its share `share` (0 to 1).
 */
export function estimatedTickTime(spent: number, share: number, before: number): number {
  if (spent < ESTIMATED_AFTER_MS) return before;
  return Math.max(before, spent / Math.min(1, Math.max(share, 0.01)));
}

/** Round number of units for `TARGET_TICK_MS` if `count` take `time` ms; the cost grows at most as the square. */
export function suggestedCount(count: number, time: number): number {
  const affordableCount = Math.max(10, count * Math.sqrt(TARGET_TICK_MS / time));
  const powerOfTen = 10 ** Math.floor(Math.log10(affordableCount));
  return powerOfTen * (affordableCount >= 5 * powerOfTen ? 5 : affordableCount >= 2 * powerOfTen ? 2 : 1);
}

/** Sentence that reports slow ticks, of `time` ms each. `pairs`: number of pairs of units compared in a tick. */
export function slowTickText(count: number, time: number, birds = "birds", pairs = 0): string {
  const seconds = time / 1000;
  const tickText =
    seconds < 10 ? seconds.toFixed(seconds < 0.1 ? 2 : 1) : Math.round(seconds).toLocaleString("en-US");
  const slowdown = Math.round(time / TICK_MS).toLocaleString("en-US");
  const crowdText =
    pairs > MANY_PAIRS
      ? `, so close together that each is near ${Math.round(pairs / count).toLocaleString("en-US")} others`
      : "";
  return `${count.toLocaleString("en-US")} ${birds}${crowdText}: a tick takes about ${tickText}\u202fs here, ${slowdown} times as long as in real time.`;
}

export class SlowLine {
  private readonly root = byId("slow");
  private readonly button = byId("slow-fewer");
  private nextCheck = 0;
  private shownOffer: { id: ParamId; count: number } | undefined;

  constructor(private readonly page: Page) {
    this.button.addEventListener("click", () => {
      const { shownOffer } = this;
      if (!shownOffer) return;
      this.root.hidden = true;
      page.step(() => page.core.set(shownOffer.id, shownOffer.count));
      page.tell("changed");
      page.clock.reset();
    });
  }

  /** Has to be called once per frame: shows or hides the line about slow ticks. `now`: ms. */
  frame(now: number): void {
    if (now < this.nextCheck) return;
    this.nextCheck = now + CHECK_INTERVAL;
    const { core, clock } = this.page;
    const isIdle = core.failed || core.seekGoal() !== undefined;
    const tickMs =
      isIdle || !clock.playing
        ? 0
        : estimatedTickTime(clock.unfinishedTickMs, core.tickShare(), clock.tickCost);
    const pairCount = tickMs > TICK_MS ? core.pairsCompared() : 0;
    this.root.hidden = tickMs < (pairCount > MANY_PAIRS ? TICK_MS : SLOW_TICK_MS);
    if (this.root.hidden) return;
    this.shownOffer = this.largestGroup(tickMs);
    setText(byId("slow-text"), slowTickText(core.views().count, tickMs, core.groups()[0]?.many, pairCount));
    this.button.hidden = !this.shownOffer;
    setText(this.button, `Fly with ${this.shownOffer?.count.toLocaleString("en-US")} of them`);
  }

  /** Id of the parameter that counts the units of the largest group, and a number with which ticks would be fast. */
  private largestGroup(time: number): { id: ParamId; count: number } | undefined {
    const { core } = this.page;
    const countParams = core.params().filter(({ key }) => key === "count" || key.endsWith(".count"));
    const largest = countParams.reduce(
      (one, other) => (other.value > one.value ? other : one),
      countParams[0] ?? { value: 0 },
    );
    if (!("id" in largest)) return undefined;
    const count = Math.max(largest.min, suggestedCount(largest.value, time));
    return count < largest.value ? { id: largest.id, count } : undefined;
  }
}
