import { randomStream } from "./random.js";
import { clamp, wrapAngle } from "./vector.js";

/** The angle by which chance turns a unit in this tick. */
export function drawNoise(unit /*: Unit */, flock /*: Flock */) /*: number */ {
  const { group } = unit;
  const random = randomStream(flock.run.seed, 9, unit.id, flock.ticks);
  if (group.noiseKind === "uniform") return group.noise * (random() - 0.5);
  // Normal, with mean 0 and standard deviation 1 (Box & Muller 1958).
  const size = Math.sqrt(-2 * Math.log(1 - random()));
  return group.noise * size * Math.cos((2 * random() - 1) * Math.PI);
}

/** Turns the motion of a unit by what was drawn for it. */
export function turnByNoise(unit /*: Unit */) /*: void */ {
  const turn = clamp(unit.swerve, -Math.PI, Math.PI);
  const { vx, vy } = unit;
  unit.vx = vx * Math.cos(turn) - vy * Math.sin(turn);
  unit.vy = vy * Math.cos(turn) + vx * Math.sin(turn);
  unit.heading = wrapAngle(unit.heading + turn);
  unit.hx = Math.cos(unit.heading);
  unit.hy = Math.sin(unit.heading);
}
