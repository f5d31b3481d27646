/** What the parts of the page share: the run and the stage, the ways to change them, and what parts tell each other. */

import type { Core, Recording } from "../core";
import type { Clock } from "../core/clock";
import type { Theme } from "../stage/palette";
import type { Stage } from "../stage/stage";
import type { Panels } from "./panels";
import type { Store } from "./store";

/** What a part tells all others, with what comes along. */
export interface PageEvents {
  /** Another run is open. */
  opened: undefined;
  /** Whatever is held is let go: the run is about to be another, or to stand elsewhere. */
  leaving: undefined;
  /** The tick that was looked for is reached. */
  arrived: undefined;
  /** The run stands elsewhere, or time passes otherwise. */
  moved: undefined;
  /** Values have been changed by something else than the panel. */
  changed: undefined;
  /** A change of the run is done. */
  settled: undefined;
  /** Something is to be placed on the stage, by the tool of this name. */
  draw: "obstacle" | "wall" | "birds" | "hunter";
  /** Edit mode begins or ends. */
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
  /** The link of the run, and what it says of the view: "" while that is the usual one. */
  link(): string;
  look(): string;
  /** Opens another run as a step of the history; `during`: once the address of the one before is written. */
  open(link: string, during?: () => void): void;
  /** The same with a recorded one; says why it cannot, and changes nothing then. */
  openRecording(recording: Recording): string | undefined;
  /** The run from its start with another seed. */
  newSeed(seed: number): void;
  /** The run begins anew with the values that are in force. */
  restart(says?: string): void;

  /** A value moves under the hand; then the change is done. */
  touched(): void;
  settled(): void;
  /** A change of many values, which is one step to undo. */
  step(change: () => void): void;
  /** What the change is called that is about to settle; with the same `merge`, those that follow soon are one. */
  name(label: string, merge?: string): void;

  /** Saves a run as a preset, under this name or one like it. */
  save(name: string, link: string): void;

  setPlaying(playing: boolean): void;
  /** Time does not pass now. */
  waits(): boolean;

  /** The asked unit, -1 for none. */
  selected(): number;
  /** Asks a unit; and puts a ring around one, -1 for none. */
  ask(unit: number): void;
  mark(unit: number): void;

  /** A lesson asks where this parameter leads, and has no answer yet: it is not to be seen. */
  predicts(key: string): boolean;
}

type Listeners = { [E in keyof PageEvents]?: ((what: PageEvents[E]) => void)[] };

/** The two ways between the parts. */
export function events(): Pick<Page, "on" | "tell"> {
  const listeners: Listeners = {};
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
