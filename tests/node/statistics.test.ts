/**
 * Exported programs leave the core's run after some seconds, and then do the same as a flock.
 *
 * With all 160 units of the scene, which takes half a minute: t is 1.1 for polarization, 2.2 for spacing, -1.6 for
 * overlaps and 0.5 for speed. Here with a half of them, on half the area, and more seeds of the core, which is the faster
 * of the two: the error of the difference is that of 20 seeds of each.
 */
import { expect, test } from "vitest";
import { Simulation } from "./core";
import { javascriptOf, moduleOf, stateOf } from "./program";

const CORE_SEEDS = 60;
const SEEDS = 12;
const LINK = "scene=flock-limited&count=80&width=424&height=318";

/** Ticks before and between samples: after six seconds, every unit is elsewhere than in the core. */
const BURN_IN = 360;
const EVERY = 30;
const SAMPLES = 9;

type Units = Record<"x" | "y" | "vx" | "vy" | "hx" | "hy", ArrayLike<number>>;

/** The measures of the flock's units, of which there are so many, of this length. */
function measure({ x, y, vx, vy, hx, hy }: Units, count: number, length: number): Record<string, number> {
  let [px, py, speed, spacing, overlaps] = [0, 0, 0, 0, 0];
  const at = (array: ArrayLike<number>, id: number) => array[id] ?? Number.NaN;
  for (let a = 0; a < count; a++) {
    px += at(hx, a);
    py += at(hy, a);
    speed += Math.hypot(at(vx, a), at(vy, a));
    let nearest = Number.POSITIVE_INFINITY;
    for (let b = 0; b < count; b++) {
      if (b === a) continue;
      const distance = Math.hypot(at(x, b) - at(x, a), at(y, b) - at(y, a));
      nearest = Math.min(nearest, distance);
      if (b > a && distance < length) overlaps += 1;
    }
    spacing += nearest / length;
  }
  return {
    polarization: Math.hypot(px, py) / count,
    spacing: spacing / count,
    overlaps,
    speed: speed / count,
  };
}

/** The means of a run's samples. */
function sample(tick: () => void, units: () => Units, count: number, length: number): Record<string, number> {
  const means: Record<string, number> = {};
  for (let done = 1; done <= BURN_IN + EVERY * (SAMPLES - 1); done++) {
    tick();
    if (done < BURN_IN || (done - BURN_IN) % EVERY !== 0) continue;
    for (const [key, value] of Object.entries(measure(units(), count, length))) {
      means[key] = (means[key] ?? 0) + value / SAMPLES;
    }
  }
  return means;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The square of the standard error of a mean. */
const error2 = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1) / values.length;

test("a flock of exported JavaScript has the statistics of the core's, over many seeds", async () => {
  const core: Record<string, number>[] = [];
  const exported: Record<string, number>[] = [];
  for (let seed = 1; seed <= CORE_SEEDS; seed++) {
    const run = new Simulation(`${LINK}&seed=${seed}`);
    const { count = 0, length = 1 } = run.groups()[0] ?? {};
    core.push(
      sample(
        () => run.tick(1),
        () => stateOf(run),
        count,
        length,
      ),
    );
    run.free();
  }
  // Other seeds: what both start with alike would look like agreement.
  for (let seed = CORE_SEEDS + 1; seed <= CORE_SEEDS + SEEDS; seed++) {
    const other = new Simulation(`${LINK}&seed=${seed}`);
    const { count = 0, length = 1 } = other.groups()[0] ?? {};
    const { Flock, RUN } = await moduleOf(javascriptOf(other));
    other.free();
    const flock = new Flock(RUN);
    const of = (key: keyof Units) => flock.units.map((unit) => unit[key]);
    const units = () => ({ x: of("x"), y: of("y"), vx: of("vx"), vy: of("vy"), hx: of("hx"), hy: of("hy") });
    exported.push(sample(() => flock.tick(), units, count, length));
  }
  for (const key of ["polarization", "spacing", "overlaps", "speed"]) {
    const [a, b] = [core, exported].map((runs) => runs.map((run) => run[key] ?? Number.NaN)) as [
      number[],
      number[],
    ];
    const t = (mean(b) - mean(a)) / Math.sqrt(error2(a) + error2(b));
    console.info(
      `${key}: core ${mean(a).toFixed(4)} ± ${Math.sqrt(error2(a)).toFixed(4)}, ` +
        `exported ${mean(b).toFixed(4)} ± ${Math.sqrt(error2(b)).toFixed(4)}, t ${t.toFixed(2)}`,
    );
    expect(Math.abs(t), key).toBeLessThan(3);
  }
}, 180_000);
