import { targetOf } from "../hunt.js";
import { side, sideways } from "../rules.js";
import { ZERO } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** Full rudder away from where the hunter is. */
export function turnAway(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const menace = targetOf(unit, flock);
  if (!menace) return ZERO;
  return sideways(
    unit,
    -group.turnAway * group.body.forceScale(unit) * side(unit, offsetTo(unit, menace, flock)),
  );
}
