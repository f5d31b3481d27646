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
