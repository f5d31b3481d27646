import { areMates, ignores } from "../ties.js";

/** Whether a group is after the units of another: those that it is told to hunt, else all that are no flockmates. */
function isAfter(group /*: Group */, other /*: Group */) /*: boolean */ {
  if (group.hunts) return group.hunts.includes(other.key);
  return !areMates(group, other) && !ignores(group, other);
}

/** The nearest of them that is noticed. */
export function nearestOther(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  if (flock.pointer && unit.group.heedsPointer) return flock.pointer;
  let nearest /*: Unit | null */ = null;
  let least = Number.POSITIVE_INFINITY;
  flock.search(unit.x, unit.y, unit.group.notice * unit.length, (other, _dx, _dy, d2) => {
    if (!isAfter(unit.group, other.group) || d2 >= least) return;
    least = d2;
    nearest = other;
  });
  return nearest;
}
