/** What making a flock may use of the page. */
import type { Core } from "../../core";
import type { Panels } from "../../ui/panels";
import type { Store } from "../../ui/store";

/** A wish for a flock that is like a recording. */
export interface LikeWish {
  bands: { measure: string; low: number; high: number }[];
  /** How long each run is to be. */
  ticks: number;
  /** What parts of the recording say that the search never saw, beside what it has found. */
  judge(found: (measure: string) => number | undefined): HTMLElement;
}

export interface MakeHost {
  core: Core;
  store: Store;
  panels: Panels;
  /** The link of the run. */
  link(): string;
  /** Opens another run, as a step that can be undone. */
  open(link: string): void;
  /** Saves a run as a preset, under this name or one like it. */
  save(name: string, link: string): void;
  say(text: string): void;
}
