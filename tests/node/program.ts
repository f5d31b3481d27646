/** Exported programs beside the core: the same run, tick by tick. */
import { expect } from "vitest";
import { planOf } from "../../www/src/keep/export/plan";
import { javascript } from "../../www/src/keep/export/programs/javascript";
import { type Simulation, scenes, wasmMemory } from "./core";
import { page, sourceOf } from "./export";

/** Each unit of a program looks at every other: with all of a crowd a tick would take seconds. */
const FEWER: Record<string, string> = {
  murmuration: "&count=200&width=600&height=400",
  "open-sky": "&count=150",
  falcon: "&count=150",
  "flock-wide": "&count=120",
};

/** The links of all scenes, of large ones with fewer units. */
export const small = scenes().map(({ key, link }) => `${link}${FEWER[key] ?? ""}`);

/** What the core says of all units, as plain numbers. */
export interface State {
  x: Float32Array;
  y: Float32Array;
  vx: Float32Array;
  vy: Float32Array;
  hx: Float32Array;
  hy: Float32Array;
  omega: Float32Array;
  flags: Uint8Array;
  /** How many units each group has. */
  counts: number[];
  /** Whether its unit may face what it fires at, which no program does. */
  armed: boolean[];
  size: [number, number];
  /** Somebody catches or fires at others. */
  plays: boolean;
  /** The largest force that a group's body has. */
  strength: number;
  /** What the core pushes the units with from here on: forces to the right, down, torques, brakes. */
  pushes: Float32Array[];
}

const STRENGTHS = new WeakMap<Simulation, number>();

/** To list all parameters takes long: that is done once for a run. */
function strengthOf(run: Simulation): number {
  const known = STRENGTHS.get(run);
  if (known !== undefined) return known;
  const forces = run.params().filter(({ key }) => /\b(steering_force|max_force)$/.test(key));
  const strength = Math.max(1, ...forces.map(({ value }) => value));
  STRENGTHS.set(run, strength);
  return strength;
}

export function stateOf(run: Simulation): State {
  const count = run.count();
  const counts = run.groups().map((group) => group.count);
  const { width, height } = run.scenery();
  const floats = (at: number) => new Float32Array(wasmMemory.buffer, at >>> 0, count).slice();
  return {
    x: floats(run.xPtr()),
    y: floats(run.yPtr()),
    vx: floats(run.velocityXPtr()),
    vy: floats(run.velocityYPtr()),
    hx: floats(run.headingXPtr()),
    hy: floats(run.headingYPtr()),
    omega: floats(run.omegaPtr()),
    flags: new Uint8Array(wasmMemory.buffer, run.flagsPtr() >>> 0, count).slice(),
    counts,
    armed: run
      .blueprint()
      .flatMap(({ role }, at) => Array<boolean>(counts[at] ?? 0).fill(role === "soldier")),
    size: [width, height],
    plays: run.blueprint().some(({ role, catches }) => role === "soldier" || catches.length > 0),
    strength: strengthOf(run),
    pushes: [],
  };
}

/** Steers, and tells with what units are pushed. */
export function pushesOf(run: Simulation): Float32Array[] {
  run.stopRecording();
  expect(run.steer()).toBe(true);
  return [0, 1, 2, 3].map((of) =>
    new Float32Array(wasmMemory.buffer, run.pushPtr(of) >>> 0, run.count()).slice(),
  );
}

/** A tick in its two halves; the state before it knows of the pushes then. */
export function tickFrom(state: State, run: Simulation): State {
  state.pushes = pushesOf(run);
  run.advance();
  return stateOf(run);
}

/** Whether the playground has played its game in a tick: somebody has joined others, or starts again elsewhere. */
export function hasPlayed(before: State, after: State): boolean {
  if (!before.plays) return false;
  if (before.counts.some((count, at) => count !== after.counts[at])) return true;
  const [width, height] = after.size;
  return after.x.some((x, id) => {
    const dx = x - (before.x[id] ?? 0);
    const dy = (after.y[id] ?? 0) - (before.y[id] ?? 0);
    const moved = Math.hypot(dx - width * Math.round(dx / width), dy - height * Math.round(dy / height));
    const speed = Math.hypot(after.vx[id] ?? 0, after.vy[id] ?? 0);
    return moved > 2 + speed / 15;
  });
}

export function planOfRun(run: Simulation) {
  return planOf(sourceOf(run));
}

export const javascriptOf = (run: Simulation) => javascript(planOfRun(run), page);

/** What a program exports, as far as the tests use it. */
export interface Program {
  Flock: new (run: unknown) => Flock;
  RUN: { groups: { label: string }[] };
}

export interface Flock {
  units: Unit[];
  keys: Record<string, boolean>;
  run: { groups: { key: string; path?: unknown }[]; obstacles: unknown[]; walls: unknown[] };
  alpha: number;
  tick(): void;
  step(dt: number): void;
  steer(): void;
  move(): void;
  shown(unit: Unit): { x: number; y: number; heading: number };
  setTarget(x: number, y: number, group?: unknown): void;
  clearTarget(group?: unknown): void;
  add(group: unknown, place: { x: number; y: number; heading?: number }): Unit;
  remove(unit: Unit): void;
  search(x: number, y: number, radius: number, visit: (other: Unit) => void): void;
}

interface Unit extends Record<"x" | "y" | "vx" | "vy" | "hx" | "hy" | "omega" | "heading", number> {
  force: { x: number; y: number };
  torque: number;
  brake: number;
  leader: boolean;
  group: { key: string; look: { name: string }[] };
}

export async function moduleOf(text: string): Promise<Program> {
  return await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
}

/** Where the pointer is held from one tick on, until another. */
export interface Held {
  from: number;
  to: number;
  x: number;
  y: number;
}

/** The states of a run, from its start on, with the pointer held for a while, up to where the game begins. */
export function statesOf(run: Simulation, ticks: number, held: Held): State[] {
  const states = [stateOf(run)];
  for (let tick = 0; tick < ticks; tick++) {
    if (tick === held.from) run.pointer(held.x, held.y);
    if (tick === held.to) run.release();
    const after = tickFrom(states[tick] as State, run);
    if (hasPlayed(states[tick] as State, after)) break;
    states.push(after);
  }
  return states;
}

const FIELDS = ["x", "y", "vx", "vy", "hx", "hy", "omega"] as const;

/**
 * What a program in another language is given: one line per tick, first what happens (`hold x y`, `release` or `-`), then
 * seven numbers for each unit. It answers with a line per tick: x, y, vx, vy, hx, hy and whether it leads, of each unit,
 * then with what it was pushed: force, torque and brake.
 */
export function script(states: readonly State[], held: Held): string {
  const lines = states.slice(0, -1).map((state, tick) => {
    const event =
      tick === held.from ? `hold ${held.x} ${held.y}` : tick === held.to ? "release 0 0" : "- 0 0";
    const units = Array.from(state.x, (_, id) => FIELDS.map((field) => state[field][id]).join(" "));
    return `${event} ${units.join(" ")}`;
  });
  return `${lines.join("\n")}\n`;
}

/** The largest difference between what a program answers and the core's states, and where that is. */
export function answerDiffers(
  answer: string,
  states: readonly State[],
  leaders: readonly boolean[],
): [number, string] {
  let most: [number, string] = [0, ""];
  const lines = answer.trim().split("\n");
  if (lines.length !== states.length - 1) return [Number.POSITIVE_INFINITY, `${lines.length} answers`];
  for (const [tick, line] of lines.entries()) {
    const [before, after] = [states[tick] as State, states[tick + 1] as State];
    const numbers = line.trim().split(" ").map(Number);
    if (numbers.length !== 11 * after.x.length)
      return [Number.POSITIVE_INFINITY, `${numbers.length} numbers`];
    for (let id = 0; id < after.x.length; id++) {
      const [x = 0, y = 0, vx = 0, vy = 0, hx = 0, hy = 0, leads, ...push] = numbers.slice(
        11 * id,
        11 * id + 11,
      );
      const of = (field: (typeof FIELDS)[number], state = after) => state[field][id] ?? 0;
      const speed = Math.max(Math.hypot(of("vx", before), of("vy", before)), 1);
      const found: [number, string][] = [
        [difference(vx, vy, of("vx"), of("vy"), speed), "velocity"],
        [difference(x, y, of("x"), of("y"), speed), "place"],
        [after.armed[id] ? 0 : difference(hx, hy, of("hx"), of("hy"), 1), "heading"],
        [leaders[id] && leads !== ((after.flags[id] ?? 0) & 1) ? Number.POSITIVE_INFINITY : 0, "leader"],
        [pushDiffers(push, before.pushes, id, before.strength), "push"],
      ];
      for (const [value, what] of found) {
        if (!(value <= most[0])) most = [value, `${what} of unit ${id}, tick ${tick}`];
      }
    }
  }
  return most;
}

/** How far a unit's push is off the core's, relative to the largest one of the flock, or what a body has. */
function pushDiffers(
  [x = 0, y = 0, torque = 0, brake = 0]: readonly number[],
  core: Float32Array[],
  id: number,
  strength: number,
) {
  const [xs, ys, torques, brakes] = core as [Float32Array, Float32Array, Float32Array, Float32Array];
  const most = xs.reduce((most, x, at) => Math.max(most, Math.hypot(x, ys[at] ?? 0)), strength);
  const turns = torques.reduce((most, one) => Math.max(most, Math.abs(one)), strength);
  return Math.max(
    difference(x, y, xs[id] ?? 0, ys[id] ?? 0, most),
    Math.abs(torque - (torques[id] ?? 0)) / turns,
    Math.abs(brake - (brakes[id] ?? 0)),
  );
}

/** How far apart two vectors are, relative to the larger one, or to `least` where both are small. */
export function difference(ax: number, ay: number, bx: number, by: number, least: number): number {
  const size = Math.max(Math.hypot(ax, ay), Math.hypot(bx, by), least);
  return Math.hypot(ax - bx, ay - by) / size;
}

/** Puts the units of a program where the core has them; what their behaviors remember is their own. */
export function follow(flock: Flock, state: State): void {
  for (const [id, unit] of flock.units.entries()) {
    for (const key of ["x", "y", "vx", "vy", "hx", "hy", "omega"] as const) unit[key] = state[key][id] ?? 0;
    unit.heading = Math.atan2(unit.hy, unit.hx);
  }
}

/** The largest difference of a unit, relative to its speed or, of headings and places in the world, to a radian and u. */
export function worst(flock: Flock, before: State, after: State): [number, string] {
  let most: [number, string] = [0, ""];
  for (const [id, unit] of flock.units.entries()) {
    const of = (key: "x" | "y" | "vx" | "vy" | "hx" | "hy", state = after) => state[key][id] ?? 0;
    const speed = Math.max(Math.hypot(of("vx", before), of("vy", before)), 1);
    const leads = ((after.flags[id] ?? 0) & 1) === 1;
    const watched = unit.group.look.some(({ name }) => name === "findLeaders");
    const found: [number, string][] = [
      [difference(unit.vx, unit.vy, of("vx"), of("vy"), speed), "velocity"],
      [difference(unit.x, unit.y, of("x"), of("y"), speed), "place"],
      [after.armed[id] ? 0 : difference(unit.hx, unit.hy, of("hx"), of("hy"), 1), "heading"],
      [watched && unit.leader !== leads ? Number.POSITIVE_INFINITY : 0, "leader"],
      [before.pushes.length > 0 ? pushOff(unit, before.pushes, id, before.strength) : 0, "push"],
    ];
    for (const [value, what] of found) if (!(value <= most[0])) most = [value, `${what} of unit ${id}`];
  }
  return most;
}

/** How far the push of a program's unit is off the core's. */
export const pushOff = ({ force, torque, brake }: Unit, core: Float32Array[], id: number, strength: number) =>
  pushDiffers([force.x, force.y, torque, brake], core, id, strength);

/** Holds that a program has the core's units, and where the core starts them. */
export function expectStart(run: Simulation, flock: Flock): void {
  expect(flock.units.length).toBe(run.count());
  const start = stateOf(run);
  for (const [id, unit] of flock.units.entries()) {
    expect(
      Math.hypot(unit.x - (start.x[id] ?? 0), unit.y - (start.y[id] ?? 0)),
      `start of ${id}: ${run.link()}`,
    ).toBeLessThan(1e-3);
  }
}

/** Holds the number of a program's units and each of its first ticks against the core's. */
export function expectTicks(run: Simulation, flock: Flock, ticks: number): void {
  expect(flock.units.length, run.link()).toBe(run.count());
  for (let tick = 0; tick < ticks; tick++) {
    const before = stateOf(run);
    follow(flock, before);
    const after = tickFrom(before, run);
    if (hasPlayed(before, after)) return;
    flock.tick();
    const [most, where] = worst(flock, before, after);
    expect(most, `${where}, tick ${tick}`).toBeLessThan(1e-3);
  }
}
