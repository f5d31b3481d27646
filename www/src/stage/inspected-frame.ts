/** What there is to draw of the inspected unit, where on the screen, and in which colors. */
import type { Inspection, Scenery } from "../core";
import type { Views } from "../core/views";
import type { Camera } from "./camera";
import type { Box, Pose } from "./overlay";
import type { Palette } from "./palette";

/** Colors of the forces, in pipeline order; the panel's bars have the same. */
export function forceColor(index: number, palette: Palette): string {
  return palette.forces[index % palette.forces.length] ?? palette.mark;
}

/** The color of a behavior of this inspection. */
export function colorOf(inspection: Pick<Inspection, "forces">, key: string, palette: Palette): string {
  const index = inspection.forces.findIndex((force) => force.key === key);
  return index < 0 ? palette.wedge : forceColor(index, palette);
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
  obstacles: Scenery["obstacles"];
  palette: Palette;
}

/** On screen, a point that is given relative to where the unit was at its last tick. */
export function screenOf({ inspection, unit, views, camera }: InspectedFrame, x: number, y: number): Pose {
  const { id } = inspection;
  const dx = (x - (views.x[id] ?? 0)) * camera.scale;
  const dy = (y - (views.y[id] ?? 0)) * camera.scale;
  return { x: unit.x + dx, y: unit.y + dy, hx: unit.hx, hy: unit.hy };
}
