/**
 * Expected results that an independent program computed from the sources' formulas, through the JavaScript runtime of
 * exported programs: the same cases as those of the core (tests/vectors.rs).
 */
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { particle } from "../../www/src/keep/export/runtime/js/bodies/particle.js";
import { pointMass } from "../../www/src/keep/export/runtime/js/bodies/point.js";
import { rigidBody } from "../../www/src/keep/export/runtime/js/bodies/rigid.js";
import { Flock } from "../../www/src/keep/export/runtime/js/flock.js";
import { targetGoal } from "../../www/src/keep/export/runtime/js/goals/target.js";
import { findLeaders } from "../../www/src/keep/export/runtime/js/leaders.js";
import { matesInView } from "../../www/src/keep/export/runtime/js/seen.js";
import { bounce } from "../../www/src/keep/export/runtime/js/world/bounce.js";
import { holdAtObstacles } from "../../www/src/keep/export/runtime/js/world/contact.js";
import { searchEveryone } from "../../www/src/keep/export/runtime/js/world/everyone.js";
import { plainOffset } from "../../www/src/keep/export/runtime/js/world/plain.js";
import { sumOfForces } from "../../www/src/keep/export/runtime/js/world/sum.js";
import { offsetAcrossEdges } from "../../www/src/keep/export/runtime/js/world/torus.js";
import { behaviorOf as printedOf } from "./rules";

type Pair = [number, number];
type Vector = { x: number; y: number };
type Behavior = (unit: Unit, flock: Flock) => Vector;
type Unit = Flock["units"][number];

const every = import.meta.glob<Record<string, unknown>>(
  "../../www/src/keep/export/runtime/js/{behaviors,views}/*.js",
  { eager: true },
);
const part = <T>(path: string, name: string) =>
  every[`../../www/src/keep/export/runtime/js/${path}.js`]?.[name] as T;

const known = new Map<string, Behavior>();

/** A behavior by its key: of the runtime, or printed from its rule. */
function behaviorOf(key: string): Behavior {
  const found = known.get(key) ?? part<Behavior>(`behaviors/${key}`, camel(key)) ?? printedOf(key);
  if (!found) throw new Error(`no behavior '${key}'`);
  known.set(key, found);
  return found;
}
const viewOf = (name: string) => part<unknown>(`views/${name}`, `${name}View`);
const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The allowed error, relative to the expected value or to the scale of forces: as for the core. */
const TOLERANCE = 2e-3;

/** Where a case stands: away from the edges of a large world. */
const START = 4096;
const moved = ([x, y]: Pair, [fromX, fromY]: Pair): Vector => ({
  x: START + x - fromX,
  y: START + y - fromY,
});

const counts = new Map<string, number>();

function expectClose(got: number, want: number, scale: number, what: string): void {
  expect(Math.abs(got - want), `${what}: got ${got}, expected ${want}`).toBeLessThanOrEqual(
    TOLERANCE * Math.max(Math.abs(want), scale),
  );
}

interface Place extends Vector {
  v: Pair;
  heading?: number;
  length?: number;
}

/** A flock of these groups, whose units are where their cases have them. */
function flockOf(groups: [Record<string, unknown>, Place[]][], world: Record<string, unknown> = {}): Flock {
  const usual = {
    look: [],
    after: [],
    behaviors: [],
    blend: sumOfForces,
    start: {},
    length: 1,
    paceSpread: 0,
  };
  const run = {
    ...{ seed: 1, width: 8000, height: 8000, target: "player", pointerHunters: "everyone", cell: 0 },
    ...{ contactGap: 0, obstacles: [], walls: [], hold: [], after: [] },
    ...{ offset: plainOffset, search: searchEveryone, edges: bounce },
    ...world,
    groups: groups.map(([group, units]) => ({
      ...usual,
      key: group.role,
      label: "Units",
      ...group,
      count: units.length,
      places: units.map(({ x, y }) => ({ x, y, heading: 0 })),
    })),
  };
  // What only programs that were exported have: see runtime/js/types.ts.
  const flock = new Flock(run as never);
  const places = groups.flatMap(([, units]) => units);
  for (const [id, unit] of flock.units.entries()) {
    const { v, heading = Math.atan2(v[1], v[0]), length } = places[id] as Place;
    const [vx, vy] = v;
    Object.assign(unit, { vx, vy, heading, hx: Math.cos(heading), hy: Math.sin(heading), omega: 0 });
    unit.length = length ?? unit.length;
  }
  return flock;
}

interface Member {
  p: Pair;
  v?: Pair;
  heading?: number;
  max_speed?: number;
  max_force?: number;
  mass?: number;
  steering_force?: number;
}

const at = ({ p, v = [0, 0], heading }: Member, origin: Pair): Place => ({
  ...moved(p, origin),
  v,
  ...(heading === undefined ? {} : { heading }),
});

interface Case {
  behavior: string;
  agent?: Member;
  body?: Member & Record<string, number & string>;
  args: Record<string, unknown>;
  expect: {
    fx?: number;
    fy?: number;
    hard_stop?: boolean;
    starboard?: number;
    heading?: number;
    p?: Pair;
    v?: Pair;
  };
}

const read = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8"));

const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);

/** What the case says of a behavior: factors of L, which is 1, are distances; shares of the force are of the largest. */
const NUMBERS: Record<string, (a: Record<string, number>, most: number) => Record<string, unknown>> = {
  seek: () => ({ seek: 1 }),
  flee: () => ({ flee: 1, panicFactor: 0 }),
  arrive: (a) => ({ arrive: 1, slowingFactor: a.slowing_radius }),
  pursue: () => ({ pursue: 1 }),
  evade: () => ({ evadeAhead: 1 }),
  collision_avoidance: (a, most) => ({
    collisionAvoidance: 1,
    seeAhead: a.see_ahead,
    maxAvoid: (a.max_avoid_force ?? 0) / most,
  }),
  leader_following: (a, most) => ({
    leaderFollowing: 1,
    behindFactor: a.behind_dist,
    followSlowing: a.slowing_radius,
    sightFactor: a.sight_radius,
    followerGap: a.sep_radius,
    followerPush: (a.max_sep ?? 0) / most,
  }),
  crowd_separation: (a, most) => ({
    crowdSeparation: 1,
    crowdFactor: a.radius,
    maxSeparation: (a.max_separation ?? 0) / most,
  }),
  queue: (a, most) => ({
    queue: 1,
    queueAhead: a.ahead_dist,
    queueRadius: a.radius,
    queueGap: a.sep_radius,
    queuePush: (a.max_sep ?? 0) / most,
  }),
  rts_separation: (a) => ({ rtsSeparation: 1, minSeparation: a.min_separation }),
  rts_cohesion: (a) => ({ rtsCohesion: 1, maxCohesion: a.max_cohesion }),
  rts_alignment: (a) => ({ rtsAlignment: 1, alignFactor: a.max_cohesion }),
  lennard_jones: (a) => ({
    ...{ potential: 1, potentialA: a.A, potentialB: a.B, potentialN: a.n, potentialM: a.m_exp },
    potentialCutoff: 0,
  }),
  mean_heading: (a) => ({ meanHeading: 1, meanHeadingFactor: a.radius }),
  zones: (a) => ({
    zones: 1,
    repulsionFactor: a.repulsion,
    orientationWidth: (a.orientation ?? 0) - (a.repulsion ?? 0),
    attractionWidth: (a.attraction ?? 0) - (a.orientation ?? 0),
    viewAngle: a.view_angle,
  }),
  orbit: (a) => ({
    orbit: 1,
    orbitDistance: a.distance,
    orbitSoftness: a.softness,
    chirality: (a.chirality ?? 0) > 0 ? "port" : "starboard",
  }),
  fright: (a) => ({ fright: 1, frightFactor: a.radius, fears: ["monster"] }),
};

/** Keys of the runtime for what cases call otherwise. */
const KEYS: Record<string, string> = { evade: "evade_ahead", lennard_jones: "potential" };

const MASS = 1;

/** The force of a behavior on one unit. */
function force(one: Case, what: string): void {
  const agent = one.agent as Member;
  const rigid = one.behavior.endsWith("_rigid");
  const kind = one.behavior.replace("_rigid", "");
  const { args } = one;
  const {
    others = [],
    menaces = [],
    obstacles = [],
  } = args as {
    others?: Member[];
    menaces?: Member[];
    obstacles?: { x: number; y: number; radius: number }[];
  };
  const [quarry, leader] = [args.quarry, args.leader] as (Member | undefined)[];
  const [target, other, torus] = [args.target, args.other, args.torus] as (Pair | null | undefined)[];
  // Across the edges, places count as they are.
  const origin: Pair = torus ? [START, START] : agent.p;
  const most = agent.max_force ?? 1;
  const numbers = NUMBERS[kind]?.(args as Record<string, number>, most);
  if (!numbers) throw new Error(`${what}: no behavior '${kind}'`);
  const behavior = behaviorOf(KEYS[kind] ?? kind);
  const body = rigid
    ? { body: rigidBody, steeringForce: agent.steering_force, hullWidth: 1, hullHeight: 1 }
    : {
        body: pointMass,
        maxForce: most,
        maxSpeed: agent.max_speed,
        mass: agent.mass ?? MASS,
      };
  const [alone, usualLength] = [
    { ...body, thrust: 0, linearDrag: 1, goal: targetGoal },
    (args.length as number) ?? 1,
  ];
  const still: Member[] = other ? [{ p: other }] : [];
  const groups: [Record<string, unknown>, Place[]][] = [
    [
      { ...alone, ...numbers, role: "soldier", length: usualLength, behaviors: [behavior] },
      [agent, ...others, ...still].map((unit) => at(unit, origin)),
    ],
  ];
  const besides: [string, Member[]][] = [
    ["monster", menaces],
    ["player", quarry ? [quarry] : []],
    ["leader", leader ? [leader] : []],
  ];
  for (const [role, units] of besides) {
    if (units.length > 0) groups.push([{ ...alone, role }, units.map((unit) => at(unit, origin))]);
  }
  const flock = flockOf(groups, {
    obstacles: obstacles.map(({ x, y, radius }) => ({ ...moved([x, y], origin), radius })),
    ...(torus ? { width: torus[0], height: torus[1], offset: offsetAcrossEdges } : {}),
  });
  if (target) flock.setTarget(moved(target, origin).x, moved(target, origin).y);
  const unit = flock.units[0] as Unit;
  unit.goal = targetGoal(unit, flock);
  const [sx, sy] = (args.steering ?? [0, 0]) as Pair;
  unit.fx = sx;
  unit.fy = sy;
  const got = behavior(unit, flock);
  const { fx = 0, fy = 0, starboard, hard_stop } = one.expect;
  if (starboard !== undefined) {
    const scale = agent.steering_force ?? 1;
    expectClose(got.y * unit.hx - got.x * unit.hy, starboard, scale, what);
    expectClose(got.x * unit.hx + got.y * unit.hy, 0, scale, `${what}: forward`);
    return;
  }
  // Potentials know no largest force; where both parts nearly cancel, the attraction is the measure.
  const pull =
    kind === "lennard_jones" && other
      ? Number(args.A) /
        (Math.hypot(other[0] - agent.p[0], other[1] - agent.p[1]) / usualLength) ** Number(args.n)
      : most;
  const scale = kind === "lennard_jones" ? Math.max(pull, Math.hypot(fx, fy)) : most;
  expectClose(got.x, fx, scale, `${what}: fx`);
  expectClose(got.y, fy, scale, `${what}: fy`);
  if (hard_stop !== undefined) {
    expect(unit.brake < 1, `${what}: hard stop`).toBe(hard_stop);
    flock.tick();
    if (hard_stop) expect(Math.hypot(unit.vx, unit.vy)).toBeLessThanOrEqual(0.3001 * (agent.max_speed ?? 0));
  }
}

function particleTick({ body, args, expect: want }: Case, what: string): void {
  const craft = body as NonNullable<Case["body"]>;
  const [fx, fy] = args.force as Pair;
  const speed = craft.max_speed ?? 0;
  const heading = craft.heading ?? 0;
  const flock = flockOf([
    [
      {
        ...{ role: "regular", body: particle, speed, maxForce: craft.max_force, maxTurn: craft.max_turn },
        ...{
          movesWith: craft.moves_with,
          behaviors: [() => ({ x: fx, y: fy })],
          swerve: () => craft.noise_draw,
        },
      },
      [{ x: START, y: START, v: [Math.cos(heading) * speed, Math.sin(heading) * speed], heading }],
    ],
  ]);
  flock.tick();
  const [unit] = flock.units as [Unit];
  const off = unit.heading - (want.heading ?? 0);
  expect(Math.abs(off - 2 * Math.PI * Math.round(off / (2 * Math.PI))), what).toBeLessThanOrEqual(TOLERANCE);
  const [x, y] = want.p as Pair;
  expectClose(unit.x - START, x - craft.p[0], speed / 60, `${what}: x`);
  expectClose(unit.y - START, y - craft.p[1], speed / 60, `${what}: y`);
  expectClose(Math.hypot(unit.vx, unit.vy), speed, 1, `${what}: speed`);
}

/** The state of the case is the one after the move: the unit starts where that led from. */
function contactTick({ agent, args, expect: want }: Case, what: string): void {
  const { p, v = [0, 0], max_speed = 1, max_force, mass = MASS } = agent as Member;
  const radius = args.radius as number;
  const flock = flockOf(
    [
      [
        { role: "regular", body: pointMass, maxForce: max_force, maxSpeed: max_speed, mass },
        [{ x: START - v[0] / 60, y: START - v[1] / 60, v }],
      ],
    ],
    {
      contactGap: args.gap,
      hold: [holdAtObstacles],
      obstacles: [{ ...moved(args.center as Pair, p), radius }],
    },
  );
  flock.tick();
  const [unit] = flock.units as [Unit];
  const [x, y] = want.p as Pair;
  const [vx, vy] = want.v as Pair;
  expectClose(unit.x - START, x - p[0], 0.1 * radius, `${what}: x`);
  expectClose(unit.y - START, y - p[1], 0.1 * radius, `${what}: y`);
  expectClose(unit.vx, vx, max_speed, `${what}: vx`);
  expectClose(unit.vy, vy, max_speed, `${what}: vy`);
}

interface FlockCase {
  params: Record<string, number> & { view: string; separation_view: string };
  units: {
    x: number;
    y: number;
    vx: number;
    vy: number;
    heading: number;
    length: number;
    interceptor: boolean;
  }[];
  obstacles: { x: number; y: number; radius: number }[];
  expect: (Record<string, number> & { neighbors: number[]; leader: boolean })[];
}

/** A crowd, and what each unit sees and how each rule pushes it. Unit 0 is the player. */
function bookFlock(one: FlockCase, what: string): void {
  const { params, units } = one;
  const numbers = Object.fromEntries(Object.entries(params).map(([key, value]) => [camel(key), value]));
  const of = (interceptor: boolean) =>
    [...units.keys()].filter((k) => k > 0 && units[k]?.interceptor === interceptor);
  const caseOf = [...of(false), ...of(true), 0];
  const first = units[0] as FlockCase["units"][number];
  const place = (k: number): Place => {
    const { x, y, vx, vy, heading, length } = units[k] as FlockCase["units"][number];
    return { ...moved([x, y], [first.x, first.y]), v: [vx, vy], heading, length };
  };
  const rules = ["cohesion", "alignment", "separation", "avoidance"];
  const group = {
    ...numbers,
    ...{ body: rigidBody, thrust: 0, linearDrag: 1, hullWidth: 1, hullHeight: 1, steeringLimit: 0 },
    ...{ look: [findLeaders], feelers: "one", feelerSpread: 0 },
    ...{ cohesion: 1, alignment: 1, separation: 1, avoidance: 1, chase: 1, intercept: 1, turnAround: false },
    ...{ chasers: "leaders", interceptors: "leaders" },
    view: viewOf(params.view),
    separationView: viewOf(params.separation_view === "same" ? params.view : params.separation_view),
  };
  const seen = new Map<Unit, Unit[]>();
  let looking: Unit | undefined;
  const look = (unit: Unit, flock: Flock) => {
    looking = unit;
    matesInView(unit, flock);
  };
  const choose = (found: { other: Unit }[]) => {
    seen.set(
      looking as Unit,
      found.map(({ other }) => other),
    );
    return found;
  };
  const flock = flockOf(
    [
      [{ ...group, choose, look: [look, findLeaders], role: "regular" }, of(false).map(place)],
      [{ ...group, choose, look: [look, findLeaders], role: "interceptor" }, of(true).map(place)],
      [{ ...group, look: [], role: "player" }, [place(0)]],
    ],
    {
      obstacles: one.obstacles.map(({ x, y, radius }) => ({ ...moved([x, y], [first.x, first.y]), radius })),
    },
  );
  for (const unit of flock.units) for (const act of unit.group.look) act(unit, flock);
  for (const unit of flock.units) {
    const k = caseOf[unit.id] as number;
    const want = one.expect[k];
    if (!want) continue;
    const told = `${what}, unit ${k}`;
    const neighbors = (seen.get(unit) ?? []).map(({ id }) => caseOf[id] as number).sort((a, b) => a - b);
    expect(neighbors, `${told}: neighbors`).toEqual(want.neighbors);
    expect(unit.leader, `${told}: leader`).toBe(want.leader);
    const starboard = (key: string) => {
      const got = behaviorOf(key)(unit, flock);
      return got.y * unit.hx - got.x * unit.hy;
    };
    const hunt = starboard(unit.group.role === "interceptor" ? "intercept" : "chase");
    for (const key of rules) {
      const wanted = want[key === "avoidance" ? "obstacle_avoidance" : key] ?? Number.NaN;
      expectClose(starboard(key), wanted, params.steering_force ?? 0, `${told}: ${key}`);
    }
    expectClose(hunt, want.chase ?? Number.NaN, params.steering_force ?? 0, `${told}: chase`);
  }
}

test("what units of the book's flock see, and each rule's force, is that of the vectors", () => {
  for (const [k, one] of read<FlockCase>("book_flock").entries()) {
    bookFlock(one, `book_flock, case ${k}`);
    count("book_flock");
  }
});

test.each(["steering", "science"])("each force of %s.json is that of the vectors", (file) => {
  for (const [k, one] of read<Case>(file).entries()) {
    const what = `${file}, case ${k} (${one.behavior})`;
    if (one.behavior === "particle") particleTick(one, what);
    else if (one.behavior === "contact") contactTick(one, what);
    else force(one, what);
    count(one.behavior);
  }
});

afterAll(() => {
  for (const [kind, cases] of [...counts].sort())
    console.info(`${String(cases).padStart(5)} cases of ${kind} agree`);
  expect([...counts.values()].reduce((sum, cases) => sum + cases, 0)).toBe(600);
});
