/** The arrow that shows a force at the inspected unit. */
import type { CanvasLayer } from "./layer";
import { addLine, strokePath } from "./pen";

export function drawForceArrow(
  layer: CanvasLayer,
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
  color: string,
  dash: readonly number[] = [],
): void {
  const length = Math.hypot(dx, dy);
  if (length < 2) return;
  const { context } = layer;
  const head = Math.min(length, 4 + 1.5 * width);
  const ux = dx / length;
  const uy = dy / length;
  const neck = { x: x + dx - ux * head, y: y + dy - uy * head };
  strokePath(context, color, width, () => addLine(context, { x, y }, neck), { dash });
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x + dx, y + dy);
  context.lineTo(neck.x - uy * head * 0.5, neck.y + ux * head * 0.5);
  context.lineTo(neck.x + uy * head * 0.5, neck.y - ux * head * 0.5);
  context.fill();
  layer.extendTouched(x + dx / 2, y + dy / 2, length / 2 + 6);
}
