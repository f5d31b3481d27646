/** The status line: tick, cost and speed of the run. */

import type { Core } from "../core";
import type { Clock } from "../core/clock";
import { byId, setText } from "./dom";

/** Interval between two updates, ms: five a second are as fast as one reads. */
const numbersEvery = 200;
/** Interval for the hash and its tick while they change, ms; hashing many units takes milliseconds. */
const proofInterval = 500;
/** Share of the last frame in the smoothed frame time. */
const smoothing = 0.05;

/** Simulated speed in words, for a run that is slower than asked for. */
export function paceText(slowed: number): string {
  if (slowed >= 0.95) return "real time";
  const percent = slowed * 100;
  return `${percent < 1 ? "under 1" : Math.round(percent)} % of your speed`;
}

/** A duration, ms, with two significant digits: 0.42, 7.5, 130. */
export function durationText(ms: number): string {
  if (!(ms > 0)) return "\u2013";
  return `${ms.toFixed(ms < 1 ? 2 : ms < 9.95 ? 1 : 0)}\u202fms`;
}

export function neighborsText(mean: number | undefined): string {
  if (mean === undefined || !Number.isFinite(mean)) return "\u2013";
  return mean >= 99.95 ? Math.round(mean).toLocaleString("en-US") : mean.toFixed(1);
}

const write = (id: string, text: string) => setText(byId(id), text);

export class StatusLine {
  private nextNumbers = 0;
  private nextProof = 0;
  /** Tick of the shown hash. */
  private proven = 0;
  private frameMs = 0;

  constructor(
    private readonly core: Core,
    private readonly clock: Clock,
    /** Called after an update. */
    private readonly measured: () => void,
  ) {}

  /** Updates everything in the next frame. */
  soon(): void {
    this.nextNumbers = this.nextProof = 0;
  }

  /** Has to be called once per frame; `ms` is the time of this frame without ticks. */
  frame(now: number, ms: number): void {
    this.frameMs += (ms - this.frameMs) * (this.frameMs === 0 ? 1 : smoothing);
    if (this.core.failed) return;
    this.proof(now);
    if (now < this.nextNumbers) return;
    this.nextNumbers = now + numbersEvery;
    const { core, clock } = this;
    write("units", core.views().count.toLocaleString("en-US"));
    write("neighbors", neighborsText(core.ticks() > 0 ? core.meanNeighbors() : undefined));
    write("tick-ms", durationText(clock.tickCost));
    write("frame-ms", durationText(this.frameMs));
    const slowed = clock.playing ? clock.slowed : 1;
    write("slowed-value", paceText(slowed));
    byId("slowed").dataset.slowed = String(slowed < 0.95);
    const hits = core.hits();
    const tally = core.tally() || (hits > 0 ? `${hits.toLocaleString("en-US")} hit` : "");
    byId("tally").hidden = tally === "";
    write("tally", tally);
    this.measured();
  }

  /** Shows the tick and its hash; for a run that stands still, at once. */
  private proof(now: number): void {
    const { core, clock } = this;
    const ticks = core.ticks();
    const moves = clock.playing || core.seekGoal() !== undefined;
    if (now < this.nextProof && (moves || ticks === this.proven)) return;
    this.nextProof = now + proofInterval;
    this.proven = ticks;
    for (const place of ["tick", "hash-tick"]) write(place, ticks.toLocaleString("en-US"));
    write("hash", core.hash());
  }
}
