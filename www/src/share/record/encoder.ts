/** Encodes videos with the browser's encoder. Frames are evenly spaced in the video, however long they took to draw. */
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from "mediabunny";
import { FPS } from "./pace";

/** Codecs in order of preference; chat programs and phones play MP4, the container of "avc". */
const CODECS: VideoCodec[] = ["avc", "vp9", "vp8"];
/** Time between two key frames, which are the frames that players can jump to, s. */
const KEY_SECONDS = 2;

/** Encodes the frames of one video, in order. */
export class FrameEncoder {
  private readonly target = new BufferTarget();
  private readonly output: Output;
  private readonly source: CanvasSource;

  private constructor(canvas: HTMLCanvasElement, codec: VideoCodec, quality: Quality) {
    const format = codec === "avc" ? new Mp4OutputFormat() : new WebMOutputFormat();
    this.output = new Output({ format, target: this.target });
    this.source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: KEY_SECONDS });
    this.output.addVideoTrack(this.source, { frameRate: FPS });
  }

  /** Starts an encoder of frames that are drawn on `canvas`. `bitrate`: bits per second. */
  static async open(canvas: HTMLCanvasElement, bitrate: number): Promise<FrameEncoder> {
    const { width, height } = canvas;
    const quality = new Quality({ bitrate });
    const codec = await getFirstEncodableVideoCodec(CODECS, { width, height, quality });
    if (!codec) throw new Error("This browser cannot encode a loop of this size.");
    const encoder = new FrameEncoder(canvas, codec, quality);
    await encoder.output.start();
    return encoder;
  }

  /** Adds the canvas as frame number `index`; resolves when the encoder can take the next one. */
  addFrame(index: number): Promise<void> {
    return this.source.add(index / FPS, 1 / FPS);
  }

  /** Returns the finished file, and the extension for its name, without a dot. */
  async finish(): Promise<{ blob: Blob; extension: string }> {
    await this.output.finalize();
    const { format } = this.output;
    const blob = new Blob([this.target.buffer ?? new ArrayBuffer()], { type: format.mimeType });
    return { blob, extension: format.fileExtension.slice(1) };
  }

  close(): void {
    if (this.output.state !== "finalized") void this.output.cancel();
  }
}
