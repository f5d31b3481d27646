import { lengthOf, scaled, ZERO } from "../vector.js";
import { offsetTo, seekAlong, toward } from "../wanted.js";

/** From node to node of the group's path. */
export function pathFollowing(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const way = unit.way ?? { node: 0, back: false, done: false };
  unit.way = way;
  if (way.done) return scaled(toward(unit, ZERO), group.pathFollowing);
  const node = group.path[way.node];
  return node ? scaled(seekAlong(unit, offsetTo(unit, node, flock)), group.pathFollowing) : ZERO;
}

/** Within the path radius of its node a unit heads for the next one. */
export function afterPathFollowing(unit /*: Unit */, flock /*: Flock */) /*: void */ {
  const { group, way } = unit;
  const node = way && group.path[way.node];
  if (!node || way.done) return;
  if (lengthOf(offsetTo(unit, node, flock)) > group.pathRadius * unit.length) return;
  const last = group.path.length - 1;
  if (way.back) {
    way.back = way.node > 0;
    way.node = way.back ? way.node - 1 : Math.min(last, 1);
  } else if (way.node < last) {
    way.node += 1;
  } else if (group.atEnd === "stop") {
    way.done = true;
  } else {
    way.back = group.atEnd === "patrol";
    way.node = way.back ? Math.max(last - 1, 0) : 0;
  }
}
