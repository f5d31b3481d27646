import { hunts, targetOf } from "../hunt.js";
import { side, sideways } from "../rules.js";
import { ZERO } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** Full rudder toward where the target is. */
export function chase(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const target = targetOf(unit, flock);
  if (!target || !hunts(unit, group.chasers, flock)) return ZERO;
  return sideways(
    unit,
    group.chase * group.body.forceScale(unit) * side(unit, offsetTo(unit, target, flock)),
  );
}
