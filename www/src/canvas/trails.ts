/** The recent places of a few units, for scenes that are about their tracks. */
import type { Views } from "../views";

/** Places per unit, and the ticks between two of them: twenty-five seconds in all. */
const places = 500;
const every = 3;
/** More units than this and their lines would be a tangle. */
const mostUnits = 40;

export class Trails {
  #units = 0;
  #x = new Float32Array(0);
  #y = new Float32Array(0);
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

  /** Takes note of where the units are at this tick; a run that began anew has no past. */
  record(tick: number, views: Views): void {
    const units = views.count <= mostUnits ? views.count : 0;
    if (units !== this.#units) {
      this.#units = units;
      this.#x = new Float32Array(units * places);
      this.#y = new Float32Array(units * places);
      this.clear();
    }
    if (tick < this.#tick) this.clear();
    if (units === 0 || (this.#tick >= 0 && tick < this.#tick + every)) return;
    this.#tick = tick;
    for (let unit = 0; unit < units; unit++) {
      this.#x[unit * places + this.#head] = views.x[unit] ?? 0;
      this.#y[unit * places + this.#head] = views.y[unit] ?? 0;
    }
    this.#head = (this.#head + 1) % places;
    this.#filled = Math.min(places, this.#filled + 1);
  }

  /** Calls `visit(x, y, age)` for a unit's places, the latest first; age grows from 0 to below 1. */
  each(unit: number, visit: (x: number, y: number, age: number) => void): void {
    if (unit >= this.#units) return;
    for (let back = 1; back <= this.#filled; back++) {
      const at = unit * places + ((this.#head - back + places) % places);
      visit(this.#x[at] ?? 0, this.#y[at] ?? 0, (back - 1) / places);
    }
  }
}
