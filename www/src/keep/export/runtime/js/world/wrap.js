import { clamp } from "../vector.js";

function wrapped(x /*: number */, extent /*: number */) /*: number */ {
  const inside = x < 0 ? x + extent : x;
  return clamp(inside >= extent ? inside - extent : inside, 0, extent);
}

/** Units leave the world on one side and enter on the other. */
export function wrapAround(unit /*: Unit */, { run } /*: Flock */) /*: void */ {
  unit.x = wrapped(unit.x, run.width);
  unit.y = wrapped(unit.y, run.height);
}
