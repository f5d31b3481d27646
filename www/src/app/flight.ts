/**
 * The flock before the page around it is built. Plays a recorded run until the core has loaded, then the core's run,
 * within the area that the panels will leave free.
 */

import type { Core } from "../core";
import { NO_FLOATS, NO_SCENERY, NO_TARGET } from "../core/calls";
import type { Clock } from "../core/clock";
import { emptyViews } from "../core/views";
import { readLook } from "../panel/look/text";
import type { Insets } from "../stage/camera";
import { Stage, type Staged } from "../stage/stage";
import { byId } from "../ui/dom";
import { Panels } from "../ui/panels";
import type { Store } from "../ui/store";
import { currentTheme, wantsStillness } from "../ui/theme";
import { showView } from "./view-text";

/** Name of the performance mark for the first drawn tick. */
const FIRST_TICK_MARK = "flock";
/** Time during which the camera moves smoothly while the page is built, ms. */
const SMOOTH_CAMERA_MS = 2000;
/**
 * A frame longer than `SLOW_FRAME` ms is followed by a pause of `PAUSE_FACTOR` times its length, at most
 * `MAX_PAUSE` ms long.
 */
const SLOW_FRAME = 40;
const PAUSE_FACTOR = 3;
const MAX_PAUSE = 150;
const GLIDE_MS = 700;

/** An empty run, drawn until there is one. */
export const EMPTY_GROUND: Staged = {
  failed: false,
  revision: 0,
  ticks: () => 0,
  views: () => emptyViews,
  scenery: () => ({ ...NO_SCENERY, width: 1000, height: 1000, edges: "wrap", toroidal: true }),
  groups: () => [],
  target: () => NO_TARGET,
  nearest: () => -1,
  destinations: () => [],
  routes: () => [],
  shots: () => NO_FLOATS,
};

export class OpeningFlight {
  readonly stage: Stage;
  readonly panels: Panels;
  #shownRun: Staged;
  #frameRequest = 0;
  /** Whether the page is being built. */
  #canGlide = false;
  #glideRequest = 0;

  constructor(store: Store, run: Staged) {
    this.#shownRun = run;
    this.stage = new Stage(byId("stage"), run);
    this.stage.setTheme(currentTheme());
    if (run.groups().length === 0) this.stage.host.dataset.waits = "";
    // The page's layout is known before its controls work, so the flock can avoid it.
    const chrome = byId("chrome");
    chrome.dataset.waits = "";
    this.panels = new Panels(
      store,
      (insets) => this.#setCoveredMargins(insets),
      () => this.stage.camera.fitted,
    );
    this.panels.measureInsets();
  }

  /** Draws frames with this clock until the page takes over. While `waits` returns true, no ticks run. */
  startFrames(clock: Clock, waits = () => false): void {
    this.stopFrames();
    let [last, rest] = [Number.POSITIVE_INFINITY, 0];
    const frame = (now: number) => {
      this.#frameRequest = requestAnimationFrame(frame);
      if (waits()) clock.passTime(now);
      else clock.frame(now);
      // After a slow frame, a pause leaves time to build the page.
      const frameTime = now - last;
      last = now;
      if (now < rest) return;
      if (frameTime > SLOW_FRAME) rest = now + PAUSE_FACTOR * Math.min(frameTime, MAX_PAUSE);
      this.stage.draw(clock.tickFraction);
      this.#markFirstTick();
    };
    this.#frameRequest = requestAnimationFrame(frame);
  }

  /** Switches to the core's run, with the view of its link. */
  takeCore(core: Core, clock: Clock, look: string): void {
    this.#shownRun = core;
    this.stage.showCore(core);
    delete this.stage.host.dataset.waits;
    const view = look ? readLook(look).look : undefined;
    if (view) showView(view, this.stage, this.panels);
    if (view?.isPaused) clock.playing = false;
    // A replay to another tick is the page's task, and time waits for the answer of a shared bird.
    const waitsForUnit = view?.askedUnit !== undefined;
    this.startFrames(clock, () => waitsForUnit || core.failed || core.seekGoal() !== undefined);
    this.#canGlide = true;
  }

  /** Hands frames over to the page. */
  handOver(): void {
    this.stopFrames();
    delete byId("chrome").dataset.waits;
    setTimeout(() => {
      this.#canGlide = false;
    }, SMOOTH_CAMERA_MS);
  }

  stopFrames(): void {
    cancelAnimationFrame(this.#frameRequest);
  }

  /** Sets the covered margins; while the page is being built, a fitted world moves smoothly. */
  #setCoveredMargins(to: Insets): void {
    const start = performance.now();
    const from = { ...this.stage.camera.insets };
    cancelAnimationFrame(this.#glideRequest);
    if (!this.#canGlide || wantsStillness() || !this.stage.camera.fitted) {
      this.stage.setInsets(to);
      return;
    }
    const moveInsets = () => {
      const share = Math.min(1, (performance.now() - start) / GLIDE_MS);
      const eased = share * share * (3 - 2 * share);
      const easedInset = (side: keyof Insets) => from[side] + (to[side] - from[side]) * eased;
      this.stage.setInsets({
        top: easedInset("top"),
        right: easedInset("right"),
        bottom: easedInset("bottom"),
        left: easedInset("left"),
      });
      if (share < 1) this.#glideRequest = requestAnimationFrame(moveInsets);
    };
    moveInsets();
  }

  /** Sets the performance mark once, for measurements of the loading time. */
  #markFirstTick(): void {
    if (this.#shownRun.ticks() > 0 && performance.getEntriesByName(FIRST_TICK_MARK).length === 0)
      performance.mark(FIRST_TICK_MARK);
  }
}
