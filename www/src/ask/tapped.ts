/** Finds the unit that a click or tap on the stage means. */
import type { Core } from "../core";
import { nearestOffset } from "../stage/camera";
import type { Stage } from "../stage/stage";

/** Largest distance from a bird's outline at which a click with the mouse still means the bird, CSS px. */
export const CLICK_RADIUS = 16;
/** Largest distance from a bird's outline at which a tap with a finger still means the bird, CSS px. */
const TOUCH_RADIUS = 24;

type Birds = Pick<Core, "nearest" | "scenery" | "views">;

/** Index of the unit nearest to a world point, if its outline is within `reach` CSS px; else -1. */
export function unitNear(core: Birds, stage: Stage, x: number, y: number, reach: number): number {
  const id = core.nearest(x, y);
  const views = core.views();
  if (id < 0) return -1;
  const { scale } = stage.camera;
  const { toroidal, width, height } = core.scenery();
  const dx = nearestOffset((views.x[id] ?? 0) - x, toroidal ? width : 0);
  const dy = nearestOffset((views.y[id] ?? 0) - y, toroidal ? height : 0);
  return Math.hypot(dx, dy) * scale > reach + ((views.length[id] ?? 0) * scale) / 2 ? -1 : id;
}

export function tappedUnit(core: Birds, stage: Stage, x: number, y: number): number {
  return unitNear(core, stage, x, y, matchMedia("(pointer: coarse)").matches ? TOUCH_RADIUS : CLICK_RADIUS);
}
