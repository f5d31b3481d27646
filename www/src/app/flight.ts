/**
 * The flock before the page around it is built. Plays a recorded run until the core has loaded, then the core's run,
 * within the area that the panels will leave free.
 */

import type { Core } from "../core";
import { noFloats, noScenery, noTarget } from "../core/calls";
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
export const emptyGround: Staged = {
  failed: false,
  revision: 0,
  ticks: () => 0,
  views: () => emptyViews,
  scenery: () => ({ ...noScenery, width: 1000, height: 1000, edges: "wrap", toroidal: true }),
  groups: () => [],
  target: () => noTarget,
  nearest: () => -1,
  destinations: () => [],
  routes: () => [],
  shots: () => noFloats,
};

export class Flight {
  readonly stage: Stage;
  readonly panels: Panels;
  #run: Staged;
  #request = 0;
  /** Whether the page is being built. */
  #glides = false;
  #glide = 0;

  constructor(store: Store, run: Staged) {
    this.#run = run;
    this.stage = new Stage(byId("stage"), run);
    this.stage.setTheme(currentTheme());
    if (run.groups().length === 0) this.stage.host.dataset.waits = "";
    // The page's layout is known before its controls work, so the flock can avoid it.
    const chrome = byId("chrome");
    chrome.dataset.waits = "";
    this.panels = new Panels(
      store,
      (insets) => this.#cover(insets),
      () => this.stage.camera.fitted,
    );
    this.panels.measure();
  }

  /** Draws frames with this clock until the page takes over. While `waits` returns true, no ticks run. */
  fly(clock: Clock, waits = () => false): void {
    this.stop();
    let [last, rest] = [Number.POSITIVE_INFINITY, 0];
    const frame = (now: number) => {
      this.#request = requestAnimationFrame(frame);
      if (waits()) clock.rest(now);
      else clock.frame(now);
      // After a slow frame, a pause leaves time to build the page.
      const frameTime = now - last;
      last = now;
      if (now < rest) return;
      if (frameTime > SLOW_FRAME) rest = now + PAUSE_FACTOR * Math.min(frameTime, MAX_PAUSE);
      this.stage.draw(clock.fraction);
      this.#mark();
    };
    this.#request = requestAnimationFrame(frame);
  }

  /** Switches to the core's run, with the view of its link. */
  takeCore(core: Core, clock: Clock, look: string): void {
    this.#run = core;
    this.stage.showCore(core);
    delete this.stage.host.dataset.waits;
    const view = look ? readLook(look).look : undefined;
    if (view) showView(view, this.stage, this.panels);
    if (view?.isPaused) clock.playing = false;
    // A replay to another tick is the page's task, and time waits for the answer of a shared bird.
    const waitsForUnit = view?.askedUnit !== undefined;
    this.fly(clock, () => waitsForUnit || core.failed || core.seekGoal() !== undefined);
    this.#glides = true;
  }

  /** Hands frames over to the page. */
  handOver(): void {
    this.stop();
    delete byId("chrome").dataset.waits;
    setTimeout(() => {
      this.#glides = false;
    }, SMOOTH_CAMERA_MS);
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
  }

  /** Sets the covered margins; while the page is being built, a fitted world moves smoothly. */
  #cover(to: Insets): void {
    const start = performance.now();
    const from = { ...this.stage.camera.insets };
    cancelAnimationFrame(this.#glide);
    if (!this.#glides || wantsStillness() || !this.stage.camera.fitted) {
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
      if (share < 1) this.#glide = requestAnimationFrame(moveInsets);
    };
    moveInsets();
  }

  /** Sets the performance mark once, for measurements of the loading time. */
  #mark(): void {
    if (this.#run.ticks() > 0 && performance.getEntriesByName(FIRST_TICK_MARK).length === 0)
      performance.mark(FIRST_TICK_MARK);
  }
}
