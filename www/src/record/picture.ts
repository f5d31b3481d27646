/** A picture of the stage: all its layers in one. */
import type { Stage } from "../canvas/stage";

/** No side of a picture is longer, device px: larger canvases fail on some machines. */
const LONGEST_SIDE = 8192;

export interface PictureOptions {
  /** Pixels per pixel of the screen. */
  scale?: number;
  /** Without the ground: units and marks on nothing. */
  transparent?: boolean;
}

/** Draws the stage as it is now onto a canvas of its size, or of another size that the layers are fitted to. */
export function compose(stage: Stage, onto: HTMLCanvasElement, transparent = false): void {
  const context = onto.getContext("2d", { alpha: transparent });
  if (!context) throw new Error("This browser gives no canvas to draw a picture on");
  const layers = [...stage.host.querySelectorAll("canvas")];
  context.clearRect(0, 0, onto.width, onto.height);
  // The ground lies lowest.
  for (const layer of transparent ? layers.slice(1) : layers) {
    context.drawImage(layer, 0, 0, onto.width, onto.height);
  }
}

/** The largest scale up to that one that this stage can be drawn at. */
export function possibleScale(width: number, height: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, LONGEST_SIDE / Math.max(1, width, height)));
}

/** The stage as a PNG. WebGL keeps a picture only until its task ends: drawing and reading are one task. */
export function takePicture(stage: Stage, options: PictureOptions = {}): Promise<Blob> {
  const { scale = 1, transparent = false } = options;
  const ground = stage.host.querySelector("canvas");
  const fits = possibleScale(ground?.width ?? 1, ground?.height ?? 1, scale);
  const canvas = document.createElement("canvas");
  stage.resize(undefined, undefined, fits);
  try {
    stage.invalidate();
    stage.draw();
    Object.assign(canvas, { width: ground?.width ?? 1, height: ground?.height ?? 1 });
    compose(stage, canvas, transparent);
  } finally {
    stage.resize();
    stage.draw();
  }
  return new Promise((done, refuse) => {
    canvas.toBlob((blob) => {
      if (blob) done(blob);
      else refuse(new Error("The browser could not make a PNG of this size"));
    }, "image/png");
  });
}
