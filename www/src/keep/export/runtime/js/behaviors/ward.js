import { lennardJones } from "../potential.js";
import { offsetTo } from "../wanted.js";

/** Every obstacle repels. */
export function ward(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const sum = { x: 0, y: 0 };
  for (const obstacle of flock.run.obstacles) {
    const d = offsetTo(unit, obstacle, flock);
    const force = lennardJones(d, unit.length, 0, group.wardB, 1, group.wardM);
    sum.x += group.ward * force.x;
    sum.y += group.ward * force.y;
  }
  return sum;
}
