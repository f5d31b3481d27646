import { scaled, ZERO } from "../vector.js";
import { seekAlong } from "../wanted.js";

/** To the middle of the near units of one's group, oneself included. */
export function rtsCohesion(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const sum = { x: 0, y: 0 };
  let count = 0;
  flock.search(unit.x, unit.y, group.maxCohesion * unit.length, (other, dx, dy) => {
    if (other.group !== group) return;
    sum.x += dx;
    sum.y += dy;
    count += 1;
  });
  return count > 1 ? scaled(seekAlong(unit, scaled(sum, 1 / count)), group.rtsCohesion) : ZERO;
}
