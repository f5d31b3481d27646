import { crowdPush } from "../crowd.js";
import { scaled } from "../vector.js";

/** Keeps off the units of one's role. */
export function crowdSeparation(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const push = group.maxSeparation * group.body.forceScale(unit);
  return scaled(crowdPush(unit, group.crowdFactor * unit.length, push, flock), group.crowdSeparation);
}
