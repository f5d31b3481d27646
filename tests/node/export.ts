/** Runs to be exported, and readers of what was written: each language's constants, read back by rules of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Descriptions } from "../../www/src/core/described";
import {
  type ExportGroup,
  type ExportValue,
  type GameExport,
  type RunSource,
  readRun,
} from "../../www/src/keep/export/model";
import { printRule, Simulation, scenes } from "./core";

export const page = "https://example.org/?v=1&scene=flock-wide";

/** What an export reads of a run, as on the page: which has read all descriptions before, and keeps them. */
export function sourceOf(run: Simulation): RunSource {
  const described = new Descriptions();
  described.params(run);
  return {
    scenes: scenes(),
    params: () => described.params(run),
    texts: () => run.texts(),
    scene: () => run.scene(),
    seed: () => run.seed(),
    link: () => run.link(),
    scenery: () => run.scenery(),
    blueprint: () => run.blueprint(),
    explain: (id) => run.explain(id),
    explainText: (id) => run.explainText(id),
    printRule,
  };
}

/** Every scene with every number set to something that needs all digits of a float. */
export function tunedRuns(): GameExport[] {
  return scenes().map((scene) => {
    const run = new Simulation(scene.link);
    for (const { id, kind, key, min, max } of run.params()) {
      if (kind === "float") run.set(id, min + (max - min) * 0.371_234_5);
      // The size of a crowd costs time and is one number like the others.
      if (kind === "int") run.set(id, /count$/.test(key) ? 3 : Math.round((min + max) / 3));
      if (kind === "bool") run.set(id, run.get(id) === 0 ? 1 : 0);
    }
    const read = readRun(sourceOf(run));
    run.free();
    return read;
  });
}

export type Constants = Map<string, number | boolean | string>;

/** What a snippet must say: "group.key" and its value. */
export function wanted(run: GameExport): Constants {
  return new Map(
    run.groups.flatMap((group) => group.values.map((value) => [`${group.key}.${value.key}`, value.value])),
  );
}

/** The names that a language gives to each group and value: "group.key" by "Group.Name". */
export function byName(
  run: GameExport,
  group: (group: ExportGroup) => string,
  value: (value: ExportValue, group: ExportGroup) => string,
): Map<string, string> {
  return new Map(
    run.groups.flatMap((one) =>
      one.values.map((entry) => [`${group(one)}.${value(entry, one)}`, `${one.key}.${entry.key}`]),
    ),
  );
}

/** Reads the lines of a snippet: where a group opens, and what a constant is. Comments do not count. */
export function readBack(
  text: string,
  comment: string,
  opens: RegExp,
  constant: RegExp,
  names: Map<string, string>,
): Constants {
  const found: Constants = new Map();
  let group = "";
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line.startsWith(comment)) continue;
    group = opens.exec(line)?.[1] ?? group;
    const [, name, literal] = constant.exec(line) ?? [];
    const key = names.get(`${group}.${name}`);
    if (key && literal !== undefined) found.set(key, literalOf(literal));
  }
  return found;
}

function literalOf(text: string): number | boolean | string {
  if (text.startsWith('"')) return text.slice(1, -1).replace(/\\(.)/g, "$1");
  if (text === "true" || text === "false") return text === "true";
  // A 32-bit float or a whole number, whichever the language calls it.
  return Math.fround(Number(text.replace(/f$/, "")));
}

/** A folder that is gone when the test is over. */
export async function inFolder<T>(use: (folder: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "flockwright-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
