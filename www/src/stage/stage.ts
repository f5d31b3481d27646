/**
 * The drawing area of the page: draws one run, or two side by side, on layered canvases with a shared camera. A frame
 * redraws only what changed since the last one.
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
  /** Renderer to use. Default: WebGL2 if it works, unless the stored setting forces Canvas 2D. */
  backend?: Backend;
}

const SECONDS_PER_TICK = 1 / TICKS_PER_SECOND;
/** Time constant with which the camera follows a flock, s. */
const DRIFT_SECONDS = 0.8;
/** Largest jump of a run, in ticks, after which the camera follows the flock instead of jumping as well. */
const MAX_FOLLOWED_JUMP = 30;
/** Width of the gradient that fades the world out beside the panel, CSS px. */
const FADE_WIDTH = 24;
/** Width of the window below which two views lie one above the other, CSS px. */
const STACKED_BELOW = 700;
/** Margin for the captions of views that lie one above the other, CSS px; panels' margins would leave too little. */
const STACKED_INSETS: Insets = { top: 48, right: 0, bottom: 0, left: 0 };
const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** Areas of two equal views, CSS px: side by side between left and right inset; in a narrow window stacked. */
function halvesOf(
  width: number,
  height: number,
  { top, right, bottom, left }: Insets,
): [ScreenBox, ScreenBox] {
  if (width < STACKED_BELOW) {
    const halfHeight = Math.floor(Math.max(2, height - top - bottom) / 2);
    return [
      { left: 0, top, width, height: halfHeight },
      { left: 0, top: top + halfHeight, width, height: halfHeight },
    ];
  }
  const halfWidth = Math.floor(Math.max(2, width - left - right) / 2);
  return [
    { left, top: 0, width: halfWidth, height },
    { left: left + halfWidth, top: 0, width: halfWidth, height },
  ];
}

export class Stage {
  readonly camera = new Camera();
  /** Called when the WebGL context was lost; drawing continues in Canvas 2D. */
  onLost: (message: string) => void = () => {};
  onRestored: () => void = () => {};
  /** Called when the areas of the views have changed. */
  onLaidOut: () => void = () => {};

  readonly host: HTMLElement;
  readonly #first: Sky;
  /** The second of two views; `undefined` while one run is shown. */
  #second: Sky | undefined;
  /** Canvas above the units that hides the world behind the panel. */
  readonly #edgeFade: CanvasLayer;
  readonly #renderers: Renderers;
  #palette: Palette = palettes.dark;
  #insets: Insets = NO_INSETS;
  /** Captions of two views for exported images, and the canvas on which such images are composed. */
  #captions: () => readonly string[] = () => [];
  #composite: HTMLCanvasElement | undefined;
  #followedUnit = -1;

  /** Device px per CSS px, and a text of canvas size and areas of the views: if it changes, the canvases are fitted. */
  #ratio = 1;
  #layoutKey = "";
  /** Camera version, `fraction` and `devicePixelRatio` at the last drawn frame, and whether all has to be redrawn. */
  #cameraVersion = -1;
  #fraction = 0;
  #deviceRatio = 0;
  #isStale = true;
  /** Appearance that the person chose; `undefined` for the scene's default. */
  #chosenAppearance: Appearance | undefined;
  /** Time of the run to which the camera has drifted, in ticks. */
  #driftedTicks = 0;
  #overlayStale = true;

  constructor(host: HTMLElement, core: Staged, options: StageOptions = {}) {
    this.host = host;
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    this.#first = new Sky(host, core, this.camera, this.#palette);
    this.#renderers = new Renderers(host, options.backend ?? storedBackend(), {
      onUse: (renderer) => this.#insertCanvas(renderer),
      onLoss: (message) => this.onLost(message),
      onRestore: () => this.onRestored(),
    });
    this.#edgeFade = new CanvasLayer(appendLayer(host));
    // The canvases are, from the lowest: ground, units, edge fade and overlay.
    this.#edgeFade.canvas.after(this.#first.overlay.canvas);
    this.resize();
    this.#first.readScene();
    this.#first.frame.appearance = this.appearance;
    this.#fitWorld();
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.devicePixelContentBoxSize?.[0];
      this.resize(box?.inlineSize, box?.blockSize);
      // The stage is drawn before the browser paints, since a resized canvas is empty and would flicker.
      this.draw(this.#fraction);
    });
    try {
      observer.observe(host, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(host);
    }
  }

  /** Replaces the object that runs the first view's simulation by another in the same state; trails continue. */
  showCore(core: Staged): void {
    this.#first.core = core;
  }

  /** Shows `core` in a second view, with captions in exported images; without arguments, shows the first view alone. */
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
    this.#layOut();
    if (this.camera.fitted) this.camera.fit();
  }

  /** Device px per CSS px. */
  get ratio(): number {
    return this.#ratio;
  }

  /** Areas of the one or two views on the host, CSS px. */
  get boxes(): ScreenBox[] {
    return this.#skies.map(({ box }) => box);
  }

  get #skies(): Sky[] {
    return this.#second ? [this.#first, this.#second] : [this.#first];
  }

  /**
   * Position of the mouse or a finger within its view, CSS px (as the camera maps it to the world), and the view's
   * index. `within`: index of the view in which a gesture has begun.
   */
  locate({ clientX, clientY }: MouseEvent, within?: number): Point & { sky: number } {
    const { left, top } = this.host.getBoundingClientRect();
    const [x, y] = [clientX - left - this.host.clientLeft, clientY - top - this.host.clientTop];
    const secondBox = this.#second?.box;
    const sky = within ?? (secondBox && x >= secondBox.left && y >= secondBox.top ? 1 : 0);
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
    if (this.#second) this.#layOut();
    else this.camera.setInsets(insets);
    this.#first.isGroundStale = true;
  }

  /** Shows the region or feelers of a parameter at a unit (-1: the most central one); without `shape`, hides them. */
  showShape(shape: ShapeInfo | undefined, unit: number): void {
    this.#first.shape = shape;
    this.#first.shapeUnit = shape && unit < 0 ? this.centralUnit() : unit;
    this.#isStale = true;
  }

  /** Adds a painter, an object that draws on the stage, to the first view. */
  addPainter(painter: Painter): void {
    this.#first.painters.push(painter);
  }

  /** Makes the next `draw` redraw the overlay even if nothing else has changed. */
  repaint(): void {
    this.#overlayStale = true;
  }

  /** Appearance of units now: the chosen one, or the scene's default. */
  get appearance(): Appearance {
    return this.#chosenAppearance ?? this.#first.sceneAppearance;
  }

  /** Quantity that the colors of units show now. */
  get colorMeaning(): Appearance["color"] {
    return this.appearance.color;
  }

  /** Appearance that the person chose; `undefined` if it equals the scene's default. */
  get chosenAppearance(): Appearance | undefined {
    return this.#chosenAppearance;
  }

  /** Sets the appearance that the person chose; `undefined` restores the scene's default. */
  setAppearance(chosen: Appearance | undefined): void {
    this.#chosenAppearance =
      chosen && !sameAppearance(chosen, this.#first.sceneAppearance) ? chosen : undefined;
    for (const sky of this.#skies) sky.restyle(this.appearance);
    this.#isStale = true;
  }

  /** Has to be called after each tick, also between frames; records positions for trails. */
  recordTick(): void {
    if (this.appearance.trails === 0 || this.#first.core.failed) return;
    for (const [at, { core }] of this.#skies.entries())
      this.#renderers.of(at).recordTick?.(core.ticks(), core.views());
  }

  /** Sets the screen position of the held pointer within its view, CSS px; without an argument, releases it. */
  setPointer(pointer?: Point): void {
    for (const sky of this.#skies) sky.pointer = pointer;
  }

  /** Unit that the camera keeps in the middle of the view; -1 for none. */
  get followedUnit(): number {
    return this.#followedUnit;
  }

  /** Keeps a unit in the middle of the view; -1 stops following. */
  follow(unit: number): void {
    this.#followedUnit = unit;
    this.#overlayStale = true;
  }

  /** Returns the unit nearest to the middle of the view, preferably not the player's craft; -1 without units. */
  centralUnit(): number {
    const { x, y } = this.camera.center();
    const views = this.#first.core.views();
    let [found, least] = [-1, Number.POSITIVE_INFINITY];
    for (let unit = 0; unit < views.count; unit++) {
      if (views.role[unit] === playerRole || (views.length[unit] ?? 0) === 0) continue;
      const distance = Math.hypot((views.x[unit] ?? 0) - x, (views.y[unit] ?? 0) - y);
      if (distance < least) [found, least] = [unit, distance];
    }
    return found >= 0 ? found : this.#first.core.nearest(x, y);
  }

  /** Makes the next `draw` redraw everything, for example before the canvases are read. */
  invalidate(): void {
    for (const sky of this.#skies) sky.isGroundStale = true;
    this.#isStale = true;
  }

  /**
   * Draws one frame. `fraction` is the part of the next tick that has passed (`Clock.tickFraction`); units are
   * extrapolated by it along their velocities, which keeps motion smooth at any refresh rate and speed.
   */
  draw(fraction = 0): void {
    const skies = this.#skies;
    const { core } = this.#first;
    // The device pixel ratio changes with the browser's zoom and the screen; not every browser notifies the observer.
    if (devicePixelRatio !== this.#deviceRatio) this.resize();
    // A run whose core has failed keeps its last frame on the screen.
    if (core.failed && !this.#isStale) return;
    const now = performance.now();
    this.#fraction = fraction;
    // The second run does its tick after the first one; both are drawn at the time that both have reached.
    const drawnTicks = (this.#second ?? this.#first).core.ticks() + fraction;
    let isDue = this.#isStale || this.#overlayStale;
    for (const sky of skies) {
      const lead = (drawnTicks - sky.core.ticks()) * SECONDS_PER_TICK;
      // A run more than two ticks away is still catching up after a jump; it is drawn without extrapolation.
      isDue = sky.readRun(Math.abs(lead) > 2 * SECONDS_PER_TICK ? 0 : lead, this.#isStale) || isDue;
    }
    this.#fitWorld();
    this.#followUnit(core.views());
    this.#driftCamera(drawnTicks);
    const hasCameraMoved = this.camera.version !== this.#cameraVersion;
    if (!isDue && !hasCameraMoved) return;

    const { appearance } = this;
    for (const sky of skies) sky.readExtras();
    for (const sky of skies) sky.prepareFrame(appearance, now);
    for (const [at, sky] of skies.entries()) {
      if (hasCameraMoved || sky.isGroundStale) {
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

  /** Fits the camera, which both views share, to the world of the first run. */
  #fitWorld(): void {
    const { frame, isSparse } = this.#first;
    this.camera.setWorld(frame.worldWidth, frame.worldHeight, frame.wrapX > 0, isSparse);
  }

  #followUnit(views: UnitViews): void {
    const unit = this.#followedUnit;
    if (unit < 0 || unit >= views.count) return;
    const { secondsSinceTick } = this.#first.frame;
    const x = (views.x[unit] ?? 0) + (views.vx[unit] ?? 0) * secondsSinceTick;
    const y = (views.y[unit] ?? 0) + (views.vy[unit] ?? 0) * secondsSinceTick;
    this.camera.centerOn(x, y);
  }

  /** Moves a camera that follows the flock toward its middle, or that of both flocks, unless the pointer is held. */
  #driftCamera(ticks: number): void {
    const passedTicks = ticks - this.#driftedTicks;
    this.#driftedTicks = ticks;
    if (passedTicks < 0 || passedTicks > MAX_FOLLOWED_JUMP) this.camera.resetDrift();
    const wasFitted = this.camera.takeJustFitted();
    if ((passedTicks === 0 && !wasFitted) || this.#first.pointerHeld || !this.camera.followsFlock) return;
    const { worldWidth, worldHeight } = this.#first.frame;
    const allViews = this.#skies.map(({ core }) => core.views());
    const { x, y, strength } = middleOf(allViews, worldWidth, worldHeight);
    // In a view of half the width, the same lag would look twice as large, so the time constant is halved.
    const timeConstant = DRIFT_SECONDS / this.#skies.length;
    const share = wasFitted ? 1 : 1 - Math.exp((-passedTicks * SECONDS_PER_TICK) / timeConstant);
    // The camera moves less toward the middle of a scattered flock (low `strength`), and more just after a fit with two
    // views.
    const pullShare = (one: number) => Math.min(1, share * one ** 2 * (wasFitted && this.#second ? 4 : 1));
    this.camera.driftToward({ x, y }, { x: pullShare(strength.x), y: pullShare(strength.y) }, !wasFitted);
    if (this.#first.isSparse) this.camera.zoomToShow(allViews.flatMap(pointsOf), share / 2);
  }

  /** Fits the canvases to the host. `deviceWidth`, `deviceHeight`: observed size, device px; by default computed. */
  resize(deviceWidth?: number, deviceHeight?: number): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    const width = wholePixels(clientWidth * devicePixelRatio, deviceWidth);
    const height = wholePixels(clientHeight * devicePixelRatio, deviceHeight);
    this.#deviceRatio = devicePixelRatio;
    this.#ratio = width / clientWidth;
    this.#layOut(width, height);
  }

  /** Lays out the views and fits their canvases; `width` and `height` are those of the host, device px. */
  #layOut(
    width = this.#renderers.current.canvas.width,
    height = this.#renderers.current.canvas.height,
    insets = this.#insets,
  ): void {
    const [wide, high] = [width / this.#ratio, height / this.#ratio];
    const wholeBox = { left: 0, top: 0, width: wide, height: high };
    const boxes = this.#second ? halvesOf(wide, high, insets) : [wholeBox];
    const [{ width: viewWidth, height: viewHeight }] = boxes as [ScreenBox];
    const { top, bottom } = insets;
    const isStacked = wide < STACKED_BELOW;
    this.camera.setViewport(viewWidth, viewHeight);
    this.camera.setInsets(
      !this.#second ? insets : isStacked ? STACKED_INSETS : { ...NO_INSETS, top, bottom },
    );
    const layoutKey = JSON.stringify([boxes, width, height]);
    if (layoutKey === this.#layoutKey) return;
    this.#layoutKey = layoutKey;
    for (const [at, sky] of this.#skies.entries())
      sky.layOut(boxes[at] ?? wholeBox, this.#ratio, !this.#second);
    for (const canvas of [this.#renderers.current.canvas, this.#edgeFade.canvas])
      Object.assign(canvas, { width, height });
    this.#edgeFade.onResize(this.#ratio);
    this.#fillHost();
    this.invalidate();
    this.onLaidOut();
  }

  /** Gives the parts of the host element that two views leave free the color of the world's ground. */
  #fillHost(): void {
    this.host.style.background = this.#second ? this.#palette.labelPlate : "";
  }

  /**
   * Draws the stage in another size, px, with the flock in the middle, and passes its canvases, the lowest first, to
   * `use`. Canvases of other modules, such as the layout editor's, keep their size. `fraction`: see `draw`.
   */
  drawInSize(
    width: number,
    height: number,
    use: (canvases: readonly HTMLCanvasElement[]) => void,
    fraction = 0,
  ): void {
    const [ratio, driftedTicks] = [this.#ratio, this.#driftedTicks];
    const { width: oldWidth, height: oldHeight } = this.#renderers.current.canvas;
    const viewSize = this.#second ? halvesOf(width, height, NO_INSETS)[0] : { width, height };
    try {
      this.camera.withViewportSize(viewSize.width, viewSize.height, () => {
        this.#ratio = 1;
        this.#layOut(width, height, NO_INSETS);
        this.draw(fraction);
        const { groundCanvas, underLayer, overlay } = this.#first;
        const units = this.#renderers.current.canvas;
        const ownCanvases = [groundCanvas, underLayer?.canvas, units, this.#edgeFade.canvas, overlay.canvas];
        use(this.#second ? this.layers() : ownCanvases.filter((canvas) => canvas !== undefined));
      });
    } finally {
      [this.#ratio, this.#driftedTicks] = [ratio, driftedTicks];
      this.#layOut(oldWidth, oldHeight);
      this.draw(fraction);
    }
  }

  /** Canvases that make up an image of the stage, the lowest first; for two views, one canvas with the captions. */
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
    for (const { groundCanvas, underLayer, frame } of this.#skies)
      for (const layer of [groundCanvas, ...(underLayer ? [underLayer.canvas] : [])])
        context.drawImage(layer, frame.left, frame.top);
    context.drawImage(this.#renderers.current.canvas, 0, 0);
    for (const [at, { overlay, frame }] of this.#skies.entries()) {
      context.drawImage(overlay.canvas, frame.left, frame.top);
      this.#drawCaption(at, context);
    }
    return [canvas];
  }

  /** Draws the caption of one of two views, and a line between the views. */
  #drawCaption(at: number, context: CanvasRenderingContext2D): void {
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

  /** Hides the world behind the panel, where a world that repeats would show. */
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
  #insertCanvas(renderer: UnitRenderer): void {
    renderer.canvas.width = this.#edgeFade.canvas.width;
    renderer.canvas.height = this.#edgeFade.canvas.height;
    this.#edgeFade.canvas.before(renderer.canvas);
    this.invalidate();
  }
}
