/** What draws on the stage besides the stage itself: the asked bird, the overlays. */
import type { Scenery } from "../core";
import type { Views } from "../core/views";
import type { Camera } from "./camera";
import type { Layer } from "./layer";
import type { Box, Pose } from "./overlay";
import type { Palette } from "./palette";

/** What a painter sees of a frame. */
export interface Drawn {
  views: Views;
  /** How far ahead of the last tick units are drawn, s. */
  lead: number;
  camera: Camera;
  palette: Palette;
  scenery: Scenery;
  /** The world on screen, CSS px. */
  world: Box;
  /** What is drawn of units ends there: at walls; a world that wraps goes on beyond its edge. */
  clip: Box;
  /** Extent to wrap offsets by, u; 0 where perception does not look across the edges. */
  torus: { width: number; height: number };
  poseOf(unit: number): Pose | undefined;
  /** On-screen length, CSS px. */
  sizeOf(unit: number): number;
}

export interface Painter {
  /** Whether it has something to draw now, under the units and over them. */
  readonly under: boolean;
  readonly over: boolean;
  drawUnder?(layer: Layer, drawn: Drawn): void;
  drawOver?(layer: Layer, drawn: Drawn): void;
}
