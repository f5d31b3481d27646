/** A canvas that clears only the part that was drawn on. All coordinates are CSS px. */
export class Layer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  #ratio = 1;
  /** What has been drawn on since `begin`. */
  #left = 0;
  #top = 0;
  #right = 0;
  #bottom = 0;

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
    if (this.#right > this.#left && this.#bottom > this.#top) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      const x = Math.floor(this.#left * ratio);
      const y = Math.floor(this.#top * ratio);
      context.clearRect(x, y, Math.ceil(this.#right * ratio) - x, Math.ceil(this.#bottom * ratio) - y);
    }
    this.#forget();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Notes that something was drawn within `reach` of a point. */
  touch(x: number, y: number, reach: number): void {
    const nothing = this.#right <= this.#left;
    const left = Math.max(0, x - reach);
    const top = Math.max(0, y - reach);
    const right = Math.min(this.width, x + reach);
    const bottom = Math.min(this.height, y + reach);
    this.#left = nothing ? left : Math.min(this.#left, left);
    this.#top = nothing ? top : Math.min(this.#top, top);
    this.#right = nothing ? right : Math.max(this.#right, right);
    this.#bottom = nothing ? bottom : Math.max(this.#bottom, bottom);
  }

  #forget(): void {
    this.#left = this.#top = this.#right = this.#bottom = 0;
  }
}
