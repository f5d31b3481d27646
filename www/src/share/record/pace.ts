/** Calculates a video's size, frames and ticks per frame. */
import { TICKS_PER_SECOND } from "../../core/declared";

/** Frames per second of a video. */
export const FPS = 30;

export const MIN_SECONDS = 1;
/** Longest video, s; a minute is some tens of megabytes. */
export const MAX_SECONDS = 60;

/** Largest long and short side of a video, px, which encoders in browsers can take. */
const MAX_SIDES = [1920, 1080] as const;

/** Size of a video for a canvas of this size, px: not above `MAX_SIDES`, and even, as encoders require. */
export function videoSize(width: number, height: number): { width: number; height: number } {
  const [long, short] = MAX_SIDES;
  const sizeFactor = Math.min(1, long / Math.max(width, height), short / Math.min(width, height));
  const evenSize = (value: number) => Math.max(2, 2 * Math.floor((value * sizeFactor) / 2));
  return { width: evenSize(width), height: evenSize(height) };
}

/** Parses a duration in seconds; `undefined` if it is no number or out of range. */
export function parseSeconds(text: string): number | undefined {
  const seconds = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? seconds : undefined;
}

/**
 * Spreads ticks over a video's frames: for each frame the whole ticks before it, and the passed part of the next tick.
 */
export class FramePace {
  private ticksDue = 0;
  private readonly ticksPerFrame: number;

  constructor(speed: number) {
    this.ticksPerFrame = (TICKS_PER_SECOND * speed) / FPS;
  }

  nextFrame(): { ticks: number; fraction: number } {
    this.ticksDue += this.ticksPerFrame;
    // The added steps are no exact binary fractions, so their sum can fall just short of a whole number.
    const ticks = Math.floor(this.ticksDue + 1e-9);
    this.ticksDue = Math.max(0, this.ticksDue - ticks);
    return { ticks, fraction: this.ticksDue };
  }
}
