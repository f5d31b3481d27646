/** The run as one GDScript file: a Node2D of Godot 4, in what Godot 3 understands too. */

import { f32Text } from "../../../link/value";
import type { ExportValue, GameExport } from "../model";
import { collect, type Grammar, partsOf } from "../parts";
import type { Plan, PlanGroup } from "../plan";
import { type Printed, printed } from "../printed";
import { FIELDS, groupParts, isUsed, worldParts } from "../structure";
import { comment, decimal, lowerSnake, quoted, typeName, uniqueKey, upperSnake } from "../text";
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

const declared = partsOf(files, grammar);

/** Where Godot finds it: a file of its own for each run. */
export const scriptFile = (run: GameExport) => `flockwright_${lowerSnake(uniqueKey(run))}.gd`;

/** What others call. */
const PUBLIC = "_init _made _process _draw step tick set_target clear_target add_unit remove_unit".split(" ");

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

const names = (functions: readonly string[]) => functions.map((name) => `_${name}`);

/** The names of the functions that a group is made of, by key; "" for none. */
function wiring(group: PlanGroup, nameOf: Printed["nameOf"]): [string, string | string[]][] {
  const made = groupParts(group);
  const body = ["set_up", "top_speed", "start_speed", "move", "face"];
  const view: [string, string][] = made.view
    ? [
        ["sees", `_sees_${made.view}`],
        ["view_radius", `_${made.view}_radius`],
      ]
    : [];
  const apart: [string, string][] = made.separationView
    ? [["separation_sees", `_sees_${made.separationView}`]]
    : [];
  return [
    ...body.map((key): [string, string] => [key, `_${made.body}_${key}`]),
    ["look", names(made.look)],
    ["behaviors", made.behaviors.map((key) => nameOf(group, key))],
    ["after", names(made.after)],
    ["blend", `_${made.blend}`],
    ...view,
    ...apart,
    ["choose", made.nearestOnly ? "_nearest_only" : ""],
    ["separation_choose", made.nearestCrowd ? "_nearest_only" : ""],
    ["swerve", made.noisy ? "_draw_noise" : ""],
    ["jolt", made.jolted ? "_turn_by_noise" : ""],
    ["goal", made.goal ? `_${made.goal}` : ""],
  ];
}

/** Of a file with more lines than this, gdlint asks whether it has to be one. */
const LONG_FILE = 1000;

/** The longest list that stands on one line. */
const LINE = 70;

/** An entry of a dictionary, as lines. */
function entry([key, value]: [string, string | string[]]): string[] {
  if (typeof value === "string") return [`"${key}": "${value}",`];
  const items = value.map((name) => `"${name}"`);
  const line = items.join(", ");
  if (line.length <= LINE) return [`"${key}": [${line}],`];
  return [`"${key}":`, "[", ...items.map((item) => `\t${item},`), "],"];
}

/** The rules of a run, and what its numbers are called. */
export const printedIn = (plan: Plan) =>
  printed(declared, plan, {
    language: "gdscript",
    grammar,
    function: (key) => `_${lowerSnake(key)}`,
    member: lowerSnake,
    members: new Set(FIELDS),
    functions: ["_make_groups", "_offset", "_search"],
  });

export function gdscript(plan: Plan, page: string): string {
  const world = worldParts(plan);
  const { parts, nameOf, member } = printedIn(plan);
  const wired = plan.groups.map((group) => ({ group, entries: wiring(group, nameOf) }));
  const edgeForces = world.contain ? ["_contain"] : [];
  const holds = names(world.hold);
  const after = names(world.after);
  const roots = wired
    .flatMap(({ entries }) => entries.flatMap(([, value]) => value))
    .filter((name) => name !== "");
  const shared = [
    `_${world.offset}`,
    `_${world.search}`,
    `_${world.edges}`,
    ...edgeForces,
    ...holds,
    ...after,
  ];
  // What is chosen here has one name there.
  const runtime = collect(parts, [...PUBLIC, ...shared, ...roots]).map((text) =>
    text
      .replace(new RegExp(`\\b_${world.offset}\\b`, "g"), "_offset")
      .replace(new RegExp(`\\b_${world.search}\\b`, "g"), "_search"),
  );
  const code = runtime.join("\n");
  const used = (value: ExportValue, group: PlanGroup) =>
    isUsed(value, group, (key) => new RegExp(`\\bgroup\\.${member(key)}\\b`).test(code));
  const list = (items: readonly string[]) => `[${items.map((name) => `"${name}"`).join(", ")}]`;

  const groups = wired.map(({ group, entries }) => {
    const name = upperSnake(group.key);
    const values = group.values
      .filter((value) => used(value, group))
      .flatMap((value) => [...tabbed(constantLines(value)), `\t"${member(value.key)}": ${literal(value)},`]);
    const data = [
      `\t"key": ${quoted(group.key)},`,
      `\t"label": ${quoted(group.label)},`,
      `\t"role": ${quoted(group.role)},`,
      ...(group.fearsTarget ? ['\t"fears_pointer": true,'] : []),
      ...Object.entries({ fears: group.fears, ...group.ties })
        .filter(([, keys]) => keys.length > 0)
        .map(([key, keys]) => `\t"${key}": [${keys.map(quoted).join(", ")}],`),
      ...values,
      ...dataOf(group),
    ];
    return {
      name,
      entries,
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
    `const EDGES: String = "_${world.edges}"`,
    `const EDGE_FORCES: Array = ${list(edgeForces)}`,
    `const HOLDS: Array = ${list(holds)}`,
    `const AFTER_TICK: Array = ${list(after)}`,
  ].join("\n");
  const make = [
    "# What the groups are made of: their constants, and the names of functions.",
    "func _make_groups() -> void:",
    ...groups.flatMap(({ name, entries }) => [
      `\tvar ${name.toLowerCase()}: Dictionary = {`,
      ...entries.flatMap(entry).map((line) => `\t\t${line}`),
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
