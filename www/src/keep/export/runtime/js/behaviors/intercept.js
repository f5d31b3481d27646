import { hunts, targetOf } from "../hunt.js";
import { side, sideways } from "../rules.js";
import { lengthOf, ZERO } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** Full rudder toward where the target will be when the distance is closed. */
export function intercept(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const target = targetOf(unit, flock);
  if (!target || !hunts(unit, group.interceptors, flock)) return ZERO;
  const r = offsetTo(unit, target, flock);
  const closing = lengthOf({ x: target.vx - unit.vx, y: target.vy - unit.vy });
  const time = closing > 0 ? lengthOf(r) / closing : 0;
  const behind = r.x * unit.hx + r.y * unit.hy < 0;
  const aim = { x: r.x + target.vx * time, y: r.y + target.vy * time };
  const rudder = group.turnAround && behind ? -1 : side(unit, aim);
  return sideways(unit, group.intercept * group.body.forceScale(unit) * rudder);
}
