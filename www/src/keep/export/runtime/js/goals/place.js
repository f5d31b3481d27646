/** One place for the whole group, or where it was sent since. */
export function placeGoal(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  const { group } = unit;
  if (flock.pointer && group.heedsPointer) {
    group.sentTo = { x: flock.pointer.x, y: flock.pointer.y, vx: 0, vy: 0 };
    return flock.pointer;
  }
  const { width, height } = flock.run;
  return group.sentTo ?? { x: group.goalX * width, y: group.goalY * height, vx: 0, vy: 0 };
}
