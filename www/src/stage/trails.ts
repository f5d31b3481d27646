/** The recent places of few units, for scenes that are about their tracks. */
import type { Views } from "../core/views";

/** Places per unit, and the ticks between two of them: twenty-five seconds in all. */
const PLACES = 500;
const SAMPLE_INTERVAL = 3;
/** With more units than this, the lines would be a tangle. */
const MAX_UNITS = 40;
/** After more steps than this without a place (a jump in time), a trail begins again. */
const LONGEST_GAP = 10;

export class Trails {
  #units = 0;
  #count = 0;
  #x = new Float32Array(0);
  #y = new Float32Array(0);
  /** 1 where a place comes after a gap: no line leads to it from the one before. */
  readonly #afterGap = new Uint8Array(PLACES);
  /** Next place to be written, and how many there are. */
  #head = 0;
  #filled = 0;
  #tick = -1;

  get units(): number {
    return this.#units;
  }

  /** Places that every unit has. */
  get length(): number {
    return this.#filled;
  }

  clear(): void {
    this.#head = this.#filled = 0;
    this.#tick = -1;
  }

  /** Takes note of where the units are at this tick; a run that started over has no past. */
  record(tick: number, views: Views): void {
    if (views.count !== this.#count) {
      this.#count = views.count;
      this.#units = views.count <= MAX_UNITS ? views.count : 0;
      this.#x = new Float32Array(this.#units * PLACES);
      this.#y = new Float32Array(this.#units * PLACES);
      this.clear();
    }
    const units = this.#units;
    if (tick < this.#tick) this.clear();
    if (units === 0 || (this.#tick >= 0 && tick < this.#tick + SAMPLE_INTERVAL)) return;
    this.#afterGap[this.#head] = Number(tick > this.#tick + LONGEST_GAP * SAMPLE_INTERVAL);
    this.#tick = tick;
    for (let unit = 0; unit < units; unit++) {
      this.#x[unit * PLACES + this.#head] = views.x[unit] ?? 0;
      this.#y[unit * PLACES + this.#head] = views.y[unit] ?? 0;
    }
    this.#head = (this.#head + 1) % PLACES;
    this.#filled = Math.min(PLACES, this.#filled + 1);
  }

  /**
   * Calls `visit(x, y, age, gap)` for a unit's places, the latest first; age grows from 0 to below 1. `gap`: no line
   * leads from here to the place visited before.
   */
  each(unit: number, visit: (x: number, y: number, age: number, gap: boolean) => void): void {
    if (unit >= this.#units) return;
    let gap = false;
    for (let back = 1; back <= this.#filled; back++) {
      const slot = (this.#head - back + PLACES) % PLACES;
      const at = unit * PLACES + slot;
      visit(this.#x[at] ?? 0, this.#y[at] ?? 0, (back - 1) / PLACES, gap);
      gap = this.#afterGap[slot] === 1;
    }
  }
}
