/** Encodes videos with the browser's encoder. Each frame has its exact time, however long it took to draw. */
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

/** Preferred codecs first; chats and phones play MP4. */
const CODECS: VideoCodec[] = ["avc", "vp9", "vp8"];
/** Seconds between key frames, to which players seek. */
const KEY_SECONDS = 2;

/** Encodes the frames of a video one after another. */
export class FrameEncoder {
  private readonly target = new BufferTarget();
  private readonly output: Output;
  private readonly source: CanvasSource;

  private constructor(
    canvas: HTMLCanvasElement,
    private readonly fps: number,
    codec: VideoCodec,
    quality: Quality,
  ) {
    const format = codec === "avc" ? new Mp4OutputFormat() : new WebMOutputFormat();
    this.output = new Output({ format, target: this.target });
    this.source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: KEY_SECONDS });
    this.output.addVideoTrack(this.source, { frameRate: fps });
  }

  /** Opens an encoder for the contents of a canvas. */
  static async open(canvas: HTMLCanvasElement, fps: number, bitrate: number): Promise<FrameEncoder> {
    const { width, height } = canvas;
    const quality = new Quality({ bitrate });
    const codec = await getFirstEncodableVideoCodec(CODECS, { width, height, quality });
    if (!codec) throw new Error("This browser cannot encode a loop of this size.");
    const encoder = new FrameEncoder(canvas, fps, codec, quality);
    await encoder.output.start();
    return encoder;
  }

  /** Adds the canvas as a frame; resolves when there is room for the next one. */
  addFrame(index: number): Promise<void> {
    return this.source.add(index / this.fps, 1 / this.fps);
  }

  /** Returns the finished file and the extension of its name. */
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
