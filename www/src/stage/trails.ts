/** The recent places of some units: for scenes that are about the tracks of few, and for the overlay of many. */
import type { Views } from "../core/views";

/** Places per unit, and the ticks between two of them: twenty-five seconds in all. */
const usualPlaces = 500;
const usualEvery = 3;
/** With more units than this, the lines would be a tangle. */
const usualMost = 40;
/** After more steps than this without a place (a jump in time), a trail begins again. */
const longestGap = 10;

export class Trails {
  #units = 0;
  #stride = 1;
  #count = 0;
  #x = new Float32Array(0);
  #y = new Float32Array(0);
  /** 1 where a place comes after a gap: no line leads to it from the one before. */
  readonly #afterGap: Uint8Array;
  /** Next place to be written, and how many there are. */
  #head = 0;
  #filled = 0;
  #tick = -1;

  /** Of more than `most` units `sample` lets some stand for all; without it there are no trails then. */
  constructor(
    private readonly places = usualPlaces,
    private readonly every = usualEvery,
    private readonly most = usualMost,
    private readonly sample = false,
  ) {
    this.#afterGap = new Uint8Array(places);
  }

  get units(): number {
    return this.#units;
  }

  /** The id of the unit with trail number `trail`. */
  idOf(trail: number): number {
    return trail * this.#stride;
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
    const { places, most } = this;
    if (views.count !== this.#count) {
      this.#count = views.count;
      this.#stride = this.sample ? Math.max(1, Math.ceil(views.count / most)) : 1;
      this.#units = this.sample || views.count <= most ? Math.ceil(views.count / this.#stride) : 0;
      this.#x = new Float32Array(this.#units * places);
      this.#y = new Float32Array(this.#units * places);
      this.clear();
    }
    const units = this.#units;
    if (tick < this.#tick) this.clear();
    if (units === 0 || (this.#tick >= 0 && tick < this.#tick + this.every)) return;
    this.#afterGap[this.#head] = Number(tick > this.#tick + longestGap * this.every);
    this.#tick = tick;
    for (let unit = 0; unit < units; unit++) {
      this.#x[unit * places + this.#head] = views.x[unit * this.#stride] ?? 0;
      this.#y[unit * places + this.#head] = views.y[unit * this.#stride] ?? 0;
    }
    this.#head = (this.#head + 1) % places;
    this.#filled = Math.min(places, this.#filled + 1);
  }

  /**
   * Calls `visit(x, y, age, gap)` for a unit's places, the latest first; age grows from 0 to below 1. `gap`: no line
   * leads from here to the place visited before.
   */
  each(unit: number, visit: (x: number, y: number, age: number, gap: boolean) => void): void {
    const { places } = this;
    if (unit >= this.#units) return;
    let gap = false;
    for (let back = 1; back <= this.#filled; back++) {
      const slot = (this.#head - back + places) % places;
      const at = unit * places + slot;
      visit(this.#x[at] ?? 0, this.#y[at] ?? 0, (back - 1) / places, gap);
      gap = this.#afterGap[slot] === 1;
    }
  }
}
