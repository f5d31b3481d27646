import { direction, lengthOf, scaled, ZERO } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** Runs from those that it fears, the harder the nearer they are. */
export function fright(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const radius = group.frightFactor * unit.length;
  const menaces /*: Vector[] */ = flock.units.filter((other) => group.fears?.includes(other.group.key));
  if (group.fearsPointer && flock.pointer) menaces.push(flock.pointer);
  const sum = { x: 0, y: 0 };
  let strongest = 0;
  for (const menace of menaces) {
    const d = offsetTo(unit, menace, flock);
    const share = 1 - lengthOf(d) / radius;
    if (lengthOf(d) === 0 || share <= 0) continue;
    const to = direction(d);
    sum.x += to.x * share;
    sum.y += to.y * share;
    strongest = Math.max(strongest, share);
  }
  const course = scaled(direction(sum), -1);
  if (course.x === 0 && course.y === 0) return ZERO;
  return scaled(group.head(unit, course), group.fright * strongest);
}
