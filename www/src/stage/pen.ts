/** Drawing helpers for Canvas 2D: strokes, lines, circles, crosses, clipping and outlined labels. */
import type { Point } from "./camera";

type Context2D = CanvasRenderingContext2D;
type BoxSides = Pick<DOMRect, "left" | "top" | "width" | "height">;

/** Strokes the path that `add` builds, after filling it if `fill` is given, and removes the dash pattern. */
export function strokePath(
  context: Context2D,
  color: string,
  width: number,
  add: () => void,
  { dash = [], fill }: { dash?: readonly number[]; fill?: string } = {},
): void {
  context.beginPath();
  add();
  if (fill) {
    context.fillStyle = fill;
    context.fill();
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash as number[]);
  context.stroke();
  context.setLineDash([]);
}

export function addLine(context: Context2D, from: Point, to: Point): void {
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
}

export function addCircle(context: Context2D, { x, y }: Point, radius: number): void {
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/**
 * Adds four arcs on a circle to the path. `firstQuarter`: middle of the first arc, 0 to below 1 quarter turn from the
 * right, clockwise; `halfAngle`: half of an arc's angle, rad.
 */
export function addArcs(
  context: Context2D,
  { x, y }: Point,
  radius: number,
  firstQuarter: number,
  halfAngle: number,
): void {
  for (let quarter = firstQuarter; quarter < 4; quarter++) {
    const middle = quarter * (Math.PI / 2);
    context.moveTo(x + radius * Math.cos(middle - halfAngle), y + radius * Math.sin(middle - halfAngle));
    context.arc(x, y, radius, middle - halfAngle, middle + halfAngle);
  }
}

/** Adds an upright cross to the path; its four arms extend from `gap` to `reach` from the center. */
export function addCross(context: Context2D, { x, y }: Point, reach: number, gap = 0): void {
  addLine(context, { x: x + gap, y }, { x: x + reach, y });
  addLine(context, { x: x - gap, y }, { x: x - reach, y });
  addLine(context, { x, y: y + gap }, { x, y: y + reach });
  addLine(context, { x, y: y - gap }, { x, y: y - reach });
}

/** Calls `draw` with the context clipped to a box, and restores the context. */
export function drawClipped(
  context: Context2D,
  { left, top, width, height }: BoxSides,
  draw: () => void,
): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  draw();
  context.restore();
}

/** Draws a text with an outline in `rimColor`. */
export function drawRimmedText(
  context: Context2D,
  text: string,
  { x, y }: Point,
  color: string,
  rimColor: string,
): void {
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = rimColor;
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}
