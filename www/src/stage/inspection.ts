/** What there is to draw of the asked unit: where and in which colors, and the shorter way to others around a world that wraps. */
import type { Inspection } from "../core";
import type { Point } from "./camera";
import type { Pose } from "./overlay";
import type { Drawn } from "./painter";
import type { Palette } from "./palette";

export interface InspectedFrame extends Drawn {
  inspection: Inspection;
  unit: Pose;
  /** On-screen length of the unit, CSS px. */
  size: number;
}

/** Colors of the forces, in pipeline order; the panel's bars have the same. */
export function forceColor(index: number, palette: Palette): string {
  return palette.forces[index % palette.forces.length] ?? palette.mark;
}

/** The color of a behavior of this inspection. */
export function colorOf(inspection: Pick<Inspection, "forces">, key: string, palette: Palette): string {
  const index = inspection.forces.findIndex((force) => force.key === key);
  return index < 0 ? palette.wedge : forceColor(index, palette);
}

/** On screen, a point that is given relative to where the unit was at its last tick. */
export function screenOf({ inspection, unit, views, camera }: InspectedFrame, x: number, y: number): Point {
  const { id } = inspection;
  const dx = (x - (views.x[id] ?? 0)) * camera.scale;
  const dy = (y - (views.y[id] ?? 0)) * camera.scale;
  return { x: unit.x + dx, y: unit.y + dy };
}

/** The way from the unit to another, CSS px. */
export function wayTo({ inspection, views, camera, torus }: InspectedFrame, other: number): [number, number] {
  const { id } = inspection;
  const dx = nearest((views.x[other] ?? 0) - (views.x[id] ?? 0), torus.width);
  const dy = nearest((views.y[other] ?? 0) - (views.y[id] ?? 0), torus.height);
  return [dx * camera.scale, dy * camera.scale];
}

/** The shorter way around a world that wraps. */
export function nearest(offset: number, extent: number): number {
  if (extent <= 0) return offset;
  return offset - extent * Math.round(offset / extent);
}
