/** The run as one Python module, which needs nothing but Python: constants, then a runtime of what this run uses. */

import { f32Text } from "../../../link/value";
import type { ExportValue } from "../model";
import { type Grammar, partsOf } from "../parts";
import type { Plan, PlanGroup } from "../plan";
import { comment, decimal, lowerSnake, pascal, quoted, upperSnake } from "../text";
import { type Dialect, treeOf, type Wiring } from "./tree";
import { about, constantLines, header } from "./words";

const files = import.meta.glob<string>("../runtime/py/*.py", {
  query: "?raw",
  import: "default",
  eager: true,
});

const grammar: Grammar = {
  declares: /^(?:def |class )?([A-Za-z_]\w*)(?:\(|:| =)/m,
  silent: /"""[\s\S]*?"""|#.*|"[^"\n]*"/g,
  drops: /^(import|from) /,
};

/** What of Python's own it may use. */
const MODULES = ["cmath", "copy", "math"];

const runtime = partsOf(files, grammar);

function literal(value: ExportValue): string {
  if (value.kind === "text") return quoted(value.value);
  if (value.kind === "bool") return value.value ? "True" : "False";
  return value.kind === "float" ? decimal(value.value) : f32Text(value.value);
}

const point = ({ x, y }: { x: number; y: number }) => `complex(${f32Text(x)}, ${f32Text(y)})`;

/** Arguments of a call or items of a list, one per line. */
const lines = (items: readonly string[]) => items.map((item) => `    ${item},`);

function rows(items: readonly string[]): string {
  return items.length === 0 ? "[]" : `[\n${items.map((item) => `        ${item},`).join("\n")}\n    ]`;
}

function dataOf({ start, path, steps, body }: PlanGroup): string[] {
  const sizes = Object.entries(start).filter(([, value]) => value !== undefined);
  const entries = sizes.map(([key, value]) => `"${key}": ${f32Text(value ?? 0)}`);
  const standing = `"standing": ${body === "point" ? "True" : "False"}`;
  const step = (one: object) =>
    `{${Object.entries(one)
      .map(([key, value]) => `"${key}": ${f32Text(value)}`)
      .join(", ")}}`;
  return [
    ...comment("    #", [
      "Where its units start by the seed; places=[{position, heading}, ...] starts them elsewhere.",
    ]),
    `    start={${[...entries, standing].join(", ")}},`,
    ...(path.length > 0 ? [`    path=${rows(path.map(point))},`] : []),
    ...(steps.length > 0 ? [`    steps=${rows(steps.map(step))},`] : []),
  ];
}

const dialect: Dialect = {
  language: "python",
  runtime,
  grammar,
  function: lowerSnake,
  member: lowerSnake,
  functions: MODULES,
  always: ["Flock"],
  body: (name) => [["body", pascal(name)]],
  view: (model, prefix) => [
    [`${prefix}sees`, `sees_${model}`],
    ...(prefix ? [] : ([["view_radius", `${model}_radius`]] satisfies Wiring)),
  ],
  nothing: "None",
};

const argument = ([key, value]: Wiring[number]) =>
  `${key}=${typeof value === "string" ? value : `[${value.join(", ")}]`}`;

export function python(plan: Plan, page: string): string {
  const tree = treeOf(plan, dialect);
  const code = tree.code.join("\n\n\n").replace(/(?<=\n)\n\n(?=[A-Z_]+ = .*\n\n\n[A-Z#])/g, "\n");
  const groups = tree.groups.map(({ group, wiring, values, ties }) => {
    const name = upperSnake(group.key);
    const data = [
      ...lines([
        `key=${quoted(group.key)}`,
        `label=${quoted(group.label)}`,
        `role=${quoted(group.role)}`,
        ...(group.fearsTarget ? ["fears_pointer=True"] : []),
        ...ties.map(([name, keys]) => `${name}=[${keys.map(quoted).join(", ")}]`),
      ]),
      ...values.flatMap(({ value, name }) => [
        ...comment("    #", constantLines(value)),
        `    ${name}=${literal(value)},`,
      ]),
      ...dataOf(group),
    ];
    return {
      name,
      wiring,
      text: [...comment("#", about(group)), `${name} = SimpleNamespace(`, ...data, ")"].join("\n"),
    };
  });
  const constants = [
    "# The world: its size in u, what stands in it, and whom the hunters hunt while no target is set.",
    "WORLD = SimpleNamespace(",
    ...lines([
      `seed=${plan.run.seed}`,
      `width=${f32Text(plan.width)}`,
      `height=${f32Text(plan.height)}`,
      `target=${quoted(plan.target)}`,
      `pointer_hunters=${quoted(plan.pointerHunters)}`,
      `see_across=${plan.seeAcross ? "True" : "False"}`,
      `cell=${f32Text(plan.cell ?? 0)}`,
      `contact_gap=${f32Text(plan.contactGap ?? 0)}`,
    ]),
    "    # Center and radius of each.",
    `    obstacles=${rows(plan.obstacles.map((one) => `(${point(one)}, ${f32Text(one.radius)})`))},`,
    "    # From, to, and half the thickness of each.",
    `    walls=${rows(plan.walls.map(({ from, to, radius }) => `(${point(from)}, ${point(to)}, ${f32Text(radius)})`))},`,
    ")",
  ].join("\n");
  const run = [
    "# What runs: Flock(RUN).",
    "RUN = SimpleNamespace(",
    ...lines(["**vars(WORLD)", ...tree.world.map(argument)]),
    "    groups=[",
    ...groups.flatMap(({ name, wiring }) => [
      "        SimpleNamespace(",
      `            **vars(${name}),`,
      ...wiring.map((entry) => `            ${argument(entry)},`),
      "        ),",
    ]),
    "    ],",
    ")",
  ].join("\n");
  const uses = MODULES.filter((name) => new RegExp(`\\b${name}\\.`).test(code));
  const imports = [...uses.map((name) => `import ${name}`), "from types import SimpleNamespace"].join("\n");
  const head = comment("#", [
    ...header(plan, page),
    "",
    "Vectors are complex numbers, x + y j. How to use it: flock = Flock(RUN), then once per frame flock.step(seconds) " +
      "and draw flock.units at unit.position.real, unit.position.imag, turned by unit.heading. Besides: " +
      "flock.set_target(x, y), flock.clear_target(), flock.keys, flock.add(RUN.groups[0], position, heading), " +
      "flock.remove(unit). Each flock has numbers of its own: flock.run.groups[0].length = 3 changes no other one.",
  ]).join("\n");
  return `${[`${head}\n\n${imports}\n\n${constants}`, ...groups.map(({ text }) => text), code, run].join("\n\n\n")}\n`;
}
