/** The interface that all parts of the page share: the run, the stage, ways to change them, and events. */

import type { Core, Recording } from "../core";
import type { Clock } from "../core/clock";
import type { Theme } from "../stage/palette";
import type { Stage } from "../stage/stage";
import type { Panels } from "./panels";
import type { Store } from "./store";

/** Events between parts, with their data. */
export interface PageEvents {
  /** Another run is open. */
  opened: undefined;
  /** Held pointers and keys are released, because the run is about to be replaced or to move to another tick. */
  leaving: undefined;
  /** A seek has reached its target tick. */
  arrived: undefined;
  /** The run is at another tick after a jump, or its speed has changed. */
  moved: undefined;
  /** Values were changed by something other than the panel. */
  changed: undefined;
  /** A change of the run is complete. */
  settled: undefined;
  /** A person wants to place something on the stage with this tool. */
  draw: "obstacle" | "wall" | "site" | "birds" | "hunter";
  /** Edit mode was entered (true) or left. */
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

  /** Title of the run: a person's own one, or that of the scene. */
  title(): string;
  /** Gives the run a title of one's own; "" returns to the scene's. */
  retitle(title: string): void;
  /** Link of the run. */
  link(): string;
  /** The view as text, "" for the usual view. `isPaused`: whether a run with it opens paused. */
  look(isPaused?: boolean): string;
  /** Opens another run as an entry of the history. `during` is called after the former entry was written. */
  open(link: string, during?: () => void): void;
  /** Opens a recording as an entry of the history; returns why it cannot be opened, and then changes nothing. */
  openRecording(recording: Recording): string | undefined;
  /** Restarts the run with another seed. */
  newSeed(seed: number): void;
  /** Restarts the run with the values in force. */
  restart(says?: string): void;

  /** `touched`: a value is being changed; `settled`: the change is complete. */
  touched(): void;
  settled(): void;
  /** Makes a change of many values one step of undo. */
  step(change: () => void): void;
  /** Names the change that is about to settle. Changes with the same `merge` that follow soon become one step. */
  name(label: string, merge?: string): void;

  /** Saves a run as a preset under this name or a numbered one. */
  save(name: string, link: string): void;

  setPlaying(playing: boolean): void;
  /** Whether the run is on its way to another tick, during which its clock stands. */
  waits(): boolean;

  /** Index of the asked unit, or -1. */
  selected(): number;
  /**
   * `ask` opens the answer about a unit; `guess` shows how a guess about its turn comes out (-1 left, 0 straight,
   * 1 right), and calls `told` at the end; `mark` draws a ring around one (-1: none).
   */
  ask(unit: number): void;
  guess(unit: number, side: -1 | 0 | 1, told: () => void): void;
  mark(unit: number): void;

  /** Opens two skies: the run, and a copy in which a parameter has another value. */
  compare(compared: { key: string; value: number }): void;

  /** Whether an open lesson has the control of this parameter. */
  inLesson(key: string): boolean;
}

type PageListeners = { [E in keyof PageEvents]?: ((what: PageEvents[E]) => void)[] };

/** Creates the two functions for events. */
export function events(): Pick<Page, "on" | "tell"> {
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
