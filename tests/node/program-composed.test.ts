/** Programs of composed runs: every behavior on every body that it fits, and after all that a person can change. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../www/src/keep/export/languages";
import { readRun } from "../../www/src/keep/export/model";
import { planOf, whyNot } from "../../www/src/keep/export/plan";
import { PROGRAMS } from "../../www/src/keep/export/programs";
import { javascript } from "../../www/src/keep/export/programs/javascript";
import { Simulation } from "./core";
import { page, sourceOf } from "./export";
import { type Case, caseOf, testPrograms } from "./languages";
import { expectStart, expectTicks, moduleOf } from "./program";

const CATALOG = Simulation.behaviorCatalog();
const BODIES = ["rigid", "point", "particle"] as const;

/** Something to hunt, to fear and to follow. */
const OTHERS = "*g31.rmonster.bpoint.pwander*g32.rleader.bpoint.pwander&g31.count=2&g32.count=1";
const WORLD = "&width=300&height=300&target=player&seed=7";

/** A run in which groups have a behavior each, and others to act on, or none. */
function linkOf(body: string, keys: readonly string[], lone: boolean): string {
  const names = keys.map((_, at) => (at === 0 ? "units" : `g${at}`));
  const ties = lone ? "" : ".hg31.fg31.og32";
  const groups = keys.map((key, at) => `${names[at]}.b${body}.p${key}${ties}`);
  const counts = keys.map((_, at) => `&${at === 0 ? "" : `g${at}.`}count=6`);
  const others = lone ? "" : OTHERS;
  const stands = body === "tile" ? "" : "&ob=90-90-14_210-120-11_150-210-18";
  return `v=1&scene=empty&groups=${groups.join("*")}${others}${counts.join("")}${stands}${WORLD}`;
}

const FITTING = CATALOG.flatMap(({ key, bodies }) => bodies.map((body): [string, string] => [key, body]));

test.each(FITTING)(
  "the behavior %s on the body %s is in every export, or each says why not",
  async (key, body) => {
    const run = new Simulation(linkOf(body, [key], false));
    expect(run.notices()).toEqual([]);
    expect(run.blueprint()[0]?.behaviors.map((one) => one.key)).toEqual([key]);
    const source = sourceOf(run);
    for (const { write } of LANGUAGES) expect(write(readRun(source), page)).toContain(`"${key}"`);
    if (body === "tile") {
      expect(whyNot(run)).toContain("no running code");
    } else {
      expect(whyNot(run)).toBe("");
      const plan = planOf(source);
      expect(plan.groups[0]).toMatchObject({ behaviors: [key], idle: [] });
      for (const { write } of PROGRAMS) expect(write(plan, page).length).toBeGreaterThan(100);
      const { Flock, RUN } = await moduleOf(javascript(plan, page));
      const flock = new Flock(RUN);
      expectStart(run, flock);
      expectTicks(run, flock, 12);
    }
    run.free();
  },
);

/** All behaviors on each body, every group with another one. */
function behaviorRuns(): Case[] {
  return BODIES.flatMap((body) => {
    const keys = CATALOG.filter(({ bodies }) => bodies.includes(body)).map(({ key }) => key);
    const links = [keys.slice(0, 20), keys.slice(20)].flatMap((some) =>
      [false, true].map((lone) => linkOf(body, some, lone)),
    );
    return links.map((link) => {
      const run = new Simulation(link);
      expect(run.notices()).toEqual([]);
      const made = caseOf(link, run, 6);
      run.free();
      return made;
    });
  });
}

/** By link, compositions one after the other, while the run plays; a removal leaves holes among the ids of parameters. */
const CHANGES: readonly [string, readonly string[]][] = [
  [
    "v=1&scene=flock-limited&count=40",
    [
      "boids.pcohesion-alignment-separation*player",
      "boids.pseparation-cohesion*player",
      "boids.bpoint.pseparation-cohesion*player",
      "boids.pcohesion-alignment-separation-unrest-fright.fg1*player*g1.rmonster.bpoint.ppursue.hboids",
      "boids.palignment*g1.rmonster.bpoint.ppursue.hboids",
      "boids.palignment",
    ],
  ],
  ["v=1&scene=falcon&count=60", ["starlings"]],
  ["v=2&scene=leaders-pincer&count=15", ["boids", "boids*g1.linterceptors"]],
  ["v=2&scene=zombie-horde&count=12", ["zombies.pwander-seek", "zombies.pwander-seek.hg1*g1.lsurvivors"]],
];

/** What they are then, read as on the page; the core's ticks are those of their links, opened anew. */
function changedRuns(): Case[] {
  return CHANGES.flatMap(([link, texts]) => {
    const run = new Simulation(link);
    const source = sourceOf(run);
    const made = texts.map((text) => {
      expect(run.compose(text), text).toEqual([]);
      run.tick(10);
      const again = new Simulation(run.link());
      const plan = planOf(source);
      const other = planOf(sourceOf(again));
      // Vitest takes seconds to compare what is as large; where they differ, it says how.
      if (!isDeepStrictEqual(plan, other)) expect(plan, run.link()).toEqual(other);
      const found = caseOf(run.link(), again, 6, plan);
      again.free();
      return found;
    });
    run.free();
    return made;
  });
}

let cases: Case[] | undefined;
const all = () => {
  cases ??= [...behaviorRuns(), ...changedRuns()];
  return cases;
};

testPrograms("have every behavior, also without anybody to act on, and what is left after changes", all);
