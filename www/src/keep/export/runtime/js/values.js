import { plus, scaled, ZERO } from "./vector.js";

/** Values over those that a unit looks at; over nobody all are 0. */
export function sumOf(values /*: number[] */) /*: number */ {
  return values.reduce((total, value) => total + value, 0);
}

export function sumOfVectors(values /*: Vector[] */) /*: Vector */ {
  return values.reduce(plus, ZERO);
}

export function meanOf(values /*: number[] */) /*: number */ {
  return sumOf(values) / Math.max(values.length, 1);
}

export function meanOfVectors(values /*: Vector[] */) /*: Vector */ {
  return scaled(sumOfVectors(values), 1 / Math.max(values.length, 1));
}

export function leastOf(values /*: number[] */) /*: number */ {
  return values.length > 0 ? Math.min(...values) : 0;
}

export function mostOf(values /*: number[] */) /*: number */ {
  return values.length > 0 ? Math.max(...values) : 0;
}

function nearestOf(seen /*: Sighting[] */) /*: Sighting | undefined */ {
  let nearest /*: Sighting | undefined */;
  for (const one of seen) {
    if (!nearest || one.distance < nearest.distance) nearest = one;
  }
  return nearest;
}

/** The value of the nearest one; over nobody 0. */
export function valueOfNearest(seen /*: Sighting[] */, value /*: (one: Sighting) => number */) /*: number */ {
  const nearest = nearestOf(seen);
  return nearest ? value(nearest) : 0;
}

export function vectorOfNearest(
  seen /*: Sighting[] */,
  value /*: (one: Sighting) => Vector */,
) /*: Vector */ {
  const nearest = nearestOf(seen);
  return nearest ? value(nearest) : ZERO;
}
