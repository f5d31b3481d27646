/** The status line: numbers about the run, such as units, tick, hash, cost and speed. */

import type { Core } from "../core";
import type { Clock } from "../core/clock";
import { byId, setText } from "./dom";

/** Interval between two updates of the numbers, ms; nobody reads faster than five a second. */
const NUMBERS_INTERVAL = 200;
/** Interval between two updates of the tick and its hash while the run moves, ms; hashing takes milliseconds. */
const PROOF_INTERVAL = 500;
/** Weight of the last frame in the smoothed frame time. */
const SMOOTHING = 0.05;

/** Text about the speed of a run; `speedShare`: real speed as a share of the speed that the person chose. */
export function slowdownText(speedShare: number): string {
  if (speedShare >= 0.95) return "real time";
  const percent = speedShare * 100;
  return `${percent < 1 ? "under 1" : Math.round(percent)} % of your speed`;
}

/** A duration, ms, with two or three digits: 0.42, 7.5, 130; a dash if it is not above 0. */
export function durationText(ms: number): string {
  if (!(ms > 0)) return "\u2013";
  return `${ms.toFixed(ms < 1 ? 2 : ms < 9.95 ? 1 : 0)}\u202fms`;
}

export function neighborsText(mean: number | undefined): string {
  if (mean === undefined || !Number.isFinite(mean)) return "\u2013";
  return mean >= 99.95 ? Math.round(mean).toLocaleString("en-US") : mean.toFixed(1);
}

const writeText = (id: string, text: string) => setText(byId(id), text);

export class StatusLine {
  private nextNumbersTime = 0;
  private nextProofTime = 0;
  /** Tick to which the shown state hash belongs. */
  private provenTick = 0;
  private frameMs = 0;

  constructor(
    private readonly core: Core,
    private readonly clock: Clock,
    /** Called after each update of the numbers in the status line. */
    private readonly numbersUpdated: () => void,
  ) {}

  /** Makes the next frame update all texts. */
  updateSoon(): void {
    this.nextNumbersTime = this.nextProofTime = 0;
  }

  /**
   * Updates the texts of the status line that are due; has to be called once per frame. `ms`: time of this frame
   * without ticks.
   */
  frame(now: number, ms: number): void {
    this.frameMs += (ms - this.frameMs) * (this.frameMs === 0 ? 1 : SMOOTHING);
    if (this.core.failed) return;
    this.showProof(now);
    if (now < this.nextNumbersTime) return;
    this.nextNumbersTime = now + NUMBERS_INTERVAL;
    const { core, clock } = this;
    writeText("units", core.views().count.toLocaleString("en-US"));
    writeText("neighbors", neighborsText(core.ticks() > 0 ? core.meanNeighbors() : undefined));
    writeText("tick-ms", durationText(clock.tickCost));
    writeText("frame-ms", durationText(this.frameMs));
    const speedShare = clock.playing ? clock.speedShare : 1;
    writeText("slowed-value", slowdownText(speedShare));
    byId("slowed").dataset.slowed = String(speedShare < 0.95);
    const hits = core.hits();
    const tally = core.tally() || (hits > 0 ? `${hits.toLocaleString("en-US")} hit` : "");
    const rules = core.scoreRules();
    byId("tally").title = rules;
    for (const [id, text] of Object.entries({ tally, "score-rules": rules })) {
      byId(id).hidden = text === "";
      writeText(id, text);
    }
    this.numbersUpdated();
  }

  /** Shows the tick and its hash: at intervals while the run moves, at once while it stands still. */
  private showProof(now: number): void {
    const { core, clock } = this;
    const ticks = core.ticks();
    const isMoving = clock.playing || core.seekGoal() !== undefined;
    if (now < this.nextProofTime && (isMoving || ticks === this.provenTick)) return;
    this.nextProofTime = now + PROOF_INTERVAL;
    this.provenTick = ticks;
    for (const place of ["tick", "hash-tick"]) writeText(place, ticks.toLocaleString("en-US"));
    writeText("hash", core.hash());
  }
}
