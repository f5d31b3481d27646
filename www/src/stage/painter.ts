/** Interface by which other modules draw on the stage, for example around the inspected unit. */
import type { Scenery } from "../core";
import type { UnitViews } from "../core/views";
import type { Camera } from "./camera";
import type { CanvasLayer } from "./layer";
import type { ScreenBox, ScreenPose } from "./overlay";
import type { Palette } from "./palette";

/** Data of one drawn frame, for other modules that draw on the stage. */
export interface DrawnFrame {
  views: UnitViews;
  /** Time since the last tick, s, by which units are drawn ahead along their velocities. */
  lead: number;
  camera: Camera;
  palette: Palette;
  scenery: Scenery;
  /** The world's rectangle on screen, CSS px. */
  world: ScreenBox;
  /** Drawings are clipped to this rectangle, CSS px: the walled world, or the whole window if the world wraps. */
  clip: ScreenBox;
  /** Extent of the world for wrapping offsets, u; 0 if perception does not reach across the edges. */
  torus: { width: number; height: number };
  poseOf(unit: number): ScreenPose | undefined;
  /** On-screen length of a unit, CSS px. */
  sizeOf(unit: number): number;
}

export interface Painter {
  /** Whether `drawUnder` (below the units) and `drawOver` (above them) have something to draw now. */
  readonly drawsUnder: boolean;
  readonly drawsOver: boolean;
  drawUnder?(layer: CanvasLayer, drawn: DrawnFrame): void;
  drawOver?(layer: CanvasLayer, drawn: DrawnFrame): void;
}
