/** A canvas that is cleared only where it was drawn on. All coordinates are CSS px. */
export class CanvasLayer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  #ratio = 1;
  /** Bounding box of what was drawn since the last `clearTouched`; empty at first. */
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;

  /** Throws an error if the canvas has no 2D context. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("Canvas 2D is not available");
    this.context = context;
  }

  /** Has to be called after the canvas was resized; `ratio`: device px per CSS px. */
  onResize(ratio: number): void {
    this.#ratio = ratio;
    this.width = this.canvas.width / ratio;
    this.height = this.canvas.height / ratio;
    this.#resetTouched();
  }

  /** Clears what was drawn since the last call. */
  clearTouched(): void {
    const { context } = this;
    const ratio = this.#ratio;
    // The bounding box may extend beyond the canvas, to which it is limited here.
    const left = Math.max(0, Math.floor(this.#left * ratio));
    const top = Math.max(0, Math.floor(this.#top * ratio));
    const right = Math.min(this.canvas.width, Math.ceil(this.#right * ratio));
    const bottom = Math.min(this.canvas.height, Math.ceil(this.#bottom * ratio));
    if (right > left && bottom > top) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      // The area is cleared in two parts: Chromium with hardware acceleration often skips clearing a whole canvas if
      // nothing is drawn on it afterwards.
      const splitX = right - left < this.canvas.width ? right : Math.floor(right / 2);
      context.clearRect(left, top, splitX - left, bottom - top);
      if (splitX < right) context.clearRect(splitX, top, right - splitX, bottom - top);
    }
    this.#resetTouched();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Extends the box that `clearTouched` clears by everything within `reach` of a point. */
  extendTouched(x: number, y: number, reach: number): void {
    this.#left = Math.min(this.#left, x - reach);
    this.#top = Math.min(this.#top, y - reach);
    this.#right = Math.max(this.#right, x + reach);
    this.#bottom = Math.max(this.#bottom, y + reach);
  }

  #resetTouched(): void {
    this.#left = this.#top = Number.POSITIVE_INFINITY;
    this.#right = this.#bottom = Number.NEGATIVE_INFINITY;
  }
}
