import { direction } from "./vector.js";

/** On which side of a unit an offset lies: 1 starboard, -1 port, 0 dead ahead; dead astern counts as starboard. */
export function side(unit /*: Unit */, d /*: Vector */) /*: number */ {
  const starboard = d.y * unit.hx - d.x * unit.hy;
  if (starboard !== 0) return Math.sign(starboard);
  return d.x * unit.hx + d.y * unit.hy < 0 ? 1 : 0;
}

/** A force to one side of a unit, positive to starboard, as a vector. */
export function sideways(unit /*: Unit */, force /*: number */) /*: Vector */ {
  return { x: -unit.hy * force, y: unit.hx * force };
}

/** How hard the book's rules turn toward a direction: the side it lies on, times the share of a half turn that it is off. */
export function turnToward(unit /*: Unit */, wanted /*: Vector */) /*: number */ {
  const to = direction(wanted);
  const way = direction({ x: unit.vx, y: unit.vy });
  if ((to.x === 0 && to.y === 0) || (way.x === 0 && way.y === 0)) return 0;
  const cosine = to.x * way.x + to.y * way.y;
  return (side(unit, to) * Math.acos(Math.min(Math.max(cosine, -1), 1))) / Math.PI;
}
