/** The run as one Python module, which needs nothing but Python: constants, then a runtime of what this run uses. */

import { f32Text } from "../../../link/value";
import type { ExportValue } from "../model";
import { collect, type Grammar, partsOf } from "../parts";
import type { Plan, PlanGroup } from "../plan";
import { type Printed, printed } from "../printed";
import { FIELDS, groupParts, isUsed, worldParts } from "../structure";
import { comment, decimal, lowerSnake, pascal, quoted, upperSnake } from "../text";
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

/** What a group is made of, as arguments. */
function wiring(group: PlanGroup, nameOf: Printed["nameOf"]): [string, string | string[]][] {
  const made = groupParts(group);
  const entries: [string, string | string[] | undefined][] = [
    ["body", pascal(made.body)],
    ["look", made.look],
    ["behaviors", made.behaviors.map((key) => nameOf(group, key))],
    ["after", made.after],
    ["blend", made.blend],
    ["sees", made.view && `sees_${made.view}`],
    ["view_radius", made.view && `${made.view}_radius`],
    ["separation_sees", made.separationView && `sees_${made.separationView}`],
    ["choose", made.nearestOnly ? "nearest_only" : "None"],
    ["separation_choose", made.nearestCrowd ? "nearest_only" : "None"],
    ["swerve", made.noisy ? "draw_noise" : "None"],
    ["jolt", made.jolted ? "turn_by_noise" : "None"],
    ["goal", made.goal ?? "None"],
  ];
  return entries.filter((entry): entry is [string, string | string[]] => entry[1] !== undefined);
}

const argument = ([key, value]: [string, string | string[]]) =>
  `${key}=${typeof value === "string" ? value : `[${value.join(", ")}]`}`;

export function python(plan: Plan, page: string): string {
  const names = { function: lowerSnake, member: lowerSnake, members: new Set(FIELDS), functions: MODULES };
  const naming = { language: "python", grammar, ...names };
  const { parts, nameOf, member } = printed(runtime, plan, naming);
  const wired = plan.groups.map((group) => ({ group, entries: wiring(group, nameOf) }));
  const world = worldParts(plan);
  const entries: [string, string | string[]][] = [
    ["offset", world.offset],
    ["search", world.search],
    ["edges", world.edges],
    ["contain", world.contain ? "contain" : "None"],
    ["hold", world.hold],
    ["start_places", "start_places"],
    ["after", world.after],
  ];
  const named = [...entries, ...wired.flatMap((one) => one.entries)].flatMap(([, value]) => value);
  const found = collect(parts, ["Flock", ...named.filter((name) => name !== "None")]);
  const code = found.join("\n\n\n").replace(/(?<=\n)\n\n(?=[A-Z_]+ = .*\n\n\n[A-Z#])/g, "\n");
  const used = (value: ExportValue, group: PlanGroup) =>
    isUsed(value, group, (key) => new RegExp(`\\bgroup\\.${member(key)}\\b`).test(code));

  const groups = wired.map(({ group, entries }) => {
    const name = upperSnake(group.key);
    const values = group.values
      .filter((value) => used(value, group))
      .flatMap((value) => [
        ...comment("    #", constantLines(value)),
        `    ${member(value.key)}=${literal(value)},`,
      ]);
    const data = [
      ...lines([
        `key=${quoted(group.key)}`,
        `label=${quoted(group.label)}`,
        `role=${quoted(group.role)}`,
        ...(group.fearsTarget ? ["fears_pointer=True"] : []),
        ...Object.entries({ fears: group.fears, ...group.ties })
          .filter(([, keys]) => keys.length > 0)
          .map(([name, keys]) => `${name}=[${keys.map(quoted).join(", ")}]`),
      ]),
      ...values,
      ...dataOf(group),
    ];
    return {
      name,
      entries,
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
    ...lines(["**vars(WORLD)", ...entries.map(argument)]),
    "    groups=[",
    ...groups.flatMap(({ name, entries }) => [
      "        SimpleNamespace(",
      `            **vars(${name}),`,
      ...entries.map((entry) => `            ${argument(entry)},`),
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
