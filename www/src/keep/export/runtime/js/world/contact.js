import { clamp, direction, lengthOf } from "../vector.js";

/** A unit is moved out of obstacles at most this many times in a tick. */
const MOST_MOVES = 4;

/** Puts a unit back that has come into an obstacle, and takes the speed that led it in. */
export function holdAtObstacles(unit /*: Unit */, { run } /*: Flock */) /*: void */ {
  for (let turn = 0; turn < MOST_MOVES; turn++) {
    let moved = false;
    for (const { x, y, radius } of run.obstacles) {
      const least = radius + run.contactGap * unit.length;
      const off = { x: unit.x - x, y: unit.y - y };
      if (lengthOf(off) >= least) continue;
      const out = lengthOf(off) > 0 ? direction(off) : { x: -unit.hx, y: -unit.hy };
      unit.x = clamp(x + out.x * least, 0, run.width);
      unit.y = clamp(y + out.y * least, 0, run.height);
      const inward = Math.min(unit.vx * out.x + unit.vy * out.y, 0);
      unit.vx -= out.x * inward;
      unit.vy -= out.y * inward;
      moved = true;
    }
    if (!moved) return;
  }
}
