/** The numbers of a run as a Resource of Godot 4: a slider for each, in the inspector. */

import { f32Text } from "../../../link/value";
import type { ExportValue, GameExport } from "../model";
import type { Plan } from "../plan";
import { comment, decimal, lowerSnake, quoted, typeName } from "../text";
import { numbersOf, scriptFile } from "./gdscript";
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
  const tuned = numbersOf(plan).map(({ group, values }) => ({
    label: group.label,
    // Where units start is over by then.
    values: values
      .filter(({ value }) => !/^(count|length)$/.test(value.key))
      // What an inspector calls a value: its group first, since the names of several groups must differ.
      .map(({ value, name }) => ({ value, name, called: `${lowerSnake(group.key)}_${name}` })),
  }));
  const groups = tuned.flatMap(({ label, values }) => [
    `@export_group(${quoted(label)})`,
    ...values.flatMap(({ value, called }) => [
      ...comment("##", constantLines(value)),
      exported(value, called),
    ]),
  ]);
  const applies = tuned.flatMap(({ values }, at) =>
    values.map(({ name, called }) => `\tflock.groups[${at}].${name} = ${called}`),
  );
  const head = comment("#", [
    ...header(plan, page),
    "",
    `How to use it in Godot 4: 1. Export the running code for Godot too, save it as ${scriptFile(plan.run)}, and this as ` +
      `${numbersFile(plan.run)}. 2. Create a resource of the type ${typeName(plan.run)}Numbers and tune it in the inspector. 3. In your scene, once the flock is ` +
      "ready: numbers.apply(flock).",
  ]);
  return `${[...head, `class_name ${typeName(plan.run)}Numbers`, "extends Resource", "", ...groups, "", "", "## Gives these numbers to a flock that runs.", `func apply(flock: ${typeName(plan.run)}) -> void:`, ...applies].join("\n")}\n`;
}
