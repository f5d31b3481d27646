/** The run in C#: one file for any program, and a package for Unity with an asset, a component and a file per class. */

import { f32Text } from "../../../link/value";
import { declarationsOf, type Grammar } from "../declarations";
import type { ExportValue } from "../model";
import type { Plan } from "../plan";
import unityComponent from "../runtime/unity/Component.cs?raw";
import { comment, oneLine, pascal, quoted, typeName } from "../text";
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

const runtime = declarationsOf(
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, members(text)])),
  grammar,
);

const float = (value: number) => `${f32Text(value)}f`;
const point = ({ x, y }: { x: number; y: number }) => `new Vector2(${float(x)}, ${float(y)})`;

const TYPES = { float: "float", int: "int", bool: "bool", text: "string" } as const;

/** The enum of a choice. */
const choiceOf = (name: string) => `${name}Choice`;

const isChoice = (value: ExportValue) => value.kind === "text" && value.options.length > 0;

function literal(value: ExportValue, name: string): string {
  if (isChoice(value)) return `${choiceOf(name)}.${pascal(String(value.value))}`;
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
  const type = isChoice(value) ? choiceOf(name) : TYPES[value.kind];
  return `[${range}Tooltip(${tip})]\npublic ${type} ${name};`;
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
const GROUP = `[HideInInspector] public string Key, Label, Role;

/// <summary>The functions that it is made of; the flock sets them.</summary>
[NonSerialized] public Action<Group> SetUp;
[NonSerialized] public Action<Flock.Unit> Push, Move, Face, Blend;
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

/// <summary>What it was told to hunt, and where it was sent.</summary>
[NonSerialized] public Flock.Target Target, SentTo;
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
  functions:
    "Wire Offset Search AtEdges MoveUnit AfterTick ForgetPlaces Width Height Seed Cell SeeAcross StartObstacles StartWalls".split(
      " ",
    ),
  // What a list names as a public field is there anyway.
  always:
    "Flock Ticks Units Port Start Advance Alpha Shown Tick Steer Move Tune Remove SetTarget ClearTarget Obstacle Wall Obstacles Walls Step Target Placed Pair"
      .split(" ")
      .filter((name) => runtime.has(name)),
  body: (name) =>
    ["set_up", "push", "move", "face", "top_speed", "start_speed"].map((key) => [
      key,
      pascal(name) + pascal(key),
    ]),
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

/** The run, in pieces that each language of C# puts together. */
interface Pieces {
  name: string;
  /** Enums of choices. */
  choices: string;
  /** Members of the class of a group, of that of the run, and of the flock. */
  group: string;
  run: string;
  flock: string;
}

function piecesOf(plan: Plan): Pieces {
  const tree = treeOf(plan, dialect);
  const { groups, member } = tree;
  const world = new Map(tree.world);
  const each = (key: string) => [world.get(key) ?? []].flat();
  const wires = groups.map((group, at) => wiring(group, `groups[${at}]`, groups));
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
    "private void MoveUnit(Unit unit)",
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
    "private void AfterTick()",
    "{",
    ...each("after").map((name) => `    ${name}();`),
    "}",
    "",
    "/// <summary>Units have moved, come or gone: where they are is sorted anew.</summary>",
    "private void ForgetPlaces()",
    "{",
    ...(plan.cell ? ["    isGridDone = false;"] : []),
    "}",
  ].join("\n");
  const text = tree.code.join("\n\n");
  const needed = "wide_radius_factor back_angle_factor turn_around heeds_pointer nearest_only".split(" ");
  const fields = new Map(groups.flatMap(({ values }) => values.map(({ value }) => [value.key, value])));
  for (const key of needed) {
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
        `    ${name} = ${literal(value, name)},`,
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
    "/// <summary>Whom the hunters hunt while no target is set.</summary>",
    `private const string HuntedRole = ${quoted(plan.target)};`,
    "",
    "/// <summary>Who hunts a target that is set: everyone (0), or those that lead (1).</summary>",
    `private const int PointerHunters = ${plan.pointerHunters === "leaders" ? 1 : 0};`,
    "",
    "/// <summary>Whether units see across the edges.</summary>",
    `private static readonly bool SeeAcross = ${plan.seeAcross};`,
    "",
    ...(plan.cell
      ? [
          "/// <summary>The size of a cell of the grid, u.</summary>",
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
    "/// <summary>What stands in the world at the start.</summary>",
    `public static readonly Obstacle[] StartObstacles = ${list(
      "Obstacle",
      plan.obstacles.map((one) => `new Obstacle { Center = ${point(one)}, Radius = ${float(one.radius)} }`),
    )};`,
    "",
    `public static readonly Wall[] StartWalls = ${list(
      "Wall",
      plan.walls.map(
        (one) =>
          `new Wall { From = ${point(one.from)}, To = ${point(one.to)}, Radius = ${float(one.radius)} }`,
      ),
    )};`,
  ].join("\n");
  const all = [...fields.values()].map((value): [string, ExportValue] => [member(value.key), value]);
  const choices = all.flatMap(([name, value]) => {
    const options = value.kind === "text" ? value.options.map(pascal) : [];
    return options.length === 0 ? [] : [`public enum ${choiceOf(name)} { ${options.join(", ")} }`];
  });
  const keys = groups.map(({ group }) => pascal(group.key)).join(", ");
  return {
    name: typeName(plan.run).replace("Flockwright", ""),
    choices: choices.join("\n\n"),
    group: [
      ...all.map(([name, value]) => field(value, name)),
      GROUP,
      copying(all.map(([name]) => name)),
    ].join("\n\n"),
    run: [
      ...presets,
      `/// <summary>Its groups; a flock has copies of them.</summary>\npublic Group[] Groups\n{\n    get { return new[] { ${keys} }; }\n}`,
    ].join("\n\n"),
    flock: [constants, text, wire].join("\n\n"),
  };
}

/** What a person who has the file can do with a flock, in both. */
const USES =
  "Flock: Advance(seconds), Alpha, Shown(unit, out heading); or a tick at a time, Tick(); or for bodies of your own, Steer() " +
  "and each unit's Force, Torque and Brake, and Move() to move them after all. Units: Position, Velocity, Heading, Omega " +
  "may be written; Add(group, place, heading), Remove(unit): a unit is its own handle. SetTarget(place), SetTarget(place, " +
  "group), ClearTarget(). Obstacles, Walls and Groups[0].Path may be replaced, and all numbers of Groups set, while it runs; " +
  "no other flock changes.";

const BRIEF = "u is a world unit: positions are in u, y down, as on a screen.";

const block = (opening: string, content: string) => `${opening}\n{\n${indented(1, content)}\n}`;

/** A file: what it uses, and classes of the run's namespace. */
const fileOf = (space: string, uses: readonly string[], ...classes: readonly string[]) =>
  `${[...uses.map((use) => `using ${use};`), "", block(`namespace ${space}`, classes.filter(Boolean).join("\n\n"))].join("\n")}\n`;

const COLLECTIONS = ["System", "System.Collections.Generic"];

const groupClass = ({ group }: Pieces) =>
  block("/// <summary>The numbers of a group.</summary>\n[Serializable]\npublic sealed class Group", group);

const flockClass = ({ flock }: Pieces) =>
  block(
    "/// <summary>A flock: its units, and what moves or steers them.</summary>\npublic sealed class Flock",
    flock,
  );

/** What Unity's Mathf is to a program without it. */
export const MATHF = `/// <summary>Arithmetic of single precision.</summary>
internal static class Mathf
{
    public const float PI = (float)Math.PI, Rad2Deg = 57.29578f, Deg2Rad = 0.0174532924f;
    public static float Sqrt(float f) { return (float)Math.Sqrt(f); }
    public static float Abs(float f) { return Math.Abs(f); }
    public static float Min(float a, float b) { return a < b ? a : b; }
    public static float Max(float a, float b) { return a > b ? a : b; }
    public static int Min(int a, int b) { return a < b ? a : b; }
    public static int Max(int a, int b) { return a > b ? a : b; }
    public static float Min(float a, float b, float c) { return Min(a, Min(b, c)); }
    public static float Max(float a, float b, float c) { return Max(a, Max(b, c)); }
    public static float Min(params float[] all) { float m = all[0]; foreach (float f in all) m = Min(m, f); return m; }
    public static float Max(params float[] all) { float m = all[0]; foreach (float f in all) m = Max(m, f); return m; }
    public static float Clamp(float f, float low, float high) { return f < low ? low : f > high ? high : f; }
    public static float Floor(float f) { return (float)Math.Floor(f); }
    public static float Acos(float f) { return (float)Math.Acos(f); }
    public static float Cos(float f) { return (float)Math.Cos(f); }
    public static float Sin(float f) { return (float)Math.Sin(f); }
    public static float Atan2(float y, float x) { return (float)Math.Atan2(y, x); }
    public static float Log(float f) { return (float)Math.Log(f); }
    public static float Pow(float f, float p) { return (float)Math.Pow(f, p); }
}`;

/** The vectors of System.Numerics in the place of Unity's, and no attributes of its inspector. */
const withoutUnity = (code: string) =>
  code
    .replace(/^ *\[(?:Range\(.*?\), )?Tooltip\((".*")\)\]$/gm, (line) => {
      const text = /Tooltip\("(.*)"\)\]$/.exec(line)?.[1] ?? "";
      const plain = text.replace(/\\(.)/g, "$1").replaceAll("&", "and").replace(/[<>]/g, "'");
      return `${/^ */.exec(line)?.[0]}/// <summary>${plain}</summary>`;
    })
    .replaceAll("[HideInInspector] ", "")
    .replace(/(?<=[\w)\]])\.x\b/g, ".X")
    .replace(/(?<=[\w)\]])\.y\b/g, ".Y")
    .replaceAll(".magnitude", ".Length()")
    .replaceAll(".sqrMagnitude", ".LengthSquared()")
    .replaceAll("Vector2.zero", "Vector2.Zero");

/** One file for any program in C#: with the vectors of System.Numerics. */
export function csharp(plan: Plan, page: string): string {
  const pieces = piecesOf(plan);
  const component = typeName(plan.run);
  const head = comment("//", [
    ...header(plan, page),
    "",
    `How to use it: save it as ${component}.cs. using Flockwright.${pieces.name}; var flock = new Flock(new FlockwrightRun().Groups); ` +
      `then flock.Advance(seconds) once per frame. ${BRIEF} ${USES}`,
  ]).join("\n");
  const run = block(
    "/// <summary>The numbers of this run.</summary>\npublic sealed class FlockwrightRun",
    pieces.run,
  );
  const classes = [pieces.choices, groupClass(pieces), run, flockClass(pieces), MATHF];
  const uses = [...COLLECTIONS, "System.Numerics"];
  return `${head}\n${withoutUnity(fileOf(`Flockwright.${pieces.name}`, uses, ...classes))}`;
}

/** A package for Unity: the path of each file, and its text. */
export function unityPackage(plan: Plan, page: string): Map<string, string> {
  const pieces = piecesOf(plan);
  const component = typeName(plan.run);
  const space = `Flockwright.${pieces.name}`;
  const about = comment("//", [...header(plan, page), "", `${BRIEF} ${USES}`]).join("\n");
  const uses = [...COLLECTIONS, "UnityEngine"];
  const runtime = (file: string, ...classes: string[]): [string, string] => [
    `Runtime/${file}.cs`,
    fileOf(space, uses, ...classes),
  ];
  const key = component.toLowerCase();
  const manifest = {
    name: `com.flockwright.${key.replace("flockwright", "")}`,
    version: "1.0.0",
    displayName: `Flockwright: ${oneLine(plan.run.scene.title)}`,
    description: `A flock as tuned in the playground of Flockwright. ${oneLine(page)}`,
    unity: "2020.3",
  };
  const asset = block(
    `/// <summary>The numbers of this run, as an asset with sliders: Create > Flockwright > ${pieces.name}, or CreateInstance.</summary>\n` +
      `[CreateAssetMenu(menuName = "Flockwright/${pieces.name}")]\npublic sealed class FlockwrightRun : ScriptableObject`,
    `${pieces.run}\n\n/// <summary>Counts what was changed in the inspector.</summary>\npublic int Changes { get; private set; }\n\nprivate void OnValidate()\n{\n    Changes += 1;\n}`,
  );
  return new Map([
    ["package.json", `${JSON.stringify(manifest, null, 2)}\n`],
    ["README.md", unityReadme(plan, page, pieces.name)],
    [`Runtime/${space}.asmdef`, `${JSON.stringify({ name: space, autoReferenced: true }, null, 2)}\n`],
    ...(pieces.choices ? [runtime("Choices", pieces.choices)] : []),
    runtime("Group", groupClass(pieces)),
    runtime("FlockwrightRun", asset),
    [`Runtime/Flock.cs`, `${about}\n${fileOf(space, uses, flockClass(pieces))}`],
    [
      `Runtime/${component}.cs`,
      `${unityComponent.replace(/NAMESPACE/g, space).replace(/COMPONENT/g, component)}`,
    ],
  ]);
}

function unityReadme(plan: Plan, page: string, name: string): string {
  const component = typeName(plan.run);
  return [
    `# Flockwright: ${oneLine(plan.run.scene.title)}`,
    "",
    `A flock as tuned in the playground: ${oneLine(page)}`,
    "",
    "1. Unzip this folder into your project's `Packages`, or add it by Window > Package Manager > + > Add package from disk.",
    `2. Add the component \`${component}\` to an object, give it the prefab of a unit, and press Play.`,
    `3. To tune it, make an asset by Create > Flockwright > ${name} and give the component that.`,
    "",
    `The component moves a copy of the prefab for each unit, in the XY or the XZ plane, so many units to a meter. For bodies of your own, switch Moves off, call \`Flock.Steer()\` in FixedUpdate, and push each body with its unit's force. ${USES}`,
    "",
    ...plan.games,
  ].join("\n");
}
