/** The measures that the package hands out, against the same computed in 64 bits from the raw arrays, pair by pair. */
import { expect, test } from "vitest";
import { measures, Simulation, wasmMemory } from "./core";

interface Unit {
  x: number;
  y: number;
  vx: number;
  vy: number;
  length: number;
  role: number;
}

/** Numbers of the roles that nothing counts: the player's craft and the prey. */
const UNCOUNTED = [2, 6];

function unitsOf(run: Simulation): Unit[] {
  const { buffer } = wasmMemory;
  const count = run.count();
  const floats = (at: number) => new Float32Array(buffer, at, count);
  const [x, y, vx, vy, length] = [
    floats(run.xPtr()),
    floats(run.yPtr()),
    floats(run.velocityXPtr()),
    floats(run.velocityYPtr()),
    floats(run.lengthPtr()),
  ];
  const role = new Uint8Array(buffer, run.rolePtr(), count);
  const at = (values: ArrayLike<number>, id: number) => values[id] ?? Number.NaN;
  return Array.from({ length: count }, (_, id) => ({
    x: at(x, id),
    y: at(y, id),
    vx: at(vx, id),
    vy: at(vy, id),
    length: at(length, id),
    role: at(role, id),
  })).filter(({ role }) => !UNCOUNTED.includes(role));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function measured(run: Simulation) {
  const units = unitsOf(run);
  const { width, height, toroidal, edges } = run.scenery();
  const short = (from: number, to: number, extent: number) =>
    to - from - (toroidal && edges === "wrap" ? extent * Math.round((to - from) / extent) : 0);
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.hypot(short(a.x, b.x, width), short(a.y, b.y, height));
  const speed = ({ vx, vy }: Unit) => Math.hypot(vx, vy) || 1;
  let overlaps = 0;
  const nearest = units.map((unit, index) => {
    const distances = units.map((other) => (other === unit ? Number.POSITIVE_INFINITY : apart(unit, other)));
    for (const [at, distance] of distances.entries())
      overlaps += Number(at < index && distance < Math.max(unit.length, units[at]?.length ?? 0));
    return Math.min(...distances);
  });
  const target = run.target();
  return {
    polarization: Math.hypot(
      mean(units.map((unit) => unit.vx / speed(unit))),
      mean(units.map((unit) => unit.vy / speed(unit))),
    ),
    nearest_neighbor: mean(nearest),
    overlaps,
    mean_speed: mean(units.map(({ vx, vy }) => Math.hypot(vx, vy))),
    closest_hunter:
      target.kind === "none" ? Number.NaN : Math.min(...units.map((unit) => apart(target, unit))),
  };
}

test.each([
  "scene=leaders-pincer&seed=5",
  "scene=flock-limited&seed=5&toroidal=on&width=300&height=200",
  "scene=zombie-horde&seed=6&edges=contain",
  "scene=patrol",
  "scene=tile-chase",
])("measures are those of the raw arrays: %s", (link) => {
  const run = new Simulation(link);
  for (const ticks of [0, 12, 288]) {
    run.tick(ticks);
    const [tick, ...values] = run.sample();
    expect(tick).toBe(run.ticks());
    for (const [key, wanted] of Object.entries(measured(run))) {
      const found = values[measures().findIndex((measure) => measure.key === key)] ?? Number.NaN;
      const what = `${key} at tick ${tick}`;
      if (Number.isNaN(wanted)) expect(found, what).toBeNaN();
      else expect(Math.abs(found - wanted), what).toBeLessThan(1e-5 * Math.max(1, wanted));
    }
  }
  run.free();
});
