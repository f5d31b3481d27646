import { DT, lengthOf, truncated } from "../vector.js";

/** Slower than this, u/s, a unit stands, and keeps its heading. */
const STILL = 1e-9;

/** A point: a force of limited size moves it, its speed is limited, its heading follows its velocity. */
export const pointMass /*: Body */ = {
  turns: false,
  forceScale: (unit) => unit.group.maxForce,
  topSpeed: ({ group, pace }) => group.maxSpeed * (1 + group.paceSpread * pace),
  stiffness: (unit) => unit.group.mass / DT,
  thrust: () => 0,
  limit: (group) => group.maxForce,
  startSpeed: () => 0,

  push(unit) {
    const { x, y } = truncated({ x: unit.fx, y: unit.fy }, unit.group.maxForce);
    unit.force.x = x;
    unit.force.y = y;
  },

  move(unit) {
    const { group, force } = unit;
    const v = { x: unit.vx + (force.x / group.mass) * DT, y: unit.vy + (force.y / group.mass) * DT };
    const velocity = truncated(v, pointMass.topSpeed(unit));
    unit.vx = velocity.x * unit.brake;
    unit.vy = velocity.y * unit.brake;
    unit.x += unit.vx * DT;
    unit.y += unit.vy * DT;
  },

  face(unit) {
    const speed = lengthOf({ x: unit.vx, y: unit.vy });
    if (speed > STILL) {
      unit.hx = unit.vx / speed;
      unit.hy = unit.vy / speed;
      unit.heading = Math.atan2(unit.hy, unit.hx);
    } else {
      unit.vx = 0;
      unit.vy = 0;
    }
  },
};
