/** The arithmetic of a video: its size, its frames, and the ticks between them. */
import { TICKS_PER_SECOND } from "../../core/declared";

/** Frames per second of a video. */
export const FPS = 30;

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

  constructor(speed: number) {
    this.perFrame = (TICKS_PER_SECOND * speed) / FPS;
  }

  next(): { ticks: number; fraction: number } {
    this.due += this.perFrame;
    // A sum of tenths may miss a whole number by a hair.
    const ticks = Math.floor(this.due + 1e-9);
    this.due = Math.max(0, this.due - ticks);
    return { ticks, fraction: this.due };
  }
}
