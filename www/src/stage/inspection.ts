/** Positions and colors for the drawings around the inspected unit. */
import type { Inspection } from "../core";
import { nearestOffset, type Point } from "./camera";
import type { ScreenPose } from "./overlay";
import type { DrawnFrame } from "./painter";
import type { Palette } from "./palette";

export interface InspectedFrame extends DrawnFrame {
  inspection: Inspection;
  unit: ScreenPose;
  /** On-screen length of the inspected unit, CSS px. */
  size: number;
}

/** Color of the force with this index in the order of the behaviors, on the stage and in the inspection panel. */
export function forceColor(index: number, palette: Palette): string {
  return palette.forces[index % palette.forces.length] ?? palette.mark;
}

/** Color of the force of the behavior `key`; neutral if the inspected unit has no such force. */
export function colorOfForce(inspection: Pick<Inspection, "forces">, key: string, palette: Palette): string {
  const index = inspection.forces.findIndex((force) => force.key === key);
  return index < 0 ? palette.wedge : forceColor(index, palette);
}

/** Screen position of a world point (u), shifted as far as the inspected unit is extrapolated, CSS px. */
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

/** Offset from the inspected unit to another unit on screen, CSS px, the shorter way in a world that wraps. */
export function offsetTo(
  { inspection, views, camera, torus }: InspectedFrame,
  otherUnit: number,
): [number, number] {
  const { id } = inspection;
  const dx = nearestOffset((views.x[otherUnit] ?? 0) - (views.x[id] ?? 0), torus.width);
  const dy = nearestOffset((views.y[otherUnit] ?? 0) - (views.y[id] ?? 0), torus.height);
  return [dx * camera.scale, dy * camera.scale];
}
