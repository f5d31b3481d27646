/** Interface for additional drawings on the stage, such as the inspected bird and the overlays. */
import type { Scenery } from "../core";
import type { UnitViews } from "../core/views";
import type { Camera } from "./camera";
import type { CanvasLayer } from "./layer";
import type { ScreenBox, ScreenPose } from "./overlay";
import type { Palette } from "./palette";

/** State of a frame that painters can read. */
export interface DrawnFrame {
  views: UnitViews;
  /** Time since the last tick by which units are extrapolated, s. */
  lead: number;
  camera: Camera;
  palette: Palette;
  scenery: Scenery;
  /** The world's rectangle on screen, CSS px. */
  world: ScreenBox;
  /** Units are clipped to this rectangle: the walled world, or the whole window where the world wraps. */
  clip: ScreenBox;
  /** World extent for wrapping offsets, u; 0 where perception does not look across the edges. */
  torus: { width: number; height: number };
  poseOf(unit: number): ScreenPose | undefined;
  /** On-screen length of a unit, CSS px. */
  sizeOf(unit: number): number;
}

export interface Painter {
  /** Whether there is something to draw below (`under`) or above the units. */
  readonly under: boolean;
  readonly over: boolean;
  drawUnder?(layer: CanvasLayer, drawn: DrawnFrame): void;
  drawOver?(layer: CanvasLayer, drawn: DrawnFrame): void;
}
