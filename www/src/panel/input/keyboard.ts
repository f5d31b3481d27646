/** Keyboard shortcuts, and the arrows that fly the player's craft. */

import type { Core, ParamInfo } from "../../core";
import type { Stage } from "../../stage/stage";
import { byId } from "../../ui/dom";
import { nameOf, shownValue } from "../../ui/values";
import { OVERLAY_LIST, type OverlayKey } from "../look/overlay-kinds";

type Command =
  | { name: "play" | "step" | "back" | "start" | "end" | "restart" }
  | { name: "help" | "share" | "edit" | "deselect" | "follow" | "ask" | "overlays" }
  | { name: "fit" }
  | { name: "zoom"; factor: number }
  | { name: "select"; step: 1 | -1 }
  | { name: "overlay"; key: OverlayKey }
  | { name: "rule"; index: number };

interface Pressed {
  key: string;
  /** Physical key, named as on a Latin keyboard. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** A shortcut: its keys, action, and text in the help. */
interface KeyLine {
  what: string;
  shown: readonly string[];
  keys: Readonly<Record<string, Command>>;
  /** Whether it works with single-key shortcuts off, because its keys type nothing. */
  always?: boolean;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** All shortcuts, in the order of the help. Held arrows fly the craft: see `ARROWS`. */
export const KEY_LINES: readonly KeyLine[] = [
  { what: "Play or pause", shown: ["Space"], keys: { " ": { name: "play" } }, always: true },
  { what: "One tick forward", shown: ["."], keys: { ".": { name: "step" } } },
  { what: "One tick back", shown: [","], keys: { ",": { name: "back" } } },
  {
    what: "Go to the start or the end of the timeline",
    shown: ["Home", "End"],
    keys: { Home: { name: "start" }, End: { name: "end" } },
    always: true,
  },
  { what: "Restart this run", shown: ["R"], keys: { r: { name: "restart" } } },
  {
    what: "Turn a rule off or on",
    shown: DIGITS,
    keys: Object.fromEntries(DIGITS.map((key, index) => [key, { name: "rule", index }])),
  },
  {
    what: "Fly the player's craft, where a scene has one",
    shown: ["\u2190", "\u2191", "\u2192", "\u2193"],
    keys: {},
    always: true,
  },
  {
    what: "Guess which way a bird turns: left, straight, right",
    shown: ["\u2190", "\u2191", "\u2192"],
    keys: {},
    always: true,
  },
  {
    what: "Zoom",
    shown: ["+", "\u2212"],
    keys: {
      "+": { name: "zoom", factor: 1.25 },
      "=": { name: "zoom", factor: 1.25 },
      "-": { name: "zoom", factor: 0.8 },
    },
  },
  { what: "Fit the world", shown: ["0"], keys: { "0": { name: "fit" } } },
  { what: "Ask a bird, or let it go on", shown: ["W"], keys: { w: { name: "ask" } } },
  {
    what: "Ask the previous or the next bird",
    shown: ["[", "]"],
    keys: { "[": { name: "select", step: -1 }, "]": { name: "select", step: 1 } },
  },
  {
    what: "Let them go on",
    shown: ["Escape"],
    keys: { Escape: { name: "deselect" } },
    always: true,
  },
  { what: "Make the camera follow the asked bird, or stop", shown: ["C"], keys: { c: { name: "follow" } } },
  { what: "With a slider in focus: where it leads", shown: ["V"], keys: {}, always: true },
  { what: "Turn all overlays off, or back on", shown: ["D"], keys: { d: { name: "overlays" } } },
  ...OVERLAY_LIST.map(({ key, letter, label }): KeyLine => {
    const command: Command = { name: "overlay", key };
    return {
      what: `Overlay: ${label.toLowerCase()}`,
      shown: [letter.toUpperCase()],
      keys: { [letter]: command },
    };
  }),
  { what: "Start or stop editing the layout", shown: ["E"], keys: { e: { name: "edit" } } },
  {
    what: "While editing: next or previous object",
    shown: ["Tab", "Shift Tab"],
    keys: {},
    always: true,
  },
  {
    what: "While editing: move the object or the crosshair; with Shift, by 1 u",
    shown: ["\u2190", "\u2191", "\u2192", "\u2193"],
    keys: {},
    always: true,
  },
  { what: "While editing: place an object at the crosshair", shown: ["Enter"], keys: {}, always: true },
  {
    what: "While editing: make the object larger or smaller, or delete it",
    shown: ["+", "\u2212", "Delete"],
    keys: {},
    always: true,
  },
  { what: "Undo, redo", shown: ["Ctrl Z", "Ctrl Shift Z"], keys: {}, always: true },
  { what: "More ways to share", shown: ["S"], keys: { s: { name: "share" } } },
  { what: "This help", shown: ["?", "H"], keys: { "?": { name: "help" }, h: { name: "help" } } },
];

/** Characters of a Latin keyboard at physical keys that have letters in other layouts. */
const SIGNS: Readonly<Record<string, string>> = {
  Comma: ",",
  Period: ".",
  BracketLeft: "[",
  BracketRight: "]",
};

/** Name of a key for shortcuts; on non-Latin keyboards the physical key decides. */
export function keyName({ key, code }: Pick<Pressed, "key" | "code">): string {
  if (key.length > 1) return key;
  if (!/\p{L}/u.test(key) || /\p{Script=Latin}/u.test(key)) return key.toLowerCase();
  return (/^Key([A-Z])$/.exec(code)?.[1] ?? SIGNS[code] ?? key).toLowerCase();
}

/** Whether a modifier makes the key the browser's. Some keyboards type signs with Alt. */
export function isModified({ key, ctrlKey, metaKey, altKey }: Omit<Pressed, "code">): boolean {
  return ctrlKey || metaKey || (altKey && !/^[^\p{L}\p{N}\s]$/u.test(key));
}

/** Finds the shortcut of a key; single characters only while shortcuts are on. */
export function commandOf(pressed: Pressed, shortcutsOn: boolean): Command | undefined {
  if (isModified(pressed)) return undefined;
  const key = keyName(pressed);
  const line = KEY_LINES.find(({ keys }) => Object.hasOwn(keys, key));
  return line && (line.always || shortcutsOn) ? line.keys[key] : undefined;
}

/** Whether a parameter is a weight: a float with the unit of weights; 0 switches its behavior off. */
function isWeight(info: ParamInfo): boolean {
  return info.kind === "float" && info.unit === "\u00d7" && info.min === 0;
}

/** Weights that digits switch: those of the first group that has any, in panel order. */
export function rulesOf(params: readonly ParamInfo[]): ParamInfo[] {
  const weights = params.filter(isWeight);
  return weights.filter((info) => info.scope === weights[0]?.scope).slice(0, 9);
}

/** Remembers the weight that a behavior had before it was switched off. */
export class RuleSwitch {
  private readonly valuesBefore = new Map<string, number>();

  /** Called when another run was opened. */
  forget(): void {
    this.valuesBefore.clear();
  }

  /** Value of this weight after switching. */
  next(info: ParamInfo): number {
    if (info.value !== 0) {
      this.valuesBefore.set(info.key, info.value);
      return 0;
    }
    return this.valuesBefore.get(info.key) ?? (info.default || 1);
  }
}

/** Arrows for port, starboard, faster and slower. */
const ARROW_KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** Actions that are done elsewhere. */
export type PageCommand = Exclude<Command, { name: "zoom" | "fit" | "rule" }>;

export interface KeyActions {
  run(command: PageCommand): void;
  ruleChanged(): void;
  say(text: string): void;
  /** Called when the craft is steered during a replay, which ignores it. */
  unheard(): void;
  shortcutsOn(): boolean;
}

/**
 * Whether the focused element uses the key: fields use all keys, sliders named keys; sliders, buttons, links and switches
 * leave letters, digits and signs to the page, so that shortcuts work after a click on one. None of them uses Escape.
 */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  const outside = target.closest("dialog") === null;
  if (outside && target.matches("input[type=range]")) return key.length > 1 && key !== "Escape";
  const presses = target.closest("button, summary, a[href], input[type=checkbox]") !== null;
  if (presses && outside) return key === " " || (key.length > 1 && key !== "Escape");
  return target.closest("input, select, textarea, dialog, pre, [contenteditable]") !== null;
}

export function attachKeyboard(core: Core, stage: Stage, rules: RuleSwitch, actions: KeyActions): void {
  const heldKeys = new Set<string>();
  const fly = () => {
    const [port = false, starboard = false, faster = false, slower = false] = ARROW_KEYS.map((key) =>
      heldKeys.has(key),
    );
    core.fly(port, starboard, faster, slower);
  };
  const letGo = () => {
    if (heldKeys.size === 0) return;
    heldKeys.clear();
    fly();
  };

  const toggleRule = (index: number) => {
    const info = rulesOf(core.params())[index];
    if (!info) return;
    const value = core.set(info.id, rules.next(info));
    actions.ruleChanged();
    actions.say(`${nameOf(info)} ${value === 0 ? "off" : shownValue(info, value)}`);
  };

  window.addEventListener("keydown", (event) => {
    // macOS reports no release of a key while Command is down.
    if (event.key === "Meta") letGo();
    if (event.defaultPrevented || isTaken(event.target, event.key)) return;
    if (document.querySelector("dialog[open]")) return;
    if (ARROW_KEYS.includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      if (!heldKeys.has(event.key)) {
        heldKeys.add(event.key);
        if (core.seekGoal() !== undefined) actions.unheard();
        fly();
      }
      return;
    }
    const command = commandOf(event, actions.shortcutsOn());
    if (!command) return;
    event.preventDefault();
    if (command.name === "zoom") stage.camera.zoom(command.factor);
    else if (event.repeat && command.name !== "step" && command.name !== "back") return;
    else if (command.name === "fit") stage.camera.fit();
    else if (command.name === "rule") toggleRule(command.index);
    else actions.run(command);
  });
  window.addEventListener("keyup", (event) => {
    if (event.key === "Meta") letGo();
    else if (heldKeys.delete(event.key)) fly();
  });
  window.addEventListener("blur", letGo);
  byId("stage").addEventListener("blur", letGo);
}
