/** From the asked unit to others, and the shorter way around a world that wraps. */
import type { InspectedFrame } from "./inspected-frame";

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
