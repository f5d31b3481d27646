/** Arithmetic of a video: size, frames, and ticks between them. */
import { TICKS_PER_SECOND } from "../../core/declared";

/** Frames per second of a video. */
export const FPS = 30;

export const MIN_SECONDS = 1;
/** Longest video, s; a minute is some tens of megabytes. */
export const MAX_SECONDS = 60;

/** Largest size, px, that encoders in browsers keep up with. */
const MOST_PIXELS = [1920, 1080] as const;

/** Size that encoders accept: even, and limited. */
export function videoSize(width: number, height: number): { width: number; height: number } {
  const [long, short] = MOST_PIXELS;
  const shrink = Math.min(1, long / Math.max(width, height), short / Math.min(width, height));
  const even = (value: number) => Math.max(2, 2 * Math.floor((value * shrink) / 2));
  return { width: even(width), height: even(height) };
}

/** Parses a number of seconds; `undefined` if it is invalid. */
export function parseSeconds(text: string): number | undefined {
  const seconds = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** Number of whole ticks before each frame, and the part of the next tick that has then passed. */
export class FramePace {
  private ticksDue = 0;
  private readonly ticksPerFrame: number;

  constructor(speed: number) {
    this.ticksPerFrame = (TICKS_PER_SECOND * speed) / FPS;
  }

  nextFrame(): { ticks: number; fraction: number } {
    this.ticksDue += this.ticksPerFrame;
    // Sums of tenths can fall just short of a whole number.
    const ticks = Math.floor(this.ticksDue + 1e-9);
    this.ticksDue = Math.max(0, this.ticksDue - ticks);
    return { ticks, fraction: this.ticksDue };
  }
}
