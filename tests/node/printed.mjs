/** Runs printed rules, each in a world, and says their forces: for tests/random_rules.rs. */
import { readFileSync } from "node:fs";
import { flockOf, functionOf } from "./rule-world.mjs";

for (const { code, world } of JSON.parse(readFileSync(0, "utf8"))) {
  const flock = flockOf(world, { weight: 1, amount: 2, way: "port" });
  const { x, y } = functionOf(code)(flock.units[0], flock);
  console.log(`${x} ${y}`);
}
