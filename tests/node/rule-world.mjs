/** Printed rules that run: over the JavaScript runtime of exported programs, in a world of a test's own. */
import { pointMass } from "../../www/src/keep/export/runtime/js/bodies/point.js";
import { rigidBody } from "../../www/src/keep/export/runtime/js/bodies/rigid.js";
import { Flock } from "../../www/src/keep/export/runtime/js/flock.js";
import { nearestOnly } from "../../www/src/keep/export/runtime/js/nearest.js";
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

/** The group of the one that is followed. */
const LEADER = "the leader";

const VIEWS = { wide: wideView, limited: limitedView, narrow: narrowView, full: fullView };

const thing = (of) => of && { x: of.p[0], y: of.p[1], vx: of.v[0], vy: of.v[1] };

/** A flock that stands as a world says. All that a unit can steer is 1, and it reaches any velocity. */
export function flockOf(world, numbers) {
  const body = {
    ...(world.body === "rigid" ? rigidBody : pointMass),
    forceScale: () => 1,
    topSpeed: () => world.max_speed,
    stiffness: () => Number.POSITIVE_INFINITY,
  };
  const { view } = world;
  const groups = new Map();
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
      nearestOnly: view.nearest_only,
      choose: view.nearest_only > 0 ? nearestOnly : undefined,
      fears: world.fears,
      fearsPointer: world.fears.includes("pointer"),
      hunts: world.hunted?.length > 0 ? world.hunted : undefined,
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
  const flock = new Flock(run);
  flock.ticks = world.tick ?? 0;
  flock.held = thing(world.pointer) ?? null;
  const [fx, fy] = world.so_far ?? [0, 0];
  for (const one of world.units) {
    const [x, y] = one.p;
    const unit = flock.add(groups.get(one.group), { x, y, heading: one.heading });
    const goal = thing(world.goal) ?? null;
    Object.assign(unit, { vx: one.v[0], vy: one.v[1], length: one.length, leader: one.leads, goal, fx, fy });
    Object.assign(unit, { hunts: one.hunts });
  }
  if (world.leader) {
    // The one that is followed is told beside the units: nobody counts it.
    const unit = flock.add({ key: LEADER }, { x: 0, y: 0, heading: 0 });
    Object.assign(unit, thing(world.leader));
    flock.crowd = flock.crowd.filter((one) => one !== unit);
  }
  return flock;
}

/** With the pointer that a world tells beside what is hunted. */
function held(flock, ask) {
  flock.pointer = flock.held;
  const answer = ask();
  flock.pointer = null;
  return answer;
}

/** What a rule asks for in its world: whether a unit hunts is told there. */
const BASE = {
  ...vector,
  ...rules,
  ...seen,
  ...steering,
  ...values,
  takesPart: (unit, flock, usual) => unit.hunts ?? steering.takesPart(unit, flock, usual),
  pointerFrom: (unit, flock) => held(flock, () => seen.pointerFrom(unit, flock)),
  menacesWithin: (unit, flock, radius) => held(flock, () => seen.menacesWithin(unit, flock, radius)),
};

/** The function that printed code declares. */
export function functionOf(code) {
  const body = code.replace("export function", "return function");
  return new Function(...Object.keys(BASE), body)(...Object.values(BASE));
}
