import { direction, scaled, ZERO } from "./vector.js";

/** The offset from a unit to a place, across the edges where units see across them. */
export function offsetTo(unit /*: Unit */, place /*: Vector */, flock /*: Flock */) /*: Vector */ {
  return flock.run.offset(flock, place.x - unit.x, place.y - unit.y);
}

/** The force toward a wanted velocity, in proportion to what is missing of it; no more than reaches it within the tick. */
export function toward(unit /*: Unit */, wanted /*: Vector */) /*: Vector */ {
  const { body } = unit.group;
  const most = body.topSpeed(unit);
  if (most <= 0) return ZERO;
  const factor = Math.min(body.forceScale(unit) / most, body.stiffness(unit));
  return { x: (wanted.x - unit.vx) * factor, y: (wanted.y - unit.vy) * factor };
}

/** Full speed along an offset. */
export function seekAlong(unit /*: Unit */, offset /*: Vector */) /*: Vector */ {
  return toward(unit, scaled(direction(offset), unit.group.body.topSpeed(unit)));
}
