import { lengthOf, scaled, ZERO } from "../vector.js";
import { offsetTo, seekAlong } from "../wanted.js";

/** At full speed away from the goal, within the panic distance (0: at any distance). */
export function flee(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  if (!unit.goal) return ZERO;
  const { group } = unit;
  const d = offsetTo(unit, unit.goal, flock);
  const panic = group.panicFactor * unit.length;
  if (panic > 0 && lengthOf(d) > panic) return ZERO;
  return scaled(seekAlong(unit, scaled(d, -1)), group.flee);
}
