import { crowdPush } from "../crowd.js";
import { direction, lengthOf, scaled, ZERO } from "../vector.js";
import { aheadOf, arriveAlong, offsetTo, seekAlong } from "../wanted.js";

/** Whom a group follows: the first unit of those that it is told to, else the leader. */
function leaderOf({ follows } /*: Group */, flock /*: Flock */) /*: Unit | undefined */ {
  if (!follows) return flock.firstOf("leader");
  return flock.units.find((unit) => follows.includes(unit.group.key));
}

/** Gathers behind the leader, apart from the other followers, and out of the leader's way. */
export function leaderFollowing(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const leader = leaderOf(unit.group, flock);
  if (!leader) return ZERO;
  const { group, length } = unit;
  const reach = scaled(direction({ x: leader.vx, y: leader.vy }), group.behindFactor * length);
  const d = offsetTo(unit, leader, flock);
  const gather = arriveAlong(unit, { x: d.x - reach.x, y: d.y - reach.y }, group.followSlowing * length);
  const push = group.followerPush * group.body.forceScale(unit);
  const off = crowdPush(unit, group.followerGap * length, push, flock);
  const sight = group.sightFactor * length;
  const inSight = lengthOf(d) <= sight || lengthOf({ x: d.x + reach.x, y: d.y + reach.y }) <= sight;
  const evade = inSight ? seekAlong(unit, scaled(aheadOf(unit, leader, flock), -1)) : ZERO;
  const sum = { x: gather.x + off.x + evade.x, y: gather.y + off.y + evade.y };
  return scaled(sum, group.leaderFollowing);
}
