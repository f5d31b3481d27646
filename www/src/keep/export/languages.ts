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
function each(group: ExportGroup, prefix: string, line: (value: ExportValue) => string): string[] {
  return group.values
    .flatMap((value) => [...comment(prefix, valueLines(value, group)), line(value), ""])
    .slice(0, -1);
}

/** The behaviors in order, as entries of a list. */
function order(group: ExportGroup, entry: (key: string, weight: number) => string): string[] {
  return group.behaviors.map(({ key, weight }) => entry(key, weight));
}

const rust: Language = {
  key: "rust",
  label: "Rust",
  extension: "rs",
  write(run, page) {
    const constant = (value: ExportValue) => {
      const name = upperSnake(value.key);
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
      const body = [...each(group, "///", constant), ...(list.length > 0 ? behaviors : [])];
      return [
        "",
        ...comment("///", groupLines(group)),
        `pub mod ${lowerSnake(group.key)} {`,
        ...indent("    ", body),
        "}",
      ];
    });
    return `${[...comment("//", header(run, page)), "", "/// Seconds per tick.", "pub const TICK: f32 = 1.0 / 60.0;", ...groups].join("\n")}\n`;
  },
};

const csharp: Language = {
  key: "csharp",
  label: "C# (Unity)",
  extension: "cs",
  write(run, page) {
    const groups = run.groups.flatMap((group) => {
      const type = pascal(group.key);
      const constant = (value: ExportValue) => {
        const plain = pascal(value.key);
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
      const body = [...each(group, "//", constant), ...(list.length > 0 ? behaviors : [])];
      const head = comment("//", groupLines(group));
      return ["", ...head, `public static class ${type}`, "{", ...indent("    ", body), "}"];
    });
    const body = ["// Seconds per tick.", "public const float Tick = 1f / 60f;", ...groups];
    const lines = [...comment("//", header(run, page)), "", "public static class FlockwrightRun", "{"];
    return `${[...lines, ...indent("    ", body), "}"].join("\n")}\n`;
  },
};

const gdscript: Language = {
  key: "gdscript",
  label: "GDScript (Godot)",
  extension: "gd",
  write(run, page) {
    const constant = (value: ExportValue) => {
      const name = upperSnake(value.key);
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
      const body = [...each(group, "#", constant), ...(list.length > 0 ? behaviors : [])];
      // A name of its own: a game is likely to have a class "Player" already.
      const head = comment("#", groupLines(group));
      return ["", "", ...head, `class ${pascal(group.key)}Tuning:`, ...indent("\t", body)];
    });
    const lines = [...comment("#", header(run, page)), "class_name FlockwrightRun", "extends RefCounted", ""];
    return `${[...lines, "# Seconds per tick.", "const TICK: float = 1.0 / 60.0", ...groups].join("\n")}\n`;
  },
};

/** JavaScript and TypeScript differ in how a thing is made constant. */
function script(key: string, label: string, extension: string, open: string, close: string): Language {
  const write = (run: GameExport, page: string) => {
    const groups = run.groups.flatMap((group) => {
      const entry = (value: ExportValue) => {
        const text =
          value.kind === "text"
            ? quoted(value.value)
            : value.kind === "bool"
              ? String(value.value)
              : f32Text(value.value);
        return `${camel(value.key)}: ${text},`;
      };
      const list = order(group, (name, weight) => `  [${quoted(name)}, ${f32Text(weight)}],`);
      const behaviors = [
        "",
        "/** Key and weight of each behavior, in the order in which their forces are added. */",
        "behaviors: [",
        ...list,
        "],",
      ];
      const body = [...each(group, "//", entry), ...(list.length > 0 ? behaviors : [])];
      const head = comment("//", groupLines(group));
      return ["", ...head, `export const ${camel(group.key)} = ${open}`, ...indent("  ", body), close];
    });
    const lines = [
      ...comment("//", header(run, page)),
      "",
      "/** Seconds per tick. */",
      "export const tick = 1 / 60;",
    ];
    return `${[...lines, ...groups].join("\n")}\n`;
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
