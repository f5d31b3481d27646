import { expect, test } from "vitest";
import { withSeedOf } from "./pair";

test("what is compared has the seed of the run, and nothing else of it", () => {
  expect(withSeedOf("v=1&scene=swarm&seed=9&count=3", "v=1&scene=flock-wide&seed=4")).toBe(
    "v=1&scene=swarm&seed=4&count=3",
  );
  expect(withSeedOf("v=1&scene=swarm&seed=9", "v=1&scene=flock-wide")).toBe("v=1&scene=swarm");
  expect(withSeedOf("scene=swarm", "seed=2")).toBe("scene=swarm&seed=2");
});
