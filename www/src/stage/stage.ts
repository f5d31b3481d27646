/**
 * Draws one run, or two side by side: ground, units and overlay, with one camera. A frame redraws only what changed since
 * the last one.
 */

import type { ShapeInfo } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import type { UnitViews } from "../core/views";
import { type Appearance, sameAppearance } from "./appearance";
import { Camera, type Insets, type Point } from "./camera";
import { playerRole } from "./darts";
import { CanvasLayer } from "./layer";
import { middleOf, pointsOf } from "./middle";
import type { ScreenBox } from "./overlay";
import type { Painter } from "./painter";
import { type Palette, palettes, type Theme, withAlpha } from "./palette";
import { drawRimmedText } from "./pen";
import type { UnitRenderer } from "./renderer";
import { Renderers } from "./renderers";
import { Sky, type Staged } from "./sky";
import { appendLayer, type Backend, storedBackend, wholePixels } from "./surface";

export type { Staged } from "./sky";

interface StageOptions {
  /** Forces a renderer. Default: WebGL2, if it works and the stored setting allows it. */
  backend?: Backend;
}

const secondsPerTick = 1 / TICKS_PER_SECOND;
/**
 * Time constant with which the camera follows a flock, s. After a jump of more ticks than this, the camera jumps as
 * well.
 */
const DRIFT_TIME = 0.8;
const MAX_DRIFT = 30;
/** Width of the fade-out of birds in front of the panel, CSS px. */
const FADE_WIDTH = 24;
/** Width of a window below which two skies lie one above the other, CSS px. */
const STACKED_BELOW = 700;
/** Margin for the caption at the top of a stacked sky, CSS px: of a low half, more would leave too little. */
const STACKED_INSETS: Insets = { top: 48, right: 0, bottom: 0, left: 0 };
const noInsets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** Areas of two skies of equal size in the free part of a window, CSS px. */
export function halvesOf(
  width: number,
  height: number,
  { top, right, bottom, left }: Insets,
): [ScreenBox, ScreenBox] {
  if (width < STACKED_BELOW) {
    const half = Math.floor(Math.max(2, height - top - bottom) / 2);
    return [
      { left: 0, top, width, height: half },
      { left: 0, top: top + half, width, height: half },
    ];
  }
  const half = Math.floor(Math.max(2, width - left - right) / 2);
  return [
    { left, top: 0, width: half, height },
    { left: left + half, top: 0, width: half, height },
  ];
}

export class Stage {
  readonly camera = new Camera();
  /** Called when the WebGL context was lost; drawing continues in Canvas 2D. */
  onLost: (message: string) => void = () => {};
  onRestored: () => void = () => {};
  /** Called when the areas of the skies changed. */
  onLaidOut: () => void = () => {};

  readonly host: HTMLElement;
  readonly #first: Sky;
  /** The other one of two skies. */
  #second: Sky | undefined;
  /** Layer above the units that hides the world behind the panel. */
  readonly #edgeFade: CanvasLayer;
  readonly #renderers: Renderers;
  #palette: Palette = palettes.dark;
  #insets: Insets = noInsets;
  /** Captions of both skies in pictures, and the canvas on which those are composed. */
  #captions: () => readonly string[] = () => [];
  #composite: HTMLCanvasElement | undefined;
  #followed = -1;

  /** Device px per CSS px, and the areas to which the canvases are fitted. */
  #ratio = 1;
  #layout = "";
  /** State of the last drawn frame. */
  #cameraVersion = -1;
  #fraction = 0;
  #deviceRatio = 0;
  #isStale = true;
  /** Appearance that the person chose; `undefined` uses the one that suits the scene. */
  #chosenAppearance: Appearance | undefined;
  #driftedAt = 0;
  #overlayStale = true;

  constructor(host: HTMLElement, core: Staged, options: StageOptions = {}) {
    this.host = host;
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    this.#first = new Sky(host, core, this.camera, this.#palette);
    this.#renderers = new Renderers(host, options.backend ?? storedBackend(), {
      used: (renderer) => this.#place(renderer),
      lost: (message) => this.onLost(message),
      restored: () => this.onRestored(),
    });
    this.#edgeFade = new CanvasLayer(appendLayer(host));
    // The layers are ground, units, veil and overlay, the lowest first.
    this.#edgeFade.canvas.after(this.#first.overlay.canvas);
    this.resize();
    this.#first.readScene();
    this.#first.frame.appearance = this.appearance;
    this.#fitWorld();
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.devicePixelContentBoxSize?.[0];
      this.resize(box?.inlineSize, box?.blockSize);
      // Draws before the browser paints: a resized canvas is empty and would flicker.
      this.draw(this.#fraction);
    });
    try {
      observer.observe(host, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(host);
    }
  }

  /** Replaces the source of the run by another one in the same state; trails and camera continue. */
  showCore(core: Staged): void {
    this.#first.core = core;
  }

  /**
   * Shows a second run beside the first one, with a painter of its own and captions for pictures; without a run, only
   * the first one.
   */
  split(core?: Staged, painter?: Painter, captions: () => readonly string[] = () => []): void {
    this.#captions = captions;
    this.#second?.remove();
    this.#second = undefined;
    if (core) {
      this.#second = new Sky(this.host, core, this.camera, this.#palette);
      this.#first.groundCanvas.after(this.#second.groundCanvas);
      this.#second.frame.appearance = this.appearance;
      if (painter) this.#second.painters.push(painter);
    }
    this.#fit();
    if (this.camera.fitted) this.camera.fit();
  }

  /** Device px per CSS px. */
  get ratio(): number {
    return this.#ratio;
  }

  /** Areas of the skies on the host, CSS px: one, or two. */
  get boxes(): ScreenBox[] {
    return this.#skies.map(({ box }) => box);
  }

  get #skies(): Sky[] {
    return this.#second ? [this.#first, this.#second] : [this.#first];
  }

  /**
   * Position of the mouse or a finger within its sky, CSS px, which the camera maps to the world, and the index of the
   * sky. `within`: index of the sky in which a gesture has begun.
   */
  locate({ clientX, clientY }: MouseEvent, within?: number): Point & { sky: number } {
    const { left, top } = this.host.getBoundingClientRect();
    const [x, y] = [clientX - left - this.host.clientLeft, clientY - top - this.host.clientTop];
    const second = this.#second?.box;
    const sky = within ?? (second && x >= second.left && y >= second.top ? 1 : 0);
    const { box } = this.#skies[sky] ?? this.#first;
    return { x: x - box.left, y: y - box.top, sky };
  }

  get backend(): Backend {
    return this.#renderers.backend;
  }

  setTheme(theme: Theme): void {
    this.#palette = palettes[theme];
    for (const { frame } of this.#skies) frame.palette = this.#palette;
    this.#fillHost();
    this.invalidate();
  }

  setInsets(insets: Insets): void {
    this.#insets = { ...insets };
    if (this.#second) this.#fit();
    else this.camera.setInsets(insets);
    this.#first.isGroundStale = true;
  }

  /** Shows the shape of a parameter at a unit (-1: the unit nearest to the middle), until called without a shape. */
  showShape(shape: ShapeInfo | undefined, unit: number): void {
    this.#first.shape = shape;
    this.#first.shapeUnit = shape && unit < 0 ? this.centralUnit() : unit;
    this.#isStale = true;
  }

  /** Registers an additional painter. */
  addPainter(painter: Painter): void {
    this.#first.painters.push(painter);
  }

  /** Requests a redraw of the overlay. */
  repaint(): void {
    this.#overlayStale = true;
  }

  /** Current appearance of units. */
  get appearance(): Appearance {
    return this.#chosenAppearance ?? this.#first.usual;
  }

  /** Quantity that the colors of units show now. */
  get colorMeaning(): Appearance["color"] {
    return this.appearance.color;
  }

  /** Appearance that the person chose, if it differs from the usual one of the scene. */
  get chosenAppearance(): Appearance | undefined {
    return this.#chosenAppearance;
  }

  /** Sets the chosen appearance; `undefined` restores the one that suits the scene. */
  setAppearance(chosen: Appearance | undefined): void {
    this.#chosenAppearance = chosen && !sameAppearance(chosen, this.#first.usual) ? chosen : undefined;
    for (const sky of this.#skies) sky.restyle(this.appearance);
    this.#isStale = true;
  }

  /** Has to be called after each tick, at any frame rate; records trails. */
  recordTick(): void {
    if (this.appearance.trails === 0 || this.#first.core.failed) return;
    for (const [at, { core }] of this.#skies.entries())
      this.#renderers.of(at).recordTick?.(core.ticks(), core.views());
  }

  /** Sets the screen position of the held pointer within its sky; without an argument, releases it. */
  setPointer(pointer?: Point): void {
    for (const sky of this.#skies) sky.pointer = pointer;
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
    const views = this.#first.core.views();
    let [found, least] = [-1, Number.POSITIVE_INFINITY];
    for (let unit = 0; unit < views.count; unit++) {
      if (views.role[unit] === playerRole || (views.length[unit] ?? 0) === 0) continue;
      const away = Math.hypot((views.x[unit] ?? 0) - x, (views.y[unit] ?? 0) - y);
      if (away < least) [found, least] = [unit, away];
    }
    return found >= 0 ? found : this.#first.core.nearest(x, y);
  }

  /** Makes the next `draw` redraw everything, for example before the canvases are read. */
  invalidate(): void {
    for (const sky of this.#skies) sky.isGroundStale = true;
    this.#isStale = true;
  }

  /**
   * Draws one frame. `fraction` is the part of the next tick that has passed (`Clock.tickFraction`); units are extrapolated
   * along their velocities by it, which keeps motion smooth at any refresh rate and speed.
   */
  draw(fraction = 0): void {
    const skies = this.#skies;
    const { core } = this.#first;
    // The ratio changes with the browser's zoom and the screen; not every browser notifies the observer.
    if (devicePixelRatio !== this.#deviceRatio) this.resize();
    // A stopped run keeps its last picture.
    if (core.failed && !this.#isStale) return;
    const now = performance.now();
    this.#fraction = fraction;
    // Of two skies, the second is the last that has done a tick.
    const time = (this.#second ?? this.#first).core.ticks() + fraction;
    let isDue = this.#isStale || this.#overlayStale;
    for (const sky of skies) {
      const lead = (time - sky.core.ticks()) * secondsPerTick;
      // After a jump, the second run is on its way.
      isDue = sky.read(Math.abs(lead) > 2 * secondsPerTick ? 0 : lead, this.#isStale) || isDue;
    }
    this.#fitWorld();
    this.#followUnit(core.views());
    this.#driftCamera(time);
    const shifted = this.camera.version !== this.#cameraVersion;
    if (!isDue && !shifted) return;

    const { appearance } = this;
    for (const sky of skies) sky.readExtras();
    for (const sky of skies) sky.prepare(appearance, now);
    for (const [at, sky] of skies.entries()) {
      if (shifted || sky.isGroundStale) {
        sky.drawGround();
        if (at === 0) this.#drawEdgeFade();
      }
      sky.isGroundStale = false;
      sky.drawUnder();
      this.#renderers.of(at).draw(sky.frame);
      sky.drawOverlay();
    }
    this.#cameraVersion = this.camera.version;
    this.#isStale = this.#overlayStale = false;
  }

  /** The camera knows the world of the first run. */
  #fitWorld(): void {
    const { frame, isSparse } = this.#first;
    this.camera.setWorld(frame.worldWidth, frame.worldHeight, frame.wrapX > 0, isSparse);
  }

  #followUnit(views: UnitViews): void {
    const unit = this.#followed;
    if (unit < 0 || unit >= views.count) return;
    const { tickFraction } = this.#first.frame;
    const x = (views.x[unit] ?? 0) + (views.vx[unit] ?? 0) * tickFraction;
    const y = (views.y[unit] ?? 0) + (views.vy[unit] ?? 0) * tickFraction;
    this.camera.centerOn(x, y);
  }

  /**
   * Lets a camera that follows the flock drift with its middle, with two skies with that of both flocks; waits while the
   * pointer is held.
   */
  #driftCamera(now: number): void {
    const passed = now - this.#driftedAt;
    this.#driftedAt = now;
    if (passed < 0 || passed > MAX_DRIFT) this.camera.resetDrift();
    const found = this.camera.takeJustFitted();
    if ((passed === 0 && !found) || this.#first.pointerHeld || !this.camera.followsFlock) return;
    const { worldWidth, worldHeight } = this.#first.frame;
    const all = this.#skies.map(({ core }) => core.views());
    const { x, y, strength } = middleOf(all, worldWidth, worldHeight);
    // In half a window, a flock that moves would lag behind the middle twice as far.
    const time = DRIFT_TIME / this.#skies.length;
    const share = found ? 1 : 1 - Math.exp((-passed * secondsPerTick) / time);
    // Only a flock that is scattered over the world has no middle to jump to.
    const pull = (one: number) => Math.min(1, share * one ** 2 * (found && this.#second ? 4 : 1));
    this.camera.driftToward({ x, y }, { x: pull(strength.x), y: pull(strength.y) }, !found);
    if (this.#first.isSparse) this.camera.zoomToShow(all.flatMap(pointsOf), share / 2);
  }

  /**
   * Fits the canvases to the host. Device px are taken from the observer if it provides them, otherwise from the ratio.
   */
  resize(deviceWidth?: number, deviceHeight?: number): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    const width = wholePixels(clientWidth * devicePixelRatio, deviceWidth);
    const height = wholePixels(clientHeight * devicePixelRatio, deviceHeight);
    this.#deviceRatio = devicePixelRatio;
    this.#ratio = width / clientWidth;
    this.#fit(width, height);
  }

  /** Lays out the skies, and fits the canvases to them; `width` and `height` are those of the host, device px. */
  #fit(
    width = this.#renderers.current.canvas.width,
    height = this.#renderers.current.canvas.height,
    insets = this.#insets,
  ): void {
    const [wide, high] = [width / this.#ratio, height / this.#ratio];
    const whole = { left: 0, top: 0, width: wide, height: high };
    const boxes = this.#second ? halvesOf(wide, high, insets) : [whole];
    const [{ width: viewWidth, height: viewHeight }] = boxes as [ScreenBox];
    const { top, bottom } = insets;
    const isStacked = wide < STACKED_BELOW;
    this.camera.setViewport(viewWidth, viewHeight);
    this.camera.setInsets(!this.#second ? insets : isStacked ? STACKED_INSETS : { ...noInsets, top, bottom });
    const layout = JSON.stringify([boxes, width, height]);
    if (layout === this.#layout) return;
    this.#layout = layout;
    for (const [at, sky] of this.#skies.entries()) sky.place(boxes[at] ?? whole, this.#ratio, !this.#second);
    for (const canvas of [this.#renderers.current.canvas, this.#edgeFade.canvas])
      Object.assign(canvas, { width, height });
    this.#edgeFade.resized(this.#ratio);
    this.#fillHost();
    this.invalidate();
    this.onLaidOut();
  }

  /** Colors what no sky covers. */
  #fillHost(): void {
    this.host.style.background = this.#second ? this.#palette.labelPlate : "";
  }

  /**
   * Draws the stage in another size, px, with the flock in the middle, for `use` to read its canvases, the lowest first.
   * Canvases of others on the stage, such as the editor's, keep their size. `fraction` as in `draw`.
   */
  drawInSize(
    width: number,
    height: number,
    use: (canvases: readonly HTMLCanvasElement[]) => void,
    fraction = 0,
  ): void {
    const [ratio, driftedAt] = [this.#ratio, this.#driftedAt];
    const { width: oldWidth, height: oldHeight } = this.#renderers.current.canvas;
    const half = this.#second ? halvesOf(width, height, noInsets)[0] : { width, height };
    try {
      this.camera.withViewportSize(half.width, half.height, () => {
        this.#ratio = 1;
        this.#fit(width, height, noInsets);
        this.draw(fraction);
        const { groundCanvas, under, overlay } = this.#first;
        const units = this.#renderers.current.canvas;
        const own = [groundCanvas, under?.canvas, units, this.#edgeFade.canvas, overlay.canvas];
        use(this.#second ? this.layers() : own.filter((canvas) => canvas !== undefined));
      });
    } finally {
      [this.#ratio, this.#driftedAt] = [ratio, driftedAt];
      this.#fit(oldWidth, oldHeight);
      this.draw(fraction);
    }
  }

  /** Canvases of the picture, the lowest first; of two skies, one canvas with all layers and the captions. */
  layers(): readonly HTMLCanvasElement[] {
    if (!this.#second) return [...this.host.querySelectorAll("canvas")];
    const { width, height } = this.#renderers.current.canvas;
    this.#composite ??= document.createElement("canvas");
    const canvas = this.#composite;
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    if (!context) return [];
    context.fillStyle = this.#palette.labelPlate;
    context.fillRect(0, 0, width, height);
    for (const { groundCanvas, under, frame } of this.#skies)
      for (const layer of [groundCanvas, ...(under ? [under.canvas] : [])])
        context.drawImage(layer, frame.left, frame.top);
    context.drawImage(this.#renderers.current.canvas, 0, 0);
    for (const [at, { overlay, frame }] of this.#skies.entries()) {
      context.drawImage(overlay.canvas, frame.left, frame.top);
      this.#captionOf(at, context);
    }
    return [canvas];
  }

  /** Draws the caption of one of two skies, and a line between both. */
  #captionOf(at: number, context: CanvasRenderingContext2D): void {
    const { left, top, width, height } = this.#skies[at]?.frame ?? this.#first.frame;
    const size = Math.max(14, Math.round(Math.min(width, height) / 26));
    const middle = left + width / 2;
    context.textAlign = "center";
    context.font = `600 ${size}px system-ui, sans-serif`;
    const text = this.#captions()[at] ?? "";
    drawRimmedText(
      context,
      text,
      { x: middle, y: top + this.camera.insets.top * this.#ratio + 1.5 * size },
      this.#palette.mark,
      this.#palette.labelPlate,
    );
    context.fillStyle = this.#palette.edge;
    if (at === 1) context.fillRect(left, top, left > 0 ? 1 : width, left > 0 ? height : 1);
  }

  /** Hides the world behind the panel; a world that wraps would continue there. */
  #drawEdgeFade(): void {
    const palette = this.#palette;
    const { context, width, height } = this.#edgeFade;
    this.#edgeFade.clearTouched();
    const { right } = this.camera.insets;
    if (!this.camera.repeatsWorld || right === 0) return;
    const from = width - right;
    const fade = context.createLinearGradient(from - FADE_WIDTH, 0, from, 0);
    fade.addColorStop(0, withAlpha(palette.labelPlate, 0));
    fade.addColorStop(1, withAlpha(palette.labelPlate, 1));
    context.fillStyle = fade;
    context.fillRect(from - FADE_WIDTH, 0, right + FADE_WIDTH, height);
    this.#edgeFade.extendTouched(width / 2, height / 2, Math.max(width, height));
  }

  /** Inserts a renderer's canvas above the ground and below the overlay. */
  #place(renderer: UnitRenderer): void {
    renderer.canvas.width = this.#edgeFade.canvas.width;
    renderer.canvas.height = this.#edgeFade.canvas.height;
    this.#edgeFade.canvas.before(renderer.canvas);
    this.invalidate();
  }
}
