import { randomStream } from "../random.js";
import { DT, scaled, wrapAngle } from "../vector.js";
import { seekAlong } from "../wanted.js";

/** To a point on a circle ahead, which creeps along the circle. */
export function wander(unit /*: Unit */) /*: Vector */ {
  const { group, hx, hy, length } = unit;
  const angle = unit.wanderAngle ?? 0;
  const forward = group.wanderDistance + group.wanderRadius * Math.cos(angle);
  const starboard = group.wanderRadius * Math.sin(angle);
  const point = { x: hx * forward - hy * starboard, y: hy * forward + hx * starboard };
  return scaled(seekAlong(unit, scaled(point, length)), group.wander);
}

/** The point takes a random step along its circle. */
export function afterWander(unit /*: Unit */, flock /*: Flock */) /*: void */ {
  const random = randomStream(flock.run.seed, 3, unit.id, flock.ticks);
  const most = unit.group.wanderRate * DT;
  unit.wanderAngle = wrapAngle((unit.wanderAngle ?? 0) + most * (2 * random() - 1));
}
