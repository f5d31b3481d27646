/** What the share dialog offers, and what its sections may use. */

import type { Core } from "../../core";
import type { Clock } from "../../core/clock";
import type { Stage } from "../../stage/stage";
import type { Store } from "../../ui/store";
import type { Presets } from "../presets";

export interface ShareHost {
  readonly core: Core;
  readonly stage: Stage;
  readonly clock: Clock;
  readonly store: Store;
  /** The link of the run, without what a section adds to it. */
  link(): string;
  /** What a link says of the view: the camera, the selected unit, what is drawn on all. "" while it is the usual one. */
  look(): string;
  /** The run stands still for now: it is paused, or something else is measured. */
  waits(): boolean;
  setPlaying(playing: boolean): void;
  say(text: string): void;
  /** A person's presets, fetched on demand. */
  presets(): Promise<Presets>;
}

export interface ShareSection {
  /** As the menu names it. */
  key: string;
  /** Builds its elements, once, when it is first looked at. */
  build(host: ShareHost): ShareView;
}

export interface ShareView {
  readonly body: HTMLElement;
  /** The dialog was opened: show the run as it is now. */
  show(): void;
}

/** One kind of file: a heading, a sentence, buttons. */
export interface FilePart {
  /** `opened` is to be called after files were opened: other parts may have more to save. */
  build(host: ShareHost, opened: () => void): ShareView;
}
