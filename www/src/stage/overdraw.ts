/** Large units on top of each other would be painted for seconds: their size on screen has a budget of pixels. */
import type { Views } from "../core/views";

/** Units cover no more than this many times the stage's area in a frame, each as a square. */
const mostLayers = 12;

interface Painted {
  views: Pick<Views, "count" | "x" | "y" | "length">;
  /** Length of the shortest kind of unit, u. */
  baseLength: number;
  /** How often the world is painted. */
  copies: number;
  /** Size of the stage, CSS px, and the world points at two of its corners. */
  width: number;
  height: number;
  corners: readonly [{ x: number; y: number }, { x: number; y: number }];
  /** CSS px per u. */
  scale: number;
}

/**
 * The length on screen (CSS px) of the shortest kind of unit: as wanted, or shorter where all that are in sight would
 * cover too much. `squares`: the sum of the squared lengths of all units, in px at the wanted size. Only where that is
 * too much are the units in sight looked for.
 */
export function paintableLength(wanted: number, squares: number, painted: Painted): number {
  const most = mostLayers * painted.width * painted.height;
  if (!(squares * painted.copies > most)) return wanted;
  const { views, baseLength, copies, corners, scale } = painted;
  const { count, x, y, length } = views;
  const [from, to] = corners;
  let sum = 0;
  for (let unit = 0; unit < count; unit++) {
    const size = ((length[unit] ?? 0) / baseLength) * wanted;
    const reach = (0.5 * size) / scale;
    const [atX = 0, atY = 0] = [x[unit], y[unit]];
    const inSight =
      copies > 1 ||
      (atX > from.x - reach && atX < to.x + reach && atY > from.y - reach && atY < to.y + reach);
    if (inSight) sum += size * size;
  }
  return wanted * Math.min(1, Math.sqrt(most / Math.max(1, sum * copies)));
}
