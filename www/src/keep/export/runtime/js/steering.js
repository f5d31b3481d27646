import { hunts } from "./hunt.js";
import { randomStream } from "./random.js";
import { sideways, turnToward } from "./rules.js";
import { clamp, DT, direction, lengthOf, mix, scaled, ZERO } from "./vector.js";
import { limitedView } from "./views/limited.js";
import { narrowView } from "./views/narrow.js";
import { wideView } from "./views/wide.js";

/** The force of a rule: 1 is all that a unit can steer. What is no number is no force. */
export function forceOf(unit /*: Unit */, weight /*: number */, share /*: Vector */) /*: Vector */ {
  const force = scaled(share, weight * unit.group.body.forceScale(unit));
  return Number.isFinite(force.x) && Number.isFinite(force.y) ? force : ZERO;
}

/** The same, to starboard. */
export function forceSideways(unit /*: Unit */, weight /*: number */, share /*: number */) /*: Vector */ {
  return forceOf(unit, weight, sideways(unit, share));
}

/** What a unit can steer toward a wanted velocity, no more than reaches it within the tick. */
export function steerToward(unit /*: Unit */, wanted /*: Vector */) /*: Vector */ {
  const { body } = unit.group;
  const most = body.topSpeed(unit);
  if (most <= 0) return ZERO;
  const factor = Math.min(1 / most, body.stiffness(unit) / body.forceScale(unit));
  return { x: (wanted.x - unit.vx) * factor, y: (wanted.y - unit.vy) * factor };
}

/** Full speed along an offset. */
export function seekTo(unit /*: Unit */, offset /*: Vector */) /*: Vector */ {
  return steerToward(unit, scaled(direction(offset), unit.group.body.topSpeed(unit)));
}

/** Along an offset, slowing down within a radius so as to stop at its end. */
export function arriveAt(unit /*: Unit */, offset /*: Vector */, radius /*: number */) /*: Vector */ {
  const distance = lengthOf(offset);
  const share = distance < radius ? distance / radius : 1;
  return steerToward(unit, scaled(direction(offset), unit.group.body.topSpeed(unit) * share));
}

/** Into a direction, as the body can: what cannot choose its speed turns. */
export function headFor(unit /*: Unit */, course /*: Vector */) /*: Vector */ {
  if (course.x === 0 && course.y === 0) return ZERO;
  const { body } = unit.group;
  if (body.turns) return sideways(unit, turnToward(unit, course));
  return steerToward(unit, scaled(course, body.topSpeed(unit)));
}

/** Multiplies the thrust of this tick by a factor, as much as the rule weighs. */
export function easeThrust(unit /*: Unit */, weight /*: number */, factor /*: number */) /*: void */ {
  if (Number.isFinite(factor)) unit.thrust *= 1 + weight * (factor - 1);
}

/** The same with the velocity: the factor is between 0 and 1. */
export function easeSpeed(unit /*: Unit */, weight /*: number */, factor /*: number */) /*: void */ {
  if (Number.isFinite(factor)) unit.brake *= clamp(1 + weight * (clamp(factor, 0, 1) - 1), 0, 1);
}

/** Whether it is among those that hunt the target. `usual`: who hunts that of the scene. */
export function takesPart(unit /*: Unit */, flock /*: Flock */, usual /*: string */) /*: boolean */ {
  return hunts(unit, usual, flock);
}

/** The sum so far: 1 is all that a unit can steer. */
export function soFarOf(unit /*: Unit */) /*: Vector */ {
  const most = unit.group.body.forceScale(unit);
  return most > 0 ? scaled({ x: unit.fx, y: unit.fy }, 1 / most) : ZERO;
}

export function velocityOf(unit /*: Unit */) /*: Vector */ {
  return { x: unit.vx, y: unit.vy };
}

export function headingOf(unit /*: Unit */) /*: Vector */ {
  return { x: unit.hx, y: unit.hy };
}

export function placeOf(unit /*: Unit */) /*: Vector */ {
  return { x: unit.x, y: unit.y };
}

/** The part of a vector along the heading. */
export function partAhead(unit /*: Unit */, v /*: Vector */) /*: number */ {
  return v.x * unit.hx + v.y * unit.hy;
}

/** The part of a vector to starboard of the heading. */
export function partAbeam(unit /*: Unit */, v /*: Vector */) /*: number */ {
  return v.y * unit.hx - v.x * unit.hy;
}

function isIn(unit /*: Unit */, view /*: View | undefined */, v /*: Vector */) /*: boolean */ {
  return view?.sees(unit.group, partAhead(unit, v), partAbeam(unit, v)) ?? false;
}

/** Whether an offset lies within the angles of the group's view. */
export function isSeen(unit /*: Unit */, offset /*: Vector */) /*: boolean */ {
  return isIn(unit, unit.group.view, offset);
}

export function isInWideView(unit /*: Unit */, offset /*: Vector */) /*: boolean */ {
  return isIn(unit, wideView, offset);
}

export function isInLimitedView(unit /*: Unit */, offset /*: Vector */) /*: boolean */ {
  return isIn(unit, limitedView, offset);
}

export function isInNarrowView(unit /*: Unit */, offset /*: Vector */) /*: boolean */ {
  return isIn(unit, narrowView, offset);
}

/** What a unit remembers. */
export function recall(unit /*: Unit */, key /*: string */, start /*: number */) /*: number */ {
  return unit.memory[key] ?? start;
}

export function recallVector(unit /*: Unit */, key /*: string */, start /*: Vector */) /*: Vector */ {
  return { x: recall(unit, `${key}.x`, start.x), y: recall(unit, `${key}.y`, start.y) };
}

/** What is no number is not remembered. */
export function remember(unit /*: Unit */, key /*: string */, value /*: number */) /*: void */ {
  if (Number.isFinite(value)) unit.memory[key] = value;
}

export function rememberVector(unit /*: Unit */, key /*: string */, value /*: Vector */) /*: void */ {
  if (!Number.isFinite(value.x) || !Number.isFinite(value.y)) return;
  remember(unit, `${key}.x`, value.x);
  remember(unit, `${key}.y`, value.y);
}

/** Drawn anew in each tick, for each unit and place in its rule. */
export function randomBetween(
  unit /*: Unit */,
  flock /*: Flock */,
  place /*: number */,
  low /*: number */,
  high /*: number */,
) /*: number */ {
  const [purpose, number] = place === 0 ? [3, unit.id] : [11, unit.id + place * 2 ** 32];
  return mix(low, high, randomStream(flock.run.seed, purpose, number, flock.ticks)());
}

/** Smooth chance from -1 to 1, which changes within so many seconds. */
export function sway(
  unit /*: Unit */,
  flock /*: Flock */,
  place /*: number */,
  seconds /*: number */,
) /*: number */ {
  const [purpose, number] = place === 0 ? [10, unit.id] : [12, unit.id + place * 2 ** 32];
  const draw = (knot /*: number */) => randomStream(flock.run.seed, purpose, number, knot)();
  // Everybody's knots are at other times: else the whole flock would sway in step.
  const time = draw(-1) + (flock.ticks * DT) / seconds;
  const knot = Math.floor(time);
  const share = time - knot;
  return mix(2 * draw(knot) - 1, 2 * draw(knot + 1) - 1, share * share * (3 - 2 * share));
}
