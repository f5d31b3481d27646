/** Printed rules that run: over the JavaScript runtime of exported programs, in a world of a test's own. */
import { pointMass } from "../../www/src/keep/export/runtime/js/bodies/point.js";
import { rigidBody } from "../../www/src/keep/export/runtime/js/bodies/rigid.js";
import { Flock } from "../../www/src/keep/export/runtime/js/flock.js";
import * as rules from "../../www/src/keep/export/runtime/js/rules.js";
import * as seen from "../../www/src/keep/export/runtime/js/seen.js";
import * as steering from "../../www/src/keep/export/runtime/js/steering.js";
import * as values from "../../www/src/keep/export/runtime/js/values.js";
import * as vector from "../../www/src/keep/export/runtime/js/vector.js";
import { fullView } from "../../www/src/keep/export/runtime/js/views/full.js";
import { limitedView } from "../../www/src/keep/export/runtime/js/views/limited.js";
import { narrowView } from "../../www/src/keep/export/runtime/js/views/narrow.js";
import { wideView } from "../../www/src/keep/export/runtime/js/views/wide.js";
import { searchEveryone } from "../../www/src/keep/export/runtime/js/world/everyone.js";
import { plainOffset } from "../../www/src/keep/export/runtime/js/world/plain.js";
import { offsetAcrossEdges } from "../../www/src/keep/export/runtime/js/world/torus.js";
import { printRule, Simulation } from "./core";

export type Pair = [number, number];
export type Unit = Flock["units"][number];

/** A world of tests/vectors/rules.json. */
export interface World {
  body: "rigid" | "point";
  size: Pair;
  torus: boolean;
  max_speed: number;
  view: {
    model: "wide" | "limited" | "narrow" | "full";
    radius_factor: number;
    back_angle_factor: number;
    front_angle_factor: number;
  };
  units: {
    p: Pair;
    v: Pair;
    heading: number;
    length: number;
    role: string;
    group: string;
    leads: boolean;
    hunts: boolean;
  }[];
  obstacles: { p: Pair; radius: number }[];
  fears: string[];
  goal?: { p: Pair; v: Pair } | null;
  target?: { p: Pair; v: Pair } | null;
  leader?: { p: Pair; v: Pair } | null;
}

/** The group of the one that is followed. */
const LEADER = "the leader";

const VIEWS = { wide: wideView, limited: limitedView, narrow: narrowView, full: fullView };

const thing = (of: World["goal"]) => of && { x: of.p[0], y: of.p[1], vx: of.v[0], vy: of.v[1] };

/** A flock that stands as a world says. All that a unit can steer is 1, and it reaches any velocity. */
export function flockOf(world: World, numbers: Record<string, number | string>): Flock {
  const body = {
    ...(world.body === "rigid" ? rigidBody : pointMass),
    forceScale: () => 1,
    topSpeed: () => world.max_speed,
    stiffness: () => Number.POSITIVE_INFINITY,
  };
  const { view } = world;
  const groups = new Map<string, object>();
  for (const { group, role } of world.units) {
    groups.set(group, {
      ...numbers,
      key: group,
      label: group,
      role,
      length: 1,
      body,
      view: VIEWS[view.model],
      wideRadiusFactor: view.radius_factor,
      limitedRadiusFactor: view.radius_factor,
      narrowRadiusFactor: view.radius_factor,
      backAngleFactor: view.back_angle_factor,
      frontAngleFactor: view.front_angle_factor,
      fears: world.fears,
      quarry: () => thing(world.target) ?? null,
      start: { x: 0, y: 0, heading: 0, spread: 0, standing: false, speed: 0 },
      behaviors: [],
      look: [],
      after: [],
    });
  }
  const [any] = groups.values();
  if (world.leader) groups.set(LEADER, { ...any, key: LEADER, role: "leader" });
  const run = {
    seed: 1,
    width: world.size[0],
    height: world.size[1],
    target: "nobody",
    pointerHunters: "everyone",
    obstacles: world.obstacles.map(({ p: [x, y], radius }) => ({ x, y, radius })),
    walls: [],
    offset: world.torus ? offsetAcrossEdges : plainOffset,
    search: searchEveryone,
    groups: [...groups.values()],
    startPlaces: () => [],
  };
  const flock = new Flock(run as never);
  for (const one of world.units) {
    const [x, y] = one.p;
    const unit = flock.add(groups.get(one.group) as never, { x, y, heading: one.heading });
    const goal = thing(world.goal) ?? null;
    Object.assign(unit, { vx: one.v[0], vy: one.v[1], length: one.length, leader: one.leads, goal });
    Object.assign(unit, { hunts: one.hunts });
  }
  if (world.leader) {
    // The one that is followed is told beside the units: nobody counts it.
    const unit = flock.add({ key: LEADER } as never, { x: 0, y: 0, heading: 0 });
    Object.assign(unit, thing(world.leader));
    flock.crowd = flock.crowd.filter((one) => one !== unit);
  }
  return flock;
}

/** What a rule asks for in its world: whether a unit hunts is told there. */
const BASE = {
  ...vector,
  ...rules,
  ...seen,
  ...steering,
  ...values,
  takesPart: (unit: Unit & { hunts?: boolean }, flock: Flock, usual: string) =>
    unit.hunts ?? steering.takesPart(unit, flock, usual),
};

export type Printed = (unit: Unit, flock: Flock) => { x: number; y: number };

/** The function of a rule. `weight` and `params` are what the numbers of its group are called. */
export function printed(text: string, params: readonly string[] = [], weight = "weight"): Printed {
  const { code } = printRule(text, "javascript", ["ruleOfATest", weight, ...params], [], []);
  const body = code.replace("export function", "return function");
  return new Function(...Object.keys(BASE), body)(...Object.values(BASE));
}

const camel = (key: string) => key.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());

/** A behavior of the core by its key, as it is printed; undefined where it is no rule. Its numbers are called as its keys. */
export function behaviorOf(key: string): Printed | undefined {
  for (const body of ["rigid", "point", "particle"]) {
    const run = new Simulation(`v=1&scene=empty&groups=units.b${body}.p${key}`);
    const text = run.ruleText(0, key);
    run.free();
    if (text === undefined) continue;
    const params = [...text.matchAll(/^param (\w+)/gm)].map(([, name = ""]) => camel(name));
    return printed(text, params, camel(key));
  }
  return undefined;
}
