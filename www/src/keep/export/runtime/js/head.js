import { sideways, turnToward } from "./rules.js";
import { scaled } from "./vector.js";
import { toward } from "./wanted.js";

/** Into a direction: a rigid body, which cannot choose its speed, turns. */
export function turnInto(unit /*: Unit */, course /*: Vector */) /*: Vector */ {
  return sideways(unit, unit.group.body.forceScale(unit) * turnToward(unit, course));
}

/** Into a direction at full speed. */
export function driveInto(unit /*: Unit */, course /*: Vector */) /*: Vector */ {
  return toward(unit, scaled(course, unit.group.body.topSpeed(unit)));
}
