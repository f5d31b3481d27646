/** Programs of runs with written rules: whatever a person writes, and calls it, runs there as in the core. */
import { expect } from "vitest";
import { whyNot } from "../../www/src/keep/export/plan";
import type { Simulation } from "./core";
import { type Case, caseOf, testPrograms } from "./languages";
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
  expect(allowed.length).toBeGreaterThan(20);
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

testPrograms("run every written rule as the core does", all);
