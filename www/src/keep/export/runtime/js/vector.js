/** Seconds per tick. All numbers were tuned at this step: keep it, and run more ticks to go faster. */
export const DT = 1 / 60;

export const ZERO /*: Vector */ = { x: 0, y: 0 };

export function lengthOf(v /*: Vector */) /*: number */ {
  return Math.sqrt(v.x * v.x + v.y * v.y);
}

/** The unit vector along v; 0 where v has no length. */
export function direction(v /*: Vector */) /*: Vector */ {
  const length = lengthOf(v);
  return length > 0 ? { x: v.x / length, y: v.y / length } : ZERO;
}

export function scaled(v /*: Vector */, factor /*: number */) /*: Vector */ {
  return { x: v.x * factor, y: v.y * factor };
}

/** v, cut to a length. */
export function truncated(v /*: Vector */, most /*: number */) /*: Vector */ {
  const length = lengthOf(v);
  return length > most ? scaled(v, most / length) : v;
}

export function clamp(value /*: number */, low /*: number */, high /*: number */) /*: number */ {
  return Math.min(Math.max(value, low), high);
}

/** The same angle between -pi and pi. */
export function wrapAngle(angle /*: number */) /*: number */ {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** A degree in radians. */
export const DEGREE = Math.PI / 180;

export function plus(a /*: Vector */, b /*: Vector */) /*: Vector */ {
  return { x: a.x + b.x, y: a.y + b.y };
}

export function minus(a /*: Vector */, b /*: Vector */) /*: Vector */ {
  return { x: a.x - b.x, y: a.y - b.y };
}

export function opposite(v /*: Vector */) /*: Vector */ {
  return { x: -v.x, y: -v.y };
}

export function dot(a /*: Vector */, b /*: Vector */) /*: number */ {
  return a.x * b.x + a.y * b.y;
}

/** Positive where b lies to starboard of a. */
export function cross(a /*: Vector */, b /*: Vector */) /*: number */ {
  return a.x * b.y - a.y * b.x;
}

/** v, turned to starboard by an angle. */
export function turned(v /*: Vector */, angle /*: number */) /*: Vector */ {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return { x: v.x * cosine - v.y * sine, y: v.y * cosine + v.x * sine };
}

/** v, a quarter turn to starboard. */
export function starboardOf(v /*: Vector */) /*: Vector */ {
  return { x: -v.y, y: v.x };
}

/** a where the share is 0, b where it is 1, else between. */
export function mix(a /*: number */, b /*: number */, share /*: number */) /*: number */ {
  return a + (b - a) * share;
}

export function mixVectors(a /*: Vector */, b /*: Vector */, share /*: number */) /*: Vector */ {
  return plus(a, scaled(minus(b, a), share));
}

/** The square root; of a negative number 0. */
export function squareRoot(value /*: number */) /*: number */ {
  return Math.sqrt(Math.max(value, 0));
}

/** The angle with a cosine; beyond -1 and 1 as of these. */
export function arcCosine(cosine /*: number */) /*: number */ {
  return Math.acos(clamp(cosine, -1, 1));
}
