/** Thumbnails of runs beside the open one, simulated and drawn within a few milliseconds of every frame. */

import type { Core, SideRun, UnitViews } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import { type Appearance, PLAIN_APPEARANCE } from "../stage/appearance";
import { nearestOffset } from "../stage/camera";
import { middleOf } from "../stage/middle";
import { CARD_WIDTH, Miniature } from "../stage/miniature";
import { palettes, withAlpha } from "../stage/palette";
import { strokePath } from "../stage/pen";
import { element } from "./dom";
import { currentTheme } from "./theme";

/** Size of the thumbnail on a card, CSS px. */
const CARD_SIZE = { width: CARD_WIDTH, height: 96 };
const PIXEL_RATIO = 2;
/** Appearance of the units in thumbnails on cards. */
const THUMBNAIL_APPEARANCE: Appearance = { ...PLAIN_APPEARANCE, color: "heading" };
/** Time per frame for simulating and drawing all thumbnails of a grid, ms. */
const FRAME_BUDGET = 5;
/** Ticks that a run does before its thumbnail is first drawn, so that the flock has formed. */
const WARM_UP_TICKS = 180;
/** Largest number of ticks that become due per frame, however long the last frame took. */
const MAX_CATCH_UP_TICKS = 3;

/** A run to show: its link, or a function that makes it when it is first needed. */
type RunSource = string | (() => SideRun);

interface PictureSize {
  width: number;
  height: number;
}

class RunThumbnail {
  readonly canvas: HTMLCanvasElement;
  dueTicks = 0;
  /** Whether the thumbnail's canvas is in the viewport. */
  isInSight = false;
  needsDrawing = true;
  hasFailed = false;
  private openedRun: { run: SideRun; picture: Miniature } | undefined;

  constructor(
    private readonly core: Core,
    public source: RunSource,
    { width, height }: PictureSize,
  ) {
    this.canvas = element("canvas.living", { width: width * PIXEL_RATIO, height: height * PIXEL_RATIO });
    this.canvas.setAttribute("aria-hidden", "true");
  }

  get isOpen(): boolean {
    return this.openedRun !== undefined;
  }

  /** Opens the run on the first call, and returns it with its drawing. */
  open(): { run: SideRun; picture: Miniature } {
    if (!this.openedRun) {
      const { source } = this;
      const run = typeof source === "string" ? this.core.sideRun(source) : source();
      this.openedRun = { run, picture: new Miniature(this.canvas, run, PIXEL_RATIO) };
    }
    return this.openedRun;
  }

  get run(): SideRun {
    return this.open().run;
  }

  get picture(): Miniature {
    return this.open().picture;
  }

  /** Runs the due ticks until `end` (`performance.now()`, ms); the rest stays due. */
  runDueTicks(end: number): void {
    while (this.dueTicks >= 1) {
      if (performance.now() >= end) return;
      if (this.run.tickPart(Math.max(0.2, end - performance.now()))) {
        this.dueTicks--;
        this.needsDrawing = true;
      }
    }
  }

  draw(appearance = THUMBNAIL_APPEARANCE, under = () => {}): void {
    const theme = currentTheme();
    this.picture.drawGround(theme);
    under();
    this.picture.drawUnits(this.core.viewsOf(this.run), theme, appearance);
    this.needsDrawing = false;
    this.canvas.dataset.drawn = "true";
  }

  free(): void {
    this.openedRun?.run.free();
  }

  /** Frees the run; the next `open` starts a new one from `source`. */
  closeRun(): void {
    this.free();
    this.openedRun = undefined;
  }
}

export class RunGrid {
  private thumbnails: RunThumbnail[] = [];
  private lastFrame = 0;
  private nextIndex = 0;
  private frameRequest = 0;
  /** Notes which thumbnails are in the viewport, since only those are simulated. */
  private readonly visibilityObserver = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const thumbnail = this.thumbnails.find(({ canvas }) => canvas === target);
      if (thumbnail) thumbnail.isInSight = isIntersecting;
    }
    this.requestFrame();
  });

  constructor(
    private readonly core: Core,
    private isPlaying: boolean,
    private readonly size: PictureSize = CARD_SIZE,
  ) {}

  get playing(): boolean {
    return this.isPlaying;
  }

  /** Shows these runs and returns their canvases; a run that is shown already continues. */
  showPictures(sources: readonly RunSource[]): HTMLCanvasElement[] {
    const oldThumbnails = this.thumbnails;
    this.thumbnails = sources.map(
      (source) => oldThumbnails.find((one) => one.source === source) ?? this.beginThumbnail(source),
    );
    for (const one of oldThumbnails.filter((old) => !this.thumbnails.includes(old))) {
      this.visibilityObserver.unobserve(one.canvas);
      one.free();
    }
    return this.thumbnails.map(({ canvas }) => canvas);
  }

  /** Canvas of a shown run; `undefined` if it is not shown. */
  pictureOf(source: RunSource): HTMLCanvasElement | undefined {
    return this.thumbnails.find((one) => one.source === source)?.canvas;
  }

  private beginThumbnail(source: RunSource): RunThumbnail {
    const thumbnail = new RunThumbnail(this.core, source, this.size);
    // These ticks run before the first drawing, so that the flock has formed.
    thumbnail.dueTicks = WARM_UP_TICKS;
    this.visibilityObserver.observe(thumbnail.canvas);
    return thumbnail;
  }

  clear(): void {
    cancelAnimationFrame(this.frameRequest);
    this.frameRequest = 0;
    this.showPictures([]);
  }

  setPlaying(on: boolean): void {
    this.isPlaying = on;
    this.requestFrame();
  }

  /** Redraws all thumbnails after a change of the theme. */
  recolor(): void {
    for (const one of this.thumbnails) one.needsDrawing = true;
    this.requestFrame();
  }

  /** Requests a frame, unless one is requested already or no thumbnail is in the viewport. */
  private requestFrame(): void {
    if (this.frameRequest || !this.thumbnails.some(({ isInSight }) => isInSight)) return;
    this.frameRequest = requestAnimationFrame((now) => {
      this.frameRequest = 0;
      this.frame(now);
    });
  }

  private frame(now: number): void {
    const passedTicks = Math.min(MAX_CATCH_UP_TICKS, ((now - this.lastFrame) / 1000) * TICKS_PER_SECOND);
    this.lastFrame = now;
    const visibleThumbnails = this.thumbnails.filter(({ hasFailed, isInSight }) => !hasFailed && isInSight);
    // Only one run is opened per frame; opening all at once would block the page.
    this.openOne(visibleThumbnails.find(({ isOpen }) => !isOpen));
    const openThumbnails = visibleThumbnails.filter(({ isOpen }) => isOpen);
    const end = performance.now() + FRAME_BUDGET;
    const count = openThumbnails.length;
    if (this.isPlaying)
      for (const one of openThumbnails) one.dueTicks = Math.min(one.dueTicks + passedTicks, WARM_UP_TICKS);
    // Another thumbnail comes first in each frame, so that all slow down alike when time is short.
    const inTurn = openThumbnails
      .map((_, at) => openThumbnails[(at + this.nextIndex) % count])
      .filter((one) => one !== undefined);
    this.nextIndex = count > 0 ? (this.nextIndex + 1) % count : 0;
    let drawn = 0;
    for (const one of inTurn) {
      try {
        one.runDueTicks(end);
        // At most half of the thumbnails are drawn per frame, since thirty frames a second are enough for small ones.
        // While the grid is paused, a thumbnail is drawn only after its flock has formed.
        const isDue = one.needsDrawing && (this.isPlaying || one.dueTicks < 1);
        if (isDue && drawn < Math.ceil(count / 2)) {
          one.draw();
          drawn++;
        }
      } catch {
        one.hasFailed = true;
      }
    }
    const isBusy = visibleThumbnails.some((one) => one.needsDrawing || one.dueTicks >= 1);
    if (this.isPlaying || isBusy) this.requestFrame();
  }

  private openOne(next: RunThumbnail | undefined): void {
    try {
      next?.open();
    } catch {
      if (next) next.hasFailed = true;
    }
  }
}

/** Time per frame for all futures (continuations of a run), ms; finishing a tick can extend it to 4 ms. */
const FUTURES_BUDGET = 3.5;
/** Part of `FUTURES_BUDGET` for drawing, ms; futures that take long to draw are drawn less often. */
const DRAW_BUDGET = 2;
/** Number of ticks of a future (a continuation of a run), including those before the future is shown. */
export const FUTURE_TICKS = 8 * TICKS_PER_SECOND;
/** Ticks between two samples of the measures of all futures. */
const SAMPLE_TICKS = 12;
/** Time for which the futures fade out at their end, ms. */
const FADE_MS = 1400;
/** Number of ticks that futures (continuations of a run) do before they are shown, so that they differ. */
export const LEAD_TICKS = 4 * TICKS_PER_SECOND;
/** Time per frame for the ticks before the futures are shown, ms. */
const LEAD_BUDGET = 12;
/** Number of points of the line behind a unit, and ticks between two points: one second in all. */
const TAIL_POINTS = 15;
const TAIL_TICKS = 4;
/** Largest number of units in a future that have lines behind them. */
const MAX_TAILED_UNITS = 600;
/** Share of the units that the zoom keeps in view; those farthest from the middle are ignored. */
const VISIBLE_SHARE = 0.96;
/** Number of ticks between two computations of the zoom, and of units per run that are sampled for the zoom. */
const FIT_INTERVAL = 6;
const FIT_SAMPLES = 200;
/** Share of a picture's width and height that the flocks may fill. */
const FITTED_SHARE = 0.88;

interface EnsembleHooks {
  /** Returns the appearance of units on the stage. */
  appearance(): Appearance;
  /**
   * Called while the futures advance before they are shown, with the share of these ticks that is done (1 at the end).
   */
  leadAdvanced(share: number): void;
  /** Called with the measures of each future, all at the same tick. `isFirst`: for the first time in this loop. */
  sampled(samples: readonly Float64Array[], isFirst: boolean): void;
  /** Called when all futures have reached their last tick, with the state hash of each. */
  loopEnded(hashes: readonly string[]): void;
  /** Called when a future fails; the runs of all futures have been freed then. */
  runFailed(): void;
}

/**
 * Several continuations ("futures") of one run, side by side on one canvas. They start from the same moment and run
 * unseen until they differ. Then they tick in step, fade out at their end and start again from the tick at which they
 * were first shown. All are drawn with the same center and zoom.
 */
export class Ensemble {
  readonly canvas = element("canvas.ensemble", { "aria-hidden": "true" });
  private thumbnails: RunThumbnail[] = [];
  /** Copies of the futures' runs at the tick at which they are first shown; empty before that tick. */
  private startRuns: SideRun[] = [];
  private unitTrails: Float32Array[][] = [];
  /** Ticks that all futures have done, and number of futures that have done one tick more. */
  private ticks = 0;
  private aheadCount = 0;
  private dueTicks = 0;
  private samples: Float64Array[] = [];
  /** Whether the measures of the futures were sampled since their loop began. */
  private isSampled = false;
  private endedAt = 0;
  private nextDrawn = 0;
  private shownZoom = 0;
  private fittedAtTick = 0;
  private fittedCenter = { x: 0, y: 0 };
  private fittedZoom = 1;
  private frameRequest = 0;
  private lastFrame = 0;
  /** Horizontal distance between the left sides of two neighboring pictures, canvas px. */
  private pictureStep = 0;
  /** Number of pictures drawn per frame, and smoothed time for drawing one, ms. */
  private picturesPerFrame = 1;
  private pictureCost = 1;

  constructor(
    private readonly core: Core,
    /** Whether only the last frame of the futures is shown, for people who prefer reduced motion. */
    private readonly showsEndsOnly: boolean,
    private readonly hooks: EnsembleHooks,
  ) {}

  /**
   * Frees the former runs and starts those of `sources`, one per frame. Size of a picture and `gap` between pictures:
   * CSS px.
   */
  beginRuns(sources: readonly (() => SideRun)[], { width, height }: PictureSize, gap: number): void {
    this.free();
    const { canvas } = this;
    canvas.width = (sources.length * (width + gap) - gap) * PIXEL_RATIO;
    canvas.height = height * PIXEL_RATIO;
    this.thumbnails = sources.map((source) => new RunThumbnail(this.core, source, { width, height }));
    this.unitTrails = sources.map(() => []);
    this.ticks = this.aheadCount = this.dueTicks = this.endedAt = 0;
    this.isSampled = false;
    this.samples = [];
    this.shownZoom = Number.POSITIVE_INFINITY;
    this.fittedAtTick = -FIT_INTERVAL;
    this.pictureStep = (width + gap) * PIXEL_RATIO;
    this.requestFrame();
  }

  /** Stops the animation and frees all runs. */
  free(): void {
    cancelAnimationFrame(this.frameRequest);
    this.frameRequest = 0;
    for (const one of [...this.thumbnails, ...this.startRuns]) one.free();
    this.thumbnails = [];
    this.startRuns = [];
  }

  /** Whether the futures have not yet reached the tick at which they are first shown. */
  get isLeading(): boolean {
    return this.startRuns.length === 0;
  }

  private requestFrame(): void {
    this.frameRequest = requestAnimationFrame((now) => {
      this.frameRequest = 0;
      try {
        this.frame(now);
      } catch {
        this.free();
        this.hooks.runFailed();
        return;
      }
      if (this.thumbnails.length > 0) this.requestFrame();
    });
  }

  private frame(now: number): void {
    const passedTicks = Math.min(MAX_CATCH_UP_TICKS, ((now - this.lastFrame) / 1000) * TICKS_PER_SECOND);
    this.lastFrame = now;
    // Only one run is created per frame, since each sets up a whole flock.
    const next = this.thumbnails.find(({ isOpen }) => !isOpen);
    if (next) {
      const { picture } = next.open();
      if (this.shownZoom === Number.POSITIVE_INFINITY) this.fittedZoom = picture.camera.scale;
      next.needsDrawing = true;
      return;
    }
    if (this.isLeading) {
      this.dueTicks = LEAD_TICKS - this.ticks;
      this.advanceRuns(performance.now() + LEAD_BUDGET);
      if (this.ticks >= LEAD_TICKS) this.keepStarts();
      this.hooks.leadAdvanced(this.ticks / LEAD_TICKS);
      return;
    }
    this.dueTicks = this.showsEndsOnly
      ? FUTURE_TICKS
      : Math.min(this.dueTicks + passedTicks, MAX_CATCH_UP_TICKS);
    const end =
      performance.now() + FUTURES_BUDGET - Math.min(DRAW_BUDGET, this.picturesPerFrame * this.pictureCost);
    if (this.endedAt === 0) this.advanceRuns(end);
    else if (!this.showsEndsOnly && now - this.endedAt > FADE_MS) {
      this.restartRuns();
      return;
    }
    this.drawFrames(now);
  }

  /** Runs due ticks until `end` (`performance.now()`, ms), in step: a tick begins when all runs have done the last. */
  private advanceRuns(end: number): void {
    while (this.dueTicks >= 1 && this.ticks < FUTURE_TICKS) {
      for (; this.aheadCount < this.thumbnails.length; this.aheadCount++) {
        const msLeft = end - performance.now();
        if (msLeft <= 0 || !this.thumbnails[this.aheadCount]?.run.tickPart(Math.max(0.2, msLeft))) return;
      }
      // Measuring takes as long as a tick, so it can be spread over frames, but happens at the same tick of each run.
      const isDue = (this.thumbnails[0]?.run.ticks() ?? 0) % SAMPLE_TICKS === 0;
      for (let at = this.samples.length; isDue && at < this.thumbnails.length; at++) {
        if (performance.now() >= end) return;
        const sample = this.thumbnails[at]?.run.sample();
        if (sample) this.samples.push(sample);
      }
      if (isDue) {
        this.hooks.sampled(this.samples, !this.isSampled);
        this.isSampled = true;
      }
      this.samples = [];
      this.aheadCount = 0;
      this.ticks++;
      this.dueTicks--;
      for (const one of this.thumbnails) one.needsDrawing = true;
      this.extendTails();
    }
    if (this.ticks < FUTURE_TICKS) return;
    this.endedAt = this.lastFrame;
    this.hooks.loopEnded(this.thumbnails.map(({ run }) => run.hash()));
  }

  /** Records the units' positions for the lines behind them. */
  private extendTails(): void {
    if (this.ticks % TAIL_TICKS !== 0) return;
    for (const [at, { run }] of this.thumbnails.entries()) {
      const { x, y, count } = this.core.viewsOf(run);
      if (count > MAX_TAILED_UNITS && !this.showsEndsOnly) return;
      const places = new Float32Array(2 * count);
      for (let unit = 0; unit < count; unit++) {
        places[2 * unit] = x[unit] ?? 0;
        places[2 * unit + 1] = y[unit] ?? 0;
      }
      this.unitTrails[at] = [...(this.unitTrails[at] ?? []).slice(-TAIL_POINTS), places];
    }
  }

  /** Keeps copies of all runs at their present tick; each loop and each thumbnail opened again starts from them. */
  private keepStarts(): void {
    for (const one of this.thumbnails) {
      const start = this.core.ahead(one.run);
      this.startRuns.push(start);
      one.source = () => this.core.ahead(start);
    }
  }

  /** Lets all futures start again from the copies in `startRuns`. */
  private restartRuns(): void {
    for (const one of this.thumbnails) one.closeRun();
    this.unitTrails = this.thumbnails.map(() => []);
    this.ticks = LEAD_TICKS;
    this.aheadCount = this.dueTicks = this.endedAt = 0;
    this.isSampled = false;
    this.samples = [];
  }

  /** In a world that wraps, computes the center of all pictures, and the zoom at which the widest flock fits. */
  private fitView(): void {
    const first = this.thumbnails[0];
    if (!first) return;
    const { width, height, edges } = first.run.scenery();
    if (edges !== "wrap") return;
    const allViews = this.thumbnails.map(({ run }) => this.core.viewsOf(run));
    this.fittedCenter = middleOf(allViews, width, height);
    if (this.ticks < this.fittedAtTick + FIT_INTERVAL && this.ticks >= this.fittedAtTick) return;
    this.fittedAtTick = this.ticks;
    const spreadOf = ({ count }: UnitViews, places: Float32Array, middle: number, size: number) => {
      const sampleStep = Math.max(1, Math.ceil(count / FIT_SAMPLES));
      const distances = Float32Array.from({ length: Math.ceil(count / sampleStep) }, (_, at) =>
        Math.abs(nearestOffset((places[at * sampleStep] ?? 0) - middle, size)),
      );
      return distances.sort()[Math.floor(VISIBLE_SHARE * (distances.length - 1))] ?? 0;
    };
    const spreadX = Math.max(
      ...allViews.map((views) => spreadOf(views, views.x, this.fittedCenter.x, width)),
    );
    const spreadY = Math.max(
      ...allViews.map((views) => spreadOf(views, views.y, this.fittedCenter.y, height)),
    );
    const fitScale = (room: number, extent: number) =>
      (FITTED_SHARE * room) / PIXEL_RATIO / (2 * extent || 1);
    const fit = Math.min(fitScale(first.canvas.width, spreadX), fitScale(first.canvas.height, spreadY));
    // The zoom decreases as flocks spread, and never increases again.
    this.shownZoom = Math.min(this.shownZoom, Math.max(1, fit / this.fittedZoom));
  }

  private drawFrames(now: number): void {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    this.fitView();
    // With reduced motion, only the last frame of the futures is drawn.
    if (this.showsEndsOnly && this.endedAt === 0) return;
    const opacity =
      this.endedAt > 0 && !this.showsEndsOnly ? Math.max(0, 1 - (now - this.endedAt) / FADE_MS) : 1;
    const count = this.thumbnails.length;
    // At most half of the pictures are drawn per frame; thirty frames a second are enough for small ones.
    const maxDrawn = Math.max(1, Math.floor(DRAW_BUDGET / this.pictureCost));
    this.picturesPerFrame = this.showsEndsOnly ? count : Math.min(maxDrawn, Math.ceil(count / 2));
    const start = performance.now();
    for (let drawn = 0; drawn < this.picturesPerFrame; drawn++) {
      const at = (this.nextDrawn + drawn) % count;
      const thumbnail = this.thumbnails[at];
      if (!thumbnail) continue;
      if (thumbnail.needsDrawing) {
        if (Number.isFinite(this.shownZoom))
          thumbnail.picture.camera.restoreView(this.shownZoom, this.fittedCenter);
        thumbnail.draw(this.hooks.appearance(), () => this.drawTails(thumbnail, this.unitTrails[at] ?? []));
      }
      const { width, height } = thumbnail.canvas;
      context.globalAlpha = 1;
      context.fillStyle = palettes[currentTheme()].labelPlate;
      context.fillRect(at * this.pictureStep, 0, width, height);
      context.globalAlpha = 0.25 + 0.75 * opacity;
      context.drawImage(thumbnail.canvas, at * this.pictureStep, 0);
    }
    this.pictureCost += 0.1 * ((performance.now() - start) / this.picturesPerFrame - this.pictureCost);
    this.nextDrawn = (this.nextDrawn + this.picturesPerFrame) % count;
    this.canvas.dataset.ticks = String(this.ticks);
  }

  private drawTails({ canvas, picture, run }: RunThumbnail, tails: readonly Float32Array[]): void {
    const context = canvas.getContext("2d");
    if (!context || tails.length < 2) return;
    const { camera } = picture;
    const { width, height, edges } = run.scenery();
    // In a world that wraps, a unit is drawn at its repetition nearest to the middle of the view.
    const nearestCopy = (place: number, middle: number, size: number) =>
      edges === "wrap" ? place - size * Math.round((place - middle) / size) : place;
    context.setTransform(PIXEL_RATIO, 0, 0, PIXEL_RATIO, 0, 0);
    const count = Math.min(...tails.map(({ length }) => length / 2));
    strokePath(context, withAlpha(palettes[currentTheme()].text, 0.5), 0.75, () => {
      for (let unit = 0; unit < count; unit++) {
        let before: { x: number; y: number } | undefined;
        for (const places of tails) {
          const x = nearestCopy(places[2 * unit] ?? 0, this.fittedCenter.x, width);
          const y = nearestCopy(places[2 * unit + 1] ?? 0, this.fittedCenter.y, height);
          const at = camera.toScreen(x, y);
          // No line is drawn for a unit that jumps across the world's edge.
          if (before && Math.hypot(at.x - before.x, at.y - before.y) < 12) context.lineTo(at.x, at.y);
          else context.moveTo(at.x, at.y);
          before = at;
        }
      }
    });
  }
}
