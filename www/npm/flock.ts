/** The core as a library: open a link or build a world, step it, read its units where they lie in memory. */

import type { BehaviorKey, GroupKey, GroupValues, Value, WorldKey, WorldValues } from "../pkg-npm/keys.js";
import {
  type BodyKey,
  emptyLink,
  type GroupInfo,
  type ParamInfo,
  type Role,
  ruleItem,
  type Scenery,
  Simulation,
  unknownName,
  wallsFromTiles as wallNumbers,
} from "../pkg-npm/npm.js";
import { checkBoolean, checkCount, checkList, checkNumber, checkObject, checkText } from "./check.js";

export type { BodyKey, GroupInfo, ParamInfo, Role, Scenery } from "../pkg-npm/npm.js";

declare const ruled: unique symbol;
/** A behavior of one's own: what `rule()` makes of a text. */
export type Ruled = string & { readonly [ruled]: true };

/** A parameter of a rule of one's own: the rule's key, `-`, and its name. */
export type RuleKey = `${string}-${string}`;

/**
 * A parameter: of the world or the first group by its key, of other groups behind their name and a dot. The weight of a rule of
 * one's own has the rule's key, so any text is a key for the compiler; one that the run lacks is an error when it runs.
 */
export type ParameterKey<G extends string = string> =
  | WorldKey
  | GroupKey
  | `${G}.${GroupKey}`
  | RuleKey
  | (string & {});

/** A key whose group, in front of the dot, is one of the groups with the names `G`. */
export type KeyIn<G extends string, K extends string> = K extends `${infer Name}.${string}`
  ? Name extends G
    ? K
    : `${G}.${GroupKey}`
  : K;

type Values = Required<WorldValues & GroupValues>;

/** The type of a parameter's value by its key; any value for a key that only the run knows. */
export type ValueOf<K extends string> = K extends keyof Values
  ? Values[K]
  : K extends `${string}.${infer Own extends keyof Values}`
    ? Values[Own]
    : Value;

/** Values that a parameter accepts: its own type, or the text of a number. */
export type Settable<K extends string> = ValueOf<K> extends number ? number | `${number}` : ValueOf<K>;

export interface Point {
  /** To the right, u. */
  x: number;
  /** Down, u. */
  y: number;
}

export interface Obstacle extends Point {
  /** u */
  radius: number;
}

export interface Wall {
  from: Point;
  to: Point;
  /** Half its thickness, u. */
  radius: number;
}

export interface Place extends Point {
  /** Radians; 0 points right and grows clockwise. */
  heading: number;
}

/** Forces and torques on the units, one number per unit, in the units of their group's parameters. */
export interface Forces {
  /** At the unit's middle: its limited steering, and the propeller's thrust. */
  x: Float32Array;
  y: Float32Array;
  /** How the jets at the bow of a rigid body turn it; positive clockwise. */
  torque: Float32Array;
  /** A factor on the velocity after the tick; 1 where nothing brakes. */
  brake: Float32Array;
}

/** Something that the world does not know, and that moves: u and u/s. */
export interface Moving extends Point {
  vx?: number;
  vy?: number;
}

/**
 * What a group hunts, heads for or runs from: a place, a unit, by its handle, as long as it is there, or the unit of
 * another group, by its name, that is nearest to the first one of those given.
 */
export type Target<G extends string = string> = Moving | { unit: number } | { group: G };

/** Settings of a single unit, which override its group's: top speed, u/s, and target; null removes a setting. */
export interface UnitSettings<G extends string = string> {
  maxSpeed?: number | null;
  target?: Target<G> | null;
}

export interface Options {
  /**
   * Inputs are recorded with their ticks, so that `recording()` gives the run again. Costs memory as the run goes on;
   * what a recording cannot say (units that come and go, targets of groups) is refused then. Off by default.
   */
  record?: boolean;
  /** Collects events, such as births and catches, for `events()`. Off by default. */
  events?: boolean;
}

/** Something that has happened to a unit, by its handle. */
export type FlockEvent<G extends string = string> =
  | { kind: "born" | "removed" | "arrived"; unit: number }
  /** The unit was caught by the unit `hunter` of the group with the name `by`. */
  | { kind: "caught"; unit: number; by: G; hunter: number };

/** Units between two ticks. */
export interface Shown {
  x: Float32Array;
  y: Float32Array;
  /** Heading as a unit vector. */
  hx: Float32Array;
  hy: Float32Array;
}

/** A run in which things were done: what `replay()` does again. */
export interface Recording {
  link: string;
  events: string;
  ticks: number;
}

/** A name of `G`, from which the compiler does not infer `G`: the keys of the plan's groups are all names. */
type Other<G extends string> = [G][G extends string ? 0 : never];

/** A group of units to build. All else is a parameter: see the table of parameters of Flockwright. */
export interface GroupPlan<G extends string = string> {
  /**
   * Keys of behaviors in the order in which their forces add up: "cohesion", "alignment", "separation", "seek" ...,
   * or rules of your own: `rule("steer -1")`.
   */
  behaviors: readonly (BehaviorKey | Ruled)[];
  /** How many units; 30 if not said. */
  count?: number;
  /** How they move: "point" if not said. */
  body?: BodyKey;
  /** Role of the units; "regular" by default. */
  role?: Role;
  /** Names of other groups that it hunts, fears, follows, flocks with or ignores. */
  hunts?: readonly Other<G>[];
  fears?: readonly Other<G>[];
  follows?: readonly Other<G>[];
  flocks?: readonly Other<G>[];
  ignores?: readonly Other<G>[];
  /** Its parameters by their keys: { cohesion: 2, view: "limited" }. */
  values?: Readonly<GroupValues>;
  /** Values of parameters of your own rules: "key" is the weight of a rule, "key-param" a parameter. */
  ruleValues?: Readonly<Record<string, Value>>;
  /** The nodes of its path, u. */
  path?: readonly Point[];
}

/** A world to build. */
export interface WorldPlan<G extends string = string> {
  /** All chance follows from it: 1 if not said. */
  seed?: number;
  /** Extent, u: 600 by 450 if not said. */
  width?: number;
  height?: number;
  /** Other parameters of the world: { edges: "bounce" }. */
  values?: Readonly<WorldValues>;
  obstacles?: readonly Obstacle[];
  /** The groups by names of your own. */
  groups: Readonly<Record<G, GroupPlan<G>>>;
}

/** The length of a tick, s. The numbers of all scenes were tuned for it. */
export const TICK = 1 / 60;

/** The longest time that `step` makes up for at once unless it is told otherwise, s: a program that slept does not race. */
export const MOST_OWED = 0.25;

/** The most ticks that one call runs. */
export const MOST_TICKS = 1_000_000;

/** The kinds of events, by the numbers that the core has for them. */
const KINDS = ["born", "removed", "caught", "arrived"] as const;
const CAUGHT = 2;

/** Structural type of `WebAssembly.Memory`, which TypeScript knows only with the DOM library. */
interface CoreMemory {
  readonly buffer: ArrayBuffer;
}

let memory: CoreMemory | undefined;
let starter: (() => { memory: CoreMemory }) | undefined;

/** Called once, by the entry for Node or for browsers. */
export function start(exports: { memory: CoreMemory }): void {
  memory = exports.memory;
}

/** Sets how the core starts at its first use without `load`. */
export function startBy(starts: () => { memory: CoreMemory }): void {
  starter = starts;
}

/** Whether the core runs. */
export const isStarted = (): boolean => memory !== undefined;

/**
 * A world that runs. Free it when it is done with: its memory is not JavaScript's. `G` has the names of its groups, where the
 * compiler knows the plan.
 */
export class Flock<G extends string = string> {
  #simulation: Simulation | undefined;
  readonly #record: boolean;
  /** The core's keys of groups by names. */
  readonly #keys: ReadonlyMap<string, string>;
  /** Seconds that are left over for the next tick. */
  #owed = 0;
  #infos: Map<string, ParamInfo> | undefined;
  #listing = -1;
  readonly #views: Float32Array[] = [];

  /** Use `open`, `build` or `replay`. */
  constructor(
    core: Simulation,
    { record = false, events = false }: Options,
    keys?: ReadonlyMap<string, string>,
  ) {
    this.#simulation = core;
    this.#record = record;
    if (events) core.listen();
    this.#keys = keys ?? new Map(core.groups().map(({ key }) => [key, key]));
  }

  get #core(): Simulation {
    if (!this.#simulation) throw new Error("This flock was freed: nothing can be done with it any more.");
    return this.#simulation;
  }

  /** A sentence for each part of the link that was left out, and for each part of a rule that does nothing in the run as it is now. */
  get notices(): readonly string[] {
    return this.#core.notices();
  }

  /** Runs ticks of 1/60 s: a whole number of them from 0 to 1,000,000. */
  tick(count = 1): void {
    this.#core.tick(checkCount("count", count, MOST_TICKS));
  }

  /**
   * Goes on by some seconds, in whole ticks, and returns their number; a remainder of less than a tick counts next time.
   * At most `most` seconds, 0.25 if not said and 10,000 at the utmost, are made up for at once: what is above that is dropped.
   * Negative seconds count as 0; what is no finite number throws.
   */
  step(seconds: number, most = MOST_OWED): number {
    const more = Math.max(checkNumber("seconds", seconds), 0);
    if (checkNumber("most", most) < 0 || most > 10_000)
      throw new TypeError(`most is to be a number of seconds from 0 to 10000, not ${most}.`);
    this.#owed = Math.min(this.#owed + more, most);
    // Sums of 1/60 s are a little less than a tick sometimes.
    const ticks = Math.floor(this.#owed / TICK + 1e-9);
    this.#owed = Math.max(this.#owed - ticks * TICK, 0);
    this.#core.tick(ticks);
    return ticks;
  }

  /** Ticks since the start. */
  get ticks(): number {
    return this.#core.ticks();
  }

  /** 64 bits of the whole state, as 16 hex digits: equal for equal runs, everywhere. */
  get hash(): string {
    return this.#core.hash();
  }

  get seed(): number {
    return this.#core.seed();
  }

  /** The run as a link, as far as one can say it: parameters, groups and obstacles, not what was done since. */
  get link(): string {
    return this.#core.link();
  }

  /** Back to tick 0, with another seed, a whole number from 0 to 4,294,967,295, or the same. */
  restart(seed = this.seed): void {
    this.#core.setSeed(checkCount("seed", seed));
    this.#owed = 0;
  }

  /** How many units there are: the length of every view. */
  get count(): number {
    return this.#core.count();
  }

  /**
   * Views of the core's own memory, one number per unit, without a copy. What `flock.x` gives is right whenever it is read; a
   * view that is kept in a variable is empty once memory has grown.
   */
  get x(): Float32Array {
    return this.#view(0);
  }

  get y(): Float32Array {
    return this.#view(1);
  }

  /** Velocity, u/s. */
  get vx(): Float32Array {
    return this.#view(2);
  }

  get vy(): Float32Array {
    return this.#view(3);
  }

  /** Heading, radians: 0 points right and grows clockwise. */
  get heading(): Float32Array {
    return this.#view(4);
  }

  /** Heading as a unit vector. */
  get hx(): Float32Array {
    return this.#view(5);
  }

  get hy(): Float32Array {
    return this.#view(6);
  }

  /** Length of each unit, u. */
  get length(): Float32Array {
    return this.#view(7);
  }

  /**
   * Units between the last two ticks: at `share` 0 as they were, at 1 as they are. By default what `step` has left over, so that
   * a flock moves evenly on a screen of any rate. From the second call on. A share below 0 counts as 0, above 1 as 1.
   */
  shown(share = this.#owed / TICK): Shown {
    this.#core.showBetween(checkNumber("share", share));
    const array = (of: number) => this.#view(8 + of, this.#core.betweenPtr(of));
    return { x: array(0), y: array(1), hx: array(2), hy: array(3) };
  }

  /** The handles of the units within a distance of a place, u, the nearest first. */
  near(x: number, y: number, radius: number): Uint32Array {
    return this.#core.near(checkNumber("x", x), checkNumber("y", y), checkNumber("radius", radius));
  }

  /** Events since the last call; empty unless the run was opened with `{ events: true }`. */
  events(): FlockEvent<G>[] {
    const numbers = this.#core.happened();
    const events: FlockEvent<G>[] = [];
    for (let at = 0; at < numbers.length; at += 4) {
      const [kind = 0, unit = 0, by = 0, hunter = 0] = numbers.subarray(at, at + 4);
      if (kind === CAUGHT)
        events.push({ kind: "caught", unit, by: this.groups()[by]?.name ?? ("" as G), hunter });
      else events.push({ kind: KINDS[kind] as "born" | "removed" | "arrived", unit });
    }
    return events;
  }

  /** The state at this tick as bytes: to go back to, to save, or to send. */
  snapshot(): Uint8Array {
    return this.#core.snapshot();
  }

  /**
   * Goes to a state of this scene, to the bit: of this run, or of another one of the same plan, wherever it ran. Throws
   * a sentence on bytes that are no snapshot of this version; then nothing has changed.
   */
  restore(snapshot: Uint8Array): void {
    if (!(snapshot instanceof Uint8Array)) throw new TypeError("snapshot is to be a Uint8Array.");
    this.#core.restore(snapshot);
    this.#owed = 0;
  }

  /** The groups: `start` and `count` say which units are theirs. */
  groups(): (GroupInfo & { name: G })[] {
    const names = new Map([...this.#keys].map(([name, key]) => [key, name]));
    return this.#core.groups().map((group) => ({ ...group, name: (names.get(group.key) ?? group.key) as G }));
  }

  /** All parameters as they are now, with labels, units, ranges and meaning. */
  parameters(): ParamInfo[] {
    return this.#core.params();
  }

  /** A parameter's value by its key: "cohesion" for the first group and the world, "name.cohesion" for other groups. */
  get<const K extends ParameterKey<G>>(key: K extends KeyIn<G, K> ? K : KeyIn<G, K>): ValueOf<K> {
    return this.#get(checkText("key", key)) as ValueOf<K>;
  }

  #get(key: string): Value {
    const info = this.#info(key);
    if (info.kind === "text") return this.#core.text(info.id);
    const value = this.#core.get(info.id);
    if (info.kind === "switch") return value !== 0;
    return info.kind === "choice" ? (info.choices[value] ?? "") : value;
  }

  /**
   * Sets it, and returns what is then in force: a number out of its range is clamped; the text of a number is read as one. A switch
   * takes true and false, a choice the key of one of its options.
   */
  set<const K extends ParameterKey<G>>(
    key: K extends KeyIn<G, K> ? K : KeyIn<G, K>,
    value: Settable<K>,
  ): ValueOf<K> {
    const info = this.#info(checkText("key", key));
    if (info.kind === "text") this.#core.setText(info.id, checkText(key, value));
    else this.#core.set(info.id, numberFor(key, info, value));
    return this.#get(key) as ValueOf<K>;
  }

  /** Holds the pointer at a place: what all hunt or head for that heed it. Call it again as it moves. */
  hold(place: Point): void {
    const { x, y } = pointOf("place", place);
    this.#core.hold(x, y);
  }

  release(): void {
    this.#core.release();
  }

  /** The keys that are held from now on, which fly a group that has the behavior "helm". */
  fly(keys: { port?: boolean; starboard?: boolean; faster?: boolean; slower?: boolean }): void {
    const { port = false, starboard = false, faster = false, slower = false } = checkObject("keys", keys);
    this.#core.fly(
      checkBoolean("port", port),
      checkBoolean("starboard", starboard),
      checkBoolean("faster", faster),
      checkBoolean("slower", slower),
    );
  }

  /**
   * What all of a group, by its name, hunt, head for or run from, whatever they have in mind and whatever else is
   * hunted; null takes it away.
   */
  setTarget(group: G, target: Target<G> | null): void {
    const index = this.#group(group);
    const core = this.#core;
    if (target === null) core.clearTarget(index);
    else
      this.#aim(target, {
        at: (x, y, vx, vy) => core.setTarget(index, x, y, vx, vy),
        unit: (other) => core.setTargetUnit(index, other),
        group: (other) => core.setTargetGroup(index, other),
      });
  }

  /**
   * Gives a single unit, by its handle, a top speed in u/s (0 to 400) or a target of its own, until it is removed or the
   * run restarts; null takes it away, so that those of its group count. What is left out stays.
   */
  setUnit(unit: number, settings: UnitSettings<G>): void {
    const handle = checkCount("unit", unit);
    const { maxSpeed, target } = checkObject("settings", settings) as UnitSettings<G>;
    const core = this.#core;
    if (maxSpeed === null) core.setUnitSpeed(handle);
    else if (maxSpeed !== undefined) core.setUnitSpeed(handle, checkNumber("settings.maxSpeed", maxSpeed));
    if (target === null) core.clearUnitTarget(handle);
    else if (target !== undefined)
      this.#aim(target, {
        at: (x, y, vx, vy) => core.setUnitTarget(handle, x, y, vx, vy),
        unit: (other) => core.setUnitTargetUnit(handle, other),
        group: (other) => core.setUnitTargetGroup(handle, other),
      });
  }

  /** Passes a target to the setter of its kind. */
  #aim(
    target: Target<G>,
    set: {
      at: (x: number, y: number, vx: number, vy: number) => void;
      unit: (unit: number) => void;
      group: (group: number) => void;
    },
  ): void {
    checkObject("target", target);
    if ("unit" in target) set.unit(checkCount("target.unit", target.unit));
    else if ("group" in target) set.group(this.#group(target.group));
    else {
      const { x, y } = pointOf("target", target);
      set.at(x, y, checkNumber("target.vx", target.vx ?? 0), checkNumber("target.vy", target.vy ?? 0));
    }
  }

  /**
   * Lets a group, by its name, steer by a rule as well: in the place of its rule of the same key, else behind its other
   * behaviors. Throws a sentence on what makes no sense in the text; then nothing has changed.
   */
  setRule(group: G, text: string): void {
    this.#core.setRule(this.#group(group), checkText("text", text));
  }

  /**
   * Adds a unit to a group, by its name, with the speed at which its kind starts, and returns its handle: the unit's for
   * good, where its place in the views (see `index`) changes as others come and go.
   */
  add(group: G, place: Place): number {
    const { x, y } = pointOf("place", place);
    return this.#core.addUnit(this.#group(group), x, y, checkNumber("place.heading", place.heading));
  }

  /** Removes a unit, by its handle. */
  remove(unit: number): void {
    this.#core.removeUnit(checkCount("unit", unit));
  }

  /** Where a unit is in the views now, by its handle; undefined when it is gone, and for what is no handle. */
  index(unit: number): number | undefined {
    const id = this.#core.unitId(unit);
    return id < 0 ? undefined : id;
  }

  /** The handle of each unit. */
  get handles(): Uint32Array {
    return new Uint32Array(started().buffer, this.#core.handlePtr() >>> 0, this.count);
  }

  /**
   * The force alone, for bodies that a physics engine moves: perceives and steers, and moves no unit. Before it, write
   * what has become of the bodies into `x`, `y`, `vx`, `vy` and `heading`; after it, `forces` has what they are to be
   * pushed with. Time goes on by 1/60 s with each call.
   */
  steer(): void {
    this.#core.steer();
  }

  /** Moves all as they were steered: `steer()` and `move()` are `tick()`. */
  move(): void {
    this.#core.advance();
  }

  /** Forces computed by `steer()`, one number per unit; throws before the first `steer()` and after units were added or removed. */
  get forces(): Forces {
    if (this.#core.pushPtr(0) === 0)
      throw new Error("There are no forces yet: call steer() first, and again after units came or went.");
    const [x, y, torque, brake] = [0, 1, 2, 3].map((of) => this.#floats(this.#core.pushPtr(of)));
    return { x, y, torque, brake } as Forces;
  }

  /**
   * Why a unit, by its handle, steers as it does: the handles of those that its flocking rules count in the coming tick,
   * and by behavior what each adds to its steering, weighted; `edge` is what holds it inside the world.
   */
  inspect(unit: number): { neighbors: number[]; forces: Record<string, Point> } {
    const found = this.#core.goneBy(checkCount("unit", unit));
    if (!found) throw new Error(`There is no unit ${unit}.`);
    const forces = found.forces.map(({ key, x, y }) => [key, { x, y }]);
    return { neighbors: found.neighbors, forces: Object.fromEntries(forces) };
  }

  /** Scenery of the world: its extent, edges, obstacles, walls, paths, sites and tiles. */
  scenery(): Scenery {
    return this.#core.scenery();
  }

  get walls(): Wall[] {
    return this.#core.scenery().walls;
  }

  /** Replaces the walls, at most 50,000; `wallsFromTiles` makes them of a map. No link has them. */
  set walls(walls: readonly Wall[]) {
    const numbers = checkList("walls", walls, (name, wall) => {
      const { from, to, radius } = checkObject(name, wall);
      const ends = [pointOf(`${name}.from`, from), pointOf(`${name}.to`, to)];
      return [...ends.flatMap(({ x, y }) => [x, y]), checkNumber(`${name}.radius`, radius)];
    });
    this.#core.setWalls(new Float32Array(numbers.flat()));
  }

  /** Replaces the path that a group, by its name, follows. No link tells of it. */
  setPath(group: G, nodes: readonly Point[]): void {
    const points = checkList("nodes", nodes, pointOf);
    this.#core.setPath(this.#group(group), new Float32Array(points.flatMap(({ x, y }) => [x, y])));
  }

  /**
   * Adds a site at a place (u, rounded to 0.1 u), moves the one that has this name, or takes it away (null). Sites are goals
   * (`goal` "site", `goal_site` its name; at first the first one) and words of rules: `site("coral").offset`. A group
   * whose site is gone has no goal until a site has the name again.
   */
  setSite(name: string, place: Point | null): void {
    checkText("name", name);
    if (place === null) this.#core.removeSite(name);
    else {
      const { x, y } = pointOf("place", place);
      this.#core.setSite(name, x, y);
    }
  }

  get obstacles(): Obstacle[] {
    return this.#core.scenery().obstacles;
  }

  /** Replaces the obstacles, at most 512; `link` has them rounded to 0.1 u. */
  set obstacles(obstacles: readonly Obstacle[]) {
    const numbers = checkList("obstacles", obstacles, obstacleNumbers);
    this.#core.setObstacles(new Float32Array(numbers.flat()));
  }

  /** Recorded inputs since the start; undefined if the run records nothing. */
  recording(): Recording | undefined {
    if (!this.#record) return undefined;
    return {
      link: this.#core.recordedLink() ?? "",
      events: this.#core.recordedEvents() ?? "",
      ticks: this.#core.ticks(),
    };
  }

  /** Gives its memory back; nothing can be done with it afterwards. */
  free(): void {
    this.#simulation?.free();
    this.#simulation = undefined;
  }

  #floats(at: number): Float32Array {
    return new Float32Array(started().buffer, at >>> 0, this.#core.count());
  }

  /** An array of units by its number; the same view as long as it holds. */
  #view(of: number, at = this.#core.unitPtr(of)): Float32Array {
    const { buffer } = started();
    const view = this.#views[of];
    if (view?.buffer === buffer && view.byteOffset === at >>> 0 && view.length === this.#core.count())
      return view;
    const made = new Float32Array(buffer, at >>> 0, this.#core.count());
    this.#views[of] = made;
    return made;
  }

  /** A parameter by its key, with the name of its group or without. */
  #info(key: string): ParamInfo {
    if (this.#listing !== this.#core.listing()) {
      this.#listing = this.#core.listing();
      this.#infos = new Map(this.#core.params().map((info) => [info.key, info]));
    }
    const info = this.#infos?.get(this.#keyOf(key));
    if (!info) throw new Error(this.#unknown(key));
    return info;
  }

  #unknown(key: string): string {
    const prefix = key.slice(0, key.indexOf(".") + 1);
    const own = prefix && this.#keyOf(prefix);
    const names = [...(this.#infos?.keys() ?? [])].filter((name) =>
      own ? name.startsWith(own) : !name.includes("."),
    );
    return unknownName(
      "parameter",
      key,
      names.map((name) => prefix + name.slice(own.length)),
    );
  }

  /** A parameter's key as the core has it: bare for the first group, else behind the key of its group. */
  #keyOf(key: string): string {
    const dot = key.indexOf(".");
    if (dot < 0) return key;
    const index = this.#group(key.slice(0, dot));
    return index === 0 ? key.slice(dot + 1) : `${this.#core.groups()[index]?.key}${key.slice(dot)}`;
  }

  /** The index of a group, by its name in the plan, else by its key or label. */
  #group(name: string): number {
    return this.#core.groupNamed(this.#keys.get(checkText("group", name)) ?? name);
  }
}

/**
 * Walls that cover the blocked tiles of a map, for `flock.walls`: neighbors in a row or a column are one long wall. `tiles` has a
 * number or a boolean per tile, in rows of `columns` tiles from the upper left; all but 0 and false are blocked. `side` is that
 * of a tile, u. The upper left corners of the map and of the world coincide.
 */
export function wallsFromTiles(columns: number, tiles: ArrayLike<number | boolean>, side: number): Wall[] {
  checkCount("columns", columns);
  if (typeof tiles !== "object" || tiles === null || !("length" in tiles))
    throw new TypeError("tiles is to be an array of numbers or booleans.");
  started();
  const bits = Uint8Array.from(tiles, (tile) => Number(Boolean(tile)));
  const numbers = wallNumbers(columns, bits, checkNumber("side", side));
  const walls: Wall[] = [];
  for (let at = 0; at < numbers.length; at += 5) {
    const [ax = 0, ay = 0, bx = 0, by = 0, radius = 0] = numbers.subarray(at, at + 5);
    walls.push({ from: { x: ax, y: ay }, to: { x: bx, y: by }, radius });
  }
  return walls;
}

function pointOf(name: string, value: Point): Point {
  const { x, y } = checkObject(name, value);
  return { x: checkNumber(`${name}.x`, x), y: checkNumber(`${name}.y`, y) };
}

function obstacleNumbers(name: string, obstacle: Obstacle): number[] {
  const { x, y } = pointOf(name, obstacle);
  return [x, y, checkNumber(`${name}.radius`, obstacle.radius)];
}

/** The core's number for a value of a parameter that is no text. */
function numberFor(key: string, { kind, choices }: ParamInfo, value: Value): number {
  if (kind === "choice") {
    const index = choices.indexOf(String(value));
    if (index < 0) throw new Error(`${key} cannot be ${value}: it is one of ${choices.join(", ")}.`);
    return index;
  }
  const isText = typeof value === "string" && value.trim() !== "";
  return typeof value === "boolean" || isText ? checkNumber(key, Number(value)) : checkNumber(key, value);
}

function started(): CoreMemory {
  if (!memory && starter) start(starter());
  if (!memory) throw new Error("Call load() first, and wait for it.");
  return memory;
}

/** Opens a link, or what stands in it behind the question mark. What makes no sense in it is told in `notices`. */
export function open(link: string, options: Options = {}): Flock {
  const checked = optionsOf(options);
  started();
  return new Flock(new Simulation(checkText("link", link), checked.record), checked);
}

/** Opens a recording at tick 0; as it runs, what was done is done again. */
export function replay(recording: Recording): Flock {
  const { link, events, ticks } = checkObject("recording", recording);
  const [of, input] = [checkText("recording.link", link), checkText("recording.events", events)];
  checkCount("recording.ticks", ticks, Number.MAX_SAFE_INTEGER);
  started();
  return new Flock(Simulation.openRecording(of, input, ticks), { record: true });
}

function optionsOf(options: Options): Required<Options> {
  const { record = false, events = false } = checkObject("options", options);
  return { record: checkBoolean("options.record", record), events: checkBoolean("options.events", events) };
}

/**
 * A behavior of your own, from the text of a rule: what stands among the behaviors of a group to build. Throws a
 * sentence on what makes no sense in it.
 */
export function rule(text: string): Ruled {
  checkText("text", text);
  started();
  return ruleItem(text) as Ruled;
}

/**
 * Builds a world. Throws one sentence per part that makes no sense; a rule of which a part does nothing, such as one that names a
 * group that is not there, is told in `notices`.
 */
export function build<G extends string>(plan: WorldPlan<G>, options: Options = {}): Flock<G> {
  const checked = optionsOf(options);
  started();
  const names = Object.keys(checkObject("plan.groups", checkObject("plan", plan).groups));
  if (names.length === 0) throw new Error("A world needs a group.");
  const keys = new Map(names.map((name, index) => [name, index === 0 ? "units" : `g${index}`]));
  const core = new Simulation(linkOf(plan, keys), checked.record);
  const faults = core.faults();
  if (faults.length > 0) {
    core.free();
    throw new Error(faults.join(" "));
  }
  return new Flock(core, checked, keys);
}

const TIES = { hunts: "h", fears: "f", follows: "o", flocks: "a", ignores: "i" } as const;

/** A name as links have it: letters and digits of every script, `_` for all else, at most 24 of them; "" if none is left. */
function labelOf(name: string): string {
  const letters = [...name.replace(/[^\p{Alphabetic}\p{M}\p{N}]+/gu, "_")].slice(0, 24).join("");
  return /[\p{Alphabetic}\p{N}]/u.test(letters) ? letters : "";
}

/** A world as a link: what runs is what anybody can open. */
function linkOf(
  { seed = 1, width, height, values, obstacles, groups }: WorldPlan,
  keys: Map<string, string>,
): string {
  const plans = Object.entries(groups).map(([name, group]) => {
    const at = `plan.groups.${name}`;
    checkObject(at, group);
    return { at, key: keys.get(name) ?? "", label: labelOf(name), plan: group };
  });
  const link = new URLSearchParams(emptyLink());
  link.set("seed", String(checkCount("plan.seed", seed)));
  const texts = plans.map(({ at, key, label, plan }) => {
    const ties = Object.entries(TIES).flatMap(([tie, letter]) => {
      const others = checkList(`${at}.${tie}`, plan[tie as keyof typeof TIES] ?? [], checkText);
      // A name that is no group's stays what it is, with a notice.
      return others.length > 0 ? [`${letter}${others.map((name) => keys.get(name) ?? name).join("-")}`] : [];
    });
    const role = checkText(`${at}.role`, plan.role ?? "regular");
    const body = checkText(`${at}.body`, plan.body ?? "point");
    const behaviors = checkList(`${at}.behaviors`, plan.behaviors, checkText);
    return [
      key,
      ...(label ? [`n${label}`] : []),
      `r${role}`,
      `b${body}`,
      `p${behaviors.join("-")}`,
      ...ties,
    ].join(".");
  });
  link.set("groups", texts.join("*"));
  const put = (name: string, key: string, value: Value | undefined) => {
    if (value === undefined) return;
    if (typeof value !== "string" && typeof value !== "boolean") checkNumber(name, value);
    link.set(key, typeof value === "boolean" ? (value ? "on" : "off") : String(value));
  };
  const putAll = (name: string, prefix: string, values: object | undefined) => {
    for (const [key, value] of Object.entries(checkObject(name, values ?? {})))
      put(`${name}.${key}`, `${prefix}${key}`, value);
  };
  plans.forEach(({ at, key, plan }, index) => {
    const prefix = index === 0 ? "" : `${key}.`;
    put(`${at}.count`, `${prefix}count`, checkCount(`${at}.count`, plan.count ?? 30));
    putAll(`${at}.values`, prefix, plan.values);
    putAll(`${at}.ruleValues`, prefix, plan.ruleValues);
    if (plan.path) {
      const nodes = checkList(`${at}.path`, plan.path, pointOf);
      link.set(`${prefix}path`, nodes.map(({ x, y }) => `${x}-${y}`).join("_"));
    }
  });
  put("plan.width", "width", width);
  put("plan.height", "height", height);
  putAll("plan.values", "", values);
  if (obstacles) {
    const numbers = checkList("plan.obstacles", obstacles, obstacleNumbers);
    link.set("ob", numbers.map((three) => three.join("-")).join("_"));
  }
  return link.toString();
}
