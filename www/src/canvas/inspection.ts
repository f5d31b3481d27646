/** The inspected unit on the canvas: where it looks, which units it counts and which not, what it feels and what moves it. */
import type { Reason } from "../core";
import { colorOf, type InspectedFrame, screenOf } from "./inspected-frame";
import { drawAims, drawFeelers, drawForces } from "./inspection-forces";
import type { Layer } from "./layer";
import { withAlpha } from "./palette";
import { circle, line, stroke, within } from "./pen";

/** Lines go to the nearest of those that count: more would be a fan, and the others have their marks. */
const mostLines = 7;
/** With more units than this, the marks would cover the crowd. */
const mostMarks = 120;

/** How units are marked: counted ones by a ring, others by a shape of their own for each reason. `ahead` is a wedge. */
export type Mark = "counted" | "near" | "ahead" | Reason;

/** SVG path data of a mark about the origin, `r` being how far it reaches. */
export function markPath(mark: Mark, r: number): string {
  const d = r.toFixed(1);
  const n = (-r).toFixed(1);
  if (mark === "angle") return `M${n} ${n}L${d} ${d}M${d} ${n}L${n} ${d}`;
  if (mark === "kind") return `M${n} ${n}H${d}V${d}H${n}Z`;
  if (mark === "ahead")
    return `M${n} ${n}L0 ${d}L${d} ${n}A${(r * 1.7).toFixed(1)} ${(r * 1.7).toFixed(1)} 0 0 0 ${n} ${n}`;
  if (mark === "cap") return `M0 ${n}L${d} 0L0 ${d}L${n} 0Z`;
  return `M${d} 0A${d} ${d} 0 1 1 ${n} 0A${d} ${d} 0 1 1 ${d} 0`;
}

export function drawInspection(layer: Layer, frame: InspectedFrame): void {
  const { context } = layer;
  const { world, unit, size, palette } = frame;
  within(context, world, () => {
    drawRegions(layer, frame);
    drawNeighbors(layer, frame);
    drawMarks(layer, frame);
    drawFeelers(layer, frame);
  });
  stroke(context, palette.mark, 1.5, () => circle(context, unit, size / 2 + 5));
  layer.touch(unit.x, unit.y, size / 2 + 8);
  drawAims(layer, frame);
  drawForces(layer, frame);
}

function drawRegions(layer: Layer, frame: InspectedFrame): void {
  const { context } = layer;
  const { inspection, unit, camera, palette } = frame;
  const heading = Math.atan2(unit.hy, unit.hx);
  for (const { key, x, y, radius, halfAngle } of inspection.regions) {
    const at = screenOf(frame, x, y);
    const reach = radius * camera.scale;
    const half = Math.min(Math.PI, halfAngle);
    const add = () => {
      if (half < Math.PI - 1e-3) context.moveTo(at.x, at.y);
      context.arc(at.x, at.y, reach, heading - half, heading + half);
      context.closePath();
    };
    const flock = key === "flock";
    const color = flock
      ? palette.wedge
      : key === "leader"
        ? palette.leader
        : colorOf(inspection, key, palette);
    if (flock) stroke(context, withAlpha(color, 0.55), 1, add, { fill: withAlpha(color, 0.07) });
    else stroke(context, withAlpha(color, 0.8), 1, add, { dash: key === "leader" ? [1.5, 4] : [4, 3] });
    layer.touch(at.x, at.y, reach + 2);
  }
}

/** The way from the unit to another, CSS px. */
export function wayTo({ inspection, views, camera, torus }: InspectedFrame, other: number): [number, number] {
  const { id } = inspection;
  const dx = nearest((views.x[other] ?? 0) - (views.x[id] ?? 0), torus.width);
  const dy = nearest((views.y[other] ?? 0) - (views.y[id] ?? 0), torus.height);
  return [dx * camera.scale, dy * camera.scale];
}

function drawNeighbors(layer: Layer, frame: InspectedFrame): void {
  const { context } = layer;
  const { inspection, unit, palette } = frame;
  const many = Math.min(mostLines, inspection.neighbors.length);
  const away = (other: number) => Math.hypot(...wayTo(frame, other));
  const nearest = [...inspection.neighbors].sort((a, b) => away(a) - away(b)).slice(0, many);
  stroke(context, withAlpha(palette.mark, 0.4), 1, () => {
    for (const other of nearest) {
      const [dx, dy] = wayTo(frame, other);
      line(context, unit, { x: unit.x + dx, y: unit.y + dy });
      layer.touch(unit.x + dx, unit.y + dy, 2);
    }
  });
}

function drawMarks(layer: Layer, frame: InspectedFrame): void {
  const { inspection, palette } = frame;
  const { neighbors, crowd, rejected, reasons } = inspection;
  if (neighbors.length <= mostMarks)
    mark(layer, frame, "counted", neighbors, withAlpha(palette.mark, 0.75), 1);
  mark(layer, frame, "near", crowd.slice(0, mostMarks), colorOf(inspection, "separation", palette), 2);
  for (const reason of ["angle", "far", "kind", "cap"] as const) {
    const units = rejected.filter((_, index) => reasons[index] === reason);
    const dash = reason === "far" ? [2, 3] : [];
    mark(layer, frame, reason, units.slice(0, mostMarks), withAlpha(palette.text, 0.8), 1, dash);
  }
}

function mark(
  layer: Layer,
  frame: InspectedFrame,
  kind: Mark,
  units: readonly number[],
  color: string,
  width: number,
  dash: readonly number[] = [],
): void {
  if (units.length === 0) return;
  const { context } = layer;
  const { unit, size } = frame;
  const reach = kind === "angle" ? 3.5 : size / 2 + (kind === "counted" ? 3 : 1);
  const shape = new Path2D(markPath(kind, reach));
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash as number[]);
  for (const other of units) {
    const [dx, dy] = wayTo(frame, other);
    context.translate(unit.x + dx, unit.y + dy);
    context.stroke(shape);
    context.translate(-unit.x - dx, -unit.y - dy);
    layer.touch(unit.x + dx, unit.y + dy, reach + 2);
  }
  context.setLineDash([]);
}

/** The shorter way around a world that wraps. */
export function nearest(offset: number, extent: number): number {
  if (extent <= 0) return offset;
  return offset - extent * Math.round(offset / extent);
}
