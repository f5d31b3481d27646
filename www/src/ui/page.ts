/** Interface of the page for its parts: the run, the stage, ways to change both, and events between parts. */

import type { Core, Recording } from "../core";
import type { Clock } from "../core/clock";
import type { Theme } from "../stage/palette";
import type { Stage } from "../stage/stage";
import type { Panels } from "./panels";
import type { Store } from "./store";

/** Events between parts of the page, with the type of their data. */
interface PageEvents {
  /** Another run has been opened. */
  opened: undefined;
  /** The run is about to be replaced or to move to another tick; held pointers and keys have to be released. */
  leaving: undefined;
  /** A seek has reached its target tick. */
  arrived: undefined;
  /** The run is at another tick after a jump, a restart or a single step, or was paused or played. */
  moved: undefined;
  /** Values of the run were changed by another part than the parameter panel. */
  changed: undefined;
  /** A person's change of the run is complete. */
  settled: undefined;
  /** A person has chosen this tool for drawing on the stage. */
  draw: "obstacle" | "wall" | "site" | "birds" | "hunter";
  /** The layout editor was opened (true) or closed (false). */
  editing: boolean;
  theme: Theme;
}

export interface Page {
  readonly core: Core;
  readonly stage: Stage;
  readonly clock: Clock;
  readonly store: Store;
  readonly panels: Panels;
  say(text: string): void;
  on<E extends keyof PageEvents>(event: E, listener: (what: PageEvents[E]) => void): void;
  tell<E extends keyof PageEvents>(
    event: E,
    ...what: PageEvents[E] extends undefined ? [] : [PageEvents[E]]
  ): void;

  /** Title of the run: the one that a person gave it, or that of its scene. */
  title(): string;
  /** Gives the run this title; "" returns to the scene's title. */
  retitle(title: string): void;
  /** Link of the run as it is now. */
  link(): string;
  /** Text that describes the view in a link; "" for the default view. `isPaused`: whether the link opens paused. */
  look(isPaused?: boolean): string;
  /** Opens another run as a new entry of the browser's history. `during` is called once the former entry is written. */
  open(link: string, during?: () => void): void;
  /** Opens a recording as a new entry of the browser's history; returns why it cannot be opened, else `undefined`. */
  openRecording(recording: Recording): string | undefined;
  /** Restarts the run with another seed. */
  newSeed(seed: number): void;
  /** Restarts the run at tick 0 with the present values of its parameters; `says`: message to show. */
  restart(says?: string): void;

  /** `touched` has to be called while a person changes a value, `settled` when the change is complete. */
  touched(): void;
  settled(): void;
  /** Calls `change`, whose changes of many values become one step of undo. */
  step(change: () => void): void;
  /** Labels the change that is about to be complete. Consecutive changes with the same `mergeKey` become one step. */
  name(label: string, mergeKey?: string): void;

  /** Saves a link as a preset under this name, which gets a number if it is taken. */
  save(name: string, link: string): void;

  setPlaying(isPlaying: boolean): void;
  /** Whether the run stands still: paused, seeking another tick, or while a person holds the timeline's thumb. */
  waits(): boolean;

  /** Index of the unit that the inspection panel explains, or -1. */
  selected(): number;
  /**
   * `ask` explains a unit in the inspection panel; `guess` shows the result of a person's guess about the unit's next
   * turn (-1 left, 0 straight, 1 right) and calls `told` at the end; `mark` draws a ring around a unit (-1: none).
   */
  ask(unit: number): void;
  guess(unit: number, side: -1 | 0 | 1, told: () => void): void;
  mark(unit: number): void;

  /** Opens a second view beside the run, with a copy of the run in which one parameter has another value. */
  compare(compared: { key: string; value: number }): void;

  /** Whether the open lesson shows the control of this parameter. */
  inLesson(key: string): boolean;
}

type PageListeners = { [E in keyof PageEvents]?: ((what: PageEvents[E]) => void)[] };

/** Creates the functions by which parts subscribe to events (`on`) and send them (`tell`). */
export function makeEvents(): Pick<Page, "on" | "tell"> {
  const listeners: PageListeners = {};
  return {
    on: (event, listener) => {
      listeners[event] ??= [];
      listeners[event].push(listener);
    },
    tell: (event, ...[what]) => {
      for (const listener of listeners[event] ?? []) listener(what as never);
    },
  };
}
