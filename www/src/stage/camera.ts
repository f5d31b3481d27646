/** Maps world coordinates (u, y down) to the stage's host element (CSS px). Knows neither the canvas nor the core. */

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Largest scale, CSS px per u (a unit of 4 u then spans 160 px), unless four times the fitted scale is larger. */
const MAX_UNIT_SCALE = 40;
/** Smallest scale, as a share of the scale that fits the world. */
const MIN_RELATIVE_SCALE = 0.5;
/** Margin between a walled world that is fitted and the border of the panel-free area, CSS px. */
const FIT_MARGIN = 28;
/** Smallest width and height of the area the world is fitted into, CSS px, or a quarter of the host if less. */
const MIN_FREE_SIZE = 80;
/** For few units the world is fitted at this share of the usual scale, so that more of it is visible. */
const MIN_FEW_UNITS_ZOOM = 0.72;
/** Largest zoom on a few units close together, relative to the fitted scale. */
const MAX_CLOSE_UP_ZOOM = 2;
/** In a large world, the camera may zoom in further, until about this extent of the world is visible, u. */
const CLOSE_UP_EXTENT = 250;
/** Margin around units that the camera zooms in on, CSS px. */
const CLOSE_UP_MARGIN = 90;
/** Share of the way from middle to border of the panel-free area below which the camera follows a flock more slowly. */
const GENTLE_SHARE = 0.4;

export class Camera {
  /** Called when a person pans the view and when the world is fitted, so that following a unit ends. */
  onUserMove: () => void = () => {};

  #width = 1;
  #height = 1;
  #wraps = false;
  #hasFewUnits = false;
  #showsWholeWorld = false;
  #viewWidth = 1;
  #viewHeight = 1;
  #insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  #scale = 1;
  #originX = 0;
  #originY = 0;
  #isFitted = true;
  /** For a fitted world that wraps: the point in the middle of the view minus the world's middle, u. */
  #driftOffset: Point = { x: 0, y: 0 };
  /** Zoom on a few units relative to the fitted scale; 1 for none. */
  #closeUpZoom = 1;
  #wasJustFitted = true;
  #version = 0;

  /** Scale, CSS px per u. */
  get scale(): number {
    return this.#scale;
  }

  /** Screen position of the world's origin, CSS px from the host's left border. */
  get originX(): number {
    return this.#originX;
  }

  get originY(): number {
    return this.#originY;
  }

  /** True until the person pans or zooms; until then the world is fitted again when the window or its panels change. */
  get fitted(): boolean {
    return this.#isFitted;
  }

  /** Incremented at every change of scale or origin. */
  get version(): number {
    return this.#version;
  }

  get insets(): Readonly<Insets> {
    return this.#insets;
  }

  get minScale(): number {
    return this.#fitScale() * MIN_RELATIVE_SCALE;
  }

  get maxScale(): number {
    return Math.max(MAX_UNIT_SCALE, this.#fitScale() * 4);
  }

  /**
   * Sets the size of the world, u, and fits it if anything changed. A world that wraps is drawn repeatedly beyond its
   * edges and therefore fitted larger than the panel-free area. With `hasFewUnits`, more of the world is visible (at
   * most all of it), so that no unit is lost behind the panels.
   */
  setWorld(width: number, height: number, isWrapped = false, hasFewUnits = false): void {
    const isSame = width === this.#width && height === this.#height && isWrapped === this.#wraps;
    if (isSame && hasFewUnits === this.#hasFewUnits) return;
    this.#hasFewUnits = hasFewUnits;
    this.#width = Math.max(width, Number.MIN_VALUE);
    this.#height = Math.max(height, Number.MIN_VALUE);
    this.#wraps = isWrapped;
    this.fit();
  }

  /**
   * Calls `use` while the viewport has this size, CSS px, without insets, and then restores the view. A fitted world is
   * centered on the flock for the call.
   */
  withViewportSize(width: number, height: number, use: () => void): void {
    const [chosen, insets, drift, zoom] = [
      this.chosenView(),
      this.#insets,
      this.#driftOffset,
      this.#closeUpZoom,
    ];
    const [viewWidth, viewHeight, scale] = [this.#viewWidth, this.#viewHeight, this.#scale];
    const [x, y, { onUserMove }] = [this.#originX, this.#originY, this];
    this.onUserMove = () => {};
    [this.#viewWidth, this.#viewHeight] = [width, height];
    this.#insets = { top: 0, right: 0, bottom: 0, left: 0 };
    if (chosen) this.restoreView(chosen.zoom, chosen.center);
    else {
      this.#wasJustFitted = true;
      this.#applyFit();
    }
    try {
      use();
    } finally {
      [this.#viewWidth, this.#viewHeight, this.#insets] = [viewWidth, viewHeight, insets];
      [this.#isFitted, this.#driftOffset, this.#closeUpZoom] = [chosen === undefined, drift, zoom];
      this.#wasJustFitted = false;
      this.#setView(scale, x, y);
      this.onUserMove = onUserMove;
    }
  }

  /** Returns true once after each fit; the camera then jumps to the flock instead of drifting toward it. */
  takeJustFitted(): boolean {
    const wasFitted = this.#wasJustFitted;
    this.#wasJustFitted = false;
    return wasFitted;
  }

  /** Undoes the offset and zoom with which a fitted world follows its flock. */
  resetDrift(): void {
    this.#driftOffset = { x: 0, y: 0 };
    this.#closeUpZoom = 1;
    this.#wasJustFitted = true;
    if (this.#isFitted) this.#applyFit();
  }

  /** Whether the view drifts with the flock: while a world that wraps is fitted and not shown whole. */
  get followsFlock(): boolean {
    return this.#isFitted && this.#wraps && !this.#showsWholeWorld;
  }

  /**
   * Moves the view of a fitted world that wraps so that the world point `to` (u) comes nearer to the middle of the free
   * area: by `share` (0 to 1) of the way per axis. With `isGentle`, by less near the middle.
   */
  driftToward(to: Point, share: Point, isGentle = true): void {
    if (!this.followsFlock) return;
    const at = this.center();
    const stepToward = (from: number, place: number, size: number, free: number, part: number) => {
      const offset = nearestOffset(place - from, size);
      return (
        offset *
        part *
        (isGentle ? Math.min(1, (Math.abs(offset) * this.#scale) / (GENTLE_SHARE * (free / 2))) : 1)
      );
    };
    const x = stepToward(at.x, to.x, this.#width, this.#freeWidth(), share.x);
    const y = stepToward(at.y, to.y, this.#height, this.#freeHeight(), share.y);
    if (Math.hypot(x, y) * this.#scale < 0.02) return;
    this.#driftOffset = {
      x: wrap(this.#driftOffset.x + x, this.#width),
      y: wrap(this.#driftOffset.y + y, this.#height),
    };
    this.#applyFit();
  }

  /** Changes the zoom toward the largest one with all `places` (u) in view, by `share` (0 to 1) of the difference. */
  zoomToShow(places: readonly Point[], share: number): void {
    if (!this.followsFlock || !this.#hasFewUnits) return;
    const at = this.center();
    const distanceAlong = (from: number, to: number, size: number) =>
      Math.abs(nearestOffset(to - from, size));
    const maxDistanceX = Math.max(0, ...places.map(({ x }) => distanceAlong(at.x, x, this.#width)));
    const maxDistanceY = Math.max(0, ...places.map(({ y }) => distanceAlong(at.y, y, this.#height)));
    const usableHalf = (free: number) => Math.max(free / 4, free / 2 - CLOSE_UP_MARGIN);
    const closeUpScale = Math.min(
      usableHalf(this.#freeWidth()) / maxDistanceX,
      usableHalf(this.#freeHeight()) / maxDistanceY,
    );
    const maxZoom = Math.max(MAX_CLOSE_UP_ZOOM, Math.min(this.#width, this.#height) / CLOSE_UP_EXTENT);
    const wantedZoom = Math.min(maxZoom, Math.max(1, closeUpScale / this.#fitScale()));
    if (Math.abs(wantedZoom - this.#closeUpZoom) < 0.002) return;
    this.#closeUpZoom += (wantedZoom - this.#closeUpZoom) * share;
    this.#applyFit();
  }

  /** Shows a world that wraps only once, and whole in the panel-free area, like a walled one; for the layout editor. */
  showWholeWorld(whole: boolean): void {
    if (whole === this.#showsWholeWorld) return;
    this.#showsWholeWorld = whole;
    if (this.#isFitted) this.fit();
  }

  /** Sets the size of the host, CSS px. A fitted world is fitted again; otherwise the view keeps its middle point. */
  setViewport(width: number, height: number): void {
    if (width === this.#viewWidth && height === this.#viewHeight) return;
    const middle = this.#freeCenter();
    const worldPoint = this.toWorld(middle.x, middle.y);
    this.#viewWidth = Math.max(1, width);
    this.#viewHeight = Math.max(1, height);
    if (this.#isFitted) {
      this.#applyFit();
    } else {
      const newCenter = this.#freeCenter();
      this.#placeView(
        this.#scale,
        newCenter.x - worldPoint.x * this.#scale,
        newCenter.y - worldPoint.y * this.#scale,
      );
    }
  }

  /** Sets the margins of the host that panels cover, CSS px. A fitted world is fitted again; a chosen view stays. */
  setInsets(insets: Insets): void {
    const oldInsets = this.#insets;
    const isSame =
      oldInsets.top === insets.top &&
      oldInsets.right === insets.right &&
      oldInsets.bottom === insets.bottom &&
      oldInsets.left === insets.left;
    if (isSame) return;
    this.#insets = { ...insets };
    if (this.#isFitted) this.#applyFit();
    else this.#placeView(this.#scale, this.#originX, this.#originY);
  }

  /** Fits the world into the panel-free area, centered; a walled world is shown whole and as large as possible. */
  fit(): void {
    this.onUserMove();
    this.#isFitted = true;
    this.resetDrift();
  }

  #applyFit(): void {
    const scale = this.#fitScale() * (this.followsFlock ? this.#closeUpZoom : 1);
    const middle = this.#freeCenter();
    const x = wrap(this.#width / 2 + this.#driftOffset.x, this.#width);
    const y = wrap(this.#height / 2 + this.#driftOffset.y, this.#height);
    this.#isFitted = true;
    this.#setView(scale, middle.x - x * scale, middle.y - y * scale);
  }

  panBy(dx: number, dy: number): void {
    if (!Number.isFinite(dx) || !Number.isFinite(dy) || (dx === 0 && dy === 0)) return;
    this.onUserMove();
    this.#isFitted = false;
    this.#placeView(this.#scale, this.#originX + dx, this.#originY + dy);
  }

  /** Moves the view so that a world point (u) is in the middle of the panel-free area. */
  centerOn(x: number, y: number): void {
    const middle = this.#freeCenter();
    this.#isFitted = false;
    this.#placeView(this.#scale, middle.x - x * this.#scale, middle.y - y * this.#scale);
  }

  /** Multiplies the scale by `factor`, within `minScale` to `maxScale`; the world point at the screen point stays. */
  zoomAt(x: number, y: number, factor: number): void {
    if (!(factor > 0) || !Number.isFinite(factor)) return;
    const scale = Math.min(this.maxScale, Math.max(this.minScale, this.#scale * factor));
    if (scale === this.#scale) return;
    const ratio = scale / this.#scale;
    this.#isFitted = false;
    this.#placeView(scale, x - (x - this.#originX) * ratio, y - (y - this.#originY) * ratio);
  }

  /** Multiplies the scale by `factor`; the middle of the panel-free area stays in place. */
  zoom(factor: number): void {
    const { x, y } = this.#freeCenter();
    this.zoomAt(x, y, factor);
  }

  /**
   * Returns the view that a person chose: scale relative to the fitted one, and the world point (u) in the middle of
   * the panel-free area. `undefined` while the world is fitted.
   */
  chosenView(): { zoom: number; center: Point } | undefined {
    return this.#isFitted ? undefined : { zoom: this.#scale / this.#fitScale(), center: this.center() };
  }

  /** Restores a view of `chosenView`, within the limits of the scale. `center`: by default the middle of the world. */
  restoreView(zoom: number, center: Point = { x: this.#width / 2, y: this.#height / 2 }): void {
    if (!(zoom > 0) || !Number.isFinite(zoom + center.x + center.y)) return;
    const scale = Math.min(this.maxScale, Math.max(this.minScale, this.#fitScale() * zoom));
    const middle = this.#freeCenter();
    this.#isFitted = false;
    this.#placeView(scale, middle.x - center.x * scale, middle.y - center.y * scale);
  }

  toWorld(x: number, y: number): Point {
    return { x: (x - this.#originX) / this.#scale, y: (y - this.#originY) / this.#scale };
  }

  /** Converts a screen point (CSS px) to a world point (u), wrapped into the world's extent if the world wraps. */
  toWorldWrapped(x: number, y: number): Point {
    const at = this.toWorld(x, y);
    if (!this.#wraps) return at;
    return { x: wrap(at.x, this.#width), y: wrap(at.y, this.#height) };
  }

  /** Whether the world is drawn repeatedly beyond its edges: if it wraps, unless it is shown whole. */
  get repeatsWorld(): boolean {
    return this.#wraps && !this.#showsWholeWorld;
  }

  /** Screen rectangle, CSS px, with each world point once; centered in the panel-free area if the world repeats. */
  drawnDomain(): { left: number; top: number; width: number; height: number } {
    const [width, height] = [this.#width * this.#scale, this.#height * this.#scale];
    if (!this.repeatsWorld) return { left: this.#originX, top: this.#originY, width, height };
    const { x, y } = this.#freeCenter();
    return { left: x - width / 2, top: y - height / 2, width, height };
  }

  /** Converts a world point (u) to the screen point (CSS px) within `drawnDomain()`. */
  toDomain(x: number, y: number): Point {
    const at = this.toScreen(x, y);
    if (!this.repeatsWorld) return at;
    const { left, top, width, height } = this.drawnDomain();
    return { x: left + wrap(at.x - left, width), y: top + wrap(at.y - top, height) };
  }

  /**
   * Offsets from the world's origin at which the world has to be drawn, CSS px; the first is zero. A world that wraps
   * repeats as far as something within `reach` CSS px of its edges shows in the window.
   */
  worldCopies(reach: number): Point[] {
    const original = { x: 0, y: 0 };
    if (!this.repeatsWorld) return [original];
    const offsetsX = copyOffsets(this.#originX, this.#width * this.#scale, this.#viewWidth, reach);
    const offsetsY = copyOffsets(this.#originY, this.#height * this.#scale, this.#viewHeight, reach);
    const allCopies = offsetsY.flatMap((y) => offsetsX.map((x) => ({ x, y })));
    return [original, ...allCopies.filter(({ x, y }) => x !== 0 || y !== 0)];
  }

  /** Calls `draw` with the camera's origin shifted by an offset of `worldCopies`. */
  drawShifted(by: Point, draw: () => void): void {
    const [x, y] = [this.#originX, this.#originY];
    this.#originX += by.x;
    this.#originY += by.y;
    draw();
    this.#originX = x;
    this.#originY = y;
  }

  toScreen(x: number, y: number): Point {
    return { x: this.#originX + x * this.#scale, y: this.#originY + y * this.#scale };
  }

  /** World point (u) in the middle of the panel-free area. */
  center(): Point {
    const middle = this.#freeCenter();
    return this.toWorld(middle.x, middle.y);
  }

  #freeWidth(): number {
    return paddedExtent(this.#viewWidth, this.#viewWidth - this.#insets.left - this.#insets.right);
  }

  #freeHeight(): number {
    return paddedExtent(this.#viewHeight, this.#viewHeight - this.#insets.top - this.#insets.bottom);
  }

  #freeCenter(): Point {
    const { left, right, top, bottom } = this.#insets;
    return { x: (left + this.#viewWidth - right) / 2, y: (top + this.#viewHeight - bottom) / 2 };
  }

  #fitScale(): number {
    const width = this.#freeWidth();
    const height = this.#freeHeight();
    const margin = Math.min(FIT_MARGIN, 0.03 * Math.min(width, height));
    const wholeScale = Math.min((width - 2 * margin) / this.#width, (height - 2 * margin) / this.#height);
    if (!this.#wraps || this.#showsWholeWorld) return wholeScale;
    // Geometric mean of the scale at which the world fills the window and that at which it fills the panel-free area.
    const viewLength = Math.sqrt(this.#viewWidth * this.#viewHeight * width * height);
    const fillScale = Math.sqrt(viewLength / (this.#width * this.#height));
    return Math.max(wholeScale, this.#hasFewUnits ? MIN_FEW_UNITS_ZOOM * fillScale : fillScale);
  }

  /**
   * Sets scale and origin. The middle of the panel-free area always shows a point of the world: a walled world stops
   * there, one that wraps continues with its next repetition.
   */
  #placeView(wanted: number, originX: number, originY: number): void {
    const middle = this.#freeCenter();
    const scale = Math.min(this.maxScale, Math.max(this.minScale, wanted));
    const ratio = scale / wanted;
    const x = middle.x - (middle.x - originX) * ratio;
    const y = middle.y - (middle.y - originY) * ratio;
    const keepInside = this.#wraps ? wrap : clampTo;
    this.#setView(
      scale,
      middle.x - keepInside(middle.x - x, this.#width * scale),
      middle.y - keepInside(middle.y - y, this.#height * scale),
    );
  }

  #setView(scale: number, originX: number, originY: number): void {
    if (scale === this.#scale && originX === this.#originX && originY === this.#originY) return;
    this.#scale = scale;
    this.#originX = originX;
    this.#originY = originY;
    this.#version++;
  }
}

function paddedExtent(all: number, free: number): number {
  return Math.max(Math.min(MIN_FREE_SIZE, all / 4), free);
}

function clampTo(value: number, size: number): number {
  return Math.min(size, Math.max(0, value));
}

/** Shortens an offset to the way across the edge if that is shorter; `extent`: of the world, 0 if it does not wrap. */
export function nearestOffset(offset: number, extent: number): number {
  if (extent <= 0) return offset;
  return offset - extent * Math.round(offset / extent);
}

/** Wraps `value` into the range from 0 to below `size`. */
function wrap(value: number, size: number): number {
  const remainder = value % size;
  // The sum of a tiny negative remainder and `size` can be rounded to `size` itself.
  return remainder < 0 ? Math.max(0, remainder + size) % size : remainder;
}

/**
 * Multiples of `size` by which the interval from `origin` to `origin + size` can be shifted so that it overlaps the
 * interval from `-reach` to `view + reach`.
 */
function copyOffsets(origin: number, size: number, view: number, reach: number): number[] {
  const firstCopy = Math.ceil((-reach - origin) / size) - 1;
  const lastCopy = Math.floor((view + reach - origin) / size);
  return Array.from(
    { length: Math.max(1, lastCopy - firstCopy + 1) },
    (_, step) => (firstCopy + step) * size,
  );
}
