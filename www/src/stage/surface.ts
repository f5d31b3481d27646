/** Creation, size and choice of the stage's canvases. */

export type Backend = "webgl2" | "canvas2d";

/** Storage key that forces Canvas 2D by the value "2d". */
const RENDERER_KEY = "flockwright.renderer";

/**
 * Size in device px: the observed one, which is exact, unless it differs by more than a pixel from the computed one
 * (emulated ratios).
 */
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
    return localStorage.getItem(RENDERER_KEY) === "2d" ? "canvas2d" : "webgl2";
  } catch {
    // Access to the storage may be denied.
    return "webgl2";
  }
}
