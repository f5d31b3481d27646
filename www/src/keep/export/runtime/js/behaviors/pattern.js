import { sideways } from "../rules.js";
import { clamp, DT, lengthOf, wrapAngle } from "../vector.js";

/** The least share of the steering force that a turning thruster gives. */
const LEAST_THRUST = 0.05;

/** A step with `turn` (degrees) ends when the heading has changed by it, one with `way` (u) when the unit is that far. */
function newTrack() /*: Track */ {
  return { step: 0, heading: undefined, course: 0, turn: 0, x: 0, y: 0 };
}

const degrees = (angle /*: number */) => Math.abs((angle * 180) / Math.PI);

/** A list of control steps, flown over and over. */
export function pattern(unit /*: Unit */) /*: Vector */ {
  const { group } = unit;
  const track = unit.track ?? newTrack();
  unit.track = track;
  const step = group.steps[track.step];
  let push = step.rudder;
  if (step.rudder === 0 && track.heading !== undefined) {
    const off = wrapAngle(track.course - unit.heading);
    push = group.hold * clamp(off - 0.2 * unit.omega, -1, 1);
  } else if (step.turn) {
    push = step.rudder * Math.max(1 - degrees(track.turn) / step.turn, LEAST_THRUST);
  }
  return sideways(unit, group.pattern * group.body.forceScale(unit) * push);
}

/** Takes note of how far a unit has come in its step. */
export function afterPattern(unit /*: Unit */) /*: void */ {
  const { track, heading, group } = unit;
  if (!track) return;
  const step = group.steps[track.step];
  if (track.heading !== undefined) {
    track.turn += wrapAngle(heading - track.heading);
  } else if (step.turn) {
    track.turn = unit.omega * DT;
    track.course = wrapAngle(heading - track.turn);
  } else {
    track.course = heading;
  }
  track.heading = heading;
  track.x += unit.vx * DT;
  track.y += unit.vy * DT;
  const over = step.turn ? degrees(track.turn) >= step.turn : lengthOf(track) >= (step.way ?? 0);
  if (!over) return;
  const meant = ((step.turn ?? 0) * step.rudder * Math.PI) / 180;
  const drifts = step.rudder !== 0 && !step.turn;
  const course = drifts ? heading : wrapAngle(track.course + meant);
  unit.track = { ...newTrack(), step: (track.step + 1) % group.steps.length, heading, course };
}
