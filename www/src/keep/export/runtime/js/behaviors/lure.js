import { targetOf } from "../hunt.js";
import { lennardJones } from "../potential.js";
import { scaled, ZERO } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** The target attracts and repels. */
export function lure(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const target = targetOf(unit, flock);
  if (!target) return ZERO;
  const { group } = unit;
  const d = offsetTo(unit, target, flock);
  const force = lennardJones(d, unit.length, group.lureA, group.lureB, group.lureN, group.lureM);
  return scaled(force, group.lure);
}
