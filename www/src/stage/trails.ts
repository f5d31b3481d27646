/** Recent positions of up to 40 units, for scenes that show the units' tracks. */
import type { UnitViews } from "../core/views";

/** Recorded positions per unit, and ticks between two of them: 25 s in all. */
const POSITIONS_PER_UNIT = 500;
const SAMPLE_INTERVAL = 3;
/** Above this number of units, no tracks are recorded, since they would overlap too much. */
const MAX_UNITS_WITH_TRACKS = 40;
/** A gap of more missing positions than this, after a jump in time, interrupts the track. */
const MAX_GAP = 10;

export class UnitTrails {
  #units = 0;
  #count = 0;
  #x = new Float32Array(0);
  #y = new Float32Array(0);
  /** By index in the ring buffer: 1 for a position after a gap, to which no line leads; 0 for others. */
  readonly #afterGap = new Uint8Array(POSITIONS_PER_UNIT);
  /** Index in the ring buffer at which the next position is stored, and number of recorded positions. */
  #nextIndex = 0;
  #positionCount = 0;
  #tick = -1;

  get units(): number {
    return this.#units;
  }

  clear(): void {
    this.#nextIndex = this.#positionCount = 0;
    this.#tick = -1;
  }

  /** Records the units' positions if a record is due; a tick earlier than the last one first clears the tracks. */
  recordPositions(tick: number, views: UnitViews): void {
    if (views.count !== this.#count) {
      this.#count = views.count;
      this.#units = views.count <= MAX_UNITS_WITH_TRACKS ? views.count : 0;
      this.#x = new Float32Array(this.#units * POSITIONS_PER_UNIT);
      this.#y = new Float32Array(this.#units * POSITIONS_PER_UNIT);
      this.clear();
    }
    const units = this.#units;
    if (tick < this.#tick) this.clear();
    if (units === 0 || (this.#tick >= 0 && tick < this.#tick + SAMPLE_INTERVAL)) return;
    this.#afterGap[this.#nextIndex] = Number(tick > this.#tick + MAX_GAP * SAMPLE_INTERVAL);
    this.#tick = tick;
    for (let unit = 0; unit < units; unit++) {
      this.#x[unit * POSITIONS_PER_UNIT + this.#nextIndex] = views.x[unit] ?? 0;
      this.#y[unit * POSITIONS_PER_UNIT + this.#nextIndex] = views.y[unit] ?? 0;
    }
    this.#nextIndex = (this.#nextIndex + 1) % POSITIONS_PER_UNIT;
    this.#positionCount = Math.min(POSITIONS_PER_UNIT, this.#positionCount + 1);
  }

  /**
   * Calls `visit(x, y, age, hasGap)` for a unit's positions (u), newest first; `age` goes from 0 to below 1. With
   * `hasGap`, no line leads from this position to the one visited before.
   */
  forEachPosition(unit: number, visit: (x: number, y: number, age: number, hasGap: boolean) => void): void {
    if (unit >= this.#units) return;
    let hasGap = false;
    for (let back = 1; back <= this.#positionCount; back++) {
      const slot = (this.#nextIndex - back + POSITIONS_PER_UNIT) % POSITIONS_PER_UNIT;
      const at = unit * POSITIONS_PER_UNIT + slot;
      visit(this.#x[at] ?? 0, this.#y[at] ?? 0, (back - 1) / POSITIONS_PER_UNIT, hasGap);
      hasGap = this.#afterGap[slot] === 1;
    }
  }
}
