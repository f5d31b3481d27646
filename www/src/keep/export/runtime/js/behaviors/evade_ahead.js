import { scaled, ZERO } from "../vector.js";
import { aheadOf, seekAlong } from "../wanted.js";

/** Away from where the goal will be. */
export function evadeAhead(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  if (!unit.goal) return ZERO;
  const away = scaled(aheadOf(unit, unit.goal, flock), -1);
  return scaled(seekAlong(unit, away), unit.group.evadeAhead);
}
