import { areMates } from "./ties.js";
import { direction, scaled } from "./vector.js";

/** Units at the same place push each other as if they were this many lengths apart. */
const COINCIDENT_GAP = 0.1;

/** The offset to another unit; a small one to port or starboard where both are at the same place. */
export function apart(unit /*: Unit */, other /*: Unit */, dx /*: number */, dy /*: number */) /*: Vector */ {
  if (dx !== 0 || dy !== 0) return { x: dx, y: dy };
  const gap = COINCIDENT_GAP * unit.length * (unit.id > other.id ? -1 : 1);
  return { x: -unit.hy * gap, y: unit.hx * gap };
}

/** A push of a fixed size away from the middle of the units of one's role that are near. */
export function crowdPush(
  unit /*: Unit */,
  radius /*: number */,
  push /*: number */,
  flock /*: Flock */,
) /*: Vector */ {
  const sum = { x: 0, y: 0 };
  flock.search(unit.x, unit.y, radius, (other, dx, dy) => {
    if (other === unit || !areMates(unit.group, other.group)) return;
    const d = apart(unit, other, dx, dy);
    sum.x += d.x;
    sum.y += d.y;
  });
  return scaled(direction(sum), -push);
}
