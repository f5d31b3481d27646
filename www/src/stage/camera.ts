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
/** Space between a fitted world with walls and the free area's border, CSS px. */
const widestMargin = 28;
/** The world is fitted into at least this much, or a quarter of the host, however little is free: CSS px. */
const leastFree = 80;
/** A few units are shown from at most this much farther away than a flock. */
const farther = 0.72;
/** A few units close together are shown at most this many times nearer, with this much room around them (CSS px). */
const nearer = 2;
const roomAround = 90;
/** A flock within this share of the way from the middle of the free area to its border is followed gently, beyond it fully. */
const calm = 0.4;

export class Camera {
  /** Called after every change of the mapping. */
  onChange: () => void = () => {};
  /** Called when the reader moves the view: a follower lets go of the camera. */
  onTaken: () => void = () => {};

  #width = 1;
  #height = 1;
  #wraps = false;
  #few = false;
  #whole = false;
  #viewWidth = 1;
  #viewHeight = 1;
  #insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  #scale = 1;
  #originX = 0;
  #originY = 0;
  #fitted = true;
  /** How far from the world's middle a fitted world that wraps is shown, u. */
  #drifted: Point = { x: 0, y: 0 };
  /** How many times nearer than usual a few units are shown. */
  #near = 1;
  #fresh = true;
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

  /** True until the reader pans or zooms: the view then follows the window and what is free of it. */
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

  /**
   * A world of another size is fitted anew; the same one changes nothing. One that wraps goes on beyond its edges as
   * itself: fitted, it is somewhat larger than the free area. A few units are not to be lost
   * behind what covers the window: more ground is shown then, up to all of the world in the free area.
   */
  setWorld(width: number, height: number, wraps = false, few = false): void {
    const same = width === this.#width && height === this.#height && wraps === this.#wraps;
    if (same && few === this.#few) return;
    this.#few = few;
    this.#width = Math.max(width, Number.MIN_VALUE);
    this.#height = Math.max(height, Number.MIN_VALUE);
    this.#wraps = wraps;
    this.fit();
  }

  /** True once after a world was fitted: its flock is to be found, not followed. */
  takeFresh(): boolean {
    const fresh = this.#fresh;
    this.#fresh = false;
    return fresh;
  }

  /** Shows a fitted world as at first. */
  home(): void {
    this.#drifted = { x: 0, y: 0 };
    this.#near = 1;
    this.#fresh = true;
    if (this.#fitted) this.#fit();
  }

  /** Whether the flock is followed: in a fitted world that wraps, whose edges are to be far from it. */
  get drifts(): boolean {
    return this.#fitted && this.#wraps && !this.#whole;
  }

  /**
   * Moves a fitted world that wraps so that a place comes nearer to the middle of the free area, by at most these shares
   * of the way, so that no flock stays behind what covers the window; gently near the middle.
   */
  drift(to: Point, share: Point, gently = true): void {
    if (!this.drifts) return;
    const at = this.center();
    const step = (from: number, place: number, size: number, free: number, part: number) => {
      const way = place - from - size * Math.round((place - from) / size);
      return way * part * (gently ? Math.min(1, (Math.abs(way) * this.#scale) / (calm * (free / 2))) : 1);
    };
    const x = step(at.x, to.x, this.#width, this.#freeWidth(), share.x);
    const y = step(at.y, to.y, this.#height, this.#freeHeight(), share.y);
    if (Math.hypot(x, y) * this.#scale < 0.02) return;
    this.#drifted = {
      x: within(this.#drifted.x + x, this.#width),
      y: within(this.#drifted.y + y, this.#height),
    };
    this.#fit();
  }

  /** Comes nearer to a few units, or goes back, by this share of the way, so that all of these places are seen. */
  frame(places: readonly Point[], share: number): void {
    if (!this.drifts || !this.#few) return;
    const at = this.center();
    const off = (from: number, to: number, size: number) =>
      Math.abs(to - from - size * Math.round((to - from) / size));
    const across = Math.max(0, ...places.map(({ x }) => off(at.x, x, this.#width)));
    const down = Math.max(0, ...places.map(({ y }) => off(at.y, y, this.#height)));
    const room = (free: number) => Math.max(free / 4, free / 2 - roomAround);
    const fits = Math.min(room(this.#freeWidth()) / across, room(this.#freeHeight()) / down);
    const wanted = Math.min(nearer, Math.max(1, fits / this.#fitScale()));
    if (Math.abs(wanted - this.#near) < 0.002) return;
    this.#near += (wanted - this.#near) * share;
    this.#fit();
  }

  /** While it is edited, a world that wraps is shown whole in the free area, as one with walls always is. */
  setWhole(whole: boolean): void {
    if (whole === this.#whole) return;
    this.#whole = whole;
    if (this.#fitted) this.fit();
  }

  /** A new size of the host keeps what is in the middle of the free area there. */
  setViewport(width: number, height: number): void {
    if (width === this.#viewWidth && height === this.#viewHeight) return;
    const middle = this.#middle();
    const held = this.toWorld(middle.x, middle.y);
    this.#viewWidth = Math.max(1, width);
    this.#viewHeight = Math.max(1, height);
    if (this.#fitted) {
      this.#fit();
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
    if (this.#fitted) this.#fit();
    else this.#place(this.#scale, this.#originX, this.#originY);
  }

  /** Shows the world in the middle of the free area: with walls, whole and as large as it goes. */
  fit(): void {
    this.onTaken();
    this.#fitted = true;
    this.home();
  }

  #fit(): void {
    const scale = this.#fitScale() * (this.drifts ? this.#near : 1);
    const middle = this.#middle();
    const x = within(this.#width / 2 + this.#drifted.x, this.#width);
    const y = within(this.#height / 2 + this.#drifted.y, this.#height);
    this.#fitted = true;
    this.#set(scale, middle.x - x * scale, middle.y - y * scale);
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
  frameAt(zoom: number, center: Point = { x: this.#width / 2, y: this.#height / 2 }): void {
    if (!(zoom > 0) || !Number.isFinite(zoom + center.x + center.y)) return;
    const scale = Math.min(this.maxScale, Math.max(this.minScale, this.#fitScale() * zoom));
    const middle = this.#middle();
    this.#fitted = false;
    this.#place(scale, middle.x - center.x * scale, middle.y - center.y * scale);
  }

  toWorld(x: number, y: number): Point {
    return { x: (x - this.#originX) / this.#scale, y: (y - this.#originY) / this.#scale };
  }

  /** The same as a place in the world: where it wraps, one within its extent. */
  placeAt(x: number, y: number): Point {
    const at = this.toWorld(x, y);
    if (!this.#wraps) return at;
    return { x: within(at.x, this.#width), y: within(at.y, this.#height) };
  }

  /** Whether the world is seen again beyond its edges: one that wraps, unless it is edited. */
  get repeats(): boolean {
    return this.#wraps && !this.#whole;
  }

  /** The part of the window with each place of the world once, CSS px, about the middle of the free area. */
  domain(): { left: number; top: number; width: number; height: number } {
    const [width, height] = [this.#width * this.#scale, this.#height * this.#scale];
    if (!this.repeats) return { left: this.#originX, top: this.#originY, width, height };
    const { x, y } = this.#middle();
    return { left: x - width / 2, top: y - height / 2, width, height };
  }

  /** Where a place is seen in that part. */
  toDomain(x: number, y: number): Point {
    const at = this.toScreen(x, y);
    if (!this.repeats) return at;
    const { left, top, width, height } = this.domain();
    return { x: left + within(at.x - left, width), y: top + within(at.y - top, height) };
  }

  /**
   * Where the world is seen: shifts of its origin, CSS px, the world itself first. A world that wraps is seen again
   * beyond its edges, as far as something within `reach` CSS px of it shows in the window.
   */
  copies(reach: number): Point[] {
    const itself = { x: 0, y: 0 };
    if (!this.repeats) return [itself];
    const across = steps(this.#originX, this.#width * this.#scale, this.#viewWidth, reach);
    const down = steps(this.#originY, this.#height * this.#scale, this.#viewHeight, reach);
    const all = down.flatMap((y) => across.map((x) => ({ x, y })));
    return [itself, ...all.filter(({ x, y }) => x !== 0 || y !== 0)];
  }

  /** Draws with the origin shifted, as at one of the copies. */
  shifted(by: Point, draw: () => void): void {
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
    const whole = Math.min((width - 2 * margin) / this.#width, (height - 2 * margin) / this.#height);
    if (!this.#wraps || this.#whole) return whole;
    // Between what fills the window and what fills its free part: the flock is seen there, and the ground everywhere.
    const seen = Math.sqrt(this.#viewWidth * this.#viewHeight * width * height);
    const filling = Math.sqrt(seen / (this.#width * this.#height));
    return Math.max(whole, this.#few ? farther * filling : filling);
  }

  /** The middle of the free area never leaves the world: one with walls stays in sight, one that wraps comes again. */
  #place(wanted: number, originX: number, originY: number): void {
    const middle = this.#middle();
    const scale = Math.min(this.maxScale, Math.max(this.minScale, wanted));
    const ratio = scale / wanted;
    const x = middle.x - (middle.x - originX) * ratio;
    const y = middle.y - (middle.y - originY) * ratio;
    const keep = this.#wraps ? within : clamped;
    this.#set(
      scale,
      middle.x - keep(middle.x - x, this.#width * scale),
      middle.y - keep(middle.y - y, this.#height * scale),
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

function clamped(value: number, size: number): number {
  return Math.min(size, Math.max(0, value));
}

/** The same place in a world of this size that wraps. */
function within(value: number, size: number): number {
  const rest = value % size;
  // A tiny negative one would be rounded to the size itself.
  return rest < 0 ? Math.max(0, rest + size) % size : rest;
}

/** The shifts at which a stretch that begins at `origin` and comes again every `size` meets 0 to `view`. */
function steps(origin: number, size: number, view: number, reach: number): number[] {
  const first = Math.ceil((-reach - origin) / size) - 1;
  const last = Math.floor((view + reach - origin) / size);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, step) => (first + step) * size);
}
