/** The run as constants, ready to paste, in the languages that games are written in. */

import { f32Text } from "../../link/value";
import type { ExportGroup, ExportValue, GameExport } from "./model";
import {
  camel,
  comment,
  decimal,
  groupLines,
  header,
  lowerSnake,
  pascal,
  quoted,
  typeName,
  upperSnake,
  valueLines,
} from "./text";

export interface Language {
  key: string;
  label: string;
  extension: string;
  /** `page`: the address at which the run opens again. */
  write(run: GameExport, page: string): string;
}

const indent = (depth: string, lines: readonly string[]) => lines.map((line) => (line ? depth + line : line));

/** The constants of one group, with a blank line between them. */
function each(
  group: ExportGroup,
  prefix: string,
  nameOf: (key: string) => string,
  line: (value: ExportValue, name: string) => string,
): string[] {
  const names = new Set<string>();
  const lines = group.values.flatMap((value) => {
    let name = nameOf(value.key);
    // A person may call one number A and another a.
    while (names.has(name)) name += "_";
    names.add(name);
    return [...comment(prefix, valueLines(value)), line(value, name), ""];
  });
  return lines.slice(0, -1);
}

/** The behaviors in order, as entries of a list. */
function order(group: ExportGroup, entry: (key: string, weight: number) => string): string[] {
  return group.behaviors.map(({ key, weight }) => entry(key, weight));
}

interface Table {
  key: string;
  says: string;
  places: number[][];
}

/** What stands in the world, and where groups go, as it is now: drawn, or placed by the seed. */
function tablesOf({ geometry }: GameExport): Table[] {
  const { obstacles, walls, groups } = geometry;
  const all: Table[] = [
    { key: "obstacles", says: "x, y and radius of each obstacle, u.", places: obstacles.places },
    {
      key: "walls",
      says: "x, y of one end of each wall, x, y of the other, half its thickness, u.",
      places: walls.places,
    },
    ...groups.flatMap(({ key, path, start }): Table[] => [
      { key: `${key}_path`, says: `x and y of each node of the path of ${key}, u.`, places: path.places },
      {
        key: `${key}_start`,
        says: `Where ${key} start: x, y and radius of a disk, or x, y, width and height of a rectangle, u.`,
        // The edges of the world need no numbers.
        places: start.edited && start.place.length > 2 ? [start.place] : [],
      },
    ]),
  ];
  return all.filter(({ places }) => places.length > 0);
}

const rust: Language = {
  key: "rust",
  label: "Rust",
  extension: "rs",
  write(run, page) {
    const constant = (value: ExportValue, name: string) => {
      if (value.kind === "float") return `pub const ${name}: f32 = ${decimal(value.value)};`;
      if (value.kind === "int") return `pub const ${name}: u32 = ${f32Text(value.value)};`;
      if (value.kind === "bool") return `pub const ${name}: bool = ${value.value};`;
      return `pub const ${name}: &str = ${quoted(value.value)};`;
    };
    const groups = run.groups.flatMap((group) => {
      const list = order(group, (key, weight) => `    (${quoted(key)}, ${decimal(weight)}),`);
      const behaviors = [
        "",
        "/// Key and weight of each behavior, in the order in which their forces are added.",
        `pub const BEHAVIORS: [(&str, f32); ${list.length}] = [`,
        ...list,
        "];",
      ];
      const body = [...each(group, "///", upperSnake, constant), ...(list.length > 0 ? behaviors : [])];
      return [
        "",
        ...comment("///", groupLines(group)),
        `pub mod ${lowerSnake(group.key)} {`,
        ...indent("    ", body),
        "}",
      ];
    });
    const tables = tablesOf(run).flatMap(({ key, says, places }) => [
      "",
      ...comment("///", [says]),
      `pub const ${upperSnake(key)}: [[f32; ${places[0]?.length ?? 0}]; ${places.length}] = [`,
      ...places.map((row) => `    [${row.map(decimal).join(", ")}],`),
      "];",
    ]);
    const tick = ["", "/// Seconds per tick.", "pub const TICK: f32 = 1.0 / 60.0;"];
    return `${[...comment("//", header(run, page)), ...tick, ...tables, ...groups].join("\n")}\n`;
  },
};

const csharp: Language = {
  key: "csharp",
  label: "C# (Unity)",
  extension: "cs",
  write(run, page) {
    const groups = run.groups.flatMap((group) => {
      const type = pascal(group.key);
      const constant = (value: ExportValue, plain: string) => {
        // A member may not be called as its class.
        const name = plain === type ? `${plain}Value` : plain;
        if (value.kind === "float") return `public const float ${name} = ${f32Text(value.value)}f;`;
        if (value.kind === "int") return `public const int ${name} = ${f32Text(value.value)};`;
        if (value.kind === "bool") return `public const bool ${name} = ${value.value};`;
        return `public const string ${name} = ${quoted(value.value)};`;
      };
      const list = order(group, (key, weight) => `    (${quoted(key)}, ${f32Text(weight)}f),`);
      const behaviors = [
        "",
        "// Key and weight of each behavior, in the order in which their forces are added.",
        "public static readonly (string Key, float Weight)[] Behaviors =",
        "{",
        ...list,
        "};",
      ];
      const body = [...each(group, "//", pascal, constant), ...(list.length > 0 ? behaviors : [])];
      const head = comment("//", groupLines(group));
      return ["", ...head, `public static class ${type}`, "{", ...indent("    ", body), "}"];
    });
    const tables = tablesOf(run).flatMap(({ key, says, places }) => [
      "",
      ...comment("//", [says]),
      `public static readonly float[][] ${pascal(key)} =`,
      "{",
      ...places.map((row) => `    new[] { ${row.map((one) => `${f32Text(one)}f`).join(", ")} },`),
      "};",
    ]);
    const body = ["// Seconds per tick.", "public const float Tick = 1f / 60f;", ...tables, ...groups];
    const lines = [
      ...comment("//", header(run, page)),
      "",
      `public static class ${typeName(run)}Constants`,
      "{",
    ];
    return `${[...lines, ...indent("    ", body), "}"].join("\n")}\n`;
  },
};

const gdscript: Language = {
  key: "gdscript",
  label: "GDScript (Godot)",
  extension: "gd",
  write(run, page) {
    const constant = (value: ExportValue, name: string) => {
      if (value.kind === "float") return `const ${name}: float = ${decimal(value.value)}`;
      if (value.kind === "int") return `const ${name}: int = ${f32Text(value.value)}`;
      if (value.kind === "bool") return `const ${name}: bool = ${value.value}`;
      return `const ${name}: String = ${quoted(value.value)}`;
    };
    const groups = run.groups.flatMap((group) => {
      const list = order(group, (key, weight) => `\t[${quoted(key)}, ${decimal(weight)}],`);
      const behaviors = [
        "",
        "# Key and weight of each behavior, in the order in which their forces are added.",
        "const BEHAVIORS: Array = [",
        ...list,
        "]",
      ];
      const body = [...each(group, "#", upperSnake, constant), ...(list.length > 0 ? behaviors : [])];
      // A name of its own: a game is likely to have a class "Player" already.
      const head = comment("#", groupLines(group));
      return ["", "", ...head, `class ${pascal(group.key)}Tuning:`, ...indent("\t", body)];
    });
    const lines = [
      ...comment("#", header(run, page)),
      `class_name ${typeName(run)}Constants`,
      "extends RefCounted",
      "",
    ];
    const tables = tablesOf(run).flatMap(({ key, says, places }) => [
      "",
      ...comment("#", [says]),
      `const ${upperSnake(key)}: Array = [`,
      ...places.map((row) => `\t[${row.map(decimal).join(", ")}],`),
      "]",
    ]);
    const tick = ["# Seconds per tick.", "const TICK: float = 1.0 / 60.0"];
    return `${[...lines, ...tick, ...tables, ...groups].join("\n")}\n`;
  },
};

/** JavaScript and TypeScript differ in how a thing is made constant. */
function script(key: string, label: string, extension: string, open: string, close: string): Language {
  const write = (run: GameExport, page: string) => {
    const groups = run.groups.flatMap((group) => {
      const entry = (value: ExportValue, name: string) => {
        const text =
          value.kind === "text"
            ? quoted(value.value)
            : value.kind === "bool"
              ? String(value.value)
              : f32Text(value.value);
        return `${name}: ${text},`;
      };
      const list = order(group, (name, weight) => `  [${quoted(name)}, ${f32Text(weight)}],`);
      const behaviors = [
        "",
        "/** Key and weight of each behavior, in the order in which their forces are added. */",
        "behaviors: [",
        ...list,
        "],",
      ];
      const body = [...each(group, "//", camel, entry), ...(list.length > 0 ? behaviors : [])];
      const head = comment("//", groupLines(group));
      return ["", ...head, `export const ${camel(group.key)} = ${open}`, ...indent("  ", body), close];
    });
    const lines = [
      ...comment("//", header(run, page)),
      "",
      "/** Seconds per tick. */",
      "export const tick = 1 / 60;",
    ];
    const tables = tablesOf(run).flatMap(({ key, says, places }) => [
      "",
      ...comment("//", [says]),
      `export const ${camel(key)} = [`,
      ...places.map((row) => `  [${row.map(f32Text).join(", ")}],`),
      "];",
    ]);
    return `${[...lines, ...tables, ...groups].join("\n")}\n`;
  };
  return { key, label, extension, write };
}

export const LANGUAGES: readonly Language[] = [
  rust,
  csharp,
  gdscript,
  script("javascript", "JavaScript", "js", "Object.freeze({", "});"),
  script("typescript", "TypeScript", "ts", "{", "} as const;"),
];
