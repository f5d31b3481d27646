import { direction, scaled, ZERO } from "../vector.js";
import { toward } from "../wanted.js";

/** The way the near units of one's group move, oneself included. */
export function rtsAlignment(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const sum = { x: 0, y: 0 };
  let moving = 0;
  flock.search(unit.x, unit.y, group.alignFactor * unit.length, (other) => {
    if (other.group !== group) return;
    const way = direction({ x: other.vx, y: other.vy });
    if (way.x === 0 && way.y === 0) return;
    sum.x += way.x;
    sum.y += way.y;
    moving += 1;
  });
  if (moving === 0) return ZERO;
  return scaled(toward(unit, scaled(sum, group.body.topSpeed(unit) / moving)), group.rtsAlignment);
}
