import { sideways, turnToward } from "../rules.js";

/** The way the neighbors move. */
export function alignment(unit /*: Unit */) /*: Vector */ {
  const { group, near } = unit;
  const push = turnToward(unit, { x: near.vx, y: near.vy });
  return sideways(unit, group.alignment * group.body.forceScale(unit) * push);
}
