/** Printed rules that run: over the JavaScript runtime of exported programs, in a world of a test's own. */
import type { Flock } from "../../www/src/keep/export/runtime/js/flock.js";
import { printRule, Simulation } from "./core";
import { flockOf as flockIn, functionOf } from "./rule-world.mjs";

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

/** A flock that stands as a world says. */
export const flockOf = (world: World, numbers: Record<string, number | string>): Flock =>
  flockIn(world, numbers);

export type Printed = (unit: Unit, flock: Flock) => { x: number; y: number };

/** The function of a rule. `weight` and `params` are what the numbers of its group are called. */
export function printed(text: string, params: readonly string[] = [], weight = "weight"): Printed {
  const { code } = printRule(text, "javascript", ["ruleOfATest", weight, ...params], [], []);
  return functionOf(code);
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
