/** The run as one ES module, in JavaScript or TypeScript: constants, then a runtime that holds what this run uses. */

import { f32Text } from "../../../link/value";
import { declarationsOf, type Grammar } from "../declarations";
import type { ExportValue } from "../model";
import type { Plan, PlanGroup, Step } from "../plan";
import types from "../runtime/js/types.ts?raw";
import { camel, comment, quoted, upperSnake } from "../text";
import { type Dialect, treeOf, type Wiring } from "./tree";
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

const runtime = declarationsOf(files, grammar);

/** Types stand in comments, as in `place /*: Vector *\/`: TypeScript has them, JavaScript leaves them out. */
const TYPE = / ?\/\*: (.*?) \*\//g;

const dialect: Dialect = {
  language: "javascript",
  runtime,
  grammar,
  function: camel,
  member: camel,
  always: ["Flock"],
  quarry: "nearest_hunted",
  body: (name) => [["body", camel(name)]],
  view: (model, prefix) => [[`${prefix}view`, `${model}View`]],
};

/** An entry of an object, in short where name and value are one. */
function entry([word, value]: Wiring[number]): string {
  const key = camel(word);
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

function write(plan: Plan, page: string, typed: boolean): string {
  const tree = treeOf(plan, { ...dialect, language: typed ? "typescript" : "javascript" });
  const code = tree.code.map((text) => text.replace(/^export (?!class Flock)/gm, "")).join("\n\n");
  const groups = tree.groups.map(({ group, wiring, values, ties }) => {
    const lines = values.flatMap(({ value, name }) => [
      ...comment("  //", constantLines(value)),
      `  ${name}: ${literal(value)},`,
    ]);
    const data = [
      `  key: ${quoted(group.key)},`,
      `  label: ${quoted(group.label)},`,
      `  role: ${quoted(group.role)},`,
      ...lines,
      ...dataOf(group, ties, typed),
    ];
    const name = upperSnake(group.key);
    const head = comment("//", about(group));
    return { name, wiring, text: [...head, `export const ${name} = {`, ...data, "};"].join("\n") };
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
    ...tree.world.map((one) => `  ${entry(one)}`),
    "  groups: [",
    ...groups.flatMap(({ name, wiring }) => [
      "    {",
      `      ...${name},`,
      ...wiring.map((one) => `      ${entry(one)}`),
      "    },",
    ]),
    // Each group has the numbers that its own behaviors need.
    `  ]${typed ? " as Partial<Group>[] as Group[]" : ""},`,
    "};",
  ].join("\n");

  const fields = new Map(tree.groups.flatMap(({ values }) => values.map(({ name, value }) => [name, value])));
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

function dataOf(
  { start, path, steps, body, fearsTarget }: PlanGroup,
  ties: readonly [string, string[]][],
  typed: boolean,
): string[] {
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
    ...ties.map(([name, keys]) => `  ${name}: [${keys.map(quoted).join(", ")}],`),
    ...(path.length > 0 ? rows("path", path.map(point)) : []),
    ...(steps.length > 0 ? rows("steps", steps.map(numbers), as('Group["steps"]')) : []),
  ];
}

function headLines(plan: Plan, page: string): string[] {
  return [
    ...header(plan, page),
    "",
    "How to use it: `const flock = new Flock(RUN);`, then once per frame `flock.step(dt);` with the seconds since the " +
      "last one, and draw each of flock.units at flock.shown(unit): x, y, heading, between the last two ticks by flock.alpha. " +
      "In 3D, ten units to a meter: mesh.position.set(x / 10, 0, y / 10), mesh.rotation.y = -heading.",
    "For bodies of your own: write each unit's x, y, vx, vy, heading and omega, call flock.steer() once per 1/60 s, and push " +
      "each with its unit's force { x, y }, torque and brake; flock.move() moves them after all, and flock.tick() is both.",
    "Besides: flock.add(RUN.groups[0], { x, y, heading }) and flock.remove(unit), where a unit is its own handle; " +
      "flock.setTarget(x, y), flock.setTarget(x, y, RUN.groups[0]), flock.clearTarget(), flock.keys, flock.search(x, y, radius, " +
      "visit). While it runs: flock.run.groups[0].length = 3, flock.run.groups[0].path = [{ x, y }, ...], flock.run.obstacles " +
      "= [{ x, y, radius }, ...], flock.run.walls = [{ from, to, radius }, ...]. A number that a group does not have is an " +
      "error. Each flock has numbers of its own.",
  ];
}

export const javascript = (plan: Plan, page: string) => write(plan, page, false);
export const typescript = (plan: Plan, page: string) => write(plan, page, true);
