import { areMates, ignores } from "../ties.js";

/** Whether a group is after the units of another: those that it is told to hunt, else all that are no flockmates. */
function isAfter(group /*: Group */, other /*: Group */) /*: boolean */ {
  if (group.hunts) return group.hunts.includes(other.key);
  return !areMates(group, other) && !ignores(group, other);
}

/** The nearest of them that is noticed. */
export function nearestGoal(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
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

/** The middle of all of them that are noticed, and how it moves: each counts the less the farther it is. */
export function middleGoal(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  if (flock.pointer && unit.group.heedsPointer) return flock.pointer;
  const reach = unit.group.notice * unit.length;
  let [x, y, vx, vy, total] = [0, 0, 0, 0, 0];
  flock.search(unit.x, unit.y, reach, (other, dx, dy, d2) => {
    if (!isAfter(unit.group, other.group)) return;
    const weight = 1 - Math.sqrt(d2) / reach;
    x += dx * weight;
    y += dy * weight;
    vx += other.vx * weight;
    vy += other.vy * weight;
    total += weight;
  });
  return total > 0 ? { x: unit.x + x / total, y: unit.y + y / total, vx: vx / total, vy: vy / total } : null;
}
