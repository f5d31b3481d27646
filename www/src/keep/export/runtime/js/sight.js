import { ignores } from "./ties.js";

/** Calls visit(other, dx, dy, d2) for the other units within a radius that a unit sees through a view. */
export function inView(
  unit /*: Unit */,
  view /*: View */,
  radius /*: number */,
  flock /*: Flock */,
  visit /*: Visit */,
) /*: void */ {
  flock.search(unit.x, unit.y, radius, (other, dx, dy, d2) => {
    if (other === unit || ignores(unit.group, other.group)) return;
    const forward = dx * unit.hx + dy * unit.hy;
    const starboard = dy * unit.hx - dx * unit.hy;
    if (view.sees(unit.group, forward, starboard)) visit(other, dx, dy, d2);
  });
}
