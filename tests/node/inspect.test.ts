import { expect, test } from "vitest";
import { Simulation, scenes } from "./core";

test("in every scene the numbers of an inspection hang together", () => {
  let forces = 0;
  for (const { key } of scenes()) {
    const run = new Simulation(`scene=${key}`);
    for (const ticks of [0, 60, 200]) {
      run.tick(ticks);
      for (const id of [0, Math.floor(run.count() / 2), run.count() - 1]) {
        const found = run.inspect(id);
        if (!found) throw new Error(`${key}: no unit ${id}`);
        const what = `${key}, unit ${id}`;
        const largest = Math.max(1, ...found.forces.map(({ fx, fy }) => Math.hypot(fx, fy)));
        const sum = (part: "fx" | "fy") => found.forces.reduce((total, force) => total + force[part], 0);
        expect(Math.abs(sum("fx") - found.sumX) / largest, what).toBeLessThan(1e-5);
        expect(Math.abs(sum("fy") - found.sumY) / largest, what).toBeLessThan(1e-5);
        const net = Math.hypot(found.fx, found.fy);
        expect(net, what).toBeLessThanOrEqual((found.limit ?? Number.POSITIVE_INFINITY) * 1.00001);
        if (found.limit === undefined || Math.hypot(found.sumX, found.sumY) < found.limit)
          expect([found.fx, found.fy], what).toEqual([found.sumX, found.sumY]);
        expect(found.neighbors.length, what).toBe(Math.min(found.neighborCount, 400));
        expect(found.rejected.length, what).toBe(found.reasons.length);
        forces += found.forces.filter(({ fx, fy }) => fx !== 0 || fy !== 0).length;
      }
    }
    run.free();
  }
  expect(forces).toBeGreaterThan(100);
});

test("what is told before a tick is what the tick does: the same run, ticked in another instance", () => {
  const watched = new Simulation("scene=flock-limited");
  const alone = new Simulation("scene=flock-limited");
  for (let tick = 0; tick < 50; tick++) {
    const found = watched.inspect(tick % watched.count());
    expect(found?.id).toBe(tick % watched.count());
    watched.tick(1);
    alone.tick(1);
  }
  expect(watched.hash()).toBe(alone.hash());
});
