import { clamp, wrapAngle } from "../vector.js";
import { TURN_BACK } from "./contain.js";

/** Where a unit is, seen from the middle of the round tank: the direction, how far out, and the tank's radius. */
function inTank(
  unit /*: Unit */,
  { run } /*: Flock */,
) /*: { x: number, y: number, away: number, radius: number } */ {
  const dx = unit.x - run.width / 2;
  const dy = unit.y - run.height / 2;
  const away = Math.hypot(dx, dy);
  const radius = Math.min(run.width, run.height) / 2;
  return { x: away > 0 ? dx / away : 0, y: away > 0 ? dy / away : 0, away, radius };
}

/** Units are reflected off the wall of the largest round tank that fits, place, velocity and heading. */
export function reflectOffTank(unit /*: Unit */, flock /*: Flock */) /*: void */ {
  const { x, y, away, radius } = inTank(unit, flock);
  if (!(away > radius)) return;
  const inside = clamp(2 * radius - away, 0, radius);
  unit.x = flock.run.width / 2 + x * inside;
  unit.y = flock.run.height / 2 + y * inside;
  const outward = unit.vx * x + unit.vy * y;
  if (outward <= 0) return;
  unit.vx -= 2 * outward * x;
  unit.vy -= 2 * outward * y;
  unit.heading = wrapAngle(2 * Math.atan2(y, x) + Math.PI - unit.heading);
}

/** A force toward the middle of the tank: from nothing at the margin to the whole steering force at the wall. */
export function containInTank(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { x, y, away, radius } = inTank(unit, flock);
  const margin = TURN_BACK * unit.length;
  const most = unit.group.body.forceScale(unit) * clamp((margin - (radius - away)) / margin, 0, 1);
  return { x: -most * x, y: -most * y };
}
