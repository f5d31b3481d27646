import { direction, lengthOf, scaled, ZERO } from "./vector.js";

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

/** Along an offset, slowing down within a radius so as to stop at its end. */
export function arriveAlong(unit /*: Unit */, offset /*: Vector */, radius /*: number */) /*: Vector */ {
  const distance = lengthOf(offset);
  const share = distance < radius ? distance / radius : 1;
  return toward(unit, scaled(direction(offset), unit.group.body.topSpeed(unit) * share));
}

/** The offset to where a moving thing will be when the unit could have reached it. */
export function aheadOf(unit /*: Unit */, quarry /*: Target */, flock /*: Flock */) /*: Vector */ {
  const offset = offsetTo(unit, quarry, flock);
  const most = unit.group.body.topSpeed(unit);
  const time = most > 0 ? lengthOf(offset) / most : 0;
  return { x: offset.x + quarry.vx * time, y: offset.y + quarry.vy * time };
}
