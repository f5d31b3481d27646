/** The numbers of a run as a Resource of Godot 4: a slider for each, in the inspector. */

import { f32Text } from "../../../link/value";
import type { ExportValue, GameExport } from "../model";
import type { Plan } from "../plan";
import { comment, decimal, lowerSnake, quoted, typeName } from "../text";
import { printedIn, scriptFile } from "./gdscript";
import { constantLines, header } from "./words";

function exported(value: ExportValue, name: string): string {
  if (value.kind === "text") {
    const options = value.options.map(quoted).join(", ");
    const hint = options === "" ? "@export" : `@export_enum(${options})`;
    return `${hint} var ${name}: String = ${quoted(value.value)}`;
  }
  if (value.kind === "bool") return `@export var ${name}: bool = ${value.value}`;
  const whole = value.kind === "int";
  const write = whole ? f32Text : decimal;
  const step = whole ? "1" : "0.001";
  const range = `@export_range(${write(value.min)}, ${write(value.max)}, ${step})`;
  return `${range} var ${name}: ${whole ? "int" : "float"} = ${write(value.value)}`;
}

export const numbersFile = (run: GameExport) => scriptFile(run).replace(/\.gd$/, "_numbers.gd");

export function godotAsset(plan: Plan, page: string): string {
  const { member } = printedIn(plan);
  const groups = plan.groups.flatMap((group) => {
    // What an inspector calls a value: its group first, since the names of several groups must differ.
    const prefix = lowerSnake(group.key);
    return [
      `@export_group(${quoted(group.label)})`,
      ...group.values.flatMap((value) => [
        ...comment("##", constantLines(value)),
        exported(value, `${prefix}_${member(value.key)}`),
      ]),
    ];
  });
  const applies = plan.groups.flatMap((group, at) => {
    const prefix = lowerSnake(group.key);
    return [
      `\tfor key in flock.groups[${at}]:`,
      `\t\tvar value = get("${prefix}_" + str(key))`,
      "\t\tif value != null:",
      `\t\t\tflock.groups[${at}][key] = value`,
    ];
  });
  const head = comment("#", [
    ...header(plan, page),
    "",
    `How to use it in Godot 4: 1. Export the running code for Godot too, save it as ${scriptFile(plan.run)}, and this as ` +
      `${numbersFile(plan.run)}. 2. Create a resource of the type ${typeName(plan.run)}Numbers and tune it in the inspector. 3. In your scene, once the flock is ` +
      "ready: numbers.apply(flock).",
  ]);
  return `${[...head, `class_name ${typeName(plan.run)}Numbers`, "extends Resource", "", ...groups, "", "", "## Gives these numbers to a flock that runs.", `func apply(flock: ${typeName(plan.run)}) -> void:`, ...applies].join("\n")}\n`;
}
