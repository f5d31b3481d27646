/** Limits the on-screen length of units so that they cover no more pixels than can be painted in time. */
import type { UnitViews } from "../core/views";

/** Largest total area of the units' bounding squares in a frame, in multiples of the stage's area. */
const MAX_COVERAGE = 12;

interface PaintedUnits {
  views: Pick<UnitViews, "count" | "x" | "y" | "length">;
  /** Length of the units of the shortest group, u. */
  baseLength: number;
  /** Number of times that the world is drawn; more than 1 if it wraps and repeats. */
  copies: number;
  /** Size of the stage, CSS px, and the world points (u) at its top left and bottom right corner. */
  width: number;
  height: number;
  corners: readonly [{ x: number; y: number }, { x: number; y: number }];
  /** Scale, CSS px per u. */
  scale: number;
}

/**
 * Returns the on-screen length (CSS px) of the shortest group's units: `wanted`, or less if the units in view would
 * cover more than `MAX_COVERAGE`. `squares`: sum of the squared lengths of all units at that size, px². Only if this
 * sum exceeds the limit are the units in view added up.
 */
export function paintableLength(wanted: number, squares: number, painted: PaintedUnits): number {
  const maxArea = MAX_COVERAGE * painted.width * painted.height;
  if (!(squares * painted.copies > maxArea)) return wanted;
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
  return wanted * Math.min(1, Math.sqrt(maxArea / Math.max(1, sum * copies)));
}
