import { inView } from "./sight.js";
import { areMates } from "./ties.js";

/** Adds up the flockmates in view: how many there are, the offsets to them, their velocities. */
export function seeNeighbors(unit /*: Unit */, flock /*: Flock */) /*: void */ {
  const { group } = unit;
  let seen /*: Seen[] */ = [];
  inView(unit, group.view, group.view.radius(group) * unit.length, flock, (other, dx, dy, d2) => {
    if (areMates(group, other.group)) seen.push({ other, dx, dy, d2 });
  });
  if (group.choose) seen = group.choose(seen, group.nearestOnly);
  const near = { count: seen.length, dx: 0, dy: 0, vx: 0, vy: 0 };
  for (const { other, dx, dy } of seen) {
    near.dx += dx;
    near.dy += dy;
    near.vx += other.vx;
    near.vy += other.vy;
  }
  unit.near = near;
}
