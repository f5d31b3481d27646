/** Rules that are printed in JavaScript, beside what an independent program computed of their texts. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { flockOf, type Pair, printed, type World } from "./rules";

interface Case {
  name: string;
  text: string;
  params: Record<string, number>;
  world: World;
  unit: number;
  expect: { force: Pair };
}

const cases: Case[] = JSON.parse(readFileSync(new URL("../vectors/rules.json", import.meta.url), "utf8"));

/** The allowed error, relative to the force or to all that a unit can steer. */
const TOLERANCE = 1e-4;

test("each rule of the vectors, printed, gives the force that is expected", () => {
  expect(cases.length).toBeGreaterThanOrEqual(280);
  for (const { name, text, params, world, unit, expect: wanted } of cases) {
    const declared = [...text.matchAll(/^\s*param (\w+) = (\S+)/gm)];
    const names = declared.map(([, key = ""]) => `p_${key}`);
    const values = declared.map(([, key = "", value]) => [`p_${key}`, params[key] ?? Number(value)]);
    const flock = flockOf(world, { weight: 1, ...Object.fromEntries(values) });
    const rule = printed(text, names);
    const one = flock.units[unit];
    if (!one) throw new Error(`${name}: no unit ${unit}`);
    const { x, y } = rule(one, flock);
    const [wx, wy] = wanted.force;
    const off = Math.hypot(x - wx, y - wy) / Math.max(Math.hypot(wx, wy), 1);
    expect(off, `${name} of unit ${unit}: ${x} ${y} for ${wx} ${wy}`).toBeLessThan(TOLERANCE);
  }
});
