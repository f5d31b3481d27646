/**
 * One view of the stage ("sky"), which shows one run: its Canvas 2D layers, and the frame from which a renderer draws
 * its units. The stage has one view, or two side by side that share a camera.
 */

import type { Core, GroupInfo, Scenery, ShapeInfo, TargetInfo } from "../core";
import { type Appearance, PLAIN_APPEARANCE, SIZE_FACTORS, usualAppearance } from "./appearance";
import type { Camera, Point } from "./camera";
import { Crowding } from "./crowding";
import { minimumLength, playerRole, unitPixels } from "./darts";
import { type ExtraAnswers, StageExtras } from "./extras";
import { drawGround } from "./ground";
import { CanvasLayer } from "./layer";
import { paintableLength } from "./overdraw";
import { type ScreenBox, type ScreenPose, ShapeOverlay } from "./overlay";
import type { DrawnFrame, Painter } from "./painter";
import { GROUP_TINTS, type Palette } from "./palette";
import { emptyFrame, LEADER_FALL_MS, type UnitFrame } from "./renderer";
import { appendLayer } from "./surface";

/** Members of a run that the stage uses; the run is a running core or a recording. */
export type Staged = Pick<
  Core,
  "failed" | "revision" | "ticks" | "views" | "scenery" | "groups" | "target" | "nearest" | ExtraAnswers
>;

/** Largest number of units that are read for the top speed. */
const MAX_SPEED_SAMPLES = 200;
/** Number of ticks between two computations of the local density. */
const SHADE_TICKS = 6;
/** Smallest width and height of a world in which the camera zooms in on the units, in body lengths. */
const MIN_SPARSE_WORLD = 250;
/** Largest number of units on which the camera zooms in. */
const MAX_SPARSE_UNITS = 1000;
/** Time after which a leader's color and ring have faded completely, ms. */
const LEADER_FADE_MS = 5 * LEADER_FALL_MS;

export class Sky {
  readonly frame: UnitFrame;
  readonly painters: Painter[] = [];
  readonly groundCanvas: HTMLCanvasElement;
  readonly overlay: ShapeOverlay;
  /** Canvas below the units; exists only while something is drawn on it. */
  underLayer: CanvasLayer | undefined;
  /** Area of this view on the stage's host element, CSS px. */
  box: ScreenBox = { left: 0, top: 0, width: 1, height: 1 };
  #isWhole = true;
  scenery: Scenery | undefined;
  isGroundStale = true;
  /** Default appearance of units in the scene. */
  sceneAppearance: Appearance = PLAIN_APPEARANCE;
  /** Whether the units take up so little of the world that the camera zooms in on them. */
  isSparse = false;
  /** Region or feelers that a parameter controls. */
  shape: ShapeInfo | undefined;
  /** Id of the unit at which `shape` is drawn; -1 for none. */
  shapeUnit = -1;
  /** Screen position of the held pointer within this view, CSS px. */
  pointer: Point | undefined;
  #core: Staged;
  readonly #extras: StageExtras;
  readonly #groundContext: CanvasRenderingContext2D;
  #groups: GroupInfo[] = [];
  #target: TargetInfo | undefined;
  /** Tick and core revision at the last drawn frame, and its time, ms. */
  #ticks = -1;
  #revision = -1;
  #drawnTime = 0;
  /** Time for which leaders' marks still fade, ms. */
  #fadeMsLeft = 0;
  /** Whether leaders' marks may be fading: a group has leaders or had some at the last drawn tick. */
  #mayLeadersFade = false;
  #groupTints: Uint8Array | undefined;
  readonly #crowding = new Crowding();
  #shadesTick = -1;

  /** Throws an error if the browser offers no 2D canvas. */
  constructor(
    private readonly host: HTMLElement,
    core: Staged,
    private readonly camera: Camera,
    palette: Palette,
  ) {
    this.#core = core;
    this.#extras = new StageExtras(core);
    this.frame = emptyFrame(camera, palette);
    this.groundCanvas = appendLayer(host);
    const context = this.groundCanvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("This browser offers no canvas to draw on.");
    this.#groundContext = context;
    this.overlay = new ShapeOverlay(appendLayer(host));
  }

  get core(): Staged {
    return this.#core;
  }

  /** Replaces the object that runs the simulation by another one in the same state. */
  set core(core: Staged) {
    this.#core = core;
    this.#extras.core = core;
    this.#revision = -1;
  }

  get pointerHeld(): boolean {
    return this.#target?.kind === "pointer";
  }

  /** Canvases of this view, except that of the units, the lowest first. */
  get canvases(): HTMLCanvasElement[] {
    return [this.groundCanvas, ...(this.underLayer ? [this.underLayer.canvas] : []), this.overlay.canvas];
  }

  /** Removes the view's canvases from the host element. */
  remove(): void {
    for (const canvas of this.canvases) canvas.remove();
  }

  /** Sets the view's area on the host element, CSS px, and the device px per CSS px. `isWhole`: it fills the host. */
  layOut(box: ScreenBox, ratio: number, isWhole: boolean): void {
    const { frame } = this;
    [this.box, this.#isWhole] = [box, isWhole];
    const pixelEdge = (place: number) => Math.round(place * ratio);
    [frame.left, frame.top, frame.ratio] = [pixelEdge(box.left), pixelEdge(box.top), ratio];
    frame.width = pixelEdge(box.left + box.width) - frame.left;
    frame.height = pixelEdge(box.top + box.height) - frame.top;
    for (const canvas of this.canvases) this.#fitCanvas(canvas);
    this.overlay.onResize(ratio);
    this.underLayer?.onResize(ratio);
  }

  #fitCanvas(canvas: HTMLCanvasElement): void {
    const { left, top, width, height } = this.box;
    Object.assign(canvas, { width: this.frame.width, height: this.frame.height });
    const isWhole = this.#isWhole;
    Object.assign(canvas.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: isWhole ? "100%" : `${width}px`,
      height: isWhole ? "100%" : `${height}px`,
    });
  }

  /**
   * Reads the run at `lead` s after its last tick; returns whether the view has to be redrawn, as always with
   * `isStale`.
   */
  readRun(lead: number, isStale: boolean): boolean {
    const { core, frame } = this;
    const ticks = core.ticks();
    // Units that are caught are removed within a tick, which does not change the revision.
    const changed = core.revision !== this.#revision || core.views().count !== frame.views.count;
    if (changed) this.readScene();
    const hasNewTarget = this.#readTarget();
    // Views are read last: the other calls may grow the WebAssembly memory, which detaches older views.
    const views = core.views();
    frame.isRemade = changed || isStale || views !== frame.views;
    const hasTicked = ticks !== this.#ticks;
    frame.isRestarted = this.#ticks < 0 || ticks < this.#ticks || views.count !== frame.views.count;
    frame.hasMoved = frame.isRemade || hasTicked;
    if (hasTicked && !frame.isRestarted && this.#mayLeadersFade) {
      this.#fadeMsLeft = LEADER_FADE_MS;
      this.#mayLeadersFade = this.#hasLeaders();
    }
    const isDue = frame.hasMoved || hasNewTarget || lead !== frame.secondsSinceTick || this.#fadeMsLeft > 0;
    frame.secondsSinceTick = lead;
    frame.ticks = ticks;
    return isDue;
  }

  /** Reads tracks, routes, goals and shots. Has to precede any view's `prepareFrame`, since it may grow the memory. */
  readExtras(): void {
    this.#extras.readAnswers(this.frame.ticks);
  }

  /** Prepares `frame` for drawing with this appearance; `now`: time of the frame, ms. */
  prepareFrame(appearance: Appearance, now: number): void {
    const { frame } = this;
    frame.appearance = appearance;
    this.#readViews();
    frame.tints = this.#groupTints;
    this.#readColors();
    frame.elapsed = Math.min(100, now - this.#drawnTime);
    this.#fadeMsLeft -= frame.elapsed;
    this.#drawnTime = now;
    this.#ticks = frame.ticks;
    this.#revision = this.core.revision;
    const { scale } = this.camera;
    const minLength = minimumLength(frame.views.count, frame.worldWidth, frame.worldHeight, scale);
    frame.basePixels = Math.max(minLength, frame.baseLength * scale) * SIZE_FACTORS[appearance.size];
    this.#fitPixels();
    frame.copies = this.camera.worldCopies(frame.largestPixels + 10);
  }

  drawGround(): void {
    const { width, height, ratio, palette } = this.frame;
    const { camera, scenery } = this;
    const context = this.#groundContext;
    if (scenery) drawGround({ context, ratio, camera, scenery, palette }, width, height);
  }

  /** Reduces all on-screen lengths if painting would take too long, and sets that of the longest group's units. */
  #fitPixels(): void {
    const frame = this.frame;
    const { views, baseLength, ratio } = frame;
    const pixelsOf = ({ role, length }: { role: number; length: number }) =>
      unitPixels(role, length, baseLength, frame.basePixels);
    const largestPixels = () => Math.max(0, ...this.#groups.map(pixelsOf));
    const squares = this.#groups.reduce((sum, group) => sum + group.count * pixelsOf(group) ** 2, 0);
    const copies = this.camera.worldCopies(largestPixels() + 10).length;
    const [width, height] = [frame.width / ratio, frame.height / ratio];
    const corners = [this.camera.toWorld(0, 0), this.camera.toWorld(width, height)] as const;
    const { scale } = this.camera;
    frame.basePixels = paintableLength(frame.basePixels, squares, {
      ...{ views, baseLength, copies, width, height, corners, scale },
    });
    frame.largestPixels = largestPixels();
  }

  readScene(): void {
    const scenery = this.core.scenery();
    const frame = this.frame;
    this.scenery = scenery;
    this.isGroundStale = true;
    frame.worldWidth = scenery.width;
    frame.worldHeight = scenery.height;
    const groups = this.core.groups();
    this.#extras.readScene(scenery, groups);
    this.#groups = groups.filter(({ count, length }) => count > 0 && length > 0);
    frame.baseLength = this.#groups.length > 0 ? Math.min(...this.#groups.map(({ length }) => length)) : 1;
    this.#mayLeadersFade ||= this.#hasLeaders();
    const isWrapped = scenery.edges === "wrap";
    frame.wrapX = isWrapped ? scenery.width : 0;
    frame.wrapY = isWrapped ? scenery.height : 0;
    this.sceneAppearance = usualAppearance(groups, scenery);
    this.#readTints(groups);
    const sizeInLengths = Math.min(scenery.width, scenery.height) / frame.baseLength;
    const isOpen =
      sizeInLengths >= MIN_SPARSE_WORLD &&
      this.#groups.reduce((all, { count }) => all + count, 0) <= MAX_SPARSE_UNITS;
    this.isSparse = scenery.trails || isOpen;
  }

  /** Changes the appearance with which units are drawn. */
  restyle(appearance: Appearance): void {
    this.frame.appearance = appearance;
    this.#shadesTick = -1;
    this.#readTints(this.core.groups());
  }

  #readTints(groups: readonly GroupInfo[]): void {
    const frame = this.frame;
    if (frame.appearance.color !== "group") {
      this.#groupTints = undefined;
      return;
    }
    const tints = new Uint8Array(groups.reduce((sum, { count }) => sum + count, 0));
    for (const [index, { start, count, role }] of groups.entries())
      if (role !== playerRole) tints.fill(1 + (index % GROUP_TINTS), start, start + count);
    this.#groupTints = tints;
  }

  /** Updates the top speed and the local densities, for coloring by speed and by neighbors. */
  #readColors(): void {
    const frame = this.frame;
    const { views, ticks } = frame;
    const { color } = frame.appearance;
    const step = Math.max(1, Math.ceil(views.count / MAX_SPEED_SAMPLES));
    let top = 0;
    for (let unit = 0; unit < views.count; unit += step)
      top = Math.max(top, Math.hypot(views.vx[unit] ?? 0, views.vy[unit] ?? 0));
    frame.topSpeed = Math.max(1, top, frame.isRestarted ? 0 : frame.topSpeed * 0.995);
    if (color !== "neighbors") {
      frame.shades = undefined;
      return;
    }
    const isDue = this.#shadesTick < 0 || ticks < this.#shadesTick || ticks >= this.#shadesTick + SHADE_TICKS;
    if (!isDue && !frame.isRemade && frame.shades?.length === views.count) return;
    this.#shadesTick = ticks;
    frame.shades = this.#crowding.updateShades(views, frame.worldWidth, frame.worldHeight, frame.baseLength);
  }

  #hasLeaders(): boolean {
    return this.#groups.some((group) => group.leads);
  }

  /** Reads the core's arrays; until the frame is drawn, no call may follow that could grow the WebAssembly memory. */
  #readViews(): void {
    const frame = this.frame;
    const views = this.core.views();
    if (views !== frame.views) frame.isRemade = frame.hasMoved = true;
    frame.views = views;
  }

  /** Reads the run's target; returns true if the target or its position changed. */
  #readTarget(): boolean {
    const target = this.core.target();
    const oldTarget = this.#target;
    this.#target = target;
    return (
      oldTarget === undefined ||
      target.kind !== oldTarget.kind ||
      target.unit !== oldTarget.unit ||
      target.x !== oldTarget.x ||
      target.y !== oldTarget.y
    );
  }

  drawUnder(): void {
    const { views, palette, ratio } = this.frame;
    const needsCanvas = this.#extras.drawsUnder || this.painters.some((painter) => painter.drawsUnder);
    if (needsCanvas && !this.underLayer) {
      const canvas = appendLayer(this.host);
      this.groundCanvas.after(canvas);
      this.#fitCanvas(canvas);
      this.underLayer = new CanvasLayer(canvas);
      this.underLayer.onResize(ratio);
    } else if (!needsCanvas && this.underLayer) {
      this.underLayer.canvas.remove();
      this.underLayer = undefined;
    }
    const underLayer = this.underLayer;
    if (!underLayer) return;
    underLayer.clearTouched();
    this.#drawRepeated(() => {
      const drawn = this.#drawnFrame();
      if (drawn)
        for (const painter of this.painters) if (painter.drawsUnder) painter.drawUnder?.(underLayer, drawn);
      this.#extras.drawUnder(underLayer, views, this.camera, palette);
    });
  }

  /** Calls `draw` once per repetition of the world, with the camera shifted to it. */
  #drawRepeated(draw: () => void): void {
    for (const copy of this.frame.copies) this.camera.drawShifted(copy, draw);
  }

  drawOverlay(): void {
    this.overlay.clearTouched();
    this.#drawRepeated(() => this.#drawOver(this.overlay));
    this.#drawMarks(this.overlay);
  }

  #drawOver(overlay: ShapeOverlay): void {
    const { palette } = this.frame;
    this.#extras.drawShots(overlay, this.camera, palette);
    const pose = this.#poseOf(this.shapeUnit);
    if (this.shape && pose) {
      const size = this.#sizeOf(this.shapeUnit);
      overlay.drawShape(this.shape, pose, size, this.camera.scale, this.#clipBox(), palette);
    }
    const drawn = this.#drawnFrame();
    if (drawn) for (const painter of this.painters) if (painter.drawsOver) painter.drawOver?.(overlay, drawn);
  }

  /** Draws names and the target's marker, each only once in a world that repeats. */
  #drawMarks(overlay: ShapeOverlay): void {
    const { palette } = this.frame;
    const { camera } = this;
    const placeOf = (unit: number) => {
      const place = this.#positionOf(unit);
      return place && { ...camera.toDomain(place.x, place.y), size: this.#sizeOf(unit) };
    };
    this.#extras.drawNames(overlay, camera, palette, placeOf);
    const target = this.#target;
    if (target?.kind === "pointer") {
      // The target's marker is drawn at the pointer, which may be beyond the world's edge.
      const at = camera.toScreen(target.x, target.y);
      const finger = this.pointer ?? camera.toDomain(target.x, target.y);
      const pointerDistance = ({ x, y }: Point) => Math.hypot(at.x + x - finger.x, at.y + y - finger.y);
      const copy = this.frame.copies.reduce((best, other) =>
        pointerDistance(other) < pointerDistance(best) ? other : best,
      );
      const arrowScale = 0.25 * camera.scale;
      overlay.drawPointer(
        at.x + copy.x,
        at.y + copy.y,
        target.vx * arrowScale,
        target.vy * arrowScale,
        palette,
      );
    } else if (target?.kind === "unit") {
      const place = placeOf(target.unit);
      if (place) overlay.drawHunted(place.x, place.y, place.size, palette);
    }
  }

  /** Data of this frame for other modules that draw on the stage; `undefined` before the scene was read. */
  #drawnFrame(): DrawnFrame | undefined {
    const { views, secondsSinceTick, palette, worldWidth, worldHeight } = this.frame;
    const scenery = this.scenery;
    if (!scenery) return undefined;
    return {
      views,
      lead: secondsSinceTick,
      palette,
      scenery,
      camera: this.camera,
      world: this.#worldBox(),
      clip: this.#clipBox(),
      torus: scenery.toroidal ? { width: worldWidth, height: worldHeight } : { width: 0, height: 0 },
      poseOf: (unit) => this.#poseOf(unit),
      sizeOf: (unit) => this.#sizeOf(unit),
    };
  }

  /** The whole window for a world that wraps, so that nothing is cut at the edges; otherwise the world's rectangle. */
  #clipBox(): ScreenBox {
    const { width, height, ratio } = this.frame;
    if (this.scenery?.edges !== "wrap") return this.#worldBox();
    // The size comes from the frame, because asking the DOM would force a layout in every frame.
    return { left: 0, top: 0, width: width / ratio, height: height / ratio };
  }

  #worldBox(): ScreenBox {
    const { originX: left, originY: top, scale } = this.camera;
    return { left, top, width: this.frame.worldWidth * scale, height: this.frame.worldHeight * scale };
  }

  /** Position (u) at which a unit is drawn, extrapolated from the last tick; `undefined` for an invalid index. */
  #positionOf(unit: number): Point | undefined {
    const { views, secondsSinceTick } = this.frame;
    if (unit < 0 || unit >= views.count) return undefined;
    const x = (views.x[unit] ?? 0) + (views.vx[unit] ?? 0) * secondsSinceTick;
    return { x, y: (views.y[unit] ?? 0) + (views.vy[unit] ?? 0) * secondsSinceTick };
  }

  #poseOf(unit: number): ScreenPose | undefined {
    const place = this.#positionOf(unit);
    if (!place) return undefined;
    const { views } = this.frame;
    const at = this.camera.toScreen(place.x, place.y);
    return { x: at.x, y: at.y, hx: views.hx[unit] ?? 1, hy: views.hy[unit] ?? 0 };
  }

  /** On-screen length of a unit, CSS px. */
  #sizeOf(unit: number): number {
    const { views, baseLength, basePixels } = this.frame;
    return unitPixels(views.role[unit] ?? 0, views.length[unit] ?? 0, baseLength, basePixels);
  }
}
