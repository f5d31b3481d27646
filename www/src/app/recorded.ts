/**
 * Text encoding of the motion of units: x, y and heading every few ticks. Each number is the deviation from a linear
 * extrapolation of the two numbers before; most are small, take one character and compress well.
 */
import { TICKS_PER_SECOND } from "../core/declared";
import { makeViews, type UnitViews } from "../core/views";

interface RecordedMotion {
  /** Number of ticks from one recorded frame to the next. */
  every: number;
  /** Number of recorded frames. */
  frames: number;
  /**
   * Encoded numbers (deviations from an extrapolation), unit by unit with all its frames: first x of all units, then y,
   * then headings.
   */
  moves: string;
}

/** Unit of the encoded deviations of x (u), y (u) and heading (rad). */
export const RESOLUTIONS = [1 / 4, 1 / 4, 3 / 32] as const;

/**
 * `FIRST_CODE` stands for 0, the next character codes for -1, 1, -2, 2 and so on, without `SKIPPED_CODE`, which JSON
 * escapes. Character number `CODE_BASE` begins a larger number: three digits follow, least significant first.
 */
export const FIRST_CODE = 35;
export const SKIPPED_CODE = 92;
export const CODE_BASE = 90;
/** Decodes a motion into x of all units, then y (u), then headings (rad); all frames of a unit stand together. */
function decodeMotion({ moves, frames }: RecordedMotion, units: number): Float32Array {
  const values = new Float32Array(units * RESOLUTIONS.length * frames);
  let at = 0;
  const next = () => {
    const code = moves.charCodeAt(at++);
    return code - FIRST_CODE - Number(code > SKIPPED_CODE);
  };
  let [last, before] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const frame = index % frames;
    if (frame === 0) last = before = 0;
    let number = next();
    if (number === CODE_BASE) number = next() + CODE_BASE * (next() + CODE_BASE * next());
    const delta = number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    const value = delta + (frame < 2 ? last : 2 * last - before);
    values[index] = value * (RESOLUTIONS[Math.floor(index / frames / units)] ?? 1);
    [last, before] = [value, last];
  }
  return values;
}

/** Plays a recorded motion in a world that wraps, interpolated by Catmull-Rom splines (Catmull & Rom 1974). */
export class OpeningReplay {
  readonly views: UnitViews;
  /** Last recorded tick. */
  readonly endTick: number;
  readonly #values: Float32Array;

  constructor(
    private readonly motion: RecordedMotion,
    private readonly size: { width: number; height: number },
    lengths: Float32Array,
    roles: Uint8Array,
  ) {
    const count = lengths.length;
    this.views = { ...makeViews(count), length: lengths, role: roles };
    this.endTick = (motion.frames - 1) * motion.every;
    this.#values = decodeMotion(motion, count);
    this.showTick(0);
  }

  /** Sets `views` to the state at a tick of the recording. */
  showTick(tick: number): void {
    const { views, size } = this;
    for (let unit = 0; unit < views.count; unit++) {
      const [x, vx] = this.#valueAt(unit, tick);
      const [y, vy] = this.#valueAt(views.count + unit, tick);
      const [direction] = this.#valueAt(2 * views.count + unit, tick);
      views.x[unit] = x - size.width * Math.floor(x / size.width);
      views.y[unit] = y - size.height * Math.floor(y / size.height);
      views.vx[unit] = vx;
      views.vy[unit] = vy;
      views.hx[unit] = Math.cos(direction);
      views.hy[unit] = Math.sin(direction);
    }
  }

  /** Interpolated value of one row (x, y or heading of one unit) at a tick, and its change per second. */
  #valueAt(row: number, tick: number): [number, number] {
    const { every, frames } = this.motion;
    const frame = Math.max(0, Math.min(frames - 2, Math.floor(tick / every)));
    const t = tick / every - frame;
    const valueAt = (k: number) => this.#values[row * frames + k] ?? 0;
    const [b, c] = [valueAt(frame), valueAt(frame + 1)];
    // The curve's control points before the first and after the last frame are extrapolated.
    const a = frame > 0 ? valueAt(frame - 1) : 3 * b - 3 * c + valueAt(frame + 2);
    const d = frame + 2 < frames ? valueAt(frame + 2) : 3 * c - 3 * b + a;
    const [first, second, third] = [(c - a) / 2, a - 2.5 * b + 2 * c - d / 2, 1.5 * (b - c) + (d - a) / 2];
    return [
      b + t * (first + t * (second + t * third)),
      ((first + t * (2 * second + 3 * t * third)) * TICKS_PER_SECOND) / every,
    ];
  }
}
