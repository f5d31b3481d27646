/** The stage's canvases: how they are made, measured and chosen. */

export type Backend = "webgl2" | "canvas2d";

/** A storage entry that forces Canvas 2D by the value "2d". */
const rendererKey = "flockwright.renderer";

/** The observer knows how the screen rounds a size, but no emulated ratio: what is off by more is not believed. */
export function wholePixels(computed: number, observed: number | undefined): number {
  const believed = observed !== undefined && Math.abs(observed - computed) < 1.5 ? observed : computed;
  return Math.max(1, Math.round(believed));
}

export function appendLayer(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  Object.assign(canvas.style, {
    position: "absolute",
    inset: "0",
    width: "100%",
    height: "100%",
    display: "block",
    pointerEvents: "none",
  });
  host.append(canvas);
  return canvas;
}

export function storedBackend(): Backend {
  try {
    return localStorage.getItem(rendererKey) === "2d" ? "canvas2d" : "webgl2";
  } catch {
    // Storage may be refused altogether.
    return "webgl2";
  }
}
