import { direction, lengthOf, scaled, ZERO } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** Pushes the point looked at away from the nearest obstacle that holds it, the point halfway, or the unit. */
export function collisionAvoidance(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const velocity = { x: unit.vx, y: unit.vy };
  const most = group.body.topSpeed(unit);
  const pace = most > 0 ? lengthOf(velocity) / most : 0;
  const ahead = scaled(direction(velocity), group.seeAhead * unit.length * pace);
  let nearest /*: Vector | null */ = null;
  for (const obstacle of flock.run.obstacles) {
    const center = offsetTo(unit, obstacle, flock);
    const threatens = [1, 0.5, 0].some((share) => {
      const off = { x: center.x - ahead.x * share, y: center.y - ahead.y * share };
      return lengthOf(off) <= obstacle.radius;
    });
    if (threatens && (!nearest || lengthOf(center) < lengthOf(nearest))) nearest = center;
  }
  if (!nearest) return ZERO;
  const away = direction({ x: ahead.x - nearest.x, y: ahead.y - nearest.y });
  return scaled(away, group.collisionAvoidance * group.maxAvoid * group.body.forceScale(unit));
}
