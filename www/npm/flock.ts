/** The core as a library: opens a link or builds a world, runs ticks, and gives access to units without copies. */

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
/** A written rule as a behavior of a group, as `rule()` returns it. */
export type Ruled = string & { readonly [ruled]: true };

/** Key of a parameter of a written rule: key of the rule, `-`, and name of the parameter. */
export type RuleKey = `${string}-${string}`;

/**
 * Key of a parameter: of the world or the first group as it is ("cohesion"), of another group behind the group's name
 * and a dot. Since keys of written rules can be any text, any text passes the compiler; a key that the run lacks
 * throws.
 */
export type ParameterKey<G extends string = string> =
  | WorldKey
  | GroupKey
  | `${G}.${GroupKey}`
  | RuleKey
  | (string & {});

/** `K` if the group before its dot is one of the names `G`, or if it has no dot; else the keys that would be right. */
export type KeyIn<G extends string, K extends string> = K extends `${infer Name}.${string}`
  ? Name extends G
    ? K
    : `${G}.${GroupKey}`
  : K;

type Values = Required<WorldValues & GroupValues>;

/** Type of the value of the parameter with the key `K`; any value if the key is not known to the compiler. */
export type ValueOf<K extends string> = K extends keyof Values
  ? Values[K]
  : K extends `${string}.${infer Own extends keyof Values}`
    ? Values[Own]
    : Value;

/** Values that `set` takes for the parameter with the key `K`: those of its type, and numbers as text. */
export type Settable<K extends string> = ValueOf<K> extends number ? number | `${number}` : ValueOf<K>;

export interface Point {
  /** Distance to the right of the world's left edge, u; of a force, its component to the right. */
  x: number;
  /** Distance down from the world's upper edge, u; of a force, its component downward. */
  y: number;
}

export interface Obstacle extends Point {
  /** Radius of the disc, u. */
  radius: number;
}

export interface Wall {
  from: Point;
  to: Point;
  /** Half of the wall's thickness, u. */
  radius: number;
}

export interface Place extends Point {
  /** Direction in radians: 0 points right, positive turns clockwise. */
  heading: number;
}

/** Forces, torques and brakes of all units, one number per unit, in the physical units of the group's parameters. */
export interface Forces {
  /** Force at the unit's center, x to the right and y down: its limited steering force and its propeller's thrust. */
  x: Float32Array;
  y: Float32Array;
  /** Torque of the bow thrusters of a rigid body; positive turns clockwise. */
  torque: Float32Array;
  /** Factor by which the velocity is multiplied after the tick; 1 without braking. */
  brake: Float32Array;
}

/** A point with a velocity, such as something outside the core that units follow: u and u/s. */
export interface Moving extends Point {
  vx?: number;
  vy?: number;
}

/**
 * What units hunt, seek or flee: a moving point; a unit, by its handle, while it exists; or the unit of a group (by
 * name) that is nearest to the first unit that has this target.
 */
export type Target<G extends string = string> = Moving | { unit: number } | { group: G };

/** Settings of a single unit that override those of its group: top speed (u/s) and target. `null` removes a setting. */
export interface UnitSettings<G extends string = string> {
  maxSpeed?: number | null;
  target?: Target<G> | null;
}

export interface Options {
  /**
   * Records all inputs with their ticks, for `recording()`; takes memory as the run goes on. Calls that a recording
   * cannot repeat, such as adding units and setting targets of groups, then throw. Default: false.
   */
  record?: boolean;
  /** Collects events, such as catches, for `events()`. Default: false. */
  events?: boolean;
}

/** An event of the unit with the handle `unit`; "arrived" means at its target, its goal or the end of its path. */
export type FlockEvent<G extends string = string> =
  | { kind: "born" | "removed" | "arrived"; unit: number }
  /** The unit was caught by the unit with the handle `hunter`, of the group named `by`. */
  | { kind: "caught"; unit: number; by: G; hunter: number };

/** Positions (u) and headings of all units at a time between two ticks, one number per unit. */
export interface Shown {
  x: Float32Array;
  y: Float32Array;
  /** Heading as a unit vector, x to the right and y down. */
  hx: Float32Array;
  hy: Float32Array;
}

/** A run with its inputs: start link, inputs in the core's text format, and number of ticks. `replay()` repeats it. */
export interface Recording {
  link: string;
  events: string;
  ticks: number;
}

/** A name in `G`, from which the compiler does not infer `G`; so `G` is inferred from the keys of `groups` alone. */
type Other<G extends string> = [G][G extends string ? 0 : never];

/** A group of units to build. Everything not listed here is a parameter in `values`. */
export interface GroupPlan<G extends string = string> {
  /**
   * Keys of the behaviors whose forces are added, in this order, such as "cohesion", "alignment", "separation" and
   * "seek", or written rules: `rule("steer -1")`.
   */
  behaviors: readonly (BehaviorKey | Ruled)[];
  /** Number of units; 30 by default. */
  count?: number;
  /** Kind of motion of the units; "point" (a point mass) by default. */
  body?: BodyKey;
  /** Role of the units; "regular" by default. */
  role?: Role;
  /** Names of other groups that this group hunts, fears, follows, flocks with or ignores: a list for each. */
  hunts?: readonly Other<G>[];
  fears?: readonly Other<G>[];
  follows?: readonly Other<G>[];
  flocks?: readonly Other<G>[];
  ignores?: readonly Other<G>[];
  /** Values of parameters by key: `{ cohesion: 2, view: "limited" }`. */
  values?: Readonly<GroupValues>;
  /** Values of parameters of written rules: "key" is the weight of a rule, "key-name" its parameter `name`. */
  ruleValues?: Readonly<Record<string, Value>>;
  /** Nodes of the path that the group follows, u. */
  path?: readonly Point[];
}

/** A world to build with its groups. */
export interface WorldPlan<G extends string = string> {
  /** Seed of all random numbers; 1 by default. */
  seed?: number;
  /** Width and height of the world, u; 600 by 450 by default. */
  width?: number;
  height?: number;
  /** Values of other parameters of the world by key: `{ edges: "bounce" }`. */
  values?: Readonly<WorldValues>;
  obstacles?: readonly Obstacle[];
  /** The groups, by names that you choose. */
  groups: Readonly<Record<G, GroupPlan<G>>>;
}

/** Duration of a tick, s. The parameters of all scenes are tuned for this value. */
export const TICK = 1 / 60;

/** Longest time that one `step` simulates by default, s, so that a program that was suspended does not catch up. */
export const MOST_OWED = 0.25;

/** Largest number of ticks that one call can run. */
export const MOST_TICKS = 1_000_000;

/** Kinds of events; the core gives the index. */
const KINDS = ["born", "removed", "caught", "arrived"] as const;
const CAUGHT = 2;

/** Structural type of `WebAssembly.Memory`, which TypeScript knows only with the DOM library. */
interface CoreMemory {
  readonly buffer: ArrayBuffer;
}

let memory: CoreMemory | undefined;
let starter: (() => { memory: CoreMemory }) | undefined;

/** Sets the memory of the started core; called once, by the package's entry for Node or for browsers. */
export function start(exports: { memory: CoreMemory }): void {
  memory = exports.memory;
}

/** Sets the function that starts the core at its first use if `load` was not called. */
export function startBy(starts: () => { memory: CoreMemory }): void {
  starter = starts;
}

/** Whether the core was started. */
export const isStarted = (): boolean => memory !== undefined;

/** A running world. It has to be freed, since JavaScript does not release its memory. `G`: names of its groups. */
export class Flock<G extends string = string> {
  #simulation: Simulation | undefined;
  readonly #record: boolean;
  /** The core's key of each group, by the group's name. */
  readonly #keys: ReadonlyMap<string, string>;
  /** Time that is left over for the next tick, s. */
  #leftoverSeconds = 0;
  #infos: Map<string, ParamInfo> | undefined;
  #listing = -1;
  readonly #views: Float32Array[] = [];

  /** Use `open`, `build` or `replay` instead. */
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

  /** One sentence for each part of the link that was ignored, and for each part of a rule that has no effect now. */
  get notices(): readonly string[] {
    return this.#core.notices();
  }

  /** Runs `count` ticks of 1/60 s: a whole number from 0 to 1,000,000. */
  tick(count = 1): void {
    this.#core.tick(checkCount("count", count, MOST_TICKS));
  }

  /**
   * Runs the whole ticks that fit into `seconds` and the remainder of earlier calls, and returns their number. At most
   * `most` seconds are simulated (0.25 by default, 10,000 at most) and longer times are cut. Negative seconds count as
   * 0; a number that is not finite throws.
   */
  step(seconds: number, most = MOST_OWED): number {
    const more = Math.max(checkNumber("seconds", seconds), 0);
    if (checkNumber("most", most) < 0 || most > 10_000)
      throw new TypeError(`most is to be a number of seconds from 0 to 10000, not ${most}.`);
    this.#leftoverSeconds = Math.min(this.#leftoverSeconds + more, most);
    // Rounding can leave a sum of 1/60 s a little below a whole number of ticks.
    const ticks = Math.floor(this.#leftoverSeconds / TICK + 1e-9);
    this.#leftoverSeconds = Math.max(this.#leftoverSeconds - ticks * TICK, 0);
    this.#core.tick(ticks);
    return ticks;
  }

  /** Number of ticks since the start. */
  get ticks(): number {
    return this.#core.ticks();
  }

  /** Hash of the whole state, 64 bits as 16 hexadecimal digits: equal for equal runs, on every machine. */
  get hash(): string {
    return this.#core.hash();
  }

  get seed(): number {
    return this.#core.seed();
  }

  /** Link of the run as far as links can describe it: parameters, groups and obstacles, without later inputs. */
  get link(): string {
    return this.#core.link();
  }

  /** Starts again at tick 0, with the same or another seed (a whole number from 0 to 4,294,967,295). */
  restart(seed = this.seed): void {
    this.#core.setSeed(checkCount("seed", seed));
    this.#leftoverSeconds = 0;
  }

  /** Number of units, which is the length of every array. */
  get count(): number {
    return this.#core.count();
  }

  /**
   * Horizontal position of each unit, u. All arrays are in the core's memory, without a copy: `flock.x` is valid
   * whenever it is read, but an array kept in a variable becomes empty when that memory grows.
   */
  get x(): Float32Array {
    return this.#view(0);
  }

  get y(): Float32Array {
    return this.#view(1);
  }

  /** Velocity of each unit, u/s; x to the right, y down. */
  get vx(): Float32Array {
    return this.#view(2);
  }

  get vy(): Float32Array {
    return this.#view(3);
  }

  /** Heading of each unit, radians: 0 points right, positive turns clockwise. */
  get heading(): Float32Array {
    return this.#view(4);
  }

  /** Heading of each unit as a unit vector; x to the right, y down. */
  get hx(): Float32Array {
    return this.#view(5);
  }

  get hy(): Float32Array {
    return this.#view(6);
  }

  /** Body length of each unit, u. */
  get length(): Float32Array {
    return this.#view(7);
  }

  /**
   * Units interpolated between the last two ticks: `share` 0 is the last but one, 1 the last; values outside are
   * clamped. The default is the time left over by `step`, so that motion is even at any frame rate. The first call only
   * starts this and returns the units as they are.
   */
  shown(share = this.#leftoverSeconds / TICK): Shown {
    this.#core.showBetween(checkNumber("share", share));
    const array = (of: number) => this.#view(8 + of, this.#core.betweenPtr(of));
    return { x: array(0), y: array(1), hx: array(2), hy: array(3) };
  }

  /** Handles of the units within a distance of a point (u), nearest first. */
  near(x: number, y: number, radius: number): Uint32Array {
    return this.#core.near(checkNumber("x", x), checkNumber("y", y), checkNumber("radius", radius));
  }

  /** Events since the last call; always empty unless the run was opened with `{ events: true }`. */
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

  /** State of the run at this tick as bytes, for `restore`. */
  snapshot(): Uint8Array {
    return this.#core.snapshot();
  }

  /**
   * Goes to the exact state of a snapshot, of this run or of another one of the same plan or link, on any machine.
   * Throws an Error, and changes nothing, if the bytes are no snapshot of this scene and version, or inputs are
   * recorded.
   */
  restore(snapshot: Uint8Array): void {
    if (!(snapshot instanceof Uint8Array)) throw new TypeError("snapshot is to be a Uint8Array.");
    this.#core.restore(snapshot);
    this.#leftoverSeconds = 0;
  }

  /** The groups of the run; a group's units have the indices from `start` to `start + count - 1` in the arrays. */
  groups(): (GroupInfo & { name: G })[] {
    const names = new Map([...this.#keys].map(([name, key]) => [key, name]));
    return this.#core.groups().map((group) => ({ ...group, name: (names.get(group.key) ?? group.key) as G }));
  }

  /** All parameters with their present values, labels, units, ranges and meanings. */
  parameters(): ParamInfo[] {
    return this.#core.params();
  }

  /** Value of a parameter by key: "cohesion" of the world or the first group, "name.cohesion" of another group. */
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
   * Sets a parameter and returns its new value: numbers are clamped to the range, and can be given as text. A switch
   * takes true and false, a choice the key of an option.
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

  /** Holds the pointer at a point, for the groups that respond to it; call it again when the point moves. */
  hold(place: Point): void {
    const { x, y } = pointOf("place", place);
    this.#core.hold(x, y);
  }

  release(): void {
    this.#core.release();
  }

  /** Sets which control keys are held from now on; they fly the group that has the behavior "helm". */
  fly(keys: { port?: boolean; starboard?: boolean; faster?: boolean; slower?: boolean }): void {
    const { port = false, starboard = false, faster = false, slower = false } = checkObject("keys", keys);
    this.#core.fly(
      checkBoolean("port", port),
      checkBoolean("starboard", starboard),
      checkBoolean("faster", faster),
      checkBoolean("slower", slower),
    );
  }

  /** Sets what the units of a group, by name, hunt, seek or flee, in place of any other target; `null` removes it. */
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
   * Gives a unit, by its handle, a top speed (u/s, 0 to 400) or a target of its own, until it is removed or the run
   * restarts. `null` removes a setting, so that the group's counts again; settings that are left out stay.
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

  /** Passes a target to the function for its kind. */
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
   * Adds a written rule to the behaviors of a group, by name, or replaces the group's rule of the same key. Throws an
   * Error, and changes nothing, if the text is invalid.
   */
  setRule(group: G, text: string): void {
    this.#core.setRule(this.#group(group), checkText("text", text));
  }

  /**
   * Adds a unit to a group, by name, with the start speed of its kind, and returns its handle. The handle stays the
   * same, while the unit's index in the arrays (see `index`) changes as others are added and removed.
   */
  add(group: G, place: Place): number {
    const { x, y } = pointOf("place", place);
    return this.#core.addUnit(this.#group(group), x, y, checkNumber("place.heading", place.heading));
  }

  /** Removes the unit with this handle. */
  remove(unit: number): void {
    this.#core.removeUnit(checkCount("unit", unit));
  }

  /** Present index of a unit in the arrays, by its handle; `undefined` if it was removed or never existed. */
  index(unit: number): number | undefined {
    const id = this.#core.unitId(unit);
    return id < 0 ? undefined : id;
  }

  /** Handle of each unit, by index. */
  get handles(): Uint32Array {
    return new Uint32Array(started().buffer, this.#core.handlePtr() >>> 0, this.count);
  }

  /**
   * Computes perception and steering of all units without moving them, for bodies that a physics engine moves. Before
   * the call, write the bodies' state into `x`, `y`, `vx`, `vy` and `heading`; after it, apply `forces` to them. Each
   * call advances the time by 1/60 s.
   */
  steer(): void {
    this.#core.steer();
  }

  /** Moves all units by the forces of `steer()`; `steer()` and `move()` together are `tick()`. */
  move(): void {
    this.#core.advance();
  }

  /** Forces of the last `steer()`. Throws before the first call, and after units were added or removed since. */
  get forces(): Forces {
    if (this.#core.pushPtr(0) === 0)
      throw new Error("There are no forces yet: call steer() first, and again after units came or went.");
    const [x, y, torque, brake] = [0, 1, 2, 3].map((of) => this.#floats(this.#core.pushPtr(of)));
    return { x, y, torque, brake } as Forces;
  }

  /**
   * Explains the steering of a unit, by its handle, in the coming tick: handles of the neighbors that its flocking
   * behaviors count, and the weighted force of each behavior by key; `edge` is the force that keeps it inside the
   * world.
   */
  inspect(unit: number): { neighbors: number[]; forces: Record<string, Point> } {
    const found = this.#core.goneBy(checkCount("unit", unit));
    if (!found) throw new Error(`There is no unit ${unit}.`);
    const forces = found.forces.map(({ key, x, y }) => [key, { x, y }]);
    return { neighbors: found.neighbors, forces: Object.fromEntries(forces) };
  }

  /** The world: size, edges, obstacles, walls, paths, sites and tiles. */
  scenery(): Scenery {
    return this.#core.scenery();
  }

  get walls(): Wall[] {
    return this.#core.scenery().walls;
  }

  /** Replaces the walls, at most 50,000; `wallsFromTiles` makes them from a map. Links do not contain them. */
  set walls(walls: readonly Wall[]) {
    const numbers = checkList("walls", walls, (name, wall) => {
      const { from, to, radius } = checkObject(name, wall);
      const ends = [pointOf(`${name}.from`, from), pointOf(`${name}.to`, to)];
      return [...ends.flatMap(({ x, y }) => [x, y]), checkNumber(`${name}.radius`, radius)];
    });
    this.#core.setWalls(new Float32Array(numbers.flat()));
  }

  /** Replaces the path that a group, by name, follows. Links do not contain this change. */
  setPath(group: G, nodes: readonly Point[]): void {
    const points = checkList("nodes", nodes, pointOf);
    this.#core.setPath(this.#group(group), new Float32Array(points.flatMap(({ x, y }) => [x, y])));
  }

  /**
   * Adds a site (a named point, rounded to 0.1 u), moves the site of this name, or removes it (`null`). Groups can have
   * a site as goal (`goal` "site", `goal_site` its name, by default the first site), and rules can read it:
   * `site("coral").offset`. A group without its site has no goal until a site has the name again.
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

  /** Replaces the obstacles, at most 512. In `link` they are rounded to 0.1 u. */
  set obstacles(obstacles: readonly Obstacle[]) {
    const numbers = checkList("obstacles", obstacles, obstacleNumbers);
    this.#core.setObstacles(new Float32Array(numbers.flat()));
  }

  /** The run with its inputs so far, for `replay`; `undefined` if it was not opened with `{ record: true }`. */
  recording(): Recording | undefined {
    if (!this.#record) return undefined;
    return {
      link: this.#core.recordedLink() ?? "",
      events: this.#core.recordedEvents() ?? "",
      ticks: this.#core.ticks(),
    };
  }

  /** Releases the memory of the run, which cannot be used afterwards. */
  free(): void {
    this.#simulation?.free();
    this.#simulation = undefined;
  }

  #floats(at: number): Float32Array {
    return new Float32Array(started().buffer, at >>> 0, this.#core.count());
  }

  /** Array number `of` of the units; the same object as before while that is valid. */
  #view(of: number, at = this.#core.unitPtr(of)): Float32Array {
    const { buffer } = started();
    const view = this.#views[of];
    if (view?.buffer === buffer && view.byteOffset === at >>> 0 && view.length === this.#core.count())
      return view;
    const made = new Float32Array(buffer, at >>> 0, this.#core.count());
    this.#views[of] = made;
    return made;
  }

  /** Description of a parameter, by its key with or without the name of a group; throws if there is none. */
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

  /** Key of a parameter in the core: plain for world and first group, else behind the core's key of the group. */
  #keyOf(key: string): string {
    const dot = key.indexOf(".");
    if (dot < 0) return key;
    const index = this.#group(key.slice(0, dot));
    return index === 0 ? key.slice(dot + 1) : `${this.#core.groups()[index]?.key}${key.slice(dot)}`;
  }

  /** Index of a group, by its name in the plan, or else by its key or label. */
  #group(name: string): number {
    return this.#core.groupNamed(this.#keys.get(checkText("group", name)) ?? name);
  }
}

/**
 * Walls that cover the blocked tiles of a map, for `flock.walls`; neighbors in a row or column share a wall. `tiles`:
 * a number or boolean per tile, row by row from the upper left, each row `columns` long; all but 0 and false are
 * blocked. `side`: side of a tile, u. Map and world have the same upper left corner.
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

/** Number by which the core knows a value of a parameter whose value is no text. */
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

/** Opens a link, or its query alone. Invalid parts of the link are ignored and named in `notices`. */
export function open(link: string, options: Options = {}): Flock {
  const checked = optionsOf(options);
  started();
  return new Flock(new Simulation(checkText("link", link), checked.record), checked);
}

/** Opens a recording at tick 0; its inputs are repeated as it runs. */
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

/** Makes a behavior of a group from the text of a written rule. Throws an Error if the text is invalid. */
export function rule(text: string): Ruled {
  checkText("text", text);
  started();
  return ruleItem(text) as Ruled;
}

/**
 * Builds a world. Throws an Error with one sentence per invalid part of the plan. Parts of rules without an effect,
 * such as one about a missing group, are named in `notices`.
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

/** A group's name for links: letters and digits, `_` for others, at most 24; "" if it has neither letter nor digit. */
function labelOf(name: string): string {
  const letters = [...name.replace(/[^\p{Alphabetic}\p{M}\p{N}]+/gu, "_")].slice(0, 24).join("");
  return /[\p{Alphabetic}\p{N}]/u.test(letters) ? letters : "";
}

/** Link by which a planned world is opened, here and by anybody else. `keys`: the core's key by group name. */
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
      // The name of a missing group stays in the link; the core then adds a notice.
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
