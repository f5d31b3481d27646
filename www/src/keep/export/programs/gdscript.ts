/** The run as one GDScript file: a Node2D of Godot 4, in what Godot 3 understands too. */

import { f32Text } from "../../../link/value";
import type { ExportValue, GameExport } from "../model";
import { type Grammar, partsOf } from "../parts";
import type { Plan, PlanGroup } from "../plan";
import { printed } from "../printed";
import { comment, decimal, lowerSnake, quoted, typeName, uniqueKey, upperSnake } from "../text";
import { type Dialect, treeOf, type Wiring } from "./tree";
import { about, constantLines, header } from "./words";

const files = import.meta.glob<string>("../runtime/gd/*.gd", {
  query: "?raw",
  import: "default",
  eager: true,
});

const grammar: Grammar = {
  declares: /^(?:const|var|func|class) (\w+)/m,
  silent: /#.*|"[^"\n]*"/g,
  drops: /^extends /,
};

/** Where Godot finds it: a file of its own for each run. */
export const scriptFile = (run: GameExport) => `flockwright_${lowerSnake(uniqueKey(run))}.gd`;

function literal(value: ExportValue): string {
  if (value.kind === "text") return quoted(value.value);
  if (value.kind === "bool") return String(value.value);
  return value.kind === "float" ? decimal(value.value) : f32Text(value.value);
}

const point = ({ x, y }: { x: number; y: number }) => `Vector2(${decimal(x)}, ${decimal(y)})`;

/** A list with an item per line. */
function rows(items: readonly string[], indent = ""): string {
  return items.length === 0
    ? "[]"
    : `[\n${items.map((item) => `${indent}\t${item},`).join("\n")}\n${indent}]`;
}

const numbers = (of: object) =>
  Object.entries(of)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `"${key}": ${decimal(value)}`);

function dataOf({ start, path, steps, body }: PlanGroup): string[] {
  return [
    ...tabbed([
      'Where its units start by the seed; "places": [[place, heading, 0.0], ...] starts them elsewhere.',
    ]),
    '\t"start":',
    "\t{",
    ...[...numbers(start), `"standing": ${body === "point"}`].map((one) => `\t\t${one},`),
    "\t},",
    ...(path.length > 0 ? ['\t"path":', `\t${rows(path.map(point), "\t")},`] : []),
    ...(steps.length > 0
      ? [
          '\t"steps":',
          `\t${rows(
            steps.map((step) => `{${numbers(step).join(", ")}}`),
            "\t",
          )},`,
        ]
      : []),
  ];
}

/** Comment lines within braces; a tab is as wide as four letters. */
const tabbed = (lines: readonly string[]) =>
  comment("    #", lines).map((line) => line.replace(/^ {4}/, "\t"));

const dialect: Dialect = {
  language: "gdscript",
  runtime: partsOf(files, grammar),
  grammar,
  function: (key) => `_${lowerSnake(key)}`,
  member: lowerSnake,
  functions: ["_make_groups", "_offset", "_search"],
  always: "_init _made _process _draw step tick set_target clear_target add_unit remove_unit".split(" "),
  body: (name) =>
    ["set_up", "top_speed", "start_speed", "move", "face"].map((key) => [key, `_${name}_${key}`]),
  view: (model, prefix) => [
    [`${prefix}sees`, `_sees_${model}`],
    ...(prefix ? [] : ([["view_radius", `_${model}_radius`]] satisfies Wiring)),
  ],
  nothing: "",
};

/** Of a file with more lines than this, gdlint asks whether it has to be one. */
const LONG_FILE = 1000;

/** The longest list that stands on one line. */
const LINE = 70;

/** An entry of a dictionary, as lines. */
function entry([key, value]: Wiring[number]): string[] {
  if (typeof value === "string") return [`"${key}": "${value}",`];
  const items = value.map((name) => `"${name}"`);
  const line = items.join(", ");
  if (line.length <= LINE) return [`"${key}": [${line}],`];
  return [`"${key}":`, "[", ...items.map((item) => `\t${item},`), "],"];
}

/** The rules of a run, and what its numbers are called. */
export const printedIn = (plan: Plan) => printed(plan, dialect);

export function gdscript(plan: Plan, page: string): string {
  const tree = treeOf(plan, dialect);
  const world = new Map(tree.world);
  const list = (key: string) =>
    `[${[world.get(key) || []]
      .flat()
      .map((name) => `"${name}"`)
      .join(", ")}]`;
  // What is chosen here has one name there.
  const runtime = tree.code.map((text) =>
    text
      .replace(new RegExp(`\\b${world.get("offset")}\\b`, "g"), "_offset")
      .replace(new RegExp(`\\b${world.get("search")}\\b`, "g"), "_search"),
  );
  const groups = tree.groups.map(({ group, wiring, values, ties }) => {
    const name = upperSnake(group.key);
    const data = [
      `\t"key": ${quoted(group.key)},`,
      `\t"label": ${quoted(group.label)},`,
      `\t"role": ${quoted(group.role)},`,
      ...(group.fearsTarget ? ['\t"fears_pointer": true,'] : []),
      ...ties.map(([key, keys]) => `\t"${key}": [${keys.map(quoted).join(", ")}],`),
      ...values.flatMap(({ value, name }) => [
        ...tabbed(constantLines(value)),
        `\t"${name}": ${literal(value)},`,
      ]),
      ...dataOf(group),
    ];
    return {
      name,
      wiring,
      text: [...comment("#", about(group)), `const ${name}: Dictionary = {`, ...data, "}"].join("\n"),
    };
  });
  const constants = [
    "# The world: its size in u, and whom the hunters hunt while no target is set.",
    `const RUN_SEED: int = ${plan.run.seed}`,
    `const WIDTH: float = ${decimal(plan.width)}`,
    `const HEIGHT: float = ${decimal(plan.height)}`,
    `const TARGET: String = ${quoted(plan.target)}`,
    `const POINTER_HUNTERS: String = ${quoted(plan.pointerHunters)}`,
    `const SEE_ACROSS: bool = ${plan.seeAcross}`,
    `const CELL: float = ${decimal(plan.cell ?? 0)}`,
    `const CONTACT_GAP: float = ${decimal(plan.contactGap ?? 0)}`,
    "# Center and radius of each.",
    `const OBSTACLES: Array = ${rows(plan.obstacles.map((one) => `[${point(one)}, ${decimal(one.radius)}]`))}`,
    "# From, to, and half the thickness of each.",
    `const WALLS: Array = ${rows(plan.walls.map(({ from, to, radius }) => `[${point(from)}, ${point(to)}, ${decimal(radius)}]`))}`,
    "# Functions that the world is made of.",
    `const EDGES: String = "${world.get("edges")}"`,
    `const EDGE_FORCES: Array = ${list("contain")}`,
    `const HOLDS: Array = ${list("hold")}`,
    `const AFTER_TICK: Array = ${list("after")}`,
  ].join("\n");
  const make = [
    "# What the groups are made of: their constants, and the names of functions.",
    "func _make_groups() -> void:",
    ...groups.flatMap(({ name, wiring }) => [
      `\tvar ${name.toLowerCase()}: Dictionary = {`,
      ...wiring.flatMap(entry).map((line) => `\t\t${line}`),
      "\t}",
      `\tgroups.append(_made(${name}, ${name.toLowerCase()}))`,
    ]),
  ].join("\n");
  const kind = (word: string) => runtime.filter((text) => new RegExp(`^${word}`, "m").test(text));
  const head = comment("#", [
    ...header(plan, page),
    "",
    `How to use it: save it as ${scriptFile(plan.run)}, add a Node2D to your scene, attach it: the flock moves and is drawn. To draw it ` +
      "yourself give each of `units` a node: unit.node = sprite. Besides: set_target(place), clear_target(), keys, " +
      "groups[0].cohesion = 2.0, add_unit(groups[0], place, heading), remove_unit(unit).",
  ]);
  const blocks = [
    [...head, `class_name ${typeName(plan.run)}`, "extends Node2D"].join("\n"),
    [
      constants,
      ...groups.map(({ text }) => text),
      ...kind("const "),
      ...kind("var (?!_)"),
      ...kind("var (?=_)"),
    ].join("\n\n"),
    ...kind("class "),
    make,
    ...runtime.filter((text) => /^func /m.test(text)),
  ];
  const text = `${blocks[0]}\n\n${blocks.slice(1).join("\n\n\n")}\n`;
  return text.split("\n").length > LONG_FILE ? `# gdlint: disable=max-file-lines\n${text}` : text;
}
