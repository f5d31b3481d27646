/** Maps the world (u, y down) to the host element (CSS px). Pure: it knows neither canvas nor core. */

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

/** Closest view, CSS px per u: a body of the usual length 4 u then spans 160 px. */
const closest = 40;
/** Farthest view, as a share of the scale that fits the world. */
const farthest = 0.5;
/** Space between the fitted world and the free area's border, CSS px. */
const widestMargin = 24;
/** The world is fitted into at least this much, or a quarter of the host, however little is free: CSS px. */
const leastFree = 80;

export class Camera {
  /** Called after every change of the mapping. */
  onChange: () => void = () => {};
  /** Called when the reader moves the view: a follower lets go of the camera. */
  onTaken: () => void = () => {};

  #width = 1;
  #height = 1;
  #viewWidth = 1;
  #viewHeight = 1;
  #insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  #scale = 1;
  #originX = 0;
  #originY = 0;
  #fitted = true;
  #version = 0;

  /** CSS px per u. */
  get scale(): number {
    return this.#scale;
  }

  /** Where the world's origin lies on the screen, CSS px. */
  get originX(): number {
    return this.#originX;
  }

  get originY(): number {
    return this.#originY;
  }

  /** True until the reader pans or zooms: the world then follows the free area. */
  get fitted(): boolean {
    return this.#fitted;
  }

  /** Grows with every change of the mapping. */
  get version(): number {
    return this.#version;
  }

  get insets(): Readonly<Insets> {
    return this.#insets;
  }

  get minScale(): number {
    return this.#fitScale() * farthest;
  }

  get maxScale(): number {
    return Math.max(closest, this.#fitScale() * 4);
  }

  /** A world of another size is shown whole; the same size changes nothing. */
  setWorld(width: number, height: number): void {
    if (width === this.#width && height === this.#height) return;
    this.#width = Math.max(width, Number.MIN_VALUE);
    this.#height = Math.max(height, Number.MIN_VALUE);
    this.fit();
  }

  /** A new size of the host keeps what is in the middle of the free area there. */
  setViewport(width: number, height: number): void {
    if (width === this.#viewWidth && height === this.#viewHeight) return;
    const middle = this.#middle();
    const held = this.toWorld(middle.x, middle.y);
    this.#viewWidth = Math.max(1, width);
    this.#viewHeight = Math.max(1, height);
    if (this.#fitted) {
      this.fit();
    } else {
      const now = this.#middle();
      this.#place(this.#scale, now.x - held.x * this.#scale, now.y - held.y * this.#scale);
    }
  }

  /** Chrome that opens over a chosen view leaves it where it is; a fitted world moves to what is left free. */
  setInsets(insets: Insets): void {
    const old = this.#insets;
    const same =
      old.top === insets.top &&
      old.right === insets.right &&
      old.bottom === insets.bottom &&
      old.left === insets.left;
    if (same) return;
    this.#insets = { ...insets };
    if (this.#fitted) this.fit();
    else this.#place(this.#scale, this.#originX, this.#originY);
  }

  /** Shows the whole world in the middle of the free area, as large as it goes. */
  fit(): void {
    this.onTaken();
    const scale = this.#fitScale();
    const middle = this.#middle();
    this.#fitted = true;
    this.#set(scale, middle.x - (this.#width / 2) * scale, middle.y - (this.#height / 2) * scale);
  }

  panBy(dx: number, dy: number): void {
    if (!Number.isFinite(dx) || !Number.isFinite(dy) || (dx === 0 && dy === 0)) return;
    this.onTaken();
    this.#fitted = false;
    this.#place(this.#scale, this.#originX + dx, this.#originY + dy);
  }

  /** Puts a world point into the middle of the free area. */
  centerOn(x: number, y: number): void {
    const middle = this.#middle();
    this.#fitted = false;
    this.#place(this.#scale, middle.x - x * this.#scale, middle.y - y * this.#scale);
  }

  /** Zooms by `factor` (above 1 = closer) and keeps the world point under the screen point, as far as the limits allow. */
  zoomAt(x: number, y: number, factor: number): void {
    if (!(factor > 0) || !Number.isFinite(factor)) return;
    const scale = Math.min(this.maxScale, Math.max(this.minScale, this.#scale * factor));
    if (scale === this.#scale) return;
    const ratio = scale / this.#scale;
    this.#fitted = false;
    this.#place(scale, x - (x - this.#originX) * ratio, y - (y - this.#originY) * ratio);
  }

  /** Zooms about the middle of the free area. */
  zoom(factor: number): void {
    const { x, y } = this.#middle();
    this.zoomAt(x, y, factor);
  }

  /** What a reader has chosen: how much nearer than the whole world, and what is in the middle. Nothing while it is fitted. */
  view(): { zoom: number; center: Point } | undefined {
    return this.#fitted ? undefined : { zoom: this.#scale / this.#fitScale(), center: this.center() };
  }

  /** Shows such a view, as far as the limits allow; without a center, the middle of the world. */
  show(zoom: number, center: Point = { x: this.#width / 2, y: this.#height / 2 }): void {
    if (!(zoom > 0) || !Number.isFinite(zoom + center.x + center.y)) return;
    const scale = Math.min(this.maxScale, Math.max(this.minScale, this.#fitScale() * zoom));
    const middle = this.#middle();
    this.#fitted = false;
    this.#place(scale, middle.x - center.x * scale, middle.y - center.y * scale);
  }

  toWorld(x: number, y: number): Point {
    return { x: (x - this.#originX) / this.#scale, y: (y - this.#originY) / this.#scale };
  }

  toScreen(x: number, y: number): Point {
    return { x: this.#originX + x * this.#scale, y: this.#originY + y * this.#scale };
  }

  /** The world point in the middle of the free area. */
  center(): Point {
    const middle = this.#middle();
    return this.toWorld(middle.x, middle.y);
  }

  #freeWidth(): number {
    return atLeast(this.#viewWidth, this.#viewWidth - this.#insets.left - this.#insets.right);
  }

  #freeHeight(): number {
    return atLeast(this.#viewHeight, this.#viewHeight - this.#insets.top - this.#insets.bottom);
  }

  #middle(): Point {
    const { left, right, top, bottom } = this.#insets;
    return { x: (left + this.#viewWidth - right) / 2, y: (top + this.#viewHeight - bottom) / 2 };
  }

  #fitScale(): number {
    const width = this.#freeWidth();
    const height = this.#freeHeight();
    const margin = Math.min(widestMargin, 0.03 * Math.min(width, height));
    return Math.min((width - 2 * margin) / this.#width, (height - 2 * margin) / this.#height);
  }

  /** The middle of the free area never leaves the world: however one pans, the world stays in sight. */
  #place(wanted: number, originX: number, originY: number): void {
    const middle = this.#middle();
    const scale = Math.min(this.maxScale, Math.max(this.minScale, wanted));
    const ratio = scale / wanted;
    const x = middle.x - (middle.x - originX) * ratio;
    const y = middle.y - (middle.y - originY) * ratio;
    this.#set(
      scale,
      Math.min(middle.x, Math.max(middle.x - this.#width * scale, x)),
      Math.min(middle.y, Math.max(middle.y - this.#height * scale, y)),
    );
  }

  #set(scale: number, originX: number, originY: number): void {
    if (scale === this.#scale && originX === this.#originX && originY === this.#originY) return;
    this.#scale = scale;
    this.#originX = originX;
    this.#originY = originY;
    this.#version++;
    this.onChange();
  }
}

function atLeast(all: number, free: number): number {
  return Math.max(Math.min(leastFree, all / 4), free);
}
