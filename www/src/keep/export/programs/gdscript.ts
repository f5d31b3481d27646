/**
 * The run as one GDScript file: a Node2D of Godot 4, in what Godot 3 understands too. What differs from group to group is
 * printed as direct calls, which Godot checks as it reads the file.
 */

import { f32Text } from "../../../link/value";
import { declarationsOf, type Grammar, namesIn } from "../declarations";
import type { ExportValue, GameExport } from "../model";
import type { Plan, PlanGroup } from "../plan";
import { comment, decimal, lowerSnake, quoted, typeName, uniqueKey, upperSnake } from "../text";
import { type Dialect, type Tree, treeOf, type Wiring } from "./tree";
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
  runtime: declarationsOf(files, grammar),
  grammar,
  function: (key) => `_${lowerSnake(key)}`,
  member: lowerSnake,
  functions:
    "_make_groups _offset _search _edges _at_edges _hold _after_tick _set_up _push _move_body _face _top_speed _start_speed _look _note _behave _swerve _jolt _goal_of _sees _view_radius _choose _separation_sees _separation_choose".split(
      " ",
    ),
  always:
    "_init _add_group _process _draw step alpha shown shown_heading tick steer move set_target clear_target add_unit remove_unit obstacles walls".split(
      " ",
    ),
  body: (name) =>
    ["set_up", "push", "top_speed", "start_speed", "move", "face"].map((key) => [key, `_${name}_${key}`]),
  view: (model, prefix) => [
    [`${prefix}sees`, `_sees_${model}`],
    ...(prefix ? [] : ([["view_radius", `_${model}_radius`]] satisfies Wiring)),
  ],
  nothing: "",
};

/** Of a file with more lines than this, gdlint asks whether it has to be one. */
const LONG_FILE = 1000;

/** Functions that do what a group is made for: the name, what it is given, what it gives, and that of a group without. */
type Dispatch = [name: string, given: string, gives: string, key: string, without: string];

/** With the group of a unit, or one that is given. */
const DISPATCHES: readonly Dispatch[] = [
  ["_set_up", "group: Group", "void", "set_up", ""],
  ["_push", "unit: Unit", "void", "push", ""],
  ["_move_body", "unit: Unit", "void", "move", ""],
  ["_face", "unit: Unit", "void", "face", ""],
  ["_top_speed", "unit: Unit", "float", "top_speed", "0.0"],
  ["_start_speed", "unit: Unit", "float", "start_speed", "0.0"],
  ["_look", "unit: Unit", "void", "look", ""],
  ["_note", "unit: Unit", "void", "after", ""],
  ["_swerve", "unit: Unit", "float", "swerve", "0.0"],
  ["_jolt", "unit: Unit", "void", "jolt", ""],
  ["_goal_of", "unit: Unit", "Array", "goal", "[]"],
  ["_view_radius", "group: Group", "float", "view_radius", "-1.0"],
  ["_sees", "group: Group, forward: float, starboard: float", "bool", "sees", "false"],
  ["_separation_sees", "group: Group, forward: float, starboard: float", "bool", "separation_sees", "false"],
  ["_choose", "group: Group, seen: Array", "Array", "choose", "seen"],
  ["_separation_choose", "group: Group, seen: Array", "Array", "separation_choose", "seen"],
];

/** A function that does for each group what its lines say; groups of the same lines are told once. */
function perGroup(name: string, given: string, gives: string, bodies: readonly string[][]): string {
  const number = given.startsWith("unit") ? "unit.group.number" : "group.number";
  const all = new Map<string, number[]>();
  for (const [at, body] of bodies.entries()) {
    const text = body.join("\n\t");
    all.set(text, [...(all.get(text) ?? []), at]);
  }
  const last = [...all.keys()].at(-1) ?? "pass";
  const used = namesIn(`${[...all.keys()].join("\n")} ${all.size > 1 ? number : ""}`, grammar.silent);
  // What is given and not used has a name that says so.
  const named = given.replace(/(\w+):/g, (word, one: string) => (used.has(one) ? word : `_${word}`));
  const cases = [...all].slice(0, -1).map(([text, groups]) => {
    const test = groups.length === 1 ? `${number} == ${groups[0]}` : `${number} in [${groups.join(", ")}]`;
    const body = text.replace(/\n\t/g, "\n\t\t");
    return `\tif ${test}:\n\t\t${body}${gives === "void" ? "\n\t\treturn" : ""}`;
  });
  return [`func ${name}(${named}) -> ${gives}:`, ...cases, `\t${last}`].join("\n");
}

/** What the groups of a run are made of, as functions. */
function dispatches(tree: Tree): string[] {
  const wired = tree.groups.map(({ wiring }) => new Map(wiring));
  const functions = DISPATCHES.map(([name, given, gives, key, without]) => {
    const words = given.replace(/: \w+/g, "");
    const bodies = wired.map((wiring): string[] => {
      const names = [wiring.get(key) ?? []].flat().filter(Boolean);
      if (gives === "void") return names.length > 0 ? names.map((one) => `${one}(${words})`) : ["pass"];
      return [`return ${names[0] ? `${names[0]}(${words})` : without}`];
    });
    return perGroup(name, given, gives, bodies);
  });
  const behave = wired.map((wiring) => {
    const blend = wiring.get("blend");
    const steps = [wiring.get("behaviors") ?? []].flat().map((one) => `${blend}(unit, ${one}(unit))`);
    return steps.length > 0 ? steps : ["pass"];
  });
  return [...functions, perGroup("_behave", "unit: Unit", "void", behave)];
}

const FIELD: Readonly<Record<ExportValue["kind"], string>> = {
  float: "float = 0.0",
  int: "int = 0",
  bool: "bool = false",
  text: 'String = ""',
};

/** The class of groups: their numbers, and what the runtime has of them. */
function groupClass({ groups }: Tree): string {
  const numbers = new Map(
    groups.flatMap(({ values }) => values.map(({ name, value }) => [name, value.kind])),
  );
  for (const key of ["count", "length", "fears_pointer"]) numbers.delete(key);
  return `# A group: its numbers, to be set while it runs. One that it does not have is an error.
class Group:
	var number: int = 0
	var key: String = ""
	var label: String = ""
	var role: String = ""
	var count: int = 0
	var length: float = 1.0
${[...numbers].map(([name, kind]) => `\tvar ${name}: ${FIELD[kind]}\n`).join("")}	# Whom it has to do with, by key.
	var fears: Array = []
	var fears_pointer: bool = false
	var hunts: Array = []
	var follows: Array = []
	var flocks: Array = []
	var ignores: Array = []
	# Where its units start by the seed or, as [[place, heading, 0.0], ...], at these places.
	var start: Dictionary = {}
	var places: Array = []
	# The nodes of its path, and the steps of its pattern.
	var path: Array = []
	var steps: Array = []
	# What it was told to hunt and where it was sent, as [place, velocity].
	var target: Array = []
	var target_before: Vector2 = Vector2.ZERO
	var sent_to: Array = []
	var back: bool = false
	var goes_to_and_fro: bool = false
	# The force that steering scales with, the largest sum of it, and the like.
	var turns: bool = false
	var force_scale: float = 0.0
	var stiffness: float = 0.0
	var cruise: float = 0.0
	var limit: float = 0.0`;
}

/** The numbers of each group that its program reads, and what they are called there. */
export const numbersOf = (plan: Plan) => treeOf(plan, dialect).groups;

export function gdscript(plan: Plan, page: string): string {
  const tree = treeOf(plan, dialect);
  const world = new Map(tree.world);
  const each = (key: string) => [world.get(key) || []].flat();
  // What is chosen here has one name there.
  const runtime = tree.code.map((text) =>
    text
      .replace(new RegExp(`\\b${world.get("offset")}\\b`, "g"), "_offset")
      .replace(new RegExp(`\\b${world.get("search")}\\b`, "g"), "_search"),
  );
  const groups = tree.groups.map(({ group, values, ties }) => {
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
  ].join("\n");
  const calls = (names: readonly string[], args: string) =>
    names.length > 0 ? names.map((name) => `\t${name}(${args})`) : ["\tpass"];
  const inward = each("contain")[0];
  const made = [
    ["func _make_groups() -> void:", ...groups.map(({ name }) => `\t_add_group(${name})`)].join("\n"),
    ["func _edges(unit: Unit) -> void:", `\t${world.get("edges")}(unit)`].join("\n"),
    inward
      ? `func _at_edges(unit: Unit) -> Vector2:\n\treturn ${inward}(unit)`
      : "func _at_edges(_unit: Unit) -> Vector2:\n\treturn Vector2.ZERO",
    ["func _hold(unit: Unit) -> void:", ...calls(each("hold"), "unit")].join("\n"),
    ["func _after_tick() -> void:", ...calls(each("after"), "")].join("\n"),
    ...dispatches(tree),
  ];
  const used = namesIn(runtime.join("\n"), grammar.silent);
  const functions = made.filter((text) => used.has(grammar.declares.exec(text)?.[1] ?? ""));
  const kind = (word: string) => runtime.filter((text) => new RegExp(`^${word}`, "m").test(text));
  const head = comment("#", [
    ...header(plan, page),
    "",
    `How to use it: save it as ${scriptFile(plan.run)}, add a Node2D to your scene, attach it: the flock moves and is drawn; the node's ` +
      "scale is that of the world, such as 0.1 for ten units to a meter. To draw it yourself give each of `units` a node: " +
      "unit.node = sprite; in 3D, Vector3(p.x, 0, p.y) of p = shown(unit), and -shown_heading(unit) about y.",
    "Or, without _process: step(seconds), alpha; tick(); and for bodies of your own steer(), each unit's force, torque and " +
      "brake, and move() to move them after all. Units: position, velocity, heading and omega may be written; " +
      "add_unit(groups[0], place, heading), remove_unit(unit): a unit is its own handle. set_target(place), " +
      "set_target(place, groups[0]), clear_target(), keys. While it runs: groups[0].cohesion = 2.0, groups[0].path, " +
      "obstacles, walls. Two of these nodes share nothing. It is written for Godot 4 in what Godot 3 reads, too; it was " +
      "run in Godot 3.2.",
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
    groupClass(tree),
    ...kind("class "),
    ...functions,
    ...runtime.filter((text) => /^func /m.test(text)),
  ];
  const text = `${blocks[0]}\n\n${blocks.slice(1).join("\n\n\n")}\n`;
  return text.split("\n").length > LONG_FILE ? `# gdlint: disable=max-file-lines\n${text}` : text;
}
