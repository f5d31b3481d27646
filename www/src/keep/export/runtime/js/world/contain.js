import { clamp } from "../vector.js";

/** Units begin to turn back this many lengths before the edge. */
export const TURN_BACK = 10;

/** A force toward the inside: from nothing at the margin to the whole steering force at the edge. */
export function contain(unit /*: Unit */, { run } /*: Flock */) /*: Vector */ {
  const margin = TURN_BACK * unit.length;
  const depth = (room /*: number */) => clamp((margin - room) / margin, 0, 1);
  const most = unit.group.body.forceScale(unit);
  return {
    x: most * (depth(unit.x) - depth(run.width - unit.x)),
    y: most * (depth(unit.y) - depth(run.height - unit.y)),
  };
}
