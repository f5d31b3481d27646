/** Programs whose behaviors are printed from rules, beside the core: ticks from states of a run, every unit. */
import { expect, test } from "vitest";
import { planOf, whyNot } from "../../www/src/keep/export/plan";
import { javascript } from "../../www/src/keep/export/programs/javascript";
import { Simulation, scenes } from "./core";
import { page, sourceOf } from "./export";
import {
  type Case,
  caseOf,
  csharpTools,
  expectAnswers,
  godot,
  inCSharp,
  inGodot,
  inPython,
  PATIENCE,
  python3,
} from "./languages";
import { expectStart, expectTicks, moduleOf } from "./program";
import { RULED } from "./ruled";

const LINKS = [
  ...scenes().map(({ key, link }) =>
    key === "murmuration" ? `${link}&count=300&width=300&height=200` : link,
  ),
  "scene=flock-limited&count=60&nearest=6&toroidal=on&edges=wrap&separation_view=wide",
  "scene=flock-obstacles&count=60&feelers=three&edges=contain&ob=120-80-20_300_300-200&wa=50-50-400-60-4&start=200-250-80",
  "scene=flock-narrow&count=40&edges=bounce&combination=priority&steering_limit=2",
  "scene=flock-limited&count=30&start_motion=rest&groups=boids.pcohesion-alignment-separation-fright-chase.fg1*player*" +
    "g1.rmonster.bpoint.ppursue-crowd_separation.hboids*g2.rsoldier.bpoint.pleader_following-rts_separation.og1.ig1*" +
    "g3.rinterceptor.brigid.pcohesion-alignment-separation-chase.aboids.hg1&g1.count=3&g2.count=12&g3.count=9",
];

/** A run whose behaviors are told as rules. */
function ruledSource(run: Simulation) {
  const groups = run.blueprint();
  return sourceOf(run, (group, key) => {
    const has = groups[group]?.behaviors.some((one) => one.key === key);
    return has ? RULED.get(key) : undefined;
  });
}

const offered = LINKS.filter((link) => {
  const run = new Simulation(link);
  const why = whyNot(sourceOf(run));
  run.free();
  return why === "";
});

test.each(offered)("every tick of the printed program of %s is the core's", async (link) => {
  const run = new Simulation(link);
  const plan = planOf(ruledSource(run));
  const { Flock, RUN } = await moduleOf(javascript(plan, page));
  const flock = new Flock(RUN);
  expectStart(run, flock);
  expectTicks(run, flock, 40);
  run.free();
});

const cases: Case[] = offered.map((link) => {
  const run = new Simulation(link);
  const ticks = Math.min(Math.max(Math.floor(600 / run.count()), 7), 12);
  const made = caseOf(link, run, ticks, planOf(ruledSource(run)));
  run.free();
  return made;
});

test("rules are printed for most behaviors of the scenes", () => {
  const printed = cases.flatMap(({ plan }) => plan.groups.flatMap(({ rules }) => [...rules.keys()]));
  expect(new Set(printed).size).toBeGreaterThan(15);
});

test.skipIf(!python3)(
  "every tick of printed programs in Python is the core's",
  async () => expectAnswers(cases, await inPython(cases)),
  PATIENCE,
);

test.skipIf(!godot)(
  "every tick of printed programs in GDScript is the core's",
  async () => expectAnswers(cases, await inGodot(cases)),
  PATIENCE,
);

test.skipIf(!csharpTools)(
  "every tick of printed programs in C# is the core's",
  async () => expectAnswers(cases, await inCSharp(cases)),
  PATIENCE,
);
