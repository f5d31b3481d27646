/**
 * Writes the package's tables of behaviors and parameters into the folder of the argument: types of keys and values
 * (keys.d.ts), and ranges, units and meanings (parameters.json). The core of the page provides them; that of the
 * package omits them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { initSync, Simulation } from "../pkg/flockwright.js";

const [to] = process.argv.slice(2);
initSync({ module: readFileSync(new URL("../pkg/flockwright_bg.wasm", import.meta.url)) });

const behaviors = Simulation.behaviorCatalog();
const recipes = Simulation.recipes();
const bodies = [...new Set(behaviors.flatMap((behavior) => behavior.bodies))];
const parameters = new Map();
/** Descriptions of all parameters of a run, including those whose value is a text. */
const values = (run) => [
  ...run.params(),
  ...run.texts().map((text) => ({ ...text, unit: "", kind: "text" })),
];
for (const body of bodies) {
  const keys = behaviors.filter((behavior) => behavior.bodies.includes(body)).map(({ key }) => key);
  // The group hunts another one, so that the parameters of catches are among those listed.
  const groups = `units.rregular.b${body}.p${keys.join("-")}.hg1*g1.rregular.bpoint.p`;
  const run = new Simulation(`v=8&scene=empty&groups=${groups}`);
  for (const { key, scope, section, label, unit, kind, min, max, choices, doc, source } of values(run)) {
    if (key.includes(".")) continue;
    const of = scope === "world" ? "world" : "group";
    const range = ["bool", "text"].includes(kind) ? {} : kind === "choice" ? { choices } : { min, max };
    parameters.set(key, { key, of, section, label, unit, kind, ...range, doc, source });
  }
  run.free();
}
const all = [...parameters.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
writeFileSync(join(to, "parameters.json"), `${JSON.stringify(all, null, 1)}\n`);

const union = (texts) => texts.map((text) => JSON.stringify(text)).join(" | ");
const type = ({ kind, choices }) =>
  kind === "text"
    ? "string"
    : kind === "bool"
      ? "boolean"
      : kind === "choice"
        ? union(choices.map(({ key }) => key))
        : "number";
const range = ({ min, max, unit }) => (min === undefined ? "" : ` ${min} to ${max}${unit && ` ${unit}`}.`);
const lines = (of) =>
  all
    .filter((one) => one.of === of)
    .map(
      (one) =>
        `  /** ${one.label}:${range(one)} ${one.doc.replaceAll("*/", "")} */\n  ${one.key}?: ${type(one)};`,
    )
    .join("\n");
writeFileSync(
  join(to, "keys.d.ts"),
  `/** A parameter's value: a number, a switch, the key of a choice, or a text. */
export type Value = number | boolean | string;

/** Keys of the behaviors and recipes that a group can have. */
export type BehaviorKey =
${[...behaviors, ...recipes].map(({ key, says }) => `  /** ${says} */\n  | ${JSON.stringify(key)}`).join("\n")};

/** Parameters of a group: of its body, its view and its behaviors. */
export interface GroupValues {
${lines("group")}
}

/** Parameters of the world. */
export interface WorldValues {
${lines("world")}
}

export type GroupKey = keyof GroupValues;
export type WorldKey = keyof WorldValues;
`,
);
