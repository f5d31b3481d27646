/**
 * A video of the stage, frame by frame. Between two frames the run goes a fixed number of ticks, however long they
 * take: where the machine is too slow, making the video takes longer, and it shows the run as a faster one would.
 */

import type { Core } from "../../core";
import type { Clock } from "../../core/clock";
import { lazy } from "../../core/late";
import type { Stage } from "../../stage/stage";
import type { FrameEncoder } from "./encoder";
import { FramePace, type VideoFormat, videoSize } from "./pace";
import { compose, type Part, SteadyCrop } from "./picture";
import { CanvasRecorder } from "./recorder";

/** How often a video that waits looks whether the run goes on, ms. */
const LOOK_AGAIN = 40;

const loadEncoder = lazy("the video encoder", "share/record/encoder", () => import("./encoder"));

export interface VideoOptions {
  part: Part;
  seconds: number;
  fps: number;
  format: VideoFormat;
  /** Draws on each frame. */
  draw?(canvas: HTMLCanvasElement): void;
}

interface VideoResult {
  blob: Blob;
  frames: number;
  /** Every frame is at its very time; otherwise the browser took pictures in real time. */
  exact: boolean;
}

/** Whether this browser records a canvas at all. All that have an encoder for frames have a recorder. */
export function canRecord(): boolean {
  return typeof MediaRecorder === "function" && "captureStream" in HTMLCanvasElement.prototype;
}

export class VideoTake {
  private stopped: "no" | "keep" | "cancel" = "no";
  private wake: () => void = () => {};

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly clock: Clock,
    private readonly waits: () => boolean,
    private readonly progress: (share: number) => void,
  ) {}

  /** Ends the video here and keeps it. */
  finish(): void {
    this.end("keep");
  }

  cancel(): void {
    this.end("cancel");
  }

  /** Resolves with undefined after `cancel`. Meanwhile the clock rests. */
  async record(options: VideoOptions): Promise<VideoResult | undefined> {
    this.clock.held = true;
    try {
      return await this.take(options);
    } finally {
      this.clock.held = false;
    }
  }

  private async take({ part, seconds, fps, format, draw }: VideoOptions): Promise<VideoResult | undefined> {
    const canvas = document.createElement("canvas");
    const crop = new SteadyCrop(this.stage, part);
    const first = crop.now();
    Object.assign(canvas, videoSize(first.width, first.height));
    // A canvas without a context cannot be captured.
    compose(this.stage, canvas, first);
    const { width, height } = canvas;
    const bitrate = Math.min(16e6, Math.max(2.5e6, width * height * fps * 0.15));
    const { FrameEncoder } = await loadEncoder();
    const encoder = await FrameEncoder.open(canvas, format.extension, fps, bitrate);
    const sink = encoder ?? new CanvasRecorder(canvas, format, fps, bitrate);
    try {
      const frames = await this.frames(canvas, sink, { crop, seconds, fps, draw });
      if (this.stopped === "cancel") return undefined;
      return { blob: await sink.finish(), frames, exact: encoder !== undefined };
    } finally {
      sink.close();
    }
  }

  private async frames(
    canvas: HTMLCanvasElement,
    sink: FrameEncoder | CanvasRecorder,
    { crop, seconds, fps, draw }: { crop: SteadyCrop } & Pick<VideoOptions, "seconds" | "fps" | "draw">,
  ): Promise<number> {
    const pace = new FramePace(fps, this.clock.speed);
    const count = Math.max(1, Math.round(seconds * fps));
    const interval = 1000 / fps;
    const recorder = sink instanceof CanvasRecorder ? sink : undefined;
    let due = performance.now();
    for (let frame = 0; frame < count; frame++) {
      if (this.waits() || document.hidden) {
        recorder?.pause();
        await this.goingOn();
        due = performance.now();
      }
      if (this.stopped !== "no") return frame;
      const { ticks, fraction } = pace.next();
      const slow = this.clock.tickCost * ticks > interval / 2;
      if (slow) recorder?.rest();
      await this.run(ticks);
      if (this.core.failed) throw new Error("The simulation stopped.");
      this.stage.draw(fraction);
      compose(this.stage, canvas, crop.now());
      draw?.(canvas);
      if (slow) due = performance.now();
      await sink.add(frame);
      this.progress((frame + 1) / count);
      due += interval;
      await this.wait(due - performance.now());
    }
    return count;
  }

  /** The ticks before a frame; slow ones in parts, so that the page answers and `cancel` is heard. */
  private async run(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks && !this.core.failed; tick++) {
      while (!this.core.tickPart(24) && !this.core.failed) {
        await this.wait(0);
        if (this.stopped === "cancel") return;
      }
    }
  }

  private wait(ms: number): Promise<void> {
    return new Promise((done) => {
      this.wake = done;
      setTimeout(done, Math.max(0, ms));
    });
  }

  /** A video of a run that waits would show one frame for long, and a hidden page gets no time to speak of. */
  private async goingOn(): Promise<void> {
    while ((this.waits() || document.hidden) && this.stopped === "no") await this.wait(LOOK_AGAIN);
  }

  private end(how: "keep" | "cancel"): void {
    if (this.stopped === "no") this.stopped = how;
    this.wake();
  }
}
