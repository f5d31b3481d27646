import { targetOf } from "../hunt.js";

/** What is hunted. */
export function targetGoal(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  return targetOf(unit, flock);
}
