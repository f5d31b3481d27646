import { sideways } from "../rules.js";
import { clamp, DT } from "../vector.js";

/** Share of the steering force that a bow thruster gives. */
const BOW_THRUST = 0.5;

/** Keys fly the craft: see `flock.keys`. */
export function helm(unit /*: Unit */, flock /*: Flock */) /*: Vector */ {
  const { group } = unit;
  const rudder = Number(flock.keys.starboard) - Number(flock.keys.port);
  unit.thrust = clamp(unit.thrust + (unit.throttle ?? 0), 0, group.fullThrust);
  return sideways(unit, group.helm * rudder * BOW_THRUST * group.body.forceScale(unit));
}

/** The throttle stays where it is left: a second from none to full. */
export function afterHelm(unit /*: Unit */, flock /*: Flock */) /*: void */ {
  const full = unit.group.fullThrust;
  const lever = Number(flock.keys.faster) - Number(flock.keys.slower);
  unit.throttle = clamp((unit.throttle ?? 0) + lever * full * DT, -full, full);
}
