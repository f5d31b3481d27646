import { whyNot } from "../../www/src/keep/export/plan";
import { Simulation } from "./core";
import { type Case, caseOf, testElsewhere } from "./languages";
import { small } from "./program";

/** Few of a crowd: what a tick of it takes in these languages adds up. */
const ticksOf = (units: number) => Math.min(Math.max(Math.floor(600 / units), 4), 12);

const LINKS = [
  ...small,
  "scene=flock-limited&count=60&nearest=6&toroidal=on&edges=wrap&separation_view=wide",
  "scene=flock-obstacles&count=60&feelers=three&edges=contain&ob=120-80-20_300_300-200&wa=50-50-400-60-4&start=200-250-80",
  "scene=flock-narrow&count=40&edges=bounce&combination=priority&steering_limit=2",
  "scene=rts-group&goal=roam&heeds_pointer=off&wa=300-0-300-250-5",
  "scene=queue-door&combination=priority&count=20",
  "scene=vicsek&count=60&noise=2&noise_kind=gaussian&moves_with=old&max_turn=3&edges=bounce",
  "scene=flock-limited&count=40&noise=0.4&start_motion=rest",
  "scene=flock-obstacles&count=60&contact=on&avoidance=0",
  "scene=flock-limited&count=30&start_motion=rest&groups=boids.pcohesion-alignment-separation-fright-chase.fg1*player*" +
    "g1.rmonster.bpoint.ppursue-crowd_separation.hboids*g2.rsoldier.bpoint.pleader_following-rts_separation.og1.ig1*" +
    "g3.rinterceptor.brigid.pcohesion-alignment-separation-chase.aboids.hg1&g1.count=3&g2.count=12&g3.count=9",
  "v=2&scene=leaders-pincer&count=8&interceptors.count=4&width=240&height=200&catch_factor=9&interceptors.catch_factor=15",
  "v=2&scene=zombie-horde&seed=2&width=240&height=200&catch_factor=6&count=6&survivors.count=5",
  "v=2&scene=rts-group&start_motion=cruise&heeds_pointer=off&goal_x=0.55",
];

const cases: Case[] = LINKS.flatMap((link) => {
  const run = new Simulation(link);
  const offered = whyNot(run) === "";
  const made = offered ? [caseOf(link, run, ticksOf(run.count()))] : [];
  run.free();
  return made;
});

testElsewhere("do every tick as the core does", () => cases);
