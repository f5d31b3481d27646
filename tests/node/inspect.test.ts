import { expect, test } from "vitest";
import { Simulation } from "./core";

test("what is told before a tick is what the tick does: the same run, ticked in another instance", () => {
  const watched = new Simulation("scene=flock-limited");
  const alone = new Simulation("scene=flock-limited");
  for (let tick = 0; tick < 50; tick++) {
    const found = watched.inspect(tick % watched.count());
    expect(found?.id).toBe(tick % watched.count());
    expect(found?.neighbors.length).toBe(Math.min(found?.neighborCount ?? 0, 400));
    watched.tick(1);
    alone.tick(1);
  }
  expect(watched.hash()).toBe(alone.hash());
});

test("of more than 400 neighbors, 400 are listed", () => {
  const run = new Simulation("scene=flock-wide&count=1000");
  const found = Array.from({ length: run.count() }, (_, unit) => run.inspect(unit));
  run.tick(1);
  expect(run.meanNeighbors()).toBeGreaterThan(400);
  expect(Math.max(...found.map((one) => one?.neighbors.length ?? 0))).toBe(400);
});
