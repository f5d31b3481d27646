import { lengthOf } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** A group has come to a place when its middle is within this many lengths of it, times one more than the root of its size. */
const THERE = 1;

/** The place that a group goes to now: its own, or the one opposite, across the middle of the world. */
function turningPoint(group /*: Group */, { run } /*: Flock */) /*: Vector */ {
  const [x, y] = group.back ? [1 - group.goalX, 1 - group.goalY] : [group.goalX, group.goalY];
  return { x: x * run.width, y: y * run.height };
}

/** To and fro between two places, or where the group was sent since. */
export function betweenGoal(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  const { group } = unit;
  if (flock.pointer && group.heedsPointer) {
    group.sentTo = { x: flock.pointer.x, y: flock.pointer.y, vx: 0, vy: 0 };
    return flock.pointer;
  }
  return group.sentTo ?? { ...turningPoint(group, flock), vx: 0, vy: 0 };
}

/** Groups that go to and fro turn where their middle has come to where they go. */
export function turnRound(flock /*: Flock */) /*: void */ {
  for (const group of flock.run.groups) {
    const units = flock.units.filter((unit) => unit.group === group);
    if (
      group.goal !== betweenGoal ||
      units.length === 0 ||
      group.target ||
      (flock.pointer && group.heedsPointer)
    )
      continue;
    const there = group.sentTo ?? turningPoint(group, flock);
    const sum = { x: 0, y: 0 };
    for (const unit of units) {
      const { x, y } = offsetTo(unit, there, flock);
      sum.x += x;
      sum.y += y;
    }
    const near = THERE * group.length * (1 + Math.sqrt(units.length));
    if (lengthOf(sum) / units.length > near) continue;
    if (group.sentTo) group.sentTo = null;
    else group.back = !group.back;
  }
}
