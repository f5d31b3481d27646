/** The inspected unit on the canvas: where it looks, whom it counts, what it feels and which forces move it. */
import type { Inspection } from "../core";
import type { Views } from "../views";
import type { Camera } from "./camera";
import type { Layer } from "./layer";
import type { Box, Pose } from "./overlay";
import { type Palette, withAlpha } from "./palette";

/** More lines than this would be a solid fan: the others are counted in the panel. */
const mostLines = 300;
/** Length of the largest force, CSS px. */
const longest = 64;

/** Colors of the forces, in pipeline order; the panel's bars have the same. */
export function forceColor(index: number, palette: Palette): string {
  return palette.forces[index % palette.forces.length] ?? palette.mark;
}

export interface InspectedFrame {
  inspection: Inspection;
  unit: Pose;
  /** On-screen length of the unit, CSS px. */
  size: number;
  views: Views;
  camera: Camera;
  world: Box;
  /** Extent to wrap offsets by, u; 0 where perception does not look across the edges. */
  torus: { width: number; height: number };
  /** The force that is drawn `longest` px long. */
  scale: number;
  palette: Palette;
}

export function drawInspection(layer: Layer, frame: InspectedFrame): void {
  const { context } = layer;
  const { world, unit, size, palette } = frame;
  context.save();
  context.beginPath();
  context.rect(world.left, world.top, world.width, world.height);
  context.clip();
  drawRegions(layer, frame);
  drawNeighbors(layer, frame);
  drawFeelers(layer, frame);
  context.restore();
  context.strokeStyle = palette.mark;
  context.lineWidth = 1.5;
  context.setLineDash([]);
  context.beginPath();
  context.arc(unit.x, unit.y, size / 2 + 5, 0, 2 * Math.PI);
  context.stroke();
  layer.touch(unit.x, unit.y, size / 2 + 8);
  drawForces(layer, frame);
}

function drawRegions(layer: Layer, { inspection, unit, camera, palette }: InspectedFrame): void {
  const { context } = layer;
  const heading = Math.atan2(unit.hy, unit.hx);
  for (const { key, radius, halfAngle } of inspection.regions) {
    const reach = radius * camera.scale;
    const half = Math.min(Math.PI, halfAngle);
    context.beginPath();
    if (half < Math.PI - 1e-3) context.moveTo(unit.x, unit.y);
    context.arc(unit.x, unit.y, reach, heading - half, heading + half);
    context.closePath();
    const flock = key === "flock";
    context.fillStyle = withAlpha(palette.wedge, flock ? 0.07 : 0.1);
    context.fill();
    context.setLineDash(flock ? [] : [3, 3]);
    context.strokeStyle = withAlpha(palette.wedge, flock ? 0.5 : 0.7);
    context.lineWidth = 1;
    context.stroke();
    layer.touch(unit.x, unit.y, reach + 2);
  }
  context.setLineDash([]);
}

function drawNeighbors(
  layer: Layer,
  { inspection, unit, views, camera, torus, palette }: InspectedFrame,
): void {
  const { context } = layer;
  const { neighbors, id } = inspection;
  const many = Math.min(mostLines, neighbors.length);
  context.strokeStyle = withAlpha(palette.mark, many > 60 ? 0.16 : 0.32);
  context.lineWidth = 1;
  context.beginPath();
  for (let index = 0; index < many; index++) {
    const other = neighbors[index] ?? id;
    const dx = nearest((views.x[other] ?? 0) - (views.x[id] ?? 0), torus.width) * camera.scale;
    const dy = nearest((views.y[other] ?? 0) - (views.y[id] ?? 0), torus.height) * camera.scale;
    context.moveTo(unit.x, unit.y);
    context.lineTo(unit.x + dx, unit.y + dy);
    layer.touch(unit.x + dx, unit.y + dy, 2);
  }
  context.stroke();
}

/** The shorter way around a world that wraps. */
export function nearest(offset: number, extent: number): number {
  if (extent <= 0) return offset;
  return offset - extent * Math.round(offset / extent);
}

function drawFeelers(layer: Layer, { inspection, unit, views, camera, palette }: InspectedFrame): void {
  const { feelers, id } = inspection;
  if (!feelers) return;
  const { context } = layer;
  const vx = views.vx[id] ?? 0;
  const vy = views.vy[id] ?? 0;
  // Feelers lie along the velocity.
  const course = vx === 0 && vy === 0 ? Math.atan2(unit.hy, unit.hx) : Math.atan2(vy, vx);
  const reach = feelers.reach * camera.scale;
  context.strokeStyle = withAlpha(palette.wedge, 0.75);
  context.lineWidth = 1;
  context.setLineDash([6, 3]);
  context.beginPath();
  for (const angle of feelers.count >= 3 ? [-feelers.spread, 0, feelers.spread] : [0]) {
    context.moveTo(unit.x, unit.y);
    context.lineTo(unit.x + Math.cos(course + angle) * reach, unit.y + Math.sin(course + angle) * reach);
  }
  context.stroke();
  context.setLineDash([]);
  layer.touch(unit.x, unit.y, reach + 2);
}

/** From the bow: a broad arrow for what reaches the body, and over it a thin one for each behavior. */
function drawForces(layer: Layer, { inspection, unit, size, scale, palette }: InspectedFrame): void {
  if (!(scale > 0)) return;
  const x = unit.x + (unit.hx * size) / 2;
  const y = unit.y + (unit.hy * size) / 2;
  const to = longest / scale;
  arrow(layer, x, y, inspection.fx * to, inspection.fy * to, 4, withAlpha(palette.mark, 0.55));
  for (const [index, { fx, fy }] of inspection.forces.entries()) {
    arrow(layer, x, y, fx * to, fy * to, 1.75, forceColor(index, palette));
  }
}

function arrow(
  layer: Layer,
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
  color: string,
): void {
  const length = Math.hypot(dx, dy);
  if (length < 2) return;
  const { context } = layer;
  const head = Math.min(length, 4 + 1.5 * width);
  const ux = dx / length;
  const uy = dy / length;
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + dx - ux * head, y + dy - uy * head);
  context.stroke();
  context.beginPath();
  context.moveTo(x + dx, y + dy);
  context.lineTo(x + dx - ux * head - uy * head * 0.5, y + dy - uy * head + ux * head * 0.5);
  context.lineTo(x + dx - ux * head + uy * head * 0.5, y + dy - uy * head - ux * head * 0.5);
  context.fill();
  layer.touch(x + dx / 2, y + dy / 2, length / 2 + 6);
}
