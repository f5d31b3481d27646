import { targetOf } from "../hunt.js";
import { lengthOf, ZERO } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** A hunter turns while the target is more than this far off its bow: sine of the angle. */
const OFF_THE_BOW = 0.05;

/** Eases the thrust while turning near the target. It steers nothing itself. */
export function modulation(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const target = targetOf(unit, flock);
  if (!target) return ZERO;
  const { group } = unit;
  const d = offsetTo(unit, target, flock);
  const distance = lengthOf(d);
  const ahead = d.x * unit.hx + d.y * unit.hy > 0;
  const turning = !ahead || Math.abs(unit.hx * d.y - unit.hy * d.x) > OFF_THE_BOW * distance;
  const near = distance / (group.modulationFactor * unit.length);
  if (turning && near < 1) unit.thrust *= 1 - group.modulation * (1 - near);
  return ZERO;
}
