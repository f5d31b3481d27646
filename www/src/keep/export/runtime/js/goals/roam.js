import { randomStream } from "../random.js";
import { lengthOf } from "../vector.js";
import { offsetTo } from "../wanted.js";

/** Units that roam have arrived this many lengths from their place. */
const ARRIVED = 2.5;

/** Places to roam to keep this share of the world's extent away from its edges. */
const ROAM_MARGIN = 0.06;

/** A place of its own for each unit, and another after each arrival. */
export function roamGoal(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  const { goal } = unit;
  if (flock.pointer && unit.group.heedsPointer) return { ...flock.pointer };
  if (goal && lengthOf(offsetTo(unit, goal, flock)) > ARRIVED * unit.length) return goal;
  const random = randomStream(flock.run.seed, 5, unit.id, flock.ticks);
  const x = (ROAM_MARGIN + (1 - 2 * ROAM_MARGIN) * random()) * flock.run.width;
  const y = (ROAM_MARGIN + (1 - 2 * ROAM_MARGIN) * random()) * flock.run.height;
  return { x, y, vx: 0, vy: 0 };
}
