import { clamp, DT, direction, lengthOf } from "../vector.js";

/** A unit's hull reaches this many lengths to each side. */
const HULL = 0.25;

/** The point of a wall's middle line that is nearest to a place. */
function nearestOn({ from, to } /*: Wall */, place /*: Vector */) /*: Vector */ {
  const along = { x: to.x - from.x, y: to.y - from.y };
  const square = along.x * along.x + along.y * along.y;
  const share = square > 0 ? ((place.x - from.x) * along.x + (place.y - from.y) * along.y) / square : 0;
  const at = clamp(share, 0, 1);
  return { x: from.x + along.x * at, y: from.y + along.y * at };
}

/** Whether p and q lie on different sides of the line through a and b. */
function parts(a /*: Vector */, b /*: Vector */, p /*: Vector */, q /*: Vector */) /*: boolean */ {
  const sideOf = (at /*: Vector */) => (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
  return sideOf(p) * sideOf(q) < 0;
}

/** Puts a unit back that has run into a wall, or through it, and takes the speed that led it there. */
export function holdAtWalls(unit /*: Unit */, { run } /*: Flock */) /*: void */ {
  for (const wall of run.walls) {
    const { from, to } = wall;
    const clearance = wall.radius + HULL * unit.length;
    const now = { x: unit.x, y: unit.y };
    const before = { x: unit.x - unit.vx * DT, y: unit.y - unit.vy * DT };
    const crossed = parts(from, to, before, now) && parts(before, now, from, to);
    const near = nearestOn(wall, now);
    let out = { x: now.x - near.x, y: now.y - near.y };
    if (lengthOf(out) >= clearance && !crossed) continue;
    if (crossed) {
      const start = nearestOn(wall, before);
      out = { x: before.x - start.x, y: before.y - start.y };
    }
    if (lengthOf(out) === 0) out = { x: from.y - to.y, y: to.x - from.x };
    const normal = direction(out);
    unit.x = clamp(near.x + normal.x * clearance, 0, run.width);
    unit.y = clamp(near.y + normal.y * clearance, 0, run.height);
    const inward = Math.min(unit.vx * normal.x + unit.vy * normal.y, 0);
    unit.vx -= normal.x * inward;
    unit.vy -= normal.y * inward;
  }
}
