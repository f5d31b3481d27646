import { lengthOf } from "./vector.js";
import { offsetTo } from "./wanted.js";

/** What a unit hunts: the target that was set, else the scene's own; for the prey, whoever is nearest to it. */
export function targetOf(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  if (unit.group.target) return unit.group.target;
  if (flock.pointer) return flock.pointer;
  if (unit.group.quarry) return unit.group.quarry(unit, flock);
  const quarry = flock.firstOf(flock.run.target);
  if (!quarry) return null;
  if (quarry.group !== unit.group) return quarry;
  if (unit.group.role !== "prey") return null;
  let nearest /*: Unit | null */ = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of flock.crowd) {
    const distance = lengthOf(offsetTo(unit, other, flock));
    if (distance < least) {
      least = distance;
      nearest = other;
    }
  }
  return nearest;
}

/** Whether a unit takes part in the hunt: all do, or those that lead. */
export function hunts(unit /*: Unit */, usual /*: string */, flock /*: Flock */) /*: boolean */ {
  // All of a group that is told what to hunt do.
  if (unit.group.target) return true;
  const who = flock.pointer ? flock.run.pointerHunters : usual;
  return who === "everyone" || unit.leader;
}
