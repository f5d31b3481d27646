/** What a run can be taken home as, besides constants. */
import type { GameExport } from "../model";
import type { Plan } from "../plan";
import { lowerSnake, typeName } from "../text";

export { planOf, whyNot } from "../plan";

import { csharp, unityPackage } from "./csharp";
import { gdscript, scriptFile } from "./gdscript";
import { godotAsset, numbersFile } from "./godot-asset";
import { htmlFile } from "./html";
import { javascript, typescript } from "./javascript";
import { python } from "./python";
import { rust } from "./rust";

export interface Program {
  key: string;
  label: string;
  kind: "program" | "asset" | "html";
  /** The name of its file: the steps, and what imports it, go by that. */
  file(run: GameExport): string;
  /** How to use it, step by step. */
  steps(run: GameExport): readonly string[];
  /** So many units it moves 60 times a second, by tests/node/bench/exports.test.ts; unless it is the core. */
  carries?: number;
  /** `page`: the address at which the run opens again. */
  write(plan: Plan, page: string): string;
  /** Where it is a folder: its files by their paths. What is written are these one after the other. */
  files?(plan: Plan, page: string): ReadonlyMap<string, string>;
}

/** What a person should know who takes a run home this way; empty for nothing. */
export function warning({ label, carries = Number.POSITIVE_INFINITY }: Program, { groups }: Plan): string {
  const units = groups
    .flatMap(({ values }) => values)
    .reduce((sum, { key, value }) => sum + (key === "count" ? Number(value) : 0), 0);
  if (units <= carries) return "";
  return (
    `${units.toLocaleString("en")} units are more than ${label} moves 60 times a second, about ${carries.toLocaleString("en")}: ` +
    "take fewer, or the core itself (the npm package, the crate, or the C library)."
  );
}

const named = (extension: string) => (run: GameExport) => `flockwright-${run.scene.key}.${extension}`;

/** JavaScript and TypeScript are used alike. */
const scriptSteps = (file: string) => [
  `Save it as ${file} beside your own code: import { Flock, RUN } from "./${file.replace(/\.ts$/, "")}";`,
  "Make one: const flock = new Flock(RUN);",
  "Once per frame call flock.step(seconds) and draw flock.units.",
];

const moduleName = (run: GameExport) => `flockwright_${lowerSnake(run.scene.key)}`;

export const PROGRAMS: readonly Program[] = [
  {
    key: "javascript",
    label: "JavaScript",
    kind: "program",
    file: named("mjs"),
    steps: (run) => scriptSteps(named("mjs")(run)),
    carries: 1000,
    write: javascript,
  },
  {
    key: "typescript",
    label: "TypeScript",
    kind: "program",
    file: named("ts"),
    steps: (run) => scriptSteps(named("ts")(run)),
    carries: 1000,
    write: typescript,
  },
  {
    key: "python",
    label: "Python",
    kind: "program",
    file: (run) => `${moduleName(run)}.py`,
    steps: (run) => [
      "./build.sh python makes the package: pip install the wheel in target/package.",
      `Save this as ${moduleName(run)}.py, or put it into a notebook.`,
      "It is the core itself, the same run to the bit, and its arrays are views.",
    ],
    write: python,
  },
  {
    key: "gdscript",
    label: "GDScript (Godot)",
    kind: "program",
    file: scriptFile,
    steps: (run) => [
      `Save it in your project as ${scriptFile(run)}.`,
      "Add a Node2D to your scene and attach it: the flock moves and is drawn.",
      "To draw it yourself, give each of its units a node: unit.node = sprite.",
    ],
    carries: 100,
    write: gdscript,
  },
  {
    key: "rust",
    label: "Rust",
    kind: "program",
    file: () => "main.rs",
    steps: () => [
      "In a new project: cargo add --path, and the folder of the playground's sources.",
      "Save this as src/main.rs.",
      "cargo run --release: it is the core itself, the same run to the bit.",
    ],
    write: rust,
  },
  {
    key: "csharp",
    label: "C#",
    kind: "program",
    file: (run) => `${typeName(run)}.cs`,
    steps: (run) => [
      `Save it as ${typeName(run)}.cs: for MonoGame, Godot or any program, with the vectors of System.Numerics.`,
      `Where you use it: using ${typeName(run).replace("Flockwright", "Flockwright.")};`,
      "Make one: var flock = new Flock(new FlockwrightRun().Groups);",
      "Once per frame call flock.Advance(seconds) and draw flock.Units.",
    ],
    carries: 2000,
    write: csharp,
  },
  {
    key: "godot",
    label: "GDScript (Godot 4 resource)",
    kind: "asset",
    file: numbersFile,
    steps: (run) => [
      `Save the running code as ${scriptFile(run)} and this as ${numbersFile(run)}.`,
      `Create a resource of the type ${typeName(run)}Numbers and tune it in the inspector.`,
      "Once the flock is ready: numbers.apply(flock).",
    ],
    write: godotAsset,
  },
  {
    key: "unity",
    label: "C# (Unity)",
    kind: "asset",
    file: (run) => `${typeName(run)}.zip`,
    steps: (run) => [
      `Download it, and unzip it as a folder ${typeName(run)} into your project's Packages.`,
      `Add the component ${typeName(run)} to an object, give it a unit's prefab, and press Play.`,
      `To tune it, make an asset by Create > Flockwright > ${typeName(run).replace("Flockwright", "")}, and give the component that.`,
    ],
    carries: 2000,
    write: (plan, page) =>
      [...unityPackage(plan, page)].map(([path, text]) => `// ${path}\n\n${text}`).join("\n"),
    files: unityPackage,
  },
  {
    key: "html",
    label: "HTML",
    kind: "html",
    file: named("html"),
    steps: () => ["Download it.", "Open it in a browser: it plays, offline too.", "Drag to set a target."],
    write: htmlFile,
  },
];
