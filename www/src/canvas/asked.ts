/** The unit under the mouse: an outline, and beside it what a click asks. */
import type { Layer } from "./layer";
import type { Pose } from "./overlay";
import { type Palette, withAlpha } from "./palette";
import { circle, stroke } from "./pen";

const WORD = "Why?";
const FONT = "600 12px system-ui, sans-serif";
const HEIGHT = 20;

export function drawAsked(layer: Layer, { x, y }: Pose, size: number, palette: Palette): void {
  const { context } = layer;
  const radius = size / 2 + 5;
  stroke(context, palette.mark, 1.5, () => circle(context, { x, y }, radius));
  context.font = FONT;
  context.textAlign = "left";
  context.textBaseline = "middle";
  const width = context.measureText(WORD).width + 14;
  // To the right of it, or to the left where the window ends.
  const left = x + radius + 6 + width < layer.width ? x + radius + 6 : x - radius - 6 - width;
  const plate = () => context.roundRect(left, y - HEIGHT / 2, width, HEIGHT, HEIGHT / 2);
  stroke(context, withAlpha(palette.mark, 0.5), 1, plate, { fill: withAlpha(palette.plate, 0.92) });
  context.fillStyle = palette.mark;
  context.fillText(WORD, left + 7, y + 0.5);
  layer.touch(x, y, radius + 12 + width);
}
