/**
 * Draws the run: ground, units and overlay, one canvas each, with one camera. A frame redraws only what changed since
 * the last one.
 */

import type { Core, GroupInfo, Scenery, ShapeInfo, TargetInfo } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import type { UnitViews } from "../core/views";
import { type Appearance, plainAppearance, sameAppearance, sizeFactors, usualAppearance } from "./appearance";
import { Camera, type Insets, type Point } from "./camera";
import { Crowding } from "./crowding";
import { minimumLength, playerRole, unitPixels } from "./darts";
import { type ExtraAnswers, StageExtras } from "./extras";
import { drawGround } from "./ground";
import { Layer } from "./layer";
import { middleOf, placesOf } from "./middle";
import { paintableLength } from "./overdraw";
import { type Box, Overlay, type Pose } from "./overlay";
import type { Drawn, Painter } from "./painter";
import { groupTints, palettes, type Theme, withAlpha } from "./palette";
import { emptyFrame, leaderFall, type UnitRenderer } from "./renderer";
import { Renderers } from "./renderers";
import { appendLayer, type Backend, storedBackend, wholePixels } from "./surface";

/** Methods that the stage needs of a run, either a running core or a recording. */
export type Staged = Pick<
  Core,
  "failed" | "revision" | "ticks" | "views" | "scenery" | "groups" | "target" | "nearest" | ExtraAnswers
>;

interface StageOptions {
  /** Forces a renderer. Default: WebGL2, if it works and the stored setting allows it. */
  backend?: Backend;
}

const secondsPerTick = 1 / TICKS_PER_SECOND;
/** Number of units sampled for the top speed, and ticks between two computations of the crowding. */
const speedSamples = 200;
const shadesEvery = 6;
/**
 * Time constant with which the camera follows a flock, s. After a jump of more ticks than this, the camera jumps as
 * well.
 */
const driftTime = 0.8;
const longestDrift = 30;
/** Smallest side of a world, in body lengths, and most units in it, for the camera to approach them as it does a few units. */
const openWorld = 250;
const maxPlaced = 1000;
/** Time until a leader's mark has faded completely, ms. */
const settling = 5 * leaderFall;
/** Width of the fade-out of birds in front of the panel, CSS px. */
const FADE_WIDTH = 64;

export class Stage {
  readonly camera = new Camera();
  /** Called when the WebGL context was lost; drawing continues in Canvas 2D. */
  onLost: (message: string) => void = () => {};
  onRestored: () => void = () => {};

  readonly host: HTMLElement;
  #core: Staged;
  readonly #groundCanvas: HTMLCanvasElement;
  readonly #groundContext: CanvasRenderingContext2D;
  /** Layer below the units; exists only while a scene draws something there. */
  #under: Layer | undefined;
  /** Layer above the units that hides the world behind the panel. */
  readonly #veil: Layer;
  readonly #overlay: Overlay;
  readonly #extras: StageExtras;
  readonly #frame = emptyFrame(this.camera, palettes.dark);
  readonly #renderers: Renderers;
  #scenery: Scenery | undefined;
  #groups: GroupInfo[] = [];
  #shape: ShapeInfo | undefined;
  #shapeUnit = -1;
  #target: TargetInfo | undefined;
  readonly #painters: Painter[] = [];
  #followed = -1;
  /** Screen position of the held pointer, CSS px. */
  #pointer: Point | undefined;

  /** State of the last drawn frame. */
  #ticks = -1;
  #revision = -1;
  #cameraVersion = -1;
  #drawnAt = 0;
  /** Time for which marks of leaders still fade, ms. */
  #unsettled = 0;
  /** True if the units take up so little of the world that the camera approaches them. */
  #isSparse = false;
  /** Whether marks of leaders may be fading: a group has leaders or had some at the last drawn tick. */
  #fades = false;
  #deviceRatio = 0;
  #stale = true;
  /** Appearance that the person chose; `undefined` uses the one that suits the scene. */
  #chosen: Appearance | undefined;
  #usual: Appearance = plainAppearance;
  #groupTints: Uint8Array | undefined;
  readonly #crowding = new Crowding();
  #shadedAt = -1;
  #driftedAt = 0;
  #groundStale = true;
  #overlayStale = true;

  constructor(host: HTMLElement, core: Staged, options: StageOptions = {}) {
    this.host = host;
    this.#core = core;
    this.#extras = new StageExtras(core);
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    this.#groundCanvas = appendLayer(host);
    const context = this.#groundCanvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("This browser offers no canvas to draw on.");
    this.#groundContext = context;
    this.#renderers = new Renderers(host, options.backend ?? storedBackend(), {
      used: (renderer) => this.#place(renderer),
      lost: (message) => this.onLost(message),
      restored: () => this.onRestored(),
    });
    this.#veil = new Layer(appendLayer(host));
    this.#overlay = new Overlay(appendLayer(host));
    this.resize();
    this.#readScene();
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.devicePixelContentBoxSize?.[0];
      this.resize(box?.inlineSize, box?.blockSize);
      // Draws before the browser paints: a resized canvas is empty and would flicker.
      this.draw(this.#frame.lead / secondsPerTick);
    });
    try {
      observer.observe(host, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(host);
    }
  }

  /** Replaces the source of the run by another one in the same state; trails and camera continue. */
  showCore(core: Staged): void {
    this.#core = core;
    this.#extras.core = core;
    this.#revision = -1;
  }

  get backend(): Backend {
    return this.#renderers.backend;
  }

  setTheme(theme: Theme): void {
    this.#frame.palette = palettes[theme];
    this.#groundStale = this.#stale = true;
  }

  setInsets(insets: Insets): void {
    this.camera.setInsets(insets);
    this.#groundStale = true;
  }

  /** Shows the shape of a parameter at a unit (-1: the unit nearest to the middle), until called without a shape. */
  showShape(shape: ShapeInfo | undefined, unit: number): void {
    this.#shape = shape;
    this.#shapeUnit = shape && unit < 0 ? this.centralUnit() : unit;
    this.#stale = true;
  }

  /** Registers an additional painter. */
  addPainter(painter: Painter): void {
    this.#painters.push(painter);
  }

  /** Requests a redraw of the overlay. */
  repaint(): void {
    this.#overlayStale = true;
  }

  /** Current appearance of units. */
  get appearance(): Appearance {
    return this.#chosen ?? this.#usual;
  }

  /** Quantity that the colors of units show now. */
  get colorMeaning(): Appearance["color"] {
    return this.appearance.color;
  }

  /** Appearance that the person chose, if it differs from the usual one of the scene. */
  get chosenAppearance(): Appearance | undefined {
    return this.#chosen;
  }

  /** Sets the chosen appearance; `undefined` restores the one that suits the scene. */
  setAppearance(chosen: Appearance | undefined): void {
    this.#chosen = chosen && !sameAppearance(chosen, this.#usual) ? chosen : undefined;
    this.#frame.appearance = this.#chosen ?? this.#usual;
    this.#shadedAt = -1;
    this.#readGroups(this.#core.groups());
    this.#stale = true;
  }

  /** Has to be called after each tick, at any frame rate; records trails. */
  recordTick(): void {
    if (this.#frame.appearance.trails === 0 || this.#core.failed) return;
    this.#renderers.current.recordTick?.(this.#core.ticks(), this.#core.views());
  }

  /** Sets the screen position of the held pointer; without an argument, releases it. */
  setPointer(pointer?: Point): void {
    this.#pointer = pointer;
  }

  /** Unit in the middle of the view; -1 while none is followed. */
  get followed(): number {
    return this.#followed;
  }

  /** Keeps a unit in the middle of the view; -1 stops following. */
  follow(unit: number): void {
    this.#followed = unit;
    this.#overlayStale = true;
  }

  /**
   * Returns the unit nearest to the middle of the view, preferring a flock's unit to the player's craft; -1 without
   * units.
   */
  centralUnit(): number {
    const { x, y } = this.camera.center();
    const views = this.#core.views();
    let [found, least] = [-1, Number.POSITIVE_INFINITY];
    for (let unit = 0; unit < views.count; unit++) {
      if (views.role[unit] === playerRole || (views.length[unit] ?? 0) === 0) continue;
      const away = Math.hypot((views.x[unit] ?? 0) - x, (views.y[unit] ?? 0) - y);
      if (away < least) [found, least] = [unit, away];
    }
    return found >= 0 ? found : this.#core.nearest(x, y);
  }

  /** Makes the next `draw` redraw everything, for example before the canvases are read. */
  invalidate(): void {
    this.#groundStale = this.#stale = true;
  }

  /**
   * Draws one frame. `fraction` is the part of the next tick that has passed (`Clock.fraction`); units are extrapolated
   * along their velocities by it, which keeps motion smooth at any refresh rate and speed.
   */
  draw(fraction = 0): void {
    const core = this.#core;
    // The ratio changes with the browser's zoom and the screen; not every browser notifies the observer.
    if (devicePixelRatio !== this.#deviceRatio) this.resize();
    // A stopped run keeps its last picture.
    if (core.failed && !this.#stale) return;
    const frame = this.#frame;
    const now = performance.now();
    const ticks = core.ticks();
    const lead = fraction * secondsPerTick;
    const changed = core.revision !== this.#revision;
    if (changed) this.#readScene();
    const retargeted = this.#readTarget();
    // Views are read last: the calls above may grow WebAssembly memory, which detaches older views.
    const views = core.views();
    frame.remade = changed || this.#stale || views !== frame.views;
    const hasTicked = ticks !== this.#ticks;
    frame.restarted = this.#ticks < 0 || ticks < this.#ticks || views.count !== frame.views.count;
    frame.moved = frame.remade || hasTicked;
    if (hasTicked && !frame.restarted && this.#fades) {
      this.#unsettled = settling;
      this.#fades = this.#leads();
    }
    if (this.#followed >= 0 && this.#followed < views.count) {
      const unit = this.#followed;
      const x = (views.x[unit] ?? 0) + (views.vx[unit] ?? 0) * lead;
      const y = (views.y[unit] ?? 0) + (views.vy[unit] ?? 0) * lead;
      this.camera.centerOn(x, y);
    }
    this.#drift(views, ticks + fraction);
    const shifted = this.camera.version !== this.#cameraVersion;
    const steady = !shifted && !retargeted && !this.#overlayStale;
    if (!frame.moved && steady && lead === frame.lead && this.#unsettled <= 0) return;

    this.#extras.read(ticks);
    this.#readViews();
    frame.lead = lead;
    frame.ticks = ticks;
    frame.tints = this.#groupTints;
    this.#readColors();
    frame.elapsed = Math.min(100, now - this.#drawnAt);
    this.#unsettled -= frame.elapsed;
    const { scale } = this.camera;
    const least = minimumLength(views.count, frame.worldWidth, frame.worldHeight, scale);
    frame.basePixels = Math.max(least, frame.baseLength * scale) * sizeFactors[frame.appearance.size];
    this.#fitPixels();
    frame.copies = this.camera.copies(frame.largestPixels + 10);
    if (this.#scenery && (shifted || this.#groundStale)) {
      const { width, height, ratio, palette } = frame;
      const context = this.#groundContext;
      drawGround({ context, ratio, camera: this.camera, scenery: this.#scenery, palette }, width, height);
      this.#drawVeil();
    }
    this.#drawUnder();
    this.#renderers.current.draw(frame);
    this.#drawOverlay();
    this.#ticks = ticks;
    this.#revision = core.revision;
    this.#cameraVersion = this.camera.version;
    this.#drawnAt = now;
    this.#stale = this.#groundStale = this.#overlayStale = false;
  }

  /** Moves the camera with the flock, unless the pointer is held. */
  #drift(views: UnitViews, time: number): void {
    const passed = time - this.#driftedAt;
    this.#driftedAt = time;
    if (passed < 0 || passed > longestDrift) this.camera.resetDrift();
    const found = this.camera.takeJustFitted();
    if ((passed === 0 && !found) || this.#target?.kind === "pointer" || !this.camera.followsFlock) return;
    const { x, y, strength } = middleOf(views, this.#frame.worldWidth, this.#frame.worldHeight);
    const share = found ? 1 : 1 - Math.exp((-passed * secondsPerTick) / driftTime);
    this.camera.driftToward({ x, y }, { x: share * strength.x ** 2, y: share * strength.y ** 2 }, !found);
    if (this.#isSparse) this.camera.zoomToShow(placesOf(views), share / 2);
  }

  /**
   * Computes the on-screen length of the longest group's units; reduces all lengths if painting would take too long.
   */
  #fitPixels(): void {
    const frame = this.#frame;
    const { views, baseLength, ratio } = frame;
    const pixels = ({ role, length }: { role: number; length: number }) =>
      unitPixels(role, length, baseLength, frame.basePixels);
    const largest = () => Math.max(0, ...this.#groups.map(pixels));
    const squares = this.#groups.reduce((sum, group) => sum + group.count * pixels(group) ** 2, 0);
    const copies = this.camera.copies(largest() + 10).length;
    const [width, height] = [frame.width / ratio, frame.height / ratio];
    const corners = [this.camera.toWorld(0, 0), this.camera.toWorld(width, height)] as const;
    const { scale } = this.camera;
    frame.basePixels = paintableLength(frame.basePixels, squares, {
      ...{ views, baseLength, copies, width, height, corners, scale },
    });
    frame.largestPixels = largest();
  }

  /**
   * Fits the canvases to the host. Device px are taken from the observer if it provides them, otherwise from the ratio.
   */
  resize(deviceWidth?: number, deviceHeight?: number): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    const width = wholePixels(clientWidth * devicePixelRatio, deviceWidth);
    const height = wholePixels(clientHeight * devicePixelRatio, deviceHeight);
    const frame = this.#frame;
    this.#deviceRatio = devicePixelRatio;
    this.camera.setViewport(clientWidth, clientHeight);
    frame.ratio = width / clientWidth;
    if (width !== frame.width || height !== frame.height) this.#resizeCanvases(width, height);
  }

  /**
   * Draws the stage in another size, px, with the flock in the middle, for `use` to read its canvases, the lowest first.
   * Canvases of others on the stage, such as the editor's, keep their size.
   */
  drawInSize(width: number, height: number, use: (canvases: readonly HTMLCanvasElement[]) => void): void {
    const frame = this.#frame;
    const old = { width: frame.width, height: frame.height, ratio: frame.ratio };
    try {
      this.camera.inSize(width, height, () => {
        frame.ratio = 1;
        this.#resizeCanvases(width, height);
        this.draw();
        use(this.#canvases());
      });
    } finally {
      frame.ratio = old.ratio;
      this.#resizeCanvases(old.width, old.height);
      this.draw();
    }
  }

  #resizeCanvases(width: number, height: number): void {
    const frame = this.#frame;
    frame.width = width;
    frame.height = height;
    for (const canvas of this.#canvases()) {
      canvas.width = width;
      canvas.height = height;
    }
    this.#overlay.resized(frame.ratio);
    this.#veil.resized(frame.ratio);
    this.#under?.resized(frame.ratio);
    this.invalidate();
  }

  /** The canvases of the stage, the lowest first. */
  #canvases(): HTMLCanvasElement[] {
    return [
      this.#groundCanvas,
      ...(this.#under ? [this.#under.canvas] : []),
      this.#renderers.current.canvas,
      this.#veil.canvas,
      this.#overlay.canvas,
    ];
  }

  #readScene(): void {
    const scenery = this.#core.scenery();
    const frame = this.#frame;
    this.#scenery = scenery;
    this.#groundStale = true;
    frame.worldWidth = scenery.width;
    frame.worldHeight = scenery.height;
    const groups = this.#core.groups();
    this.#extras.readScene(scenery, groups);
    this.#groups = groups.filter(({ count, length }) => count > 0 && length > 0);
    frame.baseLength = this.#groups.length > 0 ? Math.min(...this.#groups.map(({ length }) => length)) : 1;
    this.#fades ||= this.#leads();
    const wraps = scenery.edges === "wrap";
    frame.wrapX = wraps ? scenery.width : 0;
    frame.wrapY = wraps ? scenery.height : 0;
    this.#usual = usualAppearance(groups, scenery);
    frame.appearance = this.#chosen ?? this.#usual;
    this.#readGroups(groups);
    const lengths = Math.min(scenery.width, scenery.height) / frame.baseLength;
    const isOpen =
      lengths >= openWorld && this.#groups.reduce((all, { count }) => all + count, 0) <= maxPlaced;
    this.#isSparse = scenery.trails || isOpen;
    this.camera.setWorld(scenery.width, scenery.height, wraps, this.#isSparse);
  }

  /** Reads the groups and their tints. */
  #readGroups(groups: readonly GroupInfo[]): void {
    const frame = this.#frame;
    if (frame.appearance.color !== "group") {
      this.#groupTints = undefined;
      return;
    }
    const tints = new Uint8Array(groups.reduce((sum, { count }) => sum + count, 0));
    for (const [index, { start, count, role }] of groups.entries())
      if (role !== playerRole) tints.fill(1 + (index % groupTints), start, start + count);
    this.#groupTints = tints;
  }

  /** Reads the data for coloring by speed and by neighbors. */
  #readColors(): void {
    const frame = this.#frame;
    const { views, ticks } = frame;
    frame.appearance = this.appearance;
    const { color } = frame.appearance;
    const step = Math.max(1, Math.ceil(views.count / speedSamples));
    let top = 0;
    for (let unit = 0; unit < views.count; unit += step)
      top = Math.max(top, Math.hypot(views.vx[unit] ?? 0, views.vy[unit] ?? 0));
    frame.topSpeed = Math.max(1, top, frame.restarted ? 0 : frame.topSpeed * 0.995);
    if (color !== "neighbors") {
      frame.shades = undefined;
      return;
    }
    const due = this.#shadedAt < 0 || ticks < this.#shadedAt || ticks >= this.#shadedAt + shadesEvery;
    if (!due && !frame.remade && frame.shades?.length === views.count) return;
    this.#shadedAt = ticks;
    frame.shades = this.#crowding.read(views, frame.worldWidth, frame.worldHeight, frame.baseLength);
  }

  #leads(): boolean {
    return this.#groups.some((group) => group.leads);
  }

  /** Reads the views last in a frame; until its end, no call is made that could grow WebAssembly memory. */
  #readViews(): void {
    const frame = this.#frame;
    const views = this.#core.views();
    if (views !== frame.views) frame.remade = frame.moved = true;
    frame.views = views;
  }

  /** Reads the target; returns true if it or its position changed. */
  #readTarget(): boolean {
    const target = this.#core.target();
    const before = this.#target;
    this.#target = target;
    return (
      before === undefined ||
      target.kind !== before.kind ||
      target.unit !== before.unit ||
      target.x !== before.x ||
      target.y !== before.y
    );
  }

  #drawUnder(): void {
    const { views, palette, width, height, ratio } = this.#frame;
    const wanted = this.#extras.under || this.#painters.some((painter) => painter.under);
    if (wanted && !this.#under) {
      const canvas = appendLayer(this.host);
      this.#groundCanvas.after(canvas);
      Object.assign(canvas, { width, height });
      this.#under = new Layer(canvas);
      this.#under.resized(ratio);
    } else if (!wanted && this.#under) {
      this.#under.canvas.remove();
      this.#under = undefined;
    }
    const under = this.#under;
    if (!under) return;
    under.begin();
    this.#everywhere(() => {
      const drawn = this.#drawn();
      if (drawn) for (const painter of this.#painters) if (painter.under) painter.drawUnder?.(under, drawn);
      this.#extras.drawUnder(under, views, this.camera, palette);
    });
  }

  /** Calls `draw` for each repetition of the world. */
  #everywhere(draw: () => void): void {
    for (const copy of this.#frame.copies) this.camera.shifted(copy, draw);
  }

  #drawOverlay(): void {
    this.#overlay.begin();
    this.#everywhere(() => this.#drawOver(this.#overlay));
    this.#drawMarks(this.#overlay);
  }

  #drawOver(overlay: Overlay): void {
    const { palette } = this.#frame;
    this.#extras.drawShots(overlay, this.camera, palette);
    const shaped = this.#poseOf(this.#shapeUnit);
    if (this.#shape && shaped) {
      const size = this.#sizeOf(this.#shapeUnit);
      overlay.drawShape(this.#shape, shaped, size, this.camera.scale, this.#clipBox(), palette);
    }
    const drawn = this.#drawn();
    if (drawn) for (const painter of this.#painters) if (painter.over) painter.drawOver?.(overlay, drawn);
  }

  /** Draws names and the target, each once. */
  #drawMarks(overlay: Overlay): void {
    const { palette } = this.#frame;
    const { camera } = this;
    const placeOf = (unit: number) => {
      const place = this.#placeOf(unit);
      return place && { ...camera.toDomain(place.x, place.y), size: this.#sizeOf(unit) };
    };
    this.#extras.drawNames(overlay, camera, palette, placeOf);
    const target = this.#target;
    if (target?.kind === "pointer") {
      // The pointer's marker is drawn at the pointer, also beyond the world's edge.
      const at = camera.toScreen(target.x, target.y);
      const finger = this.#pointer ?? camera.toDomain(target.x, target.y);
      const away = ({ x, y }: Point) => Math.hypot(at.x + x - finger.x, at.y + y - finger.y);
      const copy = this.#frame.copies.reduce((best, other) => (away(other) < away(best) ? other : best));
      const ahead = 0.25 * camera.scale;
      overlay.drawPointer(at.x + copy.x, at.y + copy.y, target.vx * ahead, target.vy * ahead, palette);
    } else if (target?.kind === "unit") {
      const place = placeOf(target.unit);
      if (place) overlay.drawHunted(place.x, place.y, place.size, palette);
    }
  }

  /** Hides the world behind the panel; a world that wraps would continue there. */
  #drawVeil(): void {
    const { palette } = this.#frame;
    const { context, width, height } = this.#veil;
    this.#veil.begin();
    const { right } = this.camera.insets;
    if (!this.camera.repeats || right === 0) return;
    const from = width - right;
    const fade = context.createLinearGradient(from - FADE_WIDTH, 0, from, 0);
    fade.addColorStop(0, withAlpha(palette.plate, 0));
    fade.addColorStop(1, withAlpha(palette.plate, 1));
    context.fillStyle = fade;
    context.fillRect(from - FADE_WIDTH, 0, right + FADE_WIDTH, height);
    this.#veil.touch(width / 2, height / 2, Math.max(width, height));
  }

  /** State of this frame for painters. */
  #drawn(): Drawn | undefined {
    const { views, lead, palette, worldWidth, worldHeight } = this.#frame;
    const scenery = this.#scenery;
    if (!scenery) return undefined;
    const around = scenery.toroidal ? 1 : 0;
    return {
      views,
      lead,
      palette,
      scenery,
      camera: this.camera,
      world: this.#worldBox(),
      clip: this.#clipBox(),
      torus: { width: around * worldWidth, height: around * worldHeight },
      poseOf: (unit) => this.#poseOf(unit),
      sizeOf: (unit) => this.#sizeOf(unit),
    };
  }

  /** The window for a world that wraps, so that nothing is cut at the seam; otherwise the world's rectangle. */
  #clipBox(): Box {
    const { width, height, ratio } = this.#frame;
    if (this.#scenery?.edges !== "wrap") return this.#worldBox();
    // Taken from the frame instead of the DOM, which would force a layout in every frame.
    return { left: 0, top: 0, width: width / ratio, height: height / ratio };
  }

  #worldBox(): Box {
    const { originX: left, originY: top, scale } = this.camera;
    return { left, top, width: this.#frame.worldWidth * scale, height: this.#frame.worldHeight * scale };
  }

  /** Drawn (extrapolated) position of a unit, u. */
  #placeOf(unit: number): Point | undefined {
    const { views, lead } = this.#frame;
    if (unit < 0 || unit >= views.count) return undefined;
    const x = (views.x[unit] ?? 0) + (views.vx[unit] ?? 0) * lead;
    return { x, y: (views.y[unit] ?? 0) + (views.vy[unit] ?? 0) * lead };
  }

  #poseOf(unit: number): Pose | undefined {
    const place = this.#placeOf(unit);
    if (!place) return undefined;
    const { views } = this.#frame;
    const at = this.camera.toScreen(place.x, place.y);
    return { x: at.x, y: at.y, hx: views.hx[unit] ?? 1, hy: views.hy[unit] ?? 0 };
  }

  /** On-screen length of a unit, CSS px. */
  #sizeOf(unit: number): number {
    const { views, baseLength, basePixels } = this.#frame;
    return unitPixels(views.role[unit] ?? 0, views.length[unit] ?? 0, baseLength, basePixels);
  }

  /** Inserts a renderer's canvas above the ground and below the overlay. */
  #place(renderer: UnitRenderer): void {
    renderer.canvas.width = this.#frame.width;
    renderer.canvas.height = this.#frame.height;
    (this.#under?.canvas ?? this.#groundCanvas).after(renderer.canvas);
    this.invalidate();
  }
}
