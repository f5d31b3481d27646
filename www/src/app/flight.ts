/**
 * The stage and its frames before the page is built: shows a recorded run until the core has loaded, then the core's
 * run, within the area that the panels will leave free.
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

/** Name of the performance mark that is set when the first tick is drawn. */
const FIRST_TICK_MARK = "flock";
/** Time after `handOver` during which the camera still moves smoothly, ms. */
const SMOOTH_CAMERA_MS = 2000;
/**
 * After a frame longer than `SLOW_FRAME` (ms), nothing is drawn for `PAUSE_FACTOR` times its length, counted up to
 * `MAX_PAUSE` (ms), which leaves the processor to the loading page.
 */
const SLOW_FRAME = 40;
const PAUSE_FACTOR = 3;
const MAX_PAUSE = 150;
const GLIDE_MS = 700;

/** A run without units, which the stage shows until there is a real one. */
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
  /** Whether the camera moves smoothly when panels cover another part of the stage: while the page is built. */
  #canGlide = false;
  #glideRequest = 0;

  constructor(store: Store, run: Staged) {
    this.#shownRun = run;
    this.stage = new Stage(byId("stage"), run);
    this.stage.setTheme(currentTheme());
    if (run.groups().length === 0) this.stage.host.dataset.waits = "";
    // The layout of the panels is measured before their controls work, so that the flock is drawn beside them.
    const chrome = byId("chrome");
    chrome.dataset.waits = "";
    this.panels = new Panels(
      store,
      (insets) => this.#setCoveredMargins(insets),
      () => this.stage.camera.fitted,
    );
    this.panels.measureInsets();
  }

  /** Draws frames, with ticks by this clock, until `stopFrames`. While `waits` returns true, no ticks run. */
  startFrames(clock: Clock, waits = () => false): void {
    this.stopFrames();
    let [last, rest] = [Number.POSITIVE_INFINITY, 0];
    const frame = (now: number) => {
      this.#frameRequest = requestAnimationFrame(frame);
      if (waits()) clock.passTime(now);
      else clock.frame(now);
      // After a slow frame, a pause leaves the processor to the building of the page.
      const frameTime = now - last;
      last = now;
      if (now < rest) return;
      if (frameTime > SLOW_FRAME) rest = now + PAUSE_FACTOR * Math.min(frameTime, MAX_PAUSE);
      this.stage.draw(clock.tickFraction);
      this.#markFirstTick();
    };
    this.#frameRequest = requestAnimationFrame(frame);
  }

  /** Shows the core's run in place of the recording, with the view of its link (`look`; "" for the usual one). */
  takeCore(core: Core, clock: Clock, look: string): void {
    this.#shownRun = core;
    this.stage.showCore(core);
    delete this.stage.host.dataset.waits;
    const view = look ? readLook(look).look : undefined;
    if (view) showView(view, this.stage, this.panels);
    if (view?.isPaused) clock.playing = false;
    // The page, not this class, replays to a link's tick; time waits for that and for the answer about a unit.
    const waitsForUnit = view?.askedUnit !== undefined;
    this.startFrames(clock, () => waitsForUnit || core.failed || core.seekGoal() !== undefined);
    this.#canGlide = true;
  }

  /** Stops drawing frames, which the page does from now on. */
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

  /** Sets the margins of the stage that panels cover; a fitted view moves there smoothly while the page is built. */
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
      const easedShare = share * share * (3 - 2 * share);
      const easedInset = (side: keyof Insets) => from[side] + (to[side] - from[side]) * easedShare;
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

  /** Marks the time of the first drawn tick once, so that loading can be measured. */
  #markFirstTick(): void {
    if (this.#shownRun.ticks() > 0 && performance.getEntriesByName(FIRST_TICK_MARK).length === 0)
      performance.mark(FIRST_TICK_MARK);
  }
}
