import { apart } from "../crowd.js";
import { ignores } from "../ties.js";
import { direction, ZERO } from "../vector.js";

/** The mean of pushes away from everyone near, each the harder the nearer. */
export function rtsSeparation(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const least = group.minSeparation * unit.length;
  const sum = { x: 0, y: 0 };
  let count = 0;
  flock.search(unit.x, unit.y, least, (other, dx, dy, d2) => {
    const distance = Math.sqrt(d2);
    if (other === unit || distance >= least || ignores(group, other.group)) return;
    const to = direction(apart(unit, other, dx, dy));
    sum.x -= to.x * (1 - distance / least);
    sum.y -= to.y * (1 - distance / least);
    count += 1;
  });
  if (count === 0) return ZERO;
  const factor = (group.rtsSeparation * group.body.forceScale(unit)) / count;
  return { x: sum.x * factor, y: sum.y * factor };
}
