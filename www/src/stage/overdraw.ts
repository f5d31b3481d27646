/** Limits the pixels that large overlapping units cover, since painting them could take seconds. */
import type { UnitViews } from "../core/views";

/** Largest total area of the units in a frame, as bounding squares, in multiples of the stage's area. */
const MAX_COVERAGE = 12;

interface PaintedUnits {
  views: Pick<UnitViews, "count" | "x" | "y" | "length">;
  /** Length of the units of the shortest group, u. */
  baseLength: number;
  /** Number of repetitions of the world on screen. */
  copies: number;
  /** Size of the stage, CSS px, and the world points at its top left and bottom right corner. */
  width: number;
  height: number;
  corners: readonly [{ x: number; y: number }, { x: number; y: number }];
  /** CSS px per u. */
  scale: number;
}

/**
 * Returns the on-screen length (CSS px) of the shortest group's units: the wanted one, or less if the units in sight
 * would cover more than the limit. `squares` is the sum of the squared lengths of all units at the wanted size, px².
 * The units in sight are counted only if `squares` is above the limit.
 */
export function paintableLength(wanted: number, squares: number, painted: PaintedUnits): number {
  const most = MAX_COVERAGE * painted.width * painted.height;
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
