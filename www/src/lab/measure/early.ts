/** Samples of the ticks before measuring was switched on, from a second run that repeats the recorded inputs. */
import type { Core, SideRun } from "../../core";
import { TICKS_PER_SECOND } from "../../core/declared";
import { recordingLink } from "../../core/link/timed";
import { samplesByRow } from "../../core/watch";
import { element, setText } from "../../ui/dom";
import { MeasureHistory } from "./history";

/** Time per frame for the run that repeats the recorded inputs, ms. */
const BUDGET_MS = 6;
/** Number of ticks between two samples of the measures. */
export const SAMPLE_INTERVAL = 12;

export class EarlySamples {
  readonly root = element("span.note", { role: "status" });
  private earlyRun: SideRun | undefined;
  /** Whether the run that repeats the inputs failed, so that it is not tried again for the open run. */
  private hasFailed = false;

  constructor(
    private readonly core: Core,
    private readonly history: MeasureHistory,
    private readonly onDone: () => void,
  ) {}

  /** Starts a run that repeats the inputs, if the history lacks the first samples and the plots are visible. */
  update(inSight: boolean): void {
    const isComplete = this.firstKnownTick <= SAMPLE_INTERVAL || this.core.recordingFull();
    if (this.earlyRun || isComplete || !inSight || this.hasFailed) return;
    try {
      this.earlyRun = this.core.sideRun(recordingLink(this.core.recording()));
      this.earlyRun.setMeasuring(true);
    } catch {
      this.switchOff();
      return;
    }
    this.runPart(this.earlyRun, new MeasureHistory(this.history.columns.length));
  }

  private switchOff(): void {
    this.stop();
    this.hasFailed = true;
  }

  /** Ends the run that repeats the inputs, and drops its samples. */
  stop(): void {
    this.earlyRun?.free();
    this.earlyRun = undefined;
    this.hasFailed = false;
    setText(this.root, "");
  }

  /** Tick of the first sample in the history; the present tick if there is none. */
  private get firstKnownTick(): number {
    return this.history.ticks[0] ?? this.core.ticks();
  }

  private runPart(run: SideRun, earlier: MeasureHistory): void {
    if (run !== this.earlyRun) return;
    try {
      const deadline = performance.now() + BUDGET_MS;
      while (run.ticks() < this.firstKnownTick && performance.now() < deadline)
        if (run.tickPart(BUDGET_MS)) while (!run.measureTick(BUDGET_MS));
      earlier.addSamples(samplesByRow(run.takeSamples()), samplesByRow(run.takeValues()));
      if (run.ticks() >= this.firstKnownTick) {
        this.history.prepend(earlier);
        this.stop();
        this.onDone();
        return;
      }
    } catch {
      this.switchOff();
      return;
    }
    const seconds = (tick: number) => Math.floor(tick / TICKS_PER_SECOND);
    setText(
      this.root,
      `Measuring the past: ${seconds(run.ticks())} of ${seconds(this.firstKnownTick)}\u202fs`,
    );
    requestAnimationFrame(() => this.runPart(run, earlier));
  }
}
