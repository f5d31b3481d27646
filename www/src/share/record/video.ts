/**
 * Records a video of the stage frame by frame. The run advances by the same number of ticks for each frame, however
 * long they take: on a slow machine the recording takes longer, but the video is the same.
 */

import type { Core } from "../../core";
import type { Clock } from "../../core/clock";
import type { Stage } from "../../stage/stage";
import { fetchPart } from "../../ui/part";
import type { FrameEncoder } from "./encoder";
import { FPS, FramePace, videoSize } from "./pace";
import { composeLayers, composeStage, type Size, SteadyCrop } from "./picture";

/** Interval at which a paused recording checks whether to go on, ms. */
const RETRY_MS = 40;
/** Number of frames over which the end of a loop fades into its beginning: half a second. */
const FADE_FRAMES = FPS / 2;

export interface VideoOptions {
  seconds: number;
  /**
   * Size of the video, px, if it is a loop of the whole stage whose end fades into its beginning; `undefined` for a
   * video of the stage's part that no panel covers.
   */
  loopSize?: Size;
  /** Draws something, such as a caption, on top of each frame. */
  draw?(canvas: HTMLCanvasElement): void;
}

/** Returns why this browser or page cannot record videos; `undefined` if it can. */
export function whyNoVideo(): string | undefined {
  if (typeof VideoEncoder === "function" && typeof VideoFrame === "function") return undefined;
  // Browsers offer the video encoder only to pages in a secure context.
  return isSecureContext
    ? "This browser cannot record loops. Current versions of Chrome, Edge, Firefox and Safari can."
    : "A page opened by http cannot record loops. Open it by https, or at localhost.";
}

export class VideoRecorder {
  private stopMode: "no" | "keep" | "cancel" = "no";
  private wake: () => void = () => {};

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly clock: Clock,
    private readonly isWaiting: () => boolean,
    private readonly onProgress: (share: number) => void,
  ) {}

  /** Ends the recording now; `record` resolves with the video so far. */
  finish(): void {
    this.endRecording("keep");
  }

  cancel(): void {
    this.endRecording("cancel");
  }

  /** Records a video; resolves with `undefined` after `cancel`. The clock is held meanwhile. */
  async record(options: VideoOptions): Promise<{ blob: Blob; extension: string } | undefined> {
    this.clock.isHeld = true;
    try {
      return await this.capture(options);
    } finally {
      this.clock.isHeld = false;
    }
  }

  private async capture(options: VideoOptions): Promise<{ blob: Blob; extension: string } | undefined> {
    const canvas = document.createElement("canvas");
    const crop = new SteadyCrop(this.stage);
    const firstCrop = crop.currentCrop();
    const { width, height } = options.loopSize ?? videoSize(firstCrop.width, firstCrop.height);
    Object.assign(canvas, { width, height });
    const bitrate = Math.min(16e6, Math.max(2.5e6, width * height * FPS * 0.15));
    const { FrameEncoder } = await fetchPart(() => import("./encoder"));
    const encoder = await FrameEncoder.open(canvas, bitrate);
    try {
      await this.recordFrames(canvas, encoder, crop, options);
      return this.stopMode === "cancel" ? undefined : await encoder.finish();
    } finally {
      encoder.close();
    }
  }

  private async recordFrames(
    canvas: HTMLCanvasElement,
    encoder: FrameEncoder,
    crop: SteadyCrop,
    { seconds, loopSize, draw }: VideoOptions,
  ): Promise<void> {
    const pace = new FramePace(this.clock.speed);
    // A seamless loop begins only after the frames that its end fades into, so that its first frame continues its last.
    const fadeFrames = loopSize ? FADE_FRAMES : 0;
    const leadFrames: ImageBitmap[] = [];
    let count = Math.max(1, Math.round(seconds * FPS));
    let due = performance.now();
    for (let frame = 0; frame < count + fadeFrames; frame++) {
      if (this.isWaiting() || document.hidden) {
        // The recording pauses while the run is paused or the page is hidden.
        while ((this.isWaiting() || document.hidden) && this.stopMode === "no") await this.wait(RETRY_MS);
        due = performance.now();
      }
      if (this.stopMode === "cancel") return;
      if (this.stopMode === "keep") count = Math.min(count, Math.max(1, frame));
      if (frame >= count + fadeFrames) return;
      const { ticks, fraction } = pace.nextFrame();
      await this.recordTicks(ticks);
      if (this.core.failed) throw new Error("The simulation stopped.");
      if (loopSize) composeStage(this.stage, canvas, fraction);
      else {
        this.stage.draw(fraction);
        composeLayers(this.stage.layers(), canvas, crop.currentCrop());
      }
      draw?.(canvas);
      if (frame < fadeFrames) leadFrames.push(await createImageBitmap(canvas));
      else {
        const next = leadFrames[frame - count];
        if (next) drawFaded(canvas, next, (frame - count + 1) / (fadeFrames + 1));
        await encoder.addFrame(frame - fadeFrames);
      }
      this.onProgress((frame + 1) / (count + fadeFrames));
      due = Math.max(due + 1000 / FPS, performance.now());
      await this.wait(due - performance.now());
    }
  }

  /** Runs the ticks before a frame. A slow tick runs in parts, so that the page responds and `cancel` takes effect. */
  private async recordTicks(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks && !this.core.failed; tick++) {
      while (!this.core.tickPart(24) && !this.core.failed) {
        await this.wait(0);
        if (this.stopMode === "cancel") return;
      }
      this.stage.recordTick();
    }
  }

  private wait(ms: number): Promise<void> {
    return new Promise((done) => {
      this.wake = done;
      setTimeout(done, Math.max(0, ms));
    });
  }

  private endRecording(how: "keep" | "cancel"): void {
    if (this.stopMode === "no") this.stopMode = how;
    this.wake();
  }
}

/** Draws a picture over a canvas with this opacity, 0 to 1, and releases it. */
function drawFaded(canvas: HTMLCanvasElement, picture: ImageBitmap, opacity: number): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.globalAlpha = opacity;
  context.drawImage(picture, 0, 0);
  context.globalAlpha = 1;
  picture.close();
}
