/** Keyboard shortcuts, and the arrows that fly the player's craft. */

import type { Core, ParamInfo } from "../../core";
import type { Stage } from "../../stage/stage";
import { byId } from "../../ui/dom";
import { fullParamName, shownValue } from "../../ui/values";
import { OVERLAY_LIST, type OverlayKey } from "../look/overlay-kinds";

type Command =
  | { name: "play" | "step" | "back" | "backFive" | "start" | "end" | "restart" }
  | { name: "help" | "share" | "edit" | "deselect" | "follow" | "ask" | "overlays" }
  | { name: "fit" }
  | { name: "zoom"; factor: number }
  | { name: "select"; step: 1 | -1 }
  | { name: "overlay"; key: OverlayKey }
  | { name: "rule"; index: number };

interface PressedKey {
  key: string;
  /** Name of the pressed physical key on a US keyboard (`KeyboardEvent.code`). */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** A keyboard shortcut: its keys with their commands, and its text in the help. */
interface KeyboardShortcut {
  description: string;
  keyLabels: readonly string[];
  keys: Readonly<Record<string, Command>>;
  /** Whether the shortcut works even while single-key shortcuts are switched off, since its keys type nothing. */
  isAlwaysOn?: boolean;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** All shortcuts, in the order of the help. Arrow keys, which fly the player's craft, are apart: `ARROW_KEYS`. */
export const KEYBOARD_SHORTCUTS: readonly KeyboardShortcut[] = [
  { description: "Play or pause", keyLabels: ["Space"], keys: { " ": { name: "play" } }, isAlwaysOn: true },
  { description: "One tick forward", keyLabels: ["."], keys: { ".": { name: "step" } } },
  { description: "One tick back", keyLabels: [","], keys: { ",": { name: "back" } } },
  { description: "Five seconds back, and stop there", keyLabels: ["B"], keys: { b: { name: "backFive" } } },
  {
    description: "Go to the start or the end of the timeline",
    keyLabels: ["Home", "End"],
    keys: { Home: { name: "start" }, End: { name: "end" } },
    isAlwaysOn: true,
  },
  { description: "Restart this run", keyLabels: ["R"], keys: { r: { name: "restart" } } },
  {
    description: "Turn a rule off or on",
    keyLabels: DIGITS,
    keys: Object.fromEntries(DIGITS.map((key, index) => [key, { name: "rule", index }])),
  },
  {
    description:
      "Fly the player's craft; guess which way a bird turns; while editing, move the object or the crosshair (with Shift, by 1 u)",
    keyLabels: ["\u2190", "\u2191", "\u2192", "\u2193"],
    keys: {},
    isAlwaysOn: true,
  },
  {
    description: "Zoom; while editing, make the object larger or smaller",
    keyLabels: ["+", "\u2212"],
    keys: {
      "+": { name: "zoom", factor: 1.25 },
      "=": { name: "zoom", factor: 1.25 },
      "-": { name: "zoom", factor: 0.8 },
    },
  },
  { description: "Fit the world", keyLabels: ["0"], keys: { "0": { name: "fit" } } },
  { description: "Ask a bird, or let it go on", keyLabels: ["W"], keys: { w: { name: "ask" } } },
  {
    description: "Ask the previous or the next bird",
    keyLabels: ["[", "]"],
    keys: { "[": { name: "select", step: -1 }, "]": { name: "select", step: 1 } },
  },
  {
    description: "Let them go on",
    keyLabels: ["Escape"],
    keys: { Escape: { name: "deselect" } },
    isAlwaysOn: true,
  },
  {
    description: "Make the camera follow the asked bird, or stop",
    keyLabels: ["C"],
    keys: { c: { name: "follow" } },
  },
  { description: "Turn all overlays off, or back on", keyLabels: ["D"], keys: { d: { name: "overlays" } } },
  ...OVERLAY_LIST.map(({ key, letter, label }): KeyboardShortcut => {
    const command: Command = { name: "overlay", key };
    return {
      description: `Overlay: ${label.toLowerCase()}${letter === "v" ? "; with a slider in focus, where it leads" : ""}`,
      keyLabels: [letter.toUpperCase()],
      keys: { [letter]: command },
    };
  }),
  { description: "Start or stop editing the layout", keyLabels: ["E"], keys: { e: { name: "edit" } } },
  {
    description: "While editing: next or previous object",
    keyLabels: ["Tab", "Shift Tab"],
    keys: {},
    isAlwaysOn: true,
  },
  {
    description: "While editing: place an object at the crosshair",
    keyLabels: ["Enter"],
    keys: {},
    isAlwaysOn: true,
  },
  {
    description: "While editing: delete the object",
    keyLabels: ["Delete"],
    keys: {},
    isAlwaysOn: true,
  },
  { description: "Undo, redo", keyLabels: ["Ctrl Z", "Ctrl Shift Z"], keys: {}, isAlwaysOn: true },
  { description: "More ways to share", keyLabels: ["S"], keys: { s: { name: "share" } } },
  { description: "This help", keyLabels: ["?", "H"], keys: { "?": { name: "help" }, h: { name: "help" } } },
];

/** Characters of a Latin keyboard at physical keys that have letters in other layouts. */
const KEY_SIGNS: Readonly<Record<string, string>> = {
  Comma: ",",
  Period: ".",
  BracketLeft: "[",
  BracketRight: "]",
};

/** Name by which shortcuts know a key; a key that types a non-Latin letter has the name of its physical key. */
export function keyName({ key, code }: Pick<PressedKey, "key" | "code">): string {
  if (key.length > 1) return key;
  if (!/\p{L}/u.test(key) || /\p{Script=Latin}/u.test(key)) return key.toLowerCase();
  return (/^Key([A-Z])$/.exec(code)?.[1] ?? KEY_SIGNS[code] ?? key).toLowerCase();
}

/** Whether a modifier is held, so that the browser gets the key. Alt may be held for a sign: some keyboards need it. */
export function isModified({ key, ctrlKey, metaKey, altKey }: Omit<PressedKey, "code">): boolean {
  return ctrlKey || metaKey || (altKey && !/^[^\p{L}\p{N}\s]$/u.test(key));
}

/** Command of a pressed key; undefined if it has none, or if its shortcut is switched off. */
export function commandOf(pressed: PressedKey, shortcutsOn: boolean): Command | undefined {
  if (isModified(pressed)) return undefined;
  const key = keyName(pressed);
  const line = KEYBOARD_SHORTCUTS.find(({ keys }) => Object.hasOwn(keys, key));
  return line && (line.isAlwaysOn || shortcutsOn) ? line.keys[key] : undefined;
}

/** Whether a parameter is the weight of a behavior, recognized by its unit ×; 0 switches the behavior off. */
function isWeight(info: ParamInfo): boolean {
  return info.kind === "float" && info.unit === "\u00d7" && info.min === 0;
}

/** Weights that the digit keys switch, at most 9: those of the first group that has any, in the panel's order. */
export function weightParams(params: readonly ParamInfo[]): ParamInfo[] {
  const weights = params.filter(isWeight);
  return weights.filter((info) => info.scope === weights[0]?.scope).slice(0, 9);
}

/** Switches weights off and on again; remembers the value that each had before. */
export class WeightSwitch {
  private readonly weightsBefore = new Map<string, number>();

  /** Forgets all remembered values, since another run was opened. */
  forgetWeights(): void {
    this.weightsBefore.clear();
  }

  /** Value that switching gives a weight: 0, or if it is 0, its former value, else the default or 1. */
  toggledWeight(info: ParamInfo): number {
    if (info.value !== 0) {
      this.weightsBefore.set(info.key, info.value);
      return 0;
    }
    return this.weightsBefore.get(info.key) ?? (info.default || 1);
  }
}

/** Arrow keys that fly the craft: to port (left), to starboard (right), faster, slower. */
const ARROW_KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** Commands that are not run in this file, but by `KeyActions.run`. */
export type PageCommand = Exclude<Command, { name: "zoom" | "fit" | "rule" }>;

interface KeyActions {
  run(command: PageCommand): void;
  ruleChanged(): void;
  say(text: string): void;
  /** Called when an arrow key is pressed during a replay, in which the craft cannot be flown. */
  inputIgnored(): void;
  shortcutsOn(): boolean;
}

/**
 * Whether the focused element uses a key itself, so that no shortcut runs. Fields and dialogs use all keys. Sliders use
 * named keys, buttons, links and switches also Space, but not Escape: all others stay shortcuts after a click on one.
 */
function usesKeyItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  const isOutside = target.closest("dialog") === null;
  if (isOutside && target.matches("input[type=range]")) return key.length > 1 && key !== "Escape";
  const isPressable = target.closest("button, summary, a[href], input[type=checkbox]") !== null;
  if (isPressable && isOutside) return key === " " || (key.length > 1 && key !== "Escape");
  return target.closest("input, select, textarea, dialog, pre, [contenteditable]") !== null;
}

/** Arrow keys that are held down, which fly the player's craft. */
class CraftKeys {
  private readonly heldKeys = new Set<string>();

  constructor(
    private readonly core: Core,
    private readonly inputIgnored: () => void,
  ) {}

  press(key: string): void {
    if (this.heldKeys.has(key)) return;
    this.heldKeys.add(key);
    if (this.core.seekGoal() !== undefined) this.inputIgnored();
    this.flyCraft();
  }

  release(key: string): void {
    if (this.heldKeys.delete(key)) this.flyCraft();
  }

  releaseAll(): void {
    if (this.heldKeys.size === 0) return;
    this.heldKeys.clear();
    this.flyCraft();
  }

  private flyCraft(): void {
    const [port = false, starboard = false, faster = false, slower = false] = ARROW_KEYS.map((key) =>
      this.heldKeys.has(key),
    );
    this.core.fly(port, starboard, faster, slower);
  }
}

export function attachKeyboard(core: Core, stage: Stage, weights: WeightSwitch, actions: KeyActions): void {
  const craftKeys = new CraftKeys(core, actions.inputIgnored);
  const toggleRule = (index: number) => {
    const info = weightParams(core.params())[index];
    if (!info) return;
    const value = core.set(info.id, weights.toggledWeight(info));
    actions.ruleChanged();
    actions.say(`${fullParamName(info)} ${value === 0 ? "off" : shownValue(info, value)}`);
  };
  const runCommand = (command: Command, isRepeated: boolean) => {
    if (command.name === "zoom") stage.camera.zoom(command.factor);
    else if (isRepeated && command.name !== "step" && command.name !== "back") return;
    else if (command.name === "fit") stage.camera.fit();
    else if (command.name === "rule") toggleRule(command.index);
    else actions.run(command);
  };
  window.addEventListener("keydown", (event) => {
    // While Command (Meta) is down, macOS does not report that another key is released.
    if (event.key === "Meta") craftKeys.releaseAll();
    if (event.defaultPrevented || usesKeyItself(event.target, event.key)) return;
    if (document.querySelector("dialog[open]")) return;
    const isArrow = ARROW_KEYS.includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const command = isArrow ? undefined : commandOf(event, actions.shortcutsOn());
    if (!isArrow && !command) return;
    event.preventDefault();
    if (command) runCommand(command, event.repeat);
    else craftKeys.press(event.key);
  });
  window.addEventListener("keyup", (event) => {
    if (event.key === "Meta") craftKeys.releaseAll();
    else craftKeys.release(event.key);
  });
  window.addEventListener("blur", () => craftKeys.releaseAll());
  byId("stage").addEventListener("blur", () => craftKeys.releaseAll());
}
