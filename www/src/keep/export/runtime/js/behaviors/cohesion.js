import { sideways, turnToward } from "../rules.js";

/** Toward the middle of the neighbors. */
export function cohesion(unit /*: Unit */) /*: Vector */ {
  const { group, near } = unit;
  const push = turnToward(unit, { x: near.dx, y: near.dy });
  return sideways(unit, group.cohesion * group.body.forceScale(unit) * push);
}
