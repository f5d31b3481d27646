/** Exported programs beside the core: the same run, tick by tick. */
import { planOf } from "../../www/src/keep/export/plan";
import { javascript } from "../../www/src/keep/export/programs/javascript";
import { type Simulation, scenes, wasmMemory } from "./core";
import { page } from "./export";

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
}

export function stateOf(run: Simulation): State {
  const count = run.count();
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
  };
}

export function planOfRun(run: Simulation) {
  return planOf({
    params: () => run.params(),
    texts: () => run.texts(),
    groups: () => run.groups(),
    scenes: scenes(),
    scene: () => run.scene(),
    seed: () => run.seed(),
    link: () => run.link(),
    blueprint: () => run.blueprint(),
    scenery: () => run.scenery(),
  });
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
  tick(): void;
  step(dt: number): void;
  setTarget(x: number, y: number): void;
  clearTarget(): void;
  add(group: unknown, place: { x: number; y: number; heading: number }): Unit;
  remove(unit: Unit): void;
}

interface Unit extends Record<"x" | "y" | "vx" | "vy" | "hx" | "hy" | "omega" | "heading", number> {
  leader: boolean;
  group: { look: { name: string }[] };
}

export async function moduleOf(text: string): Promise<Program> {
  return await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
}

/** How far apart two vectors are, relative to the larger one, or to `least` where both are small. */
export function difference(ax: number, ay: number, bx: number, by: number, least: number): number {
  const size = Math.max(Math.hypot(ax, ay), Math.hypot(bx, by), least);
  return Math.hypot(ax - bx, ay - by) / size;
}
