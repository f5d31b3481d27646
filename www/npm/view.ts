/**
 * The element `<flock-view link="...">`, which plays a run in a page; a mouse or finger held on it is a target for the
 * units.
 *
 *     <script type="module">import "flockwright/view";</script>
 *     <flock-view link="scene=murmuration&amp;seed=7"></flock-view>
 *
 * By default it is as wide as the text around it and has the aspect ratio of the world. The attribute `paused`, or the
 * preference for reduced motion, pauses it; a click plays it, Space toggles. `--flock-ground` and `--flock-ink` set its
 * colors. Out of sight it does not run. `view.flock` is the run; the event "ready" says that it is there, "error" that
 * it could not be opened.
 */

import { type Flock, open, type Scenery } from "./flock.js";
import { load } from "./load.js";

/** Colors of units by role, as in the page (Okabe and Ito's palette); role 0, regular, has `HEADING_COLORS`. */
const ROLE_COLORS = ["", "#d483b3", "#e6a700", "#ee7733", "#d9c53a", "#e69f00", "#00b386", "#7f9bff"];
/** Colors of regular units by heading, clockwise from the right: for a dark background, and for a light one. */
const HEADING_COLORS = [
  ["#5ccfe6", "#56d9b8", "#a3d6c4", "#c9bdea", "#cf8fe3", "#7fa9ff"],
  ["#1b82a6", "#147d68", "#46677a", "#675c9e", "#963d96", "#3c5cc2"],
];
/** Limits of the smallest length with which units are drawn, CSS px; the length depends on the space per unit. */
const MIN_LENGTH_LIMITS = [2, 14] as const;
/** Number of ticks that a paused run is simulated ahead, so that the flock has formed. */
const AHEAD_TICKS = 240;

const STYLE = `
  :host { display: block; position: relative; aspect-ratio: var(--flock-shape);
    background: var(--flock-ground, light-dark(#f3f2ea, #0a0d18)); color: var(--flock-ink, light-dark(#5b6377, #8e9ab4)); }
  :host([hidden]) { display: none; }
  canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: pan-y; }
  canvas:focus-visible { outline: 2px solid currentColor; outline-offset: -2px; }`;

/** Servers have no HTMLElement; there the class can be imported, but not used. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

export class FlockView extends Base {
  static observedAttributes = ["link", "paused"];
  /** The shown run; undefined until it has loaded. */
  flock: Flock | undefined;
  readonly #canvas = document.createElement("canvas");
  readonly #resized = new ResizeObserver(() => this.#draw());
  readonly #seen = new IntersectionObserver(([entry]) => {
    this.#visible = entry?.isIntersecting ?? true;
    this.#play();
  });
  #visible = true;
  #frame = 0;
  #last = 0;
  /** Placement of the world in the canvas: scale in px per u, and position of its upper left corner, px. */
  #fit = { scale: 1, left: 0, top: 0 };

  constructor() {
    super();
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.attachShadow({ mode: "open" }).append(style, this.#canvas);
    this.#canvas.tabIndex = 0;
    this.#canvas.setAttribute("role", "img");
    const held = (event: PointerEvent) => {
      if (event.buttons & 1) this.flock?.hold(this.#place(event));
    };
    this.#canvas.addEventListener("pointerdown", held);
    this.#canvas.addEventListener("pointermove", held);
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const)
      this.#canvas.addEventListener(end, () => this.flock?.release());
    this.#canvas.addEventListener("click", () => {
      if (this.paused) this.paused = false;
    });
    this.#canvas.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      this.paused = !this.paused;
    });
  }

  get link(): string {
    return this.getAttribute("link") ?? "";
  }

  set link(link: string) {
    this.setAttribute("link", link);
  }

  get paused(): boolean {
    return this.hasAttribute("paused");
  }

  set paused(paused: boolean) {
    this.toggleAttribute("paused", paused);
  }

  connectedCallback(): void {
    this.#resized.observe(this);
    this.#seen.observe(this);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.paused = true;
    void this.#open();
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
    this.#seen.disconnect();
    this.#close();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return;
    if (name === "link") void this.#open();
    else this.#play();
  }

  async #open(): Promise<void> {
    const { link } = this;
    try {
      await load();
      // Meanwhile, the element may have been removed or got another link.
      if (!this.isConnected || link !== this.link) return;
      this.#close();
      this.flock = open(link);
      if (this.paused) this.flock.tick(AHEAD_TICKS);
      const { width, height } = this.flock.scenery();
      this.style.setProperty("--flock-shape", `${width} / ${height}`);
      const kinds = this.flock.groups().map(({ label, count }) => `${count} ${label.toLowerCase()}`);
      this.#canvas.setAttribute("aria-label", `A flock in motion: ${kinds.join(", ")}`);
      this.#play();
      this.dispatchEvent(new CustomEvent("ready"));
    } catch (error) {
      this.dispatchEvent(new CustomEvent("error", { detail: String(error) }));
    }
  }

  #close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.flock?.free();
    this.flock = undefined;
  }

  /** Starts, stops or pauses the frames, depending on run, `paused` and visibility. */
  #play(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#last = 0;
    if (!this.flock) return;
    if (this.paused || !this.#visible) this.#draw();
    else this.#frame = requestAnimationFrame(this.#next);
  }

  readonly #next = (now: number): void => {
    this.flock?.step(this.#last ? (now - this.#last) / 1000 : 0);
    this.#last = now;
    this.#draw();
    this.#frame = requestAnimationFrame(this.#next);
  };

  #place(event: PointerEvent): { x: number; y: number } {
    const { scale, left, top } = this.#fit;
    return { x: (event.offsetX - left) / scale, y: (event.offsetY - top) / scale };
  }

  #draw(): void {
    const { flock } = this;
    const context = this.#canvas.getContext("2d");
    const { clientWidth, clientHeight } = this.#canvas;
    if (!flock || !context || clientWidth === 0 || clientHeight === 0) return;
    const scenery = flock.scenery();
    this.#fitCanvas(context, scenery);
    const { color } = getComputedStyle(this);
    context.fillStyle = context.strokeStyle = color;
    drawScenery(context, scenery);
    // Units are drawn large enough to show their heading, but smaller where there is little space per unit.
    const apart = this.#fit.scale * Math.sqrt((scenery.width * scenery.height) / Math.max(1, flock.count));
    const minPixels = Math.min(MIN_LENGTH_LIMITS[1], Math.max(MIN_LENGTH_LIMITS[0], 0.38 * apart));
    for (const [fill, path] of unitPaths(flock, minPixels / this.#fit.scale, color)) {
      context.fillStyle = fill;
      context.fill(path);
    }
  }

  /** Clears the canvas, fits it to the screen's resolution, and sets the scale at which the whole world is visible. */
  #fitCanvas(context: CanvasRenderingContext2D, { width, height }: Scenery): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const scale = Math.min(clientWidth / width, clientHeight / height);
    const [left, top] = [(clientWidth - scale * width) / 2, (clientHeight - scale * height) / 2];
    this.#fit = { scale, left, top };
    const ratio = devicePixelRatio || 1;
    const [across, down] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.#canvas.width !== across) this.#canvas.width = across;
    if (this.#canvas.height !== down) this.#canvas.height = down;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, across, down);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top);
  }
}

function drawScenery(context: CanvasRenderingContext2D, { obstacles, walls }: Scenery): void {
  context.globalAlpha = 0.3;
  context.beginPath();
  for (const { x, y, radius } of obstacles) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
  context.lineCap = "round";
  for (const { from, to, radius } of walls) {
    context.lineWidth = 2 * radius;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Outlines of all units, at least `minLength` (u) long, by color. `ink`: text color, bright on a dark background. */
function unitPaths(flock: Flock, minLength: number, ink: string): Map<string, Path2D> {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)/.exec(ink)?.slice(1) ?? [];
  const brightness = channels.reduce((sum, channel) => sum + Number(channel), 0);
  const wheel = HEADING_COLORS[brightness > 384 ? 0 : 1] ?? [];
  const { x, y, hx, hy, length } = flock;
  const paths = new Map<string, Path2D>();
  for (const { role, start, count } of flock.groups()) {
    for (let unit = start; unit < start + count; unit++) {
      const [px = 0, py = 0, cos = 1, sin = 0] = [x[unit], y[unit], hx[unit], hy[unit]];
      const size = Math.max(length[unit] ?? 0, minLength) * (role === 0 ? 1 : 1.3);
      const turn = Math.atan2(sin, cos) / (2 * Math.PI) + 1;
      const color = ROLE_COLORS[role] || (wheel[Math.round(turn * wheel.length) % wheel.length] ?? ink);
      const path = paths.get(color) ?? new Path2D();
      paths.set(color, path);
      const [ax, ay, bx, by] = [cos * size, sin * size, -sin * size, cos * size];
      path.moveTo(px + 0.5 * ax, py + 0.5 * ay);
      path.lineTo(px - 0.5 * ax + 0.22 * bx, py - 0.5 * ay + 0.22 * by);
      path.lineTo(px - 0.36 * ax, py - 0.36 * ay);
      path.lineTo(px - 0.5 * ax - 0.22 * bx, py - 0.5 * ay - 0.22 * by);
      path.closePath();
    }
  }
  return paths;
}

declare global {
  interface HTMLElementTagNameMap {
    "flock-view": FlockView;
  }
}

if (globalThis.customElements && !customElements.get("flock-view"))
  customElements.define("flock-view", FlockView);
