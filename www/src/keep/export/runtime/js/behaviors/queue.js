import { crowdPush } from "../crowd.js";
import { areMates } from "../ties.js";
import { direction, lengthOf, scaled, ZERO } from "../vector.js";
import { offsetTo, toward } from "../wanted.js";

/** Share of the steering so far that is taken back. */
const TAKEN_BACK = 0.8;

/** Factor on the velocity of a unit that has somebody right in front of it. */
const HARD_STOP = 0.3;

/** Brakes behind whoever is ahead; stands last, because it takes back what the others asked for. */
export function queue(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group, length } = unit;
  const way = direction({ x: unit.vx, y: unit.vy });
  const reach = group.queueAhead * length;
  const radius = group.queueRadius * length;
  const found /*: Unit[] */ = [];
  flock.search(unit.x + way.x * reach, unit.y + way.y * reach, radius, (other) => {
    if (other !== unit && areMates(group, other.group)) found.push(other);
  });
  if (found.length === 0) return ZERO;
  const ahead = found.reduce((first, other) => (other.id < first.id ? other : first));
  const brake = toward(unit, ZERO);
  const push = group.queuePush * group.body.forceScale(unit);
  const off = crowdPush(unit, group.queueGap * length, push, flock);
  if (lengthOf(offsetTo(unit, ahead, flock)) <= radius) unit.brake *= HARD_STOP;
  unit.takenBack = group.queue * TAKEN_BACK;
  const sum = { x: brake.x + off.x - unit.fx * TAKEN_BACK, y: brake.y + off.y - unit.fy * TAKEN_BACK };
  return scaled(sum, group.queue);
}
