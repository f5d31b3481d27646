import { scaled, ZERO } from "../vector.js";
import { aheadOf, seekAlong } from "../wanted.js";

/** To where the goal will be. */
export function pursue(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  if (!unit.goal) return ZERO;
  return scaled(seekAlong(unit, aheadOf(unit, unit.goal, flock)), unit.group.pursue);
}
