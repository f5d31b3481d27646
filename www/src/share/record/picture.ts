/** Pictures of the stage: draws all of its layers on one canvas, cropped to the part that no panel covers. */
import type { Stage } from "../../stage/stage";

/** A rectangle on the stage's canvases, device px. */
interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Part of the stage's canvas (device px) that no panel covers; the whole canvas if almost nothing is free. `ratio`:
 * device px per CSS px; `world`: size (CSS px) of the one copy to which a repeated world is cropped.
 */
export function cropOf(
  canvasSize: Size,
  ratio: number,
  insets: { top: number; right: number; bottom: number; left: number },
  world: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY },
): Crop {
  const [x, y] = [Math.round(insets.left * ratio), Math.round(insets.top * ratio)];
  const freeSize = {
    width: canvasSize.width - x - Math.round(insets.right * ratio),
    height: canvasSize.height - y - Math.round(insets.bottom * ratio),
  };
  const minSide = 64 * ratio;
  if (freeSize.width < minSide || freeSize.height < minSide) return { x: 0, y: 0, ...sizeOf(canvasSize) };
  const width = Math.min(freeSize.width, Math.max(minSide, Math.round(world.width * ratio)));
  const height = Math.min(freeSize.height, Math.max(minSide, Math.round(world.height * ratio)));
  return {
    x: x + Math.round((freeSize.width - width) / 2),
    y: y + Math.round((freeSize.height - height) / 2),
    width,
    height,
  };
}

export type Size = Pick<Crop, "width" | "height">;

const sizeOf = ({ width, height }: Size) => ({ width, height });

/** Part of the stage's canvases that a picture shows now, with both runs if two are shown. */
function stageCrop(stage: Stage): Crop {
  const { host, camera } = stage;
  const [first, second] = stage.boxes;
  if (first && second) {
    const pixelEdge = (place: number) => Math.round(place * stage.ratio);
    const [x, y] = [pixelEdge(first.left), pixelEdge(first.top)];
    const bottom = pixelEdge(second.top + second.height - camera.insets.bottom);
    return { x, y, width: pixelEdge(second.left + second.width) - x, height: bottom - y };
  }
  const groundCanvas = host.querySelector("canvas") ?? { width: 2, height: 2 };
  const ratio = groundCanvas.width / Math.max(1, host.clientWidth);
  return cropOf(groundCanvas, ratio, camera.insets, camera.repeatsWorld ? camera.drawnDomain() : undefined);
}

/** Part of the stage that a video shows. It stays while the canvas keeps its size, even if panels open. */
export class SteadyCrop {
  private crop: Crop | undefined;
  private size = "";

  constructor(private readonly stage: Stage) {}

  currentCrop(): Crop {
    const { width, height } = this.stage.host.querySelector("canvas") ?? {};
    const size = `${width} ${height}`;
    if (!this.crop || size !== this.size) this.crop = stageCrop(this.stage);
    this.size = size;
    return this.crop;
  }
}

/** Largest relative change of a picture's width or height that nobody notices; a video's even size may need it. */
const RATIO_TOLERANCE = 0.04;

/** Rectangle of a canvas for a picture of this size: the whole canvas, or an undistorted part in its middle. */
export function fittedCrop(canvas: Size, { width, height }: Size): Crop {
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const [wide, high] = [width * scale, height * scale];
  if (wide >= canvas.width * (1 - RATIO_TOLERANCE) && high >= canvas.height * (1 - RATIO_TOLERANCE))
    return { x: 0, y: 0, ...sizeOf(canvas) };
  return { x: (canvas.width - wide) / 2, y: (canvas.height - high) / 2, width: wide, height: high };
}

/** Draws a part of the stage's layers onto a canvas, scaled to the size of the canvas. */
export function composeLayers(
  layers: Iterable<HTMLCanvasElement>,
  target: HTMLCanvasElement,
  crop: Crop,
): void {
  const context = target.getContext("2d", { alpha: false });
  if (!context) throw new Error("This browser provides no canvas for the picture");
  const { x, y, width, height } = crop;
  const to = fittedCrop(target, crop);
  // Layers come in drawing order, the ground first. Parts of the canvas without a layer stay black.
  for (const layer of layers) context.drawImage(layer, x, y, width, height, to.x, to.y, to.width, to.height);
}

/** Draws the whole stage, scaled to a canvas; `fraction`: part of the next tick that has passed, as in `Stage.draw`. */
export function composeStage(stage: Stage, canvas: HTMLCanvasElement, fraction = 0): void {
  const { width, height } = canvas;
  const compose = (layers: readonly HTMLCanvasElement[]) =>
    composeLayers(layers, canvas, { x: 0, y: 0, width, height });
  stage.drawInSize(width, height, compose, fraction);
}

/** Sizes of saved pictures, px: "slide" is 16:9. */
export const PICTURE_SIZES = { slide: { width: 1920, height: 1080 }, square: { width: 1080, height: 1080 } };

/**
 * Returns the stage as a PNG of this size, with what `draw` adds. The stage is drawn and read in one task, since WebGL
 * keeps its drawing only that long.
 */
export function takePicture(
  stage: Stage,
  draw: (canvas: HTMLCanvasElement) => void,
  { width, height }: Size = PICTURE_SIZES.slide,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  composeStage(stage, canvas);
  draw(canvas);
  return new Promise((done, refuse) => {
    canvas.toBlob((blob) => {
      if (blob) done(blob);
      else refuse(new Error("The browser could not make a PNG of this size"));
    }, "image/png");
  });
}
