/** What moves the inspected unit: feelers, points that it goes by, velocity, thrust, and the forces at its bow. */
import { forceColor, type InspectedFrame, screenOf } from "./inspected-frame";
import type { Layer } from "./layer";
import { withAlpha } from "./palette";
import { circle, cross, line, rimmed, stroke } from "./pen";

/** Length of the largest force, CSS px. */
const longest = 96;
/** Arrows shorter than this have no name beside them, CSS px. */
const leastNamed = 18;
/** The thrust is often far larger than the steering: it is drawn no longer than this. */
const longestThrust = 26;
/** The velocity is drawn as far as it leads in this time, s. */
const moveTime = 0.5;

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

/**
 * The velocity from the middle, thin and light; the thrust from the stern; from the bow a broad arrow for what reaches
 * the body, and over it a thin one for each behavior.
 */
export function drawForces(layer: Layer, frame: InspectedFrame): void {
  const { inspection, unit, size, views, camera, scale, palette } = frame;
  const vx = (views.vx[inspection.id] ?? 0) * moveTime * camera.scale;
  const vy = (views.vy[inspection.id] ?? 0) * moveTime * camera.scale;
  arrow(layer, unit.x, unit.y, vx, vy, 1, withAlpha(palette.mark, 0.8), [5, 3]);
  if (!(scale > 0)) return;
  const to = longest / scale;
  const half = size / 2;
  const push = Math.min(longestThrust, inspection.thrust * to);
  const stern = { x: unit.x - unit.hx * (half + push), y: unit.y - unit.hy * (half + push) };
  arrow(layer, stern.x, stern.y, unit.hx * push, unit.hy * push, 1.75, withAlpha(palette.text, 0.9));
  const x = unit.x + unit.hx * half;
  const y = unit.y + unit.hy * half;
  arrow(layer, x, y, inspection.fx * to, inspection.fy * to, 6, withAlpha(palette.mark, 0.5));
  for (const [index, { label, fx, fy }] of inspection.forces.entries()) {
    arrow(layer, x, y, fx * to, fy * to, 2.5, forceColor(index, palette));
    if (Math.hypot(fx, fy) * to > leastNamed)
      name(layer, label, x + fx * to, y + fy * to, fx, fy, frame, index);
  }
}

/** The name of a behavior beyond the tip of its arrow. */
function name(
  layer: Layer,
  label: string,
  x: number,
  y: number,
  fx: number,
  fy: number,
  { palette }: InspectedFrame,
  index: number,
): void {
  const { context } = layer;
  const size = Math.hypot(fx, fy);
  context.font = "600 12px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.textAlign = fx >= 0 ? "left" : "right";
  const at = { x: x + (8 * fx) / size, y: y + (12 * fy) / size };
  rimmed(context, label, at, forceColor(index, palette), withAlpha(palette.plate, 0.85));
  layer.touch(at.x, at.y, context.measureText(label).width + 6);
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
