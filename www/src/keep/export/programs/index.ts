/** What a run can be taken home as, besides constants. */
import type { Plan } from "../plan";

export { planOf, whyNot } from "../plan";

import { gdscript } from "./gdscript";
import { htmlFile } from "./html";
import { javascript, typescript } from "./javascript";
import { python } from "./python";

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
    key: "html",
    label: "HTML",
    extension: "html",
    kind: "html",
    steps: ["Download it.", "Open it in a browser: it plays, offline too.", "Drag to set a target."],
    write: htmlFile,
  },
];
