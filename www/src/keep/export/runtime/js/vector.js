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
