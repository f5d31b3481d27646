/**
 * A video of the stage, frame by frame. Between two frames the run goes a fixed number of ticks, however long they
 * take: where the machine is too slow, the recorder waits, and the video shows the run as a faster one would.
 */
import type { Stage } from "../canvas/stage";
import type { Clock } from "../clock";
import type { Core } from "../core";
import { FramePace, type VideoFormat, videoSize } from "./pace";
import { compose } from "./picture";

export interface VideoOptions {
  seconds: number;
  fps: number;
  format: VideoFormat;
}

export interface VideoResult {
  blob: Blob;
  frames: number;
  /** Every frame is where it belongs; otherwise the browser took pictures in its own time. */
  exact: boolean;
}

/** A track that takes a frame when it is told to; not every browser has one. */
interface ManualTrack extends MediaStreamTrack {
  requestFrame?(): void;
}

/** Whether this browser records a canvas at all. */
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
  async record({ seconds, fps, format }: VideoOptions): Promise<VideoResult | undefined> {
    const canvas = document.createElement("canvas");
    const ground = this.stage.host.querySelector("canvas");
    Object.assign(canvas, videoSize(ground?.width ?? 2, ground?.height ?? 2));
    // A canvas without a context cannot be captured.
    compose(this.stage, canvas);
    let stream = canvas.captureStream(0);
    let track = stream.getVideoTracks()[0] as ManualTrack | undefined;
    const exact = typeof track?.requestFrame === "function";
    if (!exact) {
      stream = canvas.captureStream(fps);
      track = undefined;
    }
    const chunks: Blob[] = [];
    const recorder = new MediaRecorder(stream, {
      mimeType: format.mime,
      videoBitsPerSecond: Math.min(16e6, Math.max(2.5e6, canvas.width * canvas.height * fps * 0.15)),
    });
    recorder.addEventListener("dataavailable", ({ data }) => {
      if (data.size > 0) chunks.push(data);
    });
    const broke = new Promise<never>((_, refuse) => {
      recorder.addEventListener("error", () => refuse(new Error("The browser's recorder stopped")));
    });
    const closed = new Promise<void>((done) => {
      recorder.addEventListener("stop", () => done());
    });
    this.clock.held = true;
    recorder.start(1000);
    let frames = 0;
    try {
      frames = await Promise.race([this.frames(canvas, recorder, track, { seconds, fps }), broke]);
    } finally {
      this.clock.held = false;
      if (recorder.state !== "inactive") recorder.stop();
      for (const one of stream.getTracks()) one.stop();
    }
    await closed;
    if (this.stopped === "cancel") return undefined;
    return { blob: new Blob(chunks, { type: recorder.mimeType || format.mime }), frames, exact };
  }

  private async frames(
    canvas: HTMLCanvasElement,
    recorder: MediaRecorder,
    track: ManualTrack | undefined,
    { seconds, fps }: { seconds: number; fps: number },
  ): Promise<number> {
    const pace = new FramePace(fps, this.clock.speed);
    const count = Math.max(1, Math.round(seconds * fps));
    const interval = 1000 / fps;
    let due = performance.now();
    for (let frame = 0; frame < count; frame++) {
      if (this.stopped !== "no") return frame;
      const { ticks, fraction } = pace.next();
      // Time passes in the video only while it shows a frame.
      const late = track !== undefined && recorder.state === "recording";
      if (late && this.clock.tickCost * ticks > interval / 2) recorder.pause();
      await this.run(ticks);
      this.stage.draw(fraction);
      compose(this.stage, canvas);
      if (recorder.state === "paused") {
        recorder.resume();
        due = performance.now();
      }
      track?.requestFrame?.();
      // The browser takes the frame when it next paints; one that is drawn before would be taken instead.
      await this.painted();
      this.progress((frame + 1) / count);
      due += interval;
      await this.wait(due - performance.now());
      if (document.hidden) {
        if (recorder.state === "recording") recorder.pause();
        await this.shown();
      }
    }
    return count;
  }

  /** The ticks before a frame; slow ones in parts, so that the page answers and `cancel` is heard. */
  private async run(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks && !this.core.failed; tick++) {
      while (!this.core.tickPart(24)) {
        await this.wait(0);
        if (this.stopped === "cancel") return;
      }
    }
  }

  private painted(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, 250);
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          clearTimeout(timer);
          done();
        }),
      );
    });
  }

  private wait(ms: number): Promise<void> {
    return new Promise((done) => {
      this.wake = done;
      setTimeout(done, Math.max(0, ms));
    });
  }

  /** A hidden page gets no time to speak of: the video goes on when it is seen again. */
  private shown(): Promise<void> {
    return new Promise((done) => {
      const look = () => {
        if (document.hidden && this.stopped === "no") return;
        document.removeEventListener("visibilitychange", look);
        done();
      };
      this.wake = look;
      document.addEventListener("visibilitychange", look);
      look();
    });
  }

  private end(how: "keep" | "cancel"): void {
    if (this.stopped === "no") this.stopped = how;
    this.wake();
  }
}
