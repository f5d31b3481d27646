import { areMates } from "../ties.js";
import { direction, scaled, ZERO } from "../vector.js";

/** Takes on the mean direction of all around, its own included (Vicsek et al. 1995). */
export function meanHeading(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const sum = { x: 0, y: 0 };
  flock.search(unit.x, unit.y, group.meanHeadingFactor * unit.length, (other) => {
    if (!areMates(group, other.group)) return;
    sum.x += other.vx;
    sum.y += other.vy;
  });
  const course = direction(sum);
  if (course.x === 0 && course.y === 0) return ZERO;
  return scaled(group.head(unit, course), group.meanHeading);
}
