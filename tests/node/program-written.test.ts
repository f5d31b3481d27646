/** Programs of runs with written rules: whatever a person writes, and calls it, runs there as in the core. */
import { expect, test } from "vitest";
import { whyNot } from "../../www/src/keep/export/plan";
import { javascript } from "../../www/src/keep/export/programs/javascript";
import { Simulation } from "./core";
import { page } from "./export";
import {
  type Case,
  caseOf,
  csharpTools,
  expectAnswers,
  godot,
  inCSharp,
  inGodot,
  PATIENCE,
} from "./languages";
import { expectTicks, moduleOf } from "./program";
import { allowed, flockOf, named, RULES, runOf, texts } from "./written";

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

function made(run: Simulation, ticks: number): Case {
  expect(whyNot(run)).toBe("");
  const found = caseOf(run.link(), run, ticks);
  run.free();
  return found;
}

let cases: Case[] | undefined;
function all(): Case[] {
  cases ??= [
    ...["rigid", "point", "particle"].flatMap((body) =>
      chunks(texts, 16).map((some) => made(runOf(body, named(some)), 6)),
    ),
    // What cannot steer at all, and sees across the edges.
    made(runOf("point", named(RULES.slice(0, 16)), { max_force: 0, toroidal: 1 }), 4),
    made(runOf("rigid", named(RULES.slice(0, 16)), { steering_force: 0, edges: "bounce" }), 4),
    made(flockOf(RULES.slice(0, 16)), 6),
    ...chunks(allowed, 16).map((keys) =>
      made(
        runOf(
          "point",
          keys.map((key) => [key, "param share = 0.5 in 0..1\nsteer seek(goal.offset) * share"]),
        ),
        4,
      ),
    ),
  ];
  return cases;
}

test("programs in JavaScript run every written rule as the core does", async () => {
  expect(allowed.length).toBeGreaterThan(20);
  for (const { link, plan } of all()) {
    const run = new Simulation(link);
    const { Flock, RUN } = await moduleOf(javascript(plan, page));
    expectTicks(run, new Flock(RUN), 8);
    run.free();
  }
});

test.skipIf(!godot)(
  "programs in GDScript run every written rule as the core does",
  async () => expectAnswers(all(), await inGodot(all())),
  PATIENCE,
);

test.skipIf(!csharpTools)(
  "programs in C# run every written rule as the core does",
  async () => expectAnswers(all(), await inCSharp(all())),
  PATIENCE,
);
