import { scaled, ZERO } from "../vector.js";
import { arriveAlong, offsetTo } from "../wanted.js";

/** To the goal, and stop there. */
export function arrive(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  if (!unit.goal) return ZERO;
  const { group } = unit;
  const d = offsetTo(unit, unit.goal, flock);
  return scaled(arriveAlong(unit, d, group.slowingFactor * unit.length), group.arrive);
}
