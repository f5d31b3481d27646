/**
 * Videos by the browser's recorder, where it has no encoder for single frames. It looks at the canvas in real time: a
 * frame is at its time as long as this machine keeps up; where the ticks are slow, the recorder waits for them.
 */
import type { VideoFormat } from "./pace";

/** A track that takes a frame on request; not every browser has one. */
interface ManualTrack extends MediaStreamTrack {
  requestFrame?(): void;
}

export class CanvasRecorder {
  private readonly chunks: Blob[] = [];
  private readonly recorder: MediaRecorder;
  private readonly stream: MediaStream;
  private readonly track: ManualTrack | undefined;
  private readonly closed: Promise<void>;
  private failure: Error | undefined;

  /** Begins at once. */
  constructor(
    canvas: HTMLCanvasElement,
    private readonly format: VideoFormat,
    fps: number,
    bitrate: number,
  ) {
    let stream = canvas.captureStream(0);
    let track = stream.getVideoTracks()[0] as ManualTrack | undefined;
    if (typeof track?.requestFrame !== "function") {
      stream = canvas.captureStream(fps);
      track = undefined;
    }
    this.stream = stream;
    this.track = track;
    this.recorder = new MediaRecorder(stream, { mimeType: format.mime, videoBitsPerSecond: bitrate });
    this.recorder.addEventListener("dataavailable", ({ data }) => {
      if (data.size > 0) this.chunks.push(data);
    });
    this.recorder.addEventListener("error", () => {
      this.failure = new Error("The browser's recorder stopped");
    });
    this.closed = new Promise((done) => this.recorder.addEventListener("stop", () => done()));
    this.recorder.start(1000);
  }

  /** No time passes in the video until the next frame. */
  rest(): void {
    if (this.track) this.pause();
  }

  /** The same where it waits for long: without a track of that kind it costs the frame after it. */
  pause(): void {
    if (this.recorder.state === "recording") this.recorder.pause();
  }

  /** Takes the frame that the canvas shows. */
  async add(): Promise<void> {
    if (this.failure) throw this.failure;
    if (this.recorder.state === "paused") this.recorder.resume();
    this.track?.requestFrame?.();
    // The browser takes the frame when it next paints; one that is drawn before would be taken instead.
    await painted();
  }

  async finish(): Promise<Blob> {
    this.close();
    await this.closed;
    if (this.failure) throw this.failure;
    return new Blob(this.chunks, { type: this.recorder.mimeType || this.format.mime });
  }

  close(): void {
    if (this.recorder.state !== "inactive") this.recorder.stop();
    for (const one of this.stream.getTracks()) one.stop();
  }
}

function painted(): Promise<void> {
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
