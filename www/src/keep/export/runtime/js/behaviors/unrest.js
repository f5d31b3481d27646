import { randomStream } from "../random.js";
import { sideways } from "../rules.js";
import { DT } from "../vector.js";

/** Sways smoothly from side to side at random. */
export function unrest(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const draw = (knot /*: number */) => randomStream(flock.run.seed, 10, unit.id, knot)();
  // Everybody's knots are at other times: else the whole flock would sway in step.
  const time = draw(-1) + (flock.ticks * DT) / group.unrestTime;
  const knot = Math.floor(time);
  const share = time - knot;
  const smooth = share * share * (3 - 2 * share);
  const [from, to] = [2 * draw(knot) - 1, 2 * draw(knot + 1) - 1];
  return sideways(unit, group.unrest * group.body.forceScale(unit) * (from + (to - from) * smooth));
}
