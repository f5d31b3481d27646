/** The run as one C# file for Unity: constants with ranges and tooltips, an asset, a component, and what runs. */

import { f32Text } from "../../../link/value";
import type { ExportValue } from "../model";
import { type Grammar, partsOf } from "../parts";
import type { Plan } from "../plan";
import { comment, pascal, quoted, typeName } from "../text";
import { type Dialect, type Tree, treeOf, type Wiring } from "./tree";
import { about, constantLines, header } from "./words";

const files = import.meta.glob<string>("../runtime/cs/*.cs", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What stands within the class, as if it were at the top level. */
const members = (text: string) =>
  text
    .split("\n")
    .filter((line) => line === "" || line.startsWith("        "))
    .map((line) => line.slice(8))
    .join("\n");

const grammar: Grammar = {
  declares: /^(?:public|private) [^=({;\n]*?\b(\w+)(?=(?:<\w+>)?\s*(?:\(|=|;|,|\{|$))/m,
  silent: /\/\/.*|"[^"\n]*"/g,
  drops: /^using /,
};

const runtime = partsOf(
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, members(text)])),
  grammar,
);

const float = (value: number) => `${f32Text(value)}f`;
const point = ({ x, y }: { x: number; y: number }) => `new Vector2(${float(x)}, ${float(y)})`;

const TYPES = { float: "float", int: "int", bool: "bool", text: "string" } as const;

function literal(value: ExportValue): string {
  if (value.kind === "text") return quoted(value.value);
  if (value.kind === "bool") return String(value.value);
  return value.kind === "float" ? float(value.value) : f32Text(value.value);
}

const indented = (depth: number, text: string) =>
  text
    .split("\n")
    .map((line) => (line ? " ".repeat(4 * depth) + line : line))
    .join("\n");

const list = (type: string, items: readonly string[]) =>
  items.length === 0
    ? `new ${type}[0]`
    : `new ${type}[]\n{\n${items.map((item) => `    ${item},`).join("\n")}\n}`;

/** A constant of a group as the inspector of Unity shows it. */
function field(value: ExportValue, name: string): string {
  const ranged = value.kind === "float" || value.kind === "int";
  const limit = (one: number) => (value.kind === "int" ? f32Text(one) : float(one));
  const range = ranged ? `Range(${limit(value.min)}, ${limit(value.max)}), ` : "";
  const tip = quoted(`${value.label}${value.unit ? ` [${value.unit}]` : ""}. ${value.doc}`);
  return `[${range}Tooltip(${tip})]\npublic ${TYPES[value.kind]} ${name};`;
}

/** How each flock comes to groups of its own. */
const copying = (members: readonly string[]) => `/// <summary>Another group of the same numbers.</summary>
public Group Copy()
{
    return (Group)MemberwiseClone();
}

/// <summary>Takes the numbers of another one.</summary>
public void TakeNumbers(Group other)
{
${members.map((name) => `    ${name} = other.${name};`).join("\n")}
}`;

/** What all groups have besides their constants. */
const GROUP = `public string Key, Label, Role;

/// <summary>The functions that it is made of; the flock sets them.</summary>
[NonSerialized] public Action<Group> SetUp;
[NonSerialized] public Action<Flock.Unit> Move, Face, Blend;
[NonSerialized] public Func<Flock.Unit, float> TopSpeed, StartSpeed;
[NonSerialized] public Action<Flock.Unit>[] Look, After;
[NonSerialized] public Func<Flock.Unit, Vector2>[] Behaviors;
[NonSerialized] public Func<Flock.Unit, Flock.Target> Goal;
[NonSerialized] public Func<Flock.Unit, float> Swerve;
[NonSerialized] public Action<Flock.Unit> Jolt;
[NonSerialized] public Func<Group, float, float, bool> Sees, SeparationSees;
[NonSerialized] public Func<Group, float> ViewRadius;
[NonSerialized] public Action<List<Flock.Pair>, int> Choose, SeparationChoose;

/// <summary>The force that steering scales with, the largest sum of it, and the like.</summary>
[NonSerialized] public float ForceScale, Stiffness, Cruise, Limit;

/// <summary>Where its units start: in an area by the seed or, where they are given, at these places.</summary>
[NonSerialized] public Flock.Start StartArea;
[NonSerialized] public Flock.Placed[] Places;
[NonSerialized] public Flock.Target SentTo;
[NonSerialized] public bool Back, GoesToAndFro, Turns, FearsTarget;
[NonSerialized] public Group[] Fears, Hunts, Follows, Flocks, Ignored;
[NonSerialized] public Vector2[] Path;
[NonSerialized] public Flock.Step[] Steps;`;

const dialect: Dialect = {
  language: "csharp",
  runtime,
  grammar,
  function: pascal,
  member: pascal,
  functions: "Wire Offset Search AtEdges Move EndTick Width Height Seed Cell Obstacles Walls".split(" "),
  // What a list names as a public field is there anyway.
  always:
    "Flock Ticks Units Port Start Advance Tune Remove SetTarget ClearTarget Obstacle Wall Step Target Placed Pair"
      .split(" ")
      .filter((name) => runtime.has(name)),
  body: (name) =>
    ["set_up", "move", "face", "top_speed", "start_speed"].map((key) => [key, pascal(name) + pascal(key)]),
  view: (model, prefix) => [
    [`${prefix}sees`, `Sees${pascal(model)}`],
    ...(prefix ? [] : ([["view_radius", `${pascal(model)}Radius`]] satisfies Wiring)),
  ],
};

/** The fields of something, in braces. */
const made = (type: string, of: object, more: readonly string[] = []) => {
  const fields = Object.entries(of).filter(([, value]) => value !== undefined);
  const set = fields.map(
    ([key, value]) => `${pascal(key)} = ${typeof value === "number" ? float(value) : value}`,
  );
  return `new ${type} { ${[...set, ...more].join(", ")} }`;
};

const FUNCTIONS: Readonly<Record<string, string>> = { behaviors: "Func<Unit, Vector2>" };

/** Lines that set what a group is made of. */
function wiring(
  { group, wiring: functions, ties }: Tree["groups"][number],
  name: string,
  all: Tree["groups"],
): string[] {
  const { start, path, steps } = group;
  const array = (key: string, names: readonly string[]) => {
    const type = FUNCTIONS[key] ?? "Action<Unit>";
    return names.length === 0 ? `new ${type}[0]` : `new ${type}[] { ${names.join(", ")} }`;
  };
  const others = (keys: readonly string[]) =>
    keys.map((key) => `groups[${all.findIndex((other) => other.group.key === key)}]`).join(", ");
  const fearsTarget =
    group.fearsTarget ||
    (group.rules.size > 0 &&
      group.values.some(({ key, value }) => key === "fears_pointer" && value === true));
  const entries: [string, string][] = [
    ...functions.map(([key, names]): [string, string] => [
      pascal(key),
      typeof names === "string" ? names : array(key, names),
    ]),
    ...(fearsTarget ? [["FearsTarget", "true"] as [string, string]] : []),
    ...ties.map(([key, keys]): [string, string] => [
      key === "ignores" ? "Ignored" : pascal(key),
      `new[] { ${others(keys)} }`,
    ]),
    ["StartArea", made("Start", start, [`Standing = ${group.body === "point"}`])],
    ["Path", path.length > 0 ? list("Vector2", path.map(point)) : ""],
    [
      "Steps",
      steps.length > 0
        ? list(
            "Step",
            steps.map((step) => made("Step", step)),
          )
        : "",
    ],
  ];
  return entries.flatMap(([key, value]) => (value ? [`${name}.${key} = ${value};`] : []));
}

export function csharp(plan: Plan, page: string): string {
  const tree = treeOf(plan, dialect);
  const { groups, member } = tree;
  const world = new Map(tree.world);
  const each = (key: string) => [world.get(key) ?? []].flat();
  const wires = groups.map((group, at) => wiring(group, `groups[${at}]`, groups));
  const after = [...each("after").map((name) => `${name}();`), ...(plan.cell ? ["grid = null;"] : [])];
  const wire = [
    "/// <summary>What the groups are made of.</summary>",
    "private void Wire(Group[] groups)",
    "{",
    indented(1, wires.map((lines) => lines.join("\n")).join("\n\n")),
    "}",
    "",
    "private static Vector2 Offset(Vector2 d)",
    "{",
    `    return ${world.get("offset")}(d);`,
    "}",
    "",
    "private List<Pair> Search(Vector2 place, float radius)",
    "{",
    `    return ${world.get("search")}(place, radius);`,
    "}",
    "",
    "/// <summary>What the edges of the world do to the steering.</summary>",
    "private static Vector2 AtEdges(Unit unit)",
    "{",
    `    return ${world.has("contain") ? `${world.get("contain")}(unit)` : "Vector2.zero"};`,
    "}",
    "",
    "private static void Move(Unit unit)",
    "{",
    "    unit.Group.Move(unit);",
    `    ${world.get("edges")}(unit);`,
    "    unit.Group.Face(unit);",
    ...(wires.some((lines) => lines.some((line) => line.includes(".Jolt = ")))
      ? ["    if (unit.Group.Jolt != null) unit.Group.Jolt(unit);"]
      : []),
    ...each("hold").map((name) => `    ${name}(unit);`),
    "}",
    "",
    "private void EndTick()",
    "{",
    ...after.map((line) => `    ${line}`),
    "}",
  ].join("\n");
  const text = tree.code.join("\n\n");
  const needed = /^(wide_radius_factor|back_angle_factor|turn_around|heeds_pointer|nearest_only)$/;
  const fields = new Map(groups.flatMap(({ values }) => values.map(({ value }) => [value.key, value])));
  for (const key of [...needed.source.matchAll(/[a-z_]+/g)].map(([key]) => key)) {
    const value = plan.groups.flatMap(({ values }) => values).find((one) => one.key === key);
    if (value && new RegExp(`\\.${pascal(key)}\\b`).test(text)) fields.set(key, value);
  }
  const presets = groups.map(({ group, values }) =>
    [
      ...comment("///", [`<summary>${about(group).join(" ").replace(/[<>&]/g, "")}</summary>`]),
      `public Group ${pascal(group.key)} = new Group`,
      "{",
      `    Key = ${quoted(group.key)},`,
      `    Label = ${quoted(group.label)},`,
      `    Role = ${quoted(group.role)},`,
      ...values.flatMap(({ value, name }) => [
        ...comment("    //", constantLines(value)),
        `    ${name} = ${literal(value)},`,
      ]),
      "};",
    ].join("\n"),
  );
  const constants = [
    "/// <summary>What all randomness follows from.</summary>",
    `private const ulong Seed = ${plan.run.seed}UL;`,
    "",
    "/// <summary>The size of the world, u.</summary>",
    `public const float Width = ${float(plan.width)}, Height = ${float(plan.height)};`,
    "",
    "/// <summary>Whom the hunters hunt while no target is set, and who hunts a target that is set.</summary>",
    `private const string HuntedRole = ${quoted(plan.target)}, PointerHunters = ${quoted(plan.pointerHunters)};`,
    "",
    ...(plan.cell
      ? [
          "/// <summary>Units see across the edges; the size of a cell of the grid, u.</summary>",
          `private static readonly bool SeeAcross = ${plan.seeAcross};`,
          "",
          `private const float Cell = ${float(plan.cell)};`,
          "",
        ]
      : []),
    ...(plan.contactGap === undefined
      ? []
      : [
          "/// <summary>How far off the rims of obstacles units are held, in lengths.</summary>",
          `private const float ContactGap = ${float(plan.contactGap)};`,
          "",
        ]),
    `public static readonly Obstacle[] Obstacles = ${list(
      "Obstacle",
      plan.obstacles.map((one) => `new Obstacle { Center = ${point(one)}, Radius = ${float(one.radius)} }`),
    )};`,
    "",
    `public static readonly Wall[] Walls = ${list(
      "Wall",
      plan.walls.map(
        (one) =>
          `new Wall { From = ${point(one.from)}, To = ${point(one.to)}, Radius = ${float(one.radius)} }`,
      ),
    )};`,
  ].join("\n");
  const all = [...fields.values()].map((value): [string, ExportValue] => [member(value.key), value]);
  const keys = groups.map(({ group }) => pascal(group.key)).join(", ");
  const component = typeName(plan.run);
  const name = component.replace("Flockwright", "");
  const head = comment("//", [
    ...header(plan, page),
    "",
    `How to use it in Unity: 1. Save it as ${component}.cs in Assets. 2. Make the asset: Create > Flockwright > ${name}; its ` +
      `sliders are the numbers of this run. 3. Add the component ${component} to an object, give it the asset and the prefab ` +
      `of a unit, and press Play. Without Unity's scene: using Flockwright.${name}; new Flock(new FlockwrightRun().Groups), ` +
      "then Advance(seconds). Each flock has groups of its own: flock.Groups[0].Length = 3f changes no other one.",
  ]).join("\n");
  return `${head}
using System;
using System.Collections.Generic;
${/\.(Select|Where|Any|Count|Min|Max)\(/.test(text) ? "using System.Linq;\n" : ""}using UnityEngine;

namespace Flockwright.${name}
{
    /// <summary>The numbers of a group.</summary>
    [Serializable]
    public sealed class Group
    {
${indented(2, [...all.map(([name, value]) => field(value, name)), GROUP, copying(all.map(([name]) => name))].join("\n\n"))}
    }

    /// <summary>The numbers of this run, as an asset with sliders.</summary>
    [CreateAssetMenu(menuName = "Flockwright/${name}")]
    public sealed class FlockwrightRun : ScriptableObject
    {
${indented(2, presets.join("\n\n"))}

        public Group[] Groups
        {
            get { return new[] { ${keys} }; }
        }
    }

    /// <summary>Moves a copy of the prefab for each unit; y points up here, as in Unity.</summary>
    public sealed class ${component} : MonoBehaviour
    {
        public FlockwrightRun Run;
        public Transform Prefab;
        private readonly Dictionary<Flock.Unit, Transform> bodies = new Dictionary<Flock.Unit, Transform>();

        public Flock Flock { get; private set; }

        private void Start()
        {
            Flock = new Flock(Run.Groups);
        }

        private void Update()
        {
            Flock.Tune();
            Flock.Advance(Time.deltaTime);
            foreach (Flock.Unit unit in Flock.Units)
            {
                Transform body;
                if (!bodies.TryGetValue(unit, out body)) bodies[unit] = body = Instantiate(Prefab, transform);
                body.localPosition = new Vector3(unit.Position.x, -unit.Position.y, 0f);
                body.localRotation = Quaternion.Euler(0f, 0f, -unit.Heading * Mathf.Rad2Deg);
            }
            if (bodies.Count == Flock.Units.Count) return;
            foreach (Flock.Unit unit in new List<Flock.Unit>(bodies.Keys))
            {
                if (Flock.Units.Contains(unit)) continue;
                Destroy(bodies[unit].gameObject);
                bodies.Remove(unit);
            }
        }
    }

    /// <summary>The flock: call Advance(seconds) once per frame and draw its units.</summary>
    public sealed class Flock
    {
${indented(2, [constants, text, wire].join("\n\n"))}
    }
}
`;
}
