/** Samples of the time before measuring was switched on: the run is simulated again from its recording, in slices. */
import type { Core, SideRun } from "../../core";
import { TICKS_PER_SECOND } from "../../core/declared";
import { recordingLink } from "../../core/link/timed";
import { rowsOf } from "../../core/watch";
import { element, setText } from "../../ui/dom";
import { History } from "./history";

/** Time per frame, ms. */
const BUDGET = 6;
/** Ticks between two samples. */
const INTERVAL = 12;

export class EarlySamples {
  readonly root = element("button.button.quiet", { hidden: true, onclick: () => this.pressed() });
  private run: SideRun | undefined;

  constructor(
    private readonly core: Core,
    private readonly history: History,
    private readonly done: () => void,
  ) {}

  /** Shows the offer if samples are missing. */
  update(): void {
    this.root.hidden = !this.run && (this.first <= INTERVAL || this.core.recordingFull());
    if (!this.run) setText(this.root, "From the beginning");
  }

  /** Drops the samples computed so far. */
  stop(): void {
    this.run?.free();
    this.run = undefined;
    this.update();
  }

  /** Tick of the first known sample, or of the next one. */
  private get first(): number {
    return this.history.ticks[0] ?? this.core.ticks();
  }

  private pressed(): void {
    if (this.run) {
      this.stop();
      return;
    }
    this.run = this.core.sideRun(recordingLink(this.core.recording()));
    this.run.setMeasuring(true);
    this.part(this.run, new History(this.history.columns.length));
  }

  private part(run: SideRun, earlier: History): void {
    if (run !== this.run) return;
    try {
      const end = performance.now() + BUDGET;
      while (run.ticks() < this.first && performance.now() < end)
        if (run.tickPart(BUDGET)) while (!run.measureTick(BUDGET));
      earlier.add(rowsOf(run.takeSamples()), rowsOf(run.takeValues()));
      if (run.ticks() >= this.first) {
        this.history.prepend(earlier);
        this.stop();
        this.done();
        return;
      }
    } catch {
      this.stop();
      return;
    }
    const seconds = (tick: number) => Math.floor(tick / TICKS_PER_SECOND);
    setText(this.root, `Stop at ${seconds(run.ticks())} of ${seconds(this.first)}\u202fs`);
    requestAnimationFrame(() => this.part(run, earlier));
  }
}
