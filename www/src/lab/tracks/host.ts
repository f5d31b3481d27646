/** What recorded animals may use of the page. */

import type { Core, Recording } from "../../core";
import type { Stage } from "../../stage/stage";
import type { Panels } from "../../ui/panels";

/** A wish for a flock that is like a recording. */
export interface LikeWish {
  bands: { measure: string; low: number; high: number }[];
  /** How long each run is to be. */
  ticks: number;
  /** What parts of the recording say that the search never saw, beside what it has found. */
  judge(found: (measure: string) => number | undefined): HTMLElement;
}

export interface TracksHost {
  core: Core;
  stage: Stage;
  panels: Panels;
  /** Opens another run, as a step that can be undone. */
  open(link: string): void;
  openRecording(recording: Recording): string | undefined;
  setPlaying(playing: boolean): void;
  /** Goes to "Make it" with this wish. */
  like(wish: LikeWish): void;
  say(text: string): void;
}
