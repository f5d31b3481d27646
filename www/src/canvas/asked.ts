/** The unit under the mouse: an outline, and beside it what a click asks. */
import type { Layer } from "./layer";
import type { Pose } from "./overlay";
import { type Palette, withAlpha } from "./palette";

const WORD = "Why?";
const FONT = "600 12px system-ui, sans-serif";
const HEIGHT = 20;

export function drawAsked(layer: Layer, { x, y }: Pose, size: number, palette: Palette): void {
  const { context } = layer;
  const radius = size / 2 + 5;
  context.setLineDash([]);
  context.lineWidth = 1.5;
  context.strokeStyle = palette.mark;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  context.font = FONT;
  context.textAlign = "left";
  context.textBaseline = "middle";
  const width = context.measureText(WORD).width + 14;
  // To the right of it, or to the left where the window ends.
  const left = x + radius + 6 + width < layer.width ? x + radius + 6 : x - radius - 6 - width;
  context.beginPath();
  context.roundRect(left, y - HEIGHT / 2, width, HEIGHT, HEIGHT / 2);
  context.fillStyle = withAlpha(palette.plate, 0.92);
  context.fill();
  context.strokeStyle = withAlpha(palette.mark, 0.5);
  context.lineWidth = 1;
  context.stroke();
  context.fillStyle = palette.mark;
  context.fillText(WORD, left + 7, y + 0.5);
  layer.touch(x, y, radius + 12 + width);
}
