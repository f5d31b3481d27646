import { scaled, ZERO } from "../vector.js";
import { offsetTo, seekAlong } from "../wanted.js";

/** At full speed to the goal. */
export function seek(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  if (!unit.goal) return ZERO;
  return scaled(seekAlong(unit, offsetTo(unit, unit.goal, flock)), unit.group.seek);
}
