/** A picture of the stage: all of its layers, cropped to the part that no panel covers. */
import type { Stage } from "../../stage/stage";

/** A rectangle on the canvases, device px. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Crop that no panel covers; the whole canvas if almost nothing is free. A world that is drawn repeatedly is cropped to
 * one copy in the middle; `world` is its size on the page, CSS px.
 */
export function cropOf(
  canvas: Size,
  ratio: number,
  insets: { top: number; right: number; bottom: number; left: number },
  world: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY },
): Crop {
  const [x, y] = [Math.round(insets.left * ratio), Math.round(insets.top * ratio)];
  const free = {
    width: canvas.width - x - Math.round(insets.right * ratio),
    height: canvas.height - y - Math.round(insets.bottom * ratio),
  };
  const least = 64 * ratio;
  if (free.width < least || free.height < least) return { x: 0, y: 0, ...sizeOf(canvas) };
  const width = Math.min(free.width, Math.max(least, Math.round(world.width * ratio)));
  const height = Math.min(free.height, Math.max(least, Math.round(world.height * ratio)));
  return {
    x: x + Math.round((free.width - width) / 2),
    y: y + Math.round((free.height - height) / 2),
    width,
    height,
  };
}

export type Size = Pick<Crop, "width" | "height">;

const sizeOf = ({ width, height }: Size) => ({ width, height });

/** Crop of the stage. */
function stageCrop(stage: Stage): Crop {
  const { host, camera } = stage;
  const [first, second] = stage.boxes;
  if (first && second) {
    const edge = (place: number) => Math.round(place * stage.ratio);
    const [x, y] = [edge(first.left), edge(first.top)];
    const bottom = edge(second.top + second.height - camera.insets.bottom);
    return { x, y, width: edge(second.left + second.width) - x, height: bottom - y };
  }
  const ground = host.querySelector("canvas") ?? { width: 2, height: 2 };
  const ratio = ground.width / Math.max(1, host.clientWidth);
  return cropOf(ground, ratio, camera.insets, camera.repeatsWorld ? camera.drawnDomain() : undefined);
}

/** A crop that is kept while the stage keeps its size: panels that open during a video move nothing in it. */
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

/** Largest change of the aspect ratio that is invisible; videos need even sizes. */
const RATIO_TOLERANCE = 0.04;

/** Rectangle on a canvas for a picture of this size: the whole canvas, or undistorted in its middle. */
export function fittedCrop(canvas: Size, { width, height }: Size): Crop {
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const [wide, high] = [width * scale, height * scale];
  if (wide >= canvas.width * (1 - RATIO_TOLERANCE) && high >= canvas.height * (1 - RATIO_TOLERANCE))
    return { x: 0, y: 0, ...sizeOf(canvas) };
  return { x: (canvas.width - wide) / 2, y: (canvas.height - high) / 2, width: wide, height: high };
}

/** Draws a crop of the stage onto a canvas, scaled to its size. */
export function composeLayers(
  layers: Iterable<HTMLCanvasElement>,
  onto: HTMLCanvasElement,
  crop: Crop,
): void {
  const context = onto.getContext("2d", { alpha: false });
  if (!context) throw new Error("This browser provides no canvas for the picture");
  const { x, y, width, height } = crop;
  const to = fittedCrop(onto, crop);
  // Layers are drawn from the lowest, the ground, upward. Areas outside stay black.
  for (const layer of layers) context.drawImage(layer, x, y, width, height, to.x, to.y, to.width, to.height);
}

/** Draws the whole stage in the size of a canvas; `fraction` as in `Stage.draw`. */
export function composeStage(stage: Stage, canvas: HTMLCanvasElement, fraction = 0): void {
  const { width, height } = canvas;
  const use = (layers: readonly HTMLCanvasElement[]) =>
    composeLayers(layers, canvas, { x: 0, y: 0, width, height });
  stage.drawInSize(width, height, use, fraction);
}

/** Sizes of pictures, px: a slide, and a square. */
export const PICTURE_SIZES = { slide: { width: 1920, height: 1080 }, square: { width: 1080, height: 1080 } };

/**
 * Returns the stage as a PNG with what `draw` adds; its size does not depend on the window. Drawing and reading happen in
 * one task, since WebGL keeps its picture only that long.
 */
export function takePicture(
  stage: Stage,
  draw: (canvas: HTMLCanvasElement) => void = () => {},
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
