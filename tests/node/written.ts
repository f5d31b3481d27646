/** Runs with written rules: whatever a person may write, and call it. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { Simulation } from "./core";

/** A text that would end a comment or a string, were it written as it is. */
const HOSTILE = "*/ throw 1 /* </b> ''' `$" + "{x}` #{x} \\\\";

/** What has its own way in each language: memories, chance, things, names. */
export const RULES: readonly string[] = [
  "param A = 2 in 0..9\nparam a = 1 in 0..9\nl_ = L\nL_ = 2 * l_\nsteer (A - a * 0.5) * L_ / 9",
  "param many = 1 in 0..9\nn = count(j in mates(30 * L)) # near\nsteer if n > many then -0.4 else 0.1",
  `# ${HOSTILE}\nparam e = 0.3 in 0..1 "*/ \\" "${HOSTILE}"\nx = count(j in group("${HOSTILE}")) # ${HOSTILE}\nsteer e + x`,
  "keep angle = 0.5 then wrap(angle + random(-1, 1) * 4 * dt)\nkeep way = vec(1, 0) then rotate(way, random(-0.1, 0.1))\nsteer seek(h * 6 + rotate(h, angle) * 3 + way)",
  "keep last = 0 then last + dt\nkeep seen_ = 0 then if goal.there then seen_ + 1 else 1 / 0\nsteer goal.direction * sin(last * 9) * seen_",
  "steer sway(2) * 0.5 + sway(0.3) * random(0, 1) - random(-0.2, 0.2)",
  "param path_radius = 9 in 1..40\nparam at_end = patrol of stop, loop, patrol\nsteer seek(node.offset)",
  "steer if node.there then arrive(node.offset, 9 * L) else h * 0.2",
  "param class = 0.2 in 0..1\nparam def = 0.2 in 0..1\nparam func = 0.1 in 0..1\nparam delete = 0.2 in 0..1\nparam constructor = 0.2 in 0..1\nparam key = 0.1 in 0..1\nreturn = class + def + func\nvar = delete + constructor + key\nnull = return * var\nself = null\nMathf = self\nsteer Mathf",
  "unit_ = h\ngroup_ = v\nflock = count(j in everyone(20 * L))\nZERO = flock\nmath = ZERO\nsteer seek(group_ + unit_ * math)",
  "param who = leaders of everyone, leaders\nsteer if hunts then head(target.direction) * 0.5 else vec(0, 0)",
  "param fears_pointer = on of off, on\nsteer -sum(m in menaces(60 * L): m.direction / max(m.distance, 1))",
  "param mode = new of new, class, self\nsteer if mode is class then 1 else if mode is new then -0.3 else 0",
  "steer toward(v * 0.9) - so_far * 0.5\nthrust 1 - min(speed, 2, V) / (2 * V)\nbrake if any(j in mates(6 * L): j.speed < speed - 1) then 0.9 else 1",
  "s = nearest(o in obstacles where o.distance < 80 * L: o.offset + unit(o.offset) * (o.radius + 4 * L))\nm = least(j in fellows: j.distance) + most(j in others(40 * L): j.length)\nsteer arrive(s, 12 * L) + h * min(m, 3) * 0.1 + mean(j in hunted: j.direction) * 0.1",
  "steer if leads then 0.3 else turn(sum(j in view where j.leads: j.offset)) * min(count(j in view), 2)",
  "param goal_x_ = 2 in 0..9\nsteer 1 / (goal_x_ - 2) + 0 / (goal_x_ - 2)",
  "steer seek(pointer.offset) * (time - floor(time)) ^ 2 * sqrt(abs(cross(h, unit(pointer.velocity))))",
];

/** Keys that mean something in one of the languages, or in the programs. */
const KEYS = (
  "class delete function flock unit group vector2 key label role body move start look blend after behaviors path steps " +
  "fears memory tick step search side direction clamp dot mix turned set_up top_speed force_scale limit quarry sees " +
  "constructor def func self units copy sway seek_to"
).split(" ");

interface Vector {
  text: string;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL("../vectors/rules.json", import.meta.url), "utf8"));

/** Each rule of the vectors, once. */
export const texts = [...new Set(vectors.map(({ text }) => text)), ...RULES];

const OTHERS = "*g31.rmonster.bpoint.pwander*g32.rleader.bpoint.pwander&g31.count=2&g32.count=1";
const WORLD = "&width=300&height=300&target=player&seed=7&ob=90-90-14_210-120-11_150-210-18";

/** Numbers and choices of all groups that have them, by key. */
type Wishes = Readonly<Record<string, number | string>>;

/** A run in which each group has one of these rules, by keys of their own. */
export function runOf(body: string, rules: readonly [string, string][], more: Wishes = {}): Simulation {
  const wishes: Wishes = { view: "limited", goal: "place", ...more };
  const names = rules.map((_, at) => (at === 0 ? "units" : `g${at}`));
  const groups = names.map((name) => `${name}.b${body}.hg31.fg31.og32`);
  const own = names.map((name) => (name === "units" ? "" : `${name}.`));
  const numbers = own.map((of) => `&${of}count=6`);
  const run = new Simulation(
    `v=2&scene=empty&groups=${groups.join("*")}${OTHERS}${WORLD}${numbers.join("")}`,
  );
  expect(run.notices()).toEqual([]);
  for (const [at, [key, text]] of rules.entries()) {
    expect(run.setRule(at, `rule ${key} "${key}"\n${text}`), `${key}: ${text}`).toEqual([]);
  }
  for (const { id, key, choices } of run.params()) {
    const wish = wishes[key.replace(/^.*\./, "")];
    if (wish === undefined) continue;
    run.set(id, typeof wish === "number" ? wish : choices.findIndex((choice) => choice.key === wish));
  }
  // Opened anew, as whoever gets the link does; the other that asks for a node has no path.
  const paths = rules.flatMap(([, text], at) =>
    text.includes("path_radius") ? [`&${own[at]}path=40-40_250-60_200-250`] : [],
  );
  const again = new Simulation(run.link() + paths.join(""));
  expect(again.notices()).toEqual([]);
  run.free();
  return again;
}

/** Each under a key of its own. */
export const named = (rules: readonly string[]) =>
  rules.map((text, at): [string, string] => [`rule_${String.fromCharCode(97 + at)}`, text]);

/** A flock that has several rules besides its own behaviors, and is told to hunt nobody. */
export function flockOf(rules: readonly string[]): Simulation {
  const groups =
    "boids.pcohesion-alignment-separation.ag32*player*g31.rmonster.bpoint.pwander*g32.rsoldier.bpoint.pwander";
  const run = new Simulation(
    `v=2&scene=flock-obstacles&groups=${groups}&width=240&height=200&ob=90-90-14&count=16&g31.count=4&g32.count=4` +
      "&combination=priority&toroidal=on&edges=wrap",
  );
  expect(run.notices()).toEqual([]);
  for (const [key, text] of named(rules)) expect(run.setRule(0, `rule ${key}\n${text}`)).toEqual([]);
  return run;
}

const any = new Simulation("v=1&scene=empty");

export const allowed = KEYS.filter(
  (key) => any.setRule(0, `rule ${key}\nsteer 0.1`).length === 0 && any.removeBehavior(0, key),
);
