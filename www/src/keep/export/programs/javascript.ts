/** The run as one ES module, in JavaScript or TypeScript: constants, then a runtime that holds what this run uses. */

import { f32Text } from "../../../link/value";
import type { ExportValue } from "../model";
import { collect, type Grammar, partsOf } from "../parts";
import type { Plan, PlanGroup, Step } from "../plan";
import { type Printed, printed } from "../printed";
import types from "../runtime/js/types.ts?raw";
import { FIELDS, groupParts, isUsed, worldParts } from "../structure";
import { camel, comment, quoted, upperSnake } from "../text";
import { about, constantLines, header } from "./words";

const files = import.meta.glob<string>("../runtime/js/**/*.js", {
  query: "?raw",
  import: "default",
  eager: true,
});

const grammar: Grammar = {
  declares: /^(?:export )?(?:function|const|class) (\w+)/m,
  silent: /\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"/g,
  drops: /^import /,
};

const runtime = partsOf(files, grammar);

/** Types stand in comments, as in `place /*: Vector *\/`: TypeScript has them, JavaScript leaves them out. */
const TYPE = / ?\/\*: (.*?) \*\//g;

/** What a group is made of: names of the runtime, by key. */
function wiring(group: PlanGroup, nameOf: Printed["nameOf"]): [string, string[] | string][] {
  const made = groupParts(group);
  const entries: [string, string[] | string | undefined | false][] = [
    ["body", camel(made.body)],
    ["look", made.look.map(camel)],
    ["behaviors", made.behaviors.map((key) => nameOf(group, key))],
    ["after", made.after.map(camel)],
    ["blend", camel(made.blend)],
    ["view", made.view && `${made.view}View`],
    ["separationView", made.separationView && `${made.separationView}View`],
    ["choose", made.nearestOnly && "nearestOnly"],
    ["separationChoose", made.nearestCrowd && "nearestOnly"],
    ["swerve", made.noisy && "drawNoise"],
    ["jolt", made.jolted && "turnByNoise"],
    ["goal", made.goal && camel(made.goal)],
    ["quarry", group.ties.hunts.length > 0 && "nearestHunted"],
  ];
  return entries.filter((entry): entry is [string, string[] | string] => Boolean(entry[1]));
}

/** An entry of an object, in short where name and value are one. */
function entry(key: string, value: string | readonly string[]): string {
  if (typeof value !== "string") return `${key}: [${value.join(", ")}],`;
  return key === value ? `${key},` : `${key}: ${value},`;
}

/** How one value is written. */
export function literal(value: ExportValue): string {
  if (value.kind === "text") return quoted(value.value);
  return value.kind === "bool" ? String(value.value) : f32Text(value.value);
}

const wall = ({ from, to, radius }: Plan["walls"][number]) =>
  `from: { ${point(from)} }, to: { ${point(to)} }, radius: ${f32Text(radius)}`;
const point = ({ x, y }: { x: number; y: number }) => `x: ${f32Text(x)}, y: ${f32Text(y)}`;

/** What a program is made of besides its groups. */
function worldWiring(plan: Plan): [string, string[] | string][] {
  const { offset, search, edges, contain, hold, after } = worldParts(plan);
  const entries: [string, string[] | string | false][] = [
    ["offset", camel(offset)],
    ["search", camel(search)],
    ["edges", camel(edges)],
    ["contain", contain && "contain"],
    ["hold", hold.map(camel)],
    ["startPlaces", "startPlaces"],
    ["after", after.map(camel)],
  ];
  return entries.filter((entry): entry is [string, string[] | string] => Boolean(entry[1]));
}

function write(plan: Plan, page: string, typed: boolean): string {
  const language = typed ? "typescript" : "javascript";
  const naming = { language, grammar, function: camel, member: camel, members: new Set(FIELDS.map(camel)) };
  const { parts, nameOf, member } = printed(runtime, plan, naming);
  const wired = plan.groups.map((group) => ({ group, entries: wiring(group, nameOf) }));
  const world = worldWiring(plan);
  const roots = [world, ...wired.map(({ entries }) => entries)].flat().flatMap(([, value]) => value);
  const code = collect(parts, ["Flock", ...roots])
    .map((text) => text.replace(/^export (?!class Flock)/gm, ""))
    .join("\n\n");
  const used = (value: ExportValue, group: PlanGroup) =>
    isUsed(value, group, (key) => new RegExp(`\\bgroup\\.${member(key)}\\b`).test(code));

  const groups = wired.map(({ group, entries }) => {
    const values = group.values.filter((value) => used(value, group));
    const lines = values.flatMap((value) => [
      ...comment("  //", constantLines(value)),
      `  ${member(value.key)}: ${literal(value)},`,
    ]);
    const data = [
      `  key: ${quoted(group.key)},`,
      `  label: ${quoted(group.label)},`,
      `  role: ${quoted(group.role)},`,
      ...lines,
      ...dataOf(group, typed),
    ];
    const name = upperSnake(group.key);
    const head = comment("//", about(group));
    return { name, entries, values, text: [...head, `export const ${name} = {`, ...data, "};"].join("\n") };
  });

  const constants = [
    ...comment("//", [
      "The world: its size in u, what stands in it, and whom the hunters hunt while no target is set.",
    ]),
    "export const WORLD = {",
    `  seed: ${plan.run.seed},`,
    `  width: ${f32Text(plan.width)},`,
    `  height: ${f32Text(plan.height)},`,
    `  target: ${quoted(plan.target)},`,
    `  pointerHunters: ${quoted(plan.pointerHunters)},`,
    `  seeAcross: ${plan.seeAcross},`,
    `  cell: ${f32Text(plan.cell ?? 0)},`,
    `  contactGap: ${f32Text(plan.contactGap ?? 0)},`,
    ...rows(
      "obstacles",
      plan.obstacles.map((one) => `${point(one)}, radius: ${f32Text(one.radius)}`),
    ),
    ...rows("walls", plan.walls.map(wall)),
    "};",
  ].join("\n");

  const run = [
    "/** What runs: `new Flock(RUN)`. */",
    `export const RUN${typed ? ": Run" : ""} = {`,
    "  ...WORLD,",
    ...world.map(([key, value]) => `  ${entry(key, value)}`),
    "  groups: [",
    ...groups.flatMap(({ name, entries }) => [
      "    {",
      `      ...${name},`,
      ...entries.map(([key, value]) => `      ${entry(key, value)}`),
      "    },",
    ]),
    // Each group has the numbers that its own behaviors need.
    `  ]${typed ? " as Partial<Group>[] as Group[]" : ""},`,
    "};",
  ].join("\n");

  const fields = new Map(groups.flatMap(({ values }) => values.map((value) => [member(value.key), value])));
  for (const key of ["count", "length"]) fields.delete(key);
  const numbers = [...fields].map(([key, value]) => `  ${key}: ${TYPES[value.kind]};`).join("\n");
  const declared = `${types.trim().replace("  /* the numbers of the groups */", numbers)}\n\n`;
  const texts = [
    comment("//", headLines(plan, page)).join("\n"),
    constants,
    ...groups.map((group) => group.text),
    (typed ? declared : "") + code,
    run,
  ];
  return `${texts.join("\n\n").replace(TYPE, typed ? ": $1" : "")}\n`;
}

const TYPES = { float: "number", int: "number", bool: "boolean", text: "string" } as const;

/** A list of objects, one per line. */
function rows(key: string, items: readonly string[], as = ""): string[] {
  if (items.length === 0) return [`  ${key}: []${as},`];
  return [`  ${key}: [`, ...items.map((item) => `    { ${item} },`), `  ]${as},`];
}

function dataOf({ start, path, steps, body, fears, fearsTarget, ties }: PlanGroup, typed: boolean): string[] {
  const as = (type: string) => (typed ? ` as ${type}` : "");
  const { x: _x, y: _y, ...sized } = start;
  const sizes = Object.entries(sized)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${f32Text(value ?? 0)}`);
  const place = [point(start), ...sizes, `standing: ${body === "point"}`].join(", ");
  const numbers = (step: Step) =>
    Object.entries(step)
      .map(([key, value]) => `${key}: ${f32Text(value)}`)
      .join(", ");
  return [
    ...comment("  //", [
      "Where its units start by the seed; give `places: [{ x, y, heading }, ...]` to start them elsewhere.",
    ]),
    `  start: { ${place} }${as("Start")},`,
    ...(fearsTarget ? ["  fearsPointer: true,"] : []),
    ...Object.entries({ fears, ...ties })
      .filter(([, keys]) => keys.length > 0)
      .map(([name, keys]) => `  ${name}: [${keys.map(quoted).join(", ")}],`),
    ...(path.length > 0 ? rows("path", path.map(point)) : []),
    ...(steps.length > 0 ? rows("steps", steps.map(numbers), as('Group["steps"]')) : []),
  ];
}

function headLines(plan: Plan, page: string): string[] {
  return [
    ...header(plan, page),
    "",
    "How to use it: `const flock = new Flock(RUN);`, then once per frame `flock.step(dt);` with the seconds since the " +
      "last one, and `for (const unit of flock.units) draw(unit.x, unit.y, unit.heading);`. Besides: " +
      "flock.setTarget(x, y), flock.clearTarget(), flock.keys, flock.add(RUN.groups[0], { x, y, heading }), " +
      "flock.remove(unit). Each flock has numbers of its own: flock.run.groups[0].length = 3 changes no other one.",
  ];
}

export const javascript = (plan: Plan, page: string) => write(plan, page, false);
export const typescript = (plan: Plan, page: string) => write(plan, page, true);
