/** The arithmetic of a video: its size, its frames, and the ticks between them. */
import { TICKS_PER_SECOND } from "../../core/declared";

export const shortestVideo = 1;
/** A minute is some tens of megabytes. */
export const longestVideo = 60;

/** Videos are no larger, px: encoders in browsers keep up with that. */
const MOST_PIXELS = [1920, 1080] as const;

/** A size that encoders take: even, and not too large. */
export function videoSize(width: number, height: number): { width: number; height: number } {
  const [long, short] = MOST_PIXELS;
  const shrink = Math.min(1, long / Math.max(width, height), short / Math.min(width, height));
  const even = (value: number) => Math.max(2, 2 * Math.floor((value * shrink) / 2));
  return { width: even(width), height: even(height) };
}

/** The seconds that a person typed; undefined where they make no sense. */
export function parseSeconds(text: string): number | undefined {
  const seconds = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && seconds >= shortestVideo && seconds <= longestVideo ? seconds : undefined;
}

/** How many whole ticks come before each frame, and the part of the next one that has passed then. */
export class FramePace {
  private due = 0;
  private readonly perFrame: number;

  constructor(fps: number, speed: number) {
    this.perFrame = (TICKS_PER_SECOND * speed) / fps;
  }

  next(): { ticks: number; fraction: number } {
    this.due += this.perFrame;
    // A sum of tenths may miss a whole number by a hair.
    const ticks = Math.floor(this.due + 1e-9);
    this.due = Math.max(0, this.due - ticks);
    return { ticks, fraction: this.due };
  }
}

export interface VideoFormat {
  mime: string;
  label: string;
  extension: string;
}

const FORMATS: readonly VideoFormat[] = [
  { mime: "video/webm;codecs=vp9", label: "WebM", extension: "webm" },
  { mime: "video/webm;codecs=vp8", label: "WebM", extension: "webm" },
  { mime: "video/webm", label: "WebM", extension: "webm" },
  { mime: "video/mp4;codecs=avc1.640028", label: "MP4", extension: "mp4" },
  { mime: "video/mp4;codecs=avc1.42E01F", label: "MP4", extension: "mp4" },
  { mime: "video/mp4", label: "MP4", extension: "mp4" },
];

/** The formats that this browser records, the first of each kind. */
export function formats(isSupported: (mime: string) => boolean): VideoFormat[] {
  const supported = FORMATS.filter(({ mime }) => isSupported(mime));
  return supported.filter(({ label }, index) => supported.findIndex((one) => one.label === label) === index);
}
