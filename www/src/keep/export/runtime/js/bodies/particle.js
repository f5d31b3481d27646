import { clamp, DT, lengthOf, wrapAngle } from "../vector.js";

/** A particle always moves at its speed; steering only turns it (Vicsek et al. 1995). */
export const particle /*: Body */ = {
  turns: false,
  forceScale: (unit) => unit.group.maxForce,
  topSpeed: ({ group }) => group.speed,
  stiffness: () => Number.POSITIVE_INFINITY,
  thrust: () => 0,
  limit: () => Number.POSITIVE_INFINITY,
  startSpeed: ({ group }) => group.speed,

  push(unit) {
    unit.force.x = unit.fx;
    unit.force.y = unit.fy;
  },

  move(unit) {
    const { group, hx, hy, force } = unit;
    const asked = { x: hx + force.x / group.maxForce, y: hy + force.y / group.maxForce };
    // What asks for a stop leaves no way to go but rounding.
    const wanted = lengthOf(asked) > 1e-6 ? asked : { x: hx, y: hy };
    const angle = Math.atan2(hx * wanted.y - hy * wanted.x, hx * wanted.x + hy * wanted.y);
    const most = group.maxTurn > 0 ? group.maxTurn * DT : Number.POSITIVE_INFINITY;
    unit.heading = wrapAngle(unit.heading + clamp(wrapAngle(angle + unit.swerve), -most, most));
    const [nx, ny] = [Math.cos(unit.heading), Math.sin(unit.heading)];
    const [wx, wy] = group.movesWith === "old" ? [hx, hy] : [nx, ny];
    unit.x += wx * group.speed * DT;
    unit.y += wy * group.speed * DT;
    unit.vx = nx * group.speed;
    unit.vy = ny * group.speed;
  },

  face(unit) {
    unit.hx = Math.cos(unit.heading);
    unit.hy = Math.sin(unit.heading);
  },
};
