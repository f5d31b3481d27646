import { lengthOf, scaled, ZERO } from "./vector.js";

/** Nearer than this many lengths, the force grows no more. */
const NEAREST = 0.05;

/** U(d) = -A/d^n + B/d^m, d in lengths of the unit: pushes away where positive. The force on a unit by what is at an offset. */
export function lennardJones(
  d /*: Vector */,
  length /*: number */,
  a /*: number */,
  b /*: number */,
  n /*: number */,
  m /*: number */,
) /*: Vector */ {
  const distance = lengthOf(d);
  if (distance === 0) return ZERO;
  const near = Math.max(distance / length, NEAREST);
  return scaled(d, (a / near ** n - b / near ** m) / distance);
}
