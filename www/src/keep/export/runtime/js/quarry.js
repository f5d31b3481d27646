import { lengthOf } from "./vector.js";
import { offsetTo } from "./wanted.js";

/** Of the units that a group is told to hunt, the one nearest to its first unit: all of the group hunt it. */
export function nearestHunted({ group } /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  const from = flock.units.find((unit) => unit.group === group);
  let nearest /*: Unit | null */ = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of flock.units) {
    if (!from || !group.hunts?.includes(other.group.key)) continue;
    const distance = lengthOf(offsetTo(from, other, flock));
    if (distance < least) {
      least = distance;
      nearest = other;
    }
  }
  return nearest;
}
