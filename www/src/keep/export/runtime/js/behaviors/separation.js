import { apart } from "../crowd.js";
import { side, sideways } from "../rules.js";
import { ignores } from "../ties.js";
import { lengthOf } from "../vector.js";

/** Away from units of every role that are too near, the harder the nearer. The view counts by its angles alone. */
export function separation(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const reach = group.separationFactor * unit.length;
  let seen /*: Seen[] */ = [];
  flock.search(unit.x, unit.y, reach, (other, dx, dy, d2) => {
    if (other === unit || ignores(group, other.group)) return;
    const forward = dx * unit.hx + dy * unit.hy;
    const starboard = dy * unit.hx - dx * unit.hy;
    if (d2 === 0 || group.separationView.sees(group, forward, starboard)) seen.push({ other, dx, dy, d2 });
  });
  if (group.separationChoose) seen = group.separationChoose(seen, group.nearestOnly);
  let push = 0;
  for (const { other, dx, dy } of seen) {
    const d = apart(unit, other, dx, dy);
    push -= (side(unit, d) * reach) / lengthOf(d);
  }
  return sideways(unit, group.separation * group.body.forceScale(unit) * push);
}
