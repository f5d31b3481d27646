/** What the asked unit goes by: feelers, and points; and arrows. */
import { forceColor, type InspectedFrame, screenOf } from "./inspected-frame";
import type { Layer } from "./layer";
import { withAlpha } from "./palette";
import { circle, cross, line, stroke } from "./pen";

export function drawFeelers(layer: Layer, frame: InspectedFrame): void {
  const { context } = layer;
  const { inspection, unit, obstacles, camera, palette } = frame;
  for (const [index, { feelers }] of inspection.forces.entries()) {
    const color = forceColor(index, palette);
    for (const { x, y, hit } of feelers) {
      const end = screenOf(frame, x, y);
      const feeler = () => line(context, unit, end);
      if (hit < 0) stroke(context, withAlpha(palette.wedge, 0.75), 1, feeler, { dash: [6, 3] });
      else stroke(context, color, 1.75, feeler);
      layer.touch(end.x, end.y, 4);
      const obstacle = obstacles[hit];
      if (!obstacle) continue;
      const at = camera.toScreen(obstacle.x, obstacle.y);
      const radius = obstacle.radius * camera.scale;
      stroke(context, color, 2, () => circle(context, at, radius), { fill: withAlpha(color, 0.12) });
      layer.touch(at.x, at.y, radius + 3);
    }
  }
}

/** Points that it goes to: a cross in a ring; away from: a ring struck through; courses need no more than their line. */
export function drawAims(layer: Layer, frame: InspectedFrame): void {
  const { context } = layer;
  const { inspection, unit, palette } = frame;
  for (const [index, { aims, fx, fy }] of inspection.forces.entries()) {
    const color = withAlpha(forceColor(index, palette), fx === 0 && fy === 0 ? 0.45 : 0.95);
    for (const { kind, x, y } of aims) {
      const at = screenOf(frame, x, y);
      context.lineCap = "round";
      stroke(context, color, 1, () => line(context, unit, at), { dash: [1, 4] });
      context.lineCap = "butt";
      stroke(context, color, 1.75, () => {
        circle(context, at, { to: 5, from: 6, course: 2 }[kind]);
        if (kind === "to") cross(context, at, 8);
        else if (kind === "from") line(context, { x: at.x - 4, y: at.y + 4 }, { x: at.x + 4, y: at.y - 4 });
      });
      layer.touch(at.x, at.y, 11);
      layer.touch(unit.x, unit.y, 2);
    }
  }
}

export function arrow(
  layer: Layer,
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
  stroke(context, color, width, () => line(context, { x, y }, neck), { dash });
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x + dx, y + dy);
  context.lineTo(neck.x - uy * head * 0.5, neck.y + ux * head * 0.5);
  context.lineTo(neck.x + uy * head * 0.5, neck.y - ux * head * 0.5);
  context.fill();
  layer.touch(x + dx / 2, y + dy / 2, length / 2 + 6);
}
