import { inView } from "./sight.js";
import { narrowView } from "./views/narrow.js";

/** A unit leads when nobody, of whatever role, is in its narrow view. */
export function findLeaders(unit /*: Unit */, flock /*: Flock */) /*: void */ {
  unit.leader = true;
  inView(unit, narrowView, narrowView.radius(unit.group) * unit.length, flock, () => {
    unit.leader = false;
  });
}
