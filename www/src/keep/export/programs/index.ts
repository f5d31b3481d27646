/** What a run can be taken home as, besides constants. */
import type { Plan } from "../plan";

export { planOf, whyNot } from "../plan";

import { csharp } from "./csharp";
import { gdscript } from "./gdscript";
import { godotAsset } from "./godot-asset";
import { htmlFile } from "./html";
import { javascript, typescript } from "./javascript";
import { python } from "./python";
import { rust } from "./rust";

export interface Program {
  key: string;
  label: string;
  extension: string;
  kind: "program" | "asset" | "html";
  /** How to use it, step by step. */
  steps: readonly string[];
  /** `page`: the address at which the run opens again. */
  write(plan: Plan, page: string): string;
}

export const PROGRAMS: readonly Program[] = [
  {
    key: "javascript",
    label: "JavaScript",
    extension: "mjs",
    kind: "program",
    steps: [
      "Save it beside your own code and import { Flock, RUN } from it.",
      "Make one: const flock = new Flock(RUN);",
      "Once per frame call flock.step(seconds) and draw flock.units.",
    ],
    write: javascript,
  },
  {
    key: "typescript",
    label: "TypeScript",
    extension: "ts",
    kind: "program",
    steps: [
      "Save it beside your own code and import { Flock, RUN } from it.",
      "Make one: const flock = new Flock(RUN);",
      "Once per frame call flock.step(seconds) and draw flock.units.",
    ],
    write: typescript,
  },
  {
    key: "python",
    label: "Python",
    extension: "py",
    kind: "program",
    steps: [
      "Save it as flock.py beside your own code: from flock import Flock, RUN.",
      "Make one: flock = Flock(RUN).",
      "Once per frame call flock.step(seconds) and draw flock.units.",
    ],
    write: python,
  },
  {
    key: "gdscript",
    label: "GDScript (Godot)",
    extension: "gd",
    kind: "program",
    steps: [
      "Save it in your project as flock.gd.",
      "Add a Node2D to your scene and attach it: the flock moves and is drawn.",
      "To draw it yourself, give each of its units a node: unit.node = sprite.",
    ],
    write: gdscript,
  },
  {
    key: "rust",
    label: "Rust",
    extension: "rs",
    kind: "program",
    steps: [
      "In a new project: cargo add flockwright.",
      "Save this as src/main.rs.",
      "cargo run --release: it is the core itself, the same run to the bit.",
    ],
    write: rust,
  },
  {
    key: "csharp",
    label: "C#",
    extension: "cs",
    kind: "program",
    steps: [
      "Save it as FlockwrightFlock.cs; it uses Unity's Vector2 and Mathf.",
      "Make one: var flock = new Flock(new FlockwrightRun().Groups);",
      "Once per frame call flock.Advance(seconds) and draw flock.Units.",
    ],
    write: csharp,
  },
  {
    key: "godot",
    label: "GDScript (Godot 4 resource)",
    extension: "gd",
    kind: "asset",
    steps: [
      "Save the running code as flock.gd and this as flock_numbers.gd.",
      "Create a resource of the type FlockwrightNumbers and tune it in the inspector.",
      "Once the flock is ready: numbers.apply(flock).",
    ],
    write: godotAsset,
  },
  {
    key: "unity",
    label: "C# (Unity)",
    extension: "cs",
    kind: "asset",
    steps: [
      "Save it as FlockwrightFlock.cs in Assets.",
      "Make the asset: Create > Flockwright > Run; its sliders are the numbers of this run.",
      "Add the component FlockwrightFlock to an object, give it the asset and a unit's prefab, and press Play.",
    ],
    write: csharp,
  },
  {
    key: "html",
    label: "HTML",
    extension: "html",
    kind: "html",
    steps: ["Download it.", "Open it in a browser: it plays, offline too.", "Drag to set a target."],
    write: htmlFile,
  },
];
