/** Geometry and colors for drawing the inspected unit, with offsets that take the shorter way in a world that wraps. */
import type { Inspection } from "../core";
import type { Point } from "./camera";
import type { ScreenPose } from "./overlay";
import type { DrawnFrame } from "./painter";
import type { Palette } from "./palette";

export interface InspectedFrame extends DrawnFrame {
  inspection: Inspection;
  unit: ScreenPose;
  /** On-screen length of the unit, CSS px. */
  size: number;
}

/** Color of the force with this index in pipeline order; the answer's bars use the same colors. */
export function forceColor(index: number, palette: Palette): string {
  return palette.forces[index % palette.forces.length] ?? palette.mark;
}

/** Color of a behavior in this inspection. */
export function colorOfForce(inspection: Pick<Inspection, "forces">, key: string, palette: Palette): string {
  const index = inspection.forces.findIndex((force) => force.key === key);
  return index < 0 ? palette.wedge : forceColor(index, palette);
}

/** Screen position of a world point, relative to the drawn (extrapolated) position of the inspected unit. */
export function screenPointOf(
  { inspection, unit, views, camera }: InspectedFrame,
  x: number,
  y: number,
): Point {
  const { id } = inspection;
  const dx = (x - (views.x[id] ?? 0)) * camera.scale;
  const dy = (y - (views.y[id] ?? 0)) * camera.scale;
  return { x: unit.x + dx, y: unit.y + dy };
}

/** Offset from the inspected unit to another unit, CSS px. */
export function offsetTo(
  { inspection, views, camera, torus }: InspectedFrame,
  other: number,
): [number, number] {
  const { id } = inspection;
  const dx = nearestOffset((views.x[other] ?? 0) - (views.x[id] ?? 0), torus.width);
  const dy = nearestOffset((views.y[other] ?? 0) - (views.y[id] ?? 0), torus.height);
  return [dx * camera.scale, dy * camera.scale];
}

/** Maps an offset to the shorter way around a world of this extent (0: a world that does not wrap). */
export function nearestOffset(offset: number, extent: number): number {
  if (extent <= 0) return offset;
  return offset - extent * Math.round(offset / extent);
}
