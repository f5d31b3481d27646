import { DT, lengthOf, truncated, wrapAngle } from "../vector.js";

/** Density of the air, slugs per cubic foot, as the book has it. */
const AIR_DENSITY = 0.0023769;

/** The center of drag lies this many lengths forward of the middle. */
const DRAG_CENTER = -0.12;

/** The area that both drags act on. */
function area(group /*: Group */, length /*: number */) /*: number */ {
  return (length + length * group.hullWidth) * (length * group.hullHeight);
}

/** The book's craft: thrust astern, drag, and steering forces at the bow, which also turn it. */
export const rigidBody /*: Body */ = {
  turns: true,
  forceScale: (unit) => unit.group.steeringForce,
  /** Where thrust and drag balance. */
  topSpeed: ({ group, length }) =>
    Math.sqrt(group.thrust / (AIR_DENSITY * area(group, length) * group.linearDrag)),
  stiffness: () => Number.POSITIVE_INFINITY,
  thrust: (group) => group.thrust,
  limit: (group) =>
    group.steeringLimit > 0 ? group.steeringLimit * group.steeringForce : Number.POSITIVE_INFINITY,
  startSpeed: (unit) => rigidBody.topSpeed(unit),

  push(unit) {
    const { group, hx, hy, thrust, force } = unit;
    const { x, y } = truncated({ x: unit.fx, y: unit.fy }, rigidBody.limit(group));
    force.x = x + thrust * hx;
    force.y = y + thrust * hy;
    unit.torque = 0.5 * unit.length * (y * hx - x * hy);
  },

  move(unit) {
    const { group, hx, hy, length, force } = unit;

    // Drag against the flow at the center of drag, half of it when drifting astern.
    const arm = length * DRAG_CENTER;
    const flow = { x: unit.vx * hx + unit.vy * hy, y: unit.vy * hx - unit.vx * hy + unit.omega * arm };
    const ahead = flow.x > 0 ? 2 : 1;
    const hull = area(group, length);
    const drag = Math.min(
      0.5 * AIR_DENSITY * group.linearDrag * hull * ahead * lengthOf(flow),
      group.mass / DT,
    );
    const forward = force.x * hx + force.y * hy - drag * flow.x;
    const starboard = force.y * hx - force.x * hy - drag * flow.y;
    const moment = unit.torque - arm * drag * flow.y;

    unit.vx = (unit.vx + ((forward * hx - starboard * hy) / group.mass) * DT) * unit.brake;
    unit.vy = (unit.vy + ((forward * hy + starboard * hx) / group.mass) * DT) * unit.brake;
    unit.x += unit.vx * DT;
    unit.y += unit.vy * DT;

    // Drag against turning, taken implicitly: at 1/60 s the explicit form explodes.
    const turning = unit.omega + (moment / group.inertia) * DT;
    const turnDrag = ((0.5 * AIR_DENSITY * group.angularDrag) / group.inertia) * hull;
    unit.omega = turning / (1 + turnDrag * Math.abs(turning) * DT);
    unit.heading = wrapAngle(unit.heading + unit.omega * DT);
  },

  face(unit) {
    unit.hx = Math.cos(unit.heading);
    unit.hy = Math.sin(unit.heading);
  },
};
