/** Videos by the browser's own encoder: every frame is in the file, at its very time, however long it took to make. */
import type { Movie, MovieFrame } from "./movie";
import { mp4 } from "./mp4";
import type { VideoFormat } from "./pace";
import { webm } from "./webm";

/** Frames that wait for the encoder; more would fill the memory where it is slow. */
const MOST_WAITING = 3;
/** Seconds from one key frame to the next: players seek to them. */
const KEY_SECONDS = 2;

interface Codec {
  name: string;
  extension: VideoFormat["extension"];
  pack(movie: Movie): Blob;
}

/** The better ones first; for 1920 x 1080 at 60 per second. */
const CODECS: readonly Codec[] = [
  { name: "vp09.00.41.08", extension: "webm", pack: (movie) => webm(movie, "V_VP9") },
  { name: "vp8", extension: "webm", pack: (movie) => webm(movie, "V_VP8") },
  { name: "avc1.64002a", extension: "mp4", pack: mp4 },
  { name: "avc1.4d002a", extension: "mp4", pack: mp4 },
];

export interface Shape {
  width: number;
  height: number;
  fps: number;
  bitrate: number;
}

/** Takes the frames of a video, one after another. */
export class FrameEncoder {
  private readonly frames: MovieFrame[] = [];
  private readonly encoder: VideoEncoder;
  private setup: Uint8Array | undefined;
  private failure: Error | undefined;

  private constructor(
    private readonly codec: Codec,
    private readonly shape: Shape,
    config: VideoEncoderConfig,
  ) {
    this.encoder = new VideoEncoder({
      output: (chunk, about) => {
        const data = new Uint8Array(chunk.byteLength);
        chunk.copyTo(data);
        this.frames.push({ data, key: chunk.type === "key" });
        const told = about?.decoderConfig?.description;
        if (told && !this.setup) this.setup = bytesIn(told).slice();
      },
      error: (error) => {
        this.failure = error;
      },
    });
    this.encoder.configure(config);
  }

  /** An encoder for such files; undefined where this browser has none. */
  static async open(extension: string, shape: Shape): Promise<FrameEncoder | undefined> {
    if (typeof VideoEncoder !== "function" || typeof VideoFrame !== "function") return undefined;
    const { width, height, fps, bitrate } = shape;
    for (const codec of CODECS.filter((one) => one.extension === extension)) {
      const config: VideoEncoderConfig = {
        codec: codec.name,
        width,
        height,
        bitrate,
        framerate: fps,
        latencyMode: "quality",
      };
      try {
        const { supported } = await VideoEncoder.isConfigSupported(config);
        if (supported) return new FrameEncoder(codec, shape, config);
      } catch {
        // It does not know the name: the next one.
      }
    }
    return undefined;
  }

  /** Adds what the canvas shows, and resolves when there is room for the next frame. */
  async add(canvas: HTMLCanvasElement, index: number): Promise<void> {
    const { fps } = this.shape;
    const length = 1e6 / fps;
    const frame = new VideoFrame(canvas, { timestamp: Math.round(index * length), duration: length });
    this.encoder.encode(frame, { keyFrame: index % (KEY_SECONDS * fps) === 0 });
    frame.close();
    while (!this.failure && this.encoder.encodeQueueSize > MOST_WAITING) {
      await new Promise((done) => setTimeout(done, 4));
    }
    if (this.failure) throw this.failure;
  }

  /** The file. */
  async finish(): Promise<Blob> {
    await this.encoder.flush();
    this.close();
    if (this.failure) throw this.failure;
    const { width, height, fps } = this.shape;
    return this.codec.pack({ width, height, fps, frames: this.frames, setup: this.setup });
  }

  close(): void {
    if (this.encoder.state !== "closed") this.encoder.close();
  }
}

function bytesIn(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
