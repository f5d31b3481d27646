import { clamp, direction, lengthOf, scaled, ZERO } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** Circles the goal at a distance. */
export function orbit(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  if (!unit.goal) return ZERO;
  const { group, length } = unit;
  const d = offsetTo(unit, unit.goal, flock);
  const to = direction(d);
  const off = (lengthOf(d) - group.orbitDistance * length) / (group.orbitSoftness * length);
  const angle = (clamp(off, -1, 1) * Math.PI) / 2;
  const along = Math.cos(angle) * (group.chirality === "starboard" ? -1 : 1);
  const inward = Math.sin(angle);
  const course = direction({ x: -to.y * along + to.x * inward, y: to.x * along + to.y * inward });
  if (course.x === 0 && course.y === 0) return ZERO;
  return scaled(group.head(unit, course), group.orbit);
}
