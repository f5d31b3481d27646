import { apart } from "../crowd.js";
import { areMates } from "../ties.js";
import { direction, scaled } from "../vector.js";

/** Keeps away from the near, moves as those farther out, heads for those beyond (Couzin et al. 2002). */
export function zones(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group, hx, hy, length } = unit;
  const near = group.repulsionFactor * length;
  const oriented = near + group.orientationWidth * length;
  const farthest = oriented + group.attractionWidth * length;
  // Cosine of half the view; all around, nothing is rounded away.
  const all = group.viewAngle >= 6.2831;
  const least = all ? Number.NEGATIVE_INFINITY : Math.cos(group.viewAngle / 2);
  const away = { x: 0, y: 0 };
  const sum = { x: 0, y: 0 };
  let crowded = false;
  flock.search(unit.x, unit.y, Math.max(near, farthest), (other, dx, dy, d2) => {
    if (other === unit || !areMates(group, other.group)) return;
    const to = direction(apart(unit, other, dx, dy));
    if (d2 <= near * near) {
      crowded = true;
      away.x -= to.x;
      away.y -= to.y;
    } else if (to.x * hx + to.y * hy >= least) {
      sum.x += d2 <= oriented * oriented ? other.hx : to.x;
      sum.y += d2 <= oriented * oriented ? other.hy : to.y;
    }
  });
  const wanted = direction(crowded ? away : sum);
  const course = wanted.x === 0 && wanted.y === 0 ? { x: hx, y: hy } : wanted;
  return scaled(group.head(unit, course), group.zones);
}
