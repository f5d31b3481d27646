import { side, sideways } from "../rules.js";
import { direction, lengthOf } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** Away from obstacles that a feeler touches: each counts once, however many feelers touch it. */
export function avoidance(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const reach = group.feelerFactor * unit.length;
  const way = direction({ x: unit.vx, y: unit.vy });
  const angles = group.feelers === "three" ? [0, -group.feelerSpread, group.feelerSpread] : [0];
  const feelers = angles.map((angle) => ({
    x: way.x * Math.cos(angle) - way.y * Math.sin(angle),
    y: way.y * Math.cos(angle) + way.x * Math.sin(angle),
  }));
  let push = 0;
  for (const { x, y, radius } of flock.run.obstacles) {
    const a = offsetTo(unit, { x, y }, flock);
    const touched = feelers.some((feeler) => {
      const along = a.x * feeler.x + a.y * feeler.y;
      const off = lengthOf({ x: a.x - along * feeler.x, y: a.y - along * feeler.y });
      return along > 0 && along < reach && off < radius;
    });
    if (touched) push -= (side(unit, a) * reach) / lengthOf(a);
  }
  return sideways(unit, group.avoidance * group.body.forceScale(unit) * push);
}
