import { lennardJones } from "../potential.js";
import { areMates } from "../ties.js";

/** Every two units of one role attract and repel each other; beyond the cutoff not at all (0: at any distance). */
export function potential(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const sum = { x: 0, y: 0 };
  const cutoff = group.potentialCutoff > 0 ? group.potentialCutoff * unit.length : Number.POSITIVE_INFINITY;
  const [a, b, n, m] = [group.potentialA, group.potentialB, group.potentialN, group.potentialM];
  flock.search(unit.x, unit.y, cutoff, (other, dx, dy) => {
    if (!areMates(group, other.group)) return;
    const force = lennardJones({ x: dx, y: dy }, unit.length, a, b, n, m);
    sum.x += group.potential * force.x;
    sum.y += group.potential * force.y;
  });
  return sum;
}
