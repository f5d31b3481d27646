import { lengthOf, truncated } from "../vector.js";

/** The first behaviors take the force that the body has; later ones get what is left. */
export function firstComeFirst(unit /*: Unit */, flock /*: Flock */) /*: void */ {
  const { group } = unit;
  const most = group.body.limit(group);
  for (const behavior of group.behaviors) {
    unit.takenBack = 0;
    const force = behavior(unit, flock);
    // What a behavior takes back of the sum can be spent again.
    const kept = { x: unit.fx * (1 - unit.takenBack), y: unit.fy * (1 - unit.takenBack) };
    const added = { x: unit.fx + force.x - kept.x, y: unit.fy + force.y - kept.y };
    const { x, y } = truncated(added, Math.max(most - lengthOf(kept), 0));
    unit.fx = kept.x + x;
    unit.fy = kept.y + y;
  }
}
