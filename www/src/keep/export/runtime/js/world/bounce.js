import { clamp, wrapAngle } from "../vector.js";

/** Units are reflected at the edges, place, velocity and heading. */
export function bounce(unit /*: Unit */, { run } /*: Flock */) /*: void */ {
  const { width, height } = run;
  const outX = unit.x < 0 || unit.x > width;
  const outY = unit.y < 0 || unit.y > height;
  if (outX) {
    const outward = unit.x < 0 ? unit.vx < 0 : unit.vx > 0;
    unit.x = clamp(unit.x < 0 ? -unit.x : 2 * width - unit.x, 0, width);
    if (outward) {
      unit.vx = -unit.vx;
      unit.heading = wrapAngle(Math.PI - unit.heading);
    }
  }
  if (outY) {
    const outward = unit.y < 0 ? unit.vy < 0 : unit.vy > 0;
    unit.y = clamp(unit.y < 0 ? -unit.y : 2 * height - unit.y, 0, height);
    if (outward) {
      unit.vy = -unit.vy;
      unit.heading = -unit.heading;
    }
  }
}
