/** Local density around each unit, for its color. Counting units per grid cell is accurate enough for that. */
import type { UnitViews } from "../core/views";

/** Width of a cell of the grid in which units are counted, in body lengths. */
const CELL_LENGTHS = 6;
/** Largest number of grid cells; clearing more would take longer than counting the units. */
const MAX_CELLS = 1 << 16;

export class Crowding {
  #shades = new Uint8Array(0);
  #cells = new Uint16Array(0);
  /**
   * Number of units in the densest grid cell, smoothed over time to avoid flicker; its units have the strongest color.
   */
  #smoothedPeak = 1;

  /** Returns a shade per unit: 0 alone in its cell, 255 at the peak count, logarithmic between. Lengths in u. */
  updateShades(views: UnitViews, width: number, height: number, length: number): Uint8Array {
    const { count, x, y } = views;
    const size = Math.max(CELL_LENGTHS * length, Math.sqrt((width * height) / MAX_CELLS));
    const columns = Math.max(1, Math.ceil(width / size));
    const rows = Math.max(1, Math.ceil(height / size));
    if (this.#cells.length < columns * rows) this.#cells = new Uint16Array(columns * rows);
    if (this.#shades.length !== count) this.#shades = new Uint8Array(count);
    const cells = this.#cells.fill(0);
    const cellOf = (unit: number) => {
      const column = Math.min(columns - 1, Math.max(0, Math.floor((x[unit] ?? 0) / size)));
      const row = Math.min(rows - 1, Math.max(0, Math.floor((y[unit] ?? 0) / size)));
      return row * columns + column;
    };
    let most = 2;
    for (let unit = 0; unit < count; unit++) {
      const cell = cellOf(unit);
      const newCount = Math.min(65_535, (cells[cell] ?? 0) + 1);
      cells[cell] = newCount;
      if (newCount > most) most = newCount;
    }
    this.#smoothedPeak += (most - this.#smoothedPeak) * 0.2;
    const gain = 255 / Math.log(Math.max(2, this.#smoothedPeak));
    for (let unit = 0; unit < count; unit++)
      this.#shades[unit] = Math.min(255, gain * Math.log(Math.max(1, cells[cellOf(unit)] ?? 1)));
    return this.#shades;
  }
}
