/** Chooses the unit renderer: WebGL2, or Canvas 2D where WebGL2 is missing or while its context is lost. */
import type { UnitRenderer } from "./renderer";
import { appendLayer, type Backend } from "./surface";
import { WebGLUnits } from "./units";
import { CanvasUnits } from "./units2d";

export class Renderers {
  current: UnitRenderer;
  backend: Backend = "canvas2d";
  /** Renderer of the second of two views; draws onto the same canvas as the first. */
  #secondRenderer: UnitRenderer | undefined;
  /** Canvas whose WebGL context is lost; hidden until the context is restored. */
  #lostCanvas: HTMLCanvasElement | undefined;

  constructor(
    private readonly host: HTMLElement,
    wantedBackend: Backend,
    private readonly hooks: {
      /** Called when `renderer` takes over, so that the stage inserts the renderer's canvas. */
      onUse(renderer: UnitRenderer): void;
      onLoss(message: string): void;
      onRestore(): void;
    },
  ) {
    this.current = this.#open(wantedBackend);
  }

  /** Returns the renderer of a view, by the view's index (0 or 1). */
  of(sky: number): UnitRenderer {
    if (sky === 0) return this.current;
    const { canvas } = this.current;
    this.#secondRenderer ??= this.backend === "webgl2" ? new WebGLUnits(canvas) : new CanvasUnits(canvas);
    return this.#secondRenderer;
  }

  #open(wanted: Backend): UnitRenderer {
    if (wanted === "webgl2") {
      const canvas = appendLayer(this.host);
      try {
        const renderer = new WebGLUnits(canvas);
        canvas.addEventListener("webglcontextlost", this.#onContextLost);
        canvas.addEventListener("webglcontextrestored", this.#onContextRestored);
        this.backend = "webgl2";
        return renderer;
      } catch (error) {
        console.info(`Drawing in Canvas 2D: ${error instanceof Error ? error.message : error}`);
        canvas.remove();
      }
    }
    return new CanvasUnits(appendLayer(this.host));
  }

  #takeOver(renderer: UnitRenderer, backend: Backend): void {
    this.#secondRenderer = undefined;
    this.current = renderer;
    this.backend = backend;
    this.hooks.onUse(renderer);
  }

  #onContextLost = (event: Event): void => {
    // A browser restores the context only if the default action was prevented.
    event.preventDefault();
    if (this.#lostCanvas) return;
    this.#lostCanvas = this.current.canvas;
    this.#lostCanvas.style.visibility = "hidden";
    this.#takeOver(new CanvasUnits(appendLayer(this.host)), "canvas2d");
    this.hooks.onLoss("The graphics card was reset. The flock is drawn in a simpler way until it is back.");
  };

  #onContextRestored = (): void => {
    const canvas = this.#lostCanvas;
    if (!canvas) return;
    try {
      const renderer = new WebGLUnits(canvas);
      this.current.canvas.remove();
      this.#lostCanvas = undefined;
      canvas.style.visibility = "";
      this.#takeOver(renderer, "webgl2");
      this.hooks.onRestore();
    } catch (error) {
      console.info(`Staying with Canvas 2D: ${error instanceof Error ? error.message : error}`);
    }
  };
}
