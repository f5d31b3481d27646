/** A canvas that clears only the part that was drawn on. All coordinates are CSS px. */
export class Layer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  #ratio = 1;
  /** What has been drawn on since `begin`. */
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;

  /** Throws when the canvas gets no 2D context. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("Canvas 2D is not available");
    this.context = context;
  }

  /** The canvas has been resized, which emptied it. */
  resized(ratio: number): void {
    this.#ratio = ratio;
    this.width = this.canvas.width / ratio;
    this.height = this.canvas.height / ratio;
    this.#forget();
  }

  /** Clears what the last frame drew. */
  begin(): void {
    const { context } = this;
    const ratio = this.#ratio;
    // What was drawn may reach beyond the canvas on any side.
    const left = Math.max(0, Math.floor(this.#left * ratio));
    const top = Math.max(0, Math.floor(this.#top * ratio));
    const right = Math.min(this.canvas.width, Math.ceil(this.#right * ratio));
    const bottom = Math.min(this.canvas.height, Math.ceil(this.#bottom * ratio));
    if (right > left && bottom > top) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      // In two parts: Chromium, where a graphics processor draws, often loses the clearing of a whole canvas on which
      // nothing is drawn afterwards.
      const middle = right - left < this.canvas.width ? right : Math.floor(right / 2);
      context.clearRect(left, top, middle - left, bottom - top);
      if (middle < right) context.clearRect(middle, top, right - middle, bottom - top);
    }
    this.#forget();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Notes that something was drawn within `reach` of a point. */
  touch(x: number, y: number, reach: number): void {
    this.#left = Math.min(this.#left, x - reach);
    this.#top = Math.min(this.#top, y - reach);
    this.#right = Math.max(this.#right, x + reach);
    this.#bottom = Math.max(this.#bottom, y + reach);
  }

  #forget(): void {
    this.#left = this.#top = Number.POSITIVE_INFINITY;
    this.#right = this.#bottom = Number.NEGATIVE_INFINITY;
  }
}
