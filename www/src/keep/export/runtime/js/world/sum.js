/** All forces add up; the body cuts the sum to what it can do. */
export function sumOfForces(unit /*: Unit */, flock /*: Flock */) /*: void */ {
  for (const behavior of unit.group.behaviors) {
    const force = behavior(unit, flock);
    unit.fx += force.x;
    unit.fy += force.y;
  }
}
