/** Creates the stage's canvases, computes their size, and reads the stored choice of the renderer. */

export type Backend = "webgl2" | "canvas2d";

/** Key in local storage; the value "2d" makes the page draw with Canvas 2D. */
const RENDERER_KEY = "flockwright.renderer";

/**
 * Canvas size, device px: the observed one, unless it differs by 1.5 px or more from the computed one, as with an
 * emulated pixel ratio.
 */
export function wholePixels(computed: number, observed: number | undefined): number {
  const size = observed !== undefined && Math.abs(observed - computed) < 1.5 ? observed : computed;
  return Math.max(1, Math.round(size));
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
    // The browser may deny access to the storage; the default is used then.
    return "webgl2";
  }
}
