import { emptyViews, type UnitViews } from "../core/views";
import { type Appearance, PLAIN_APPEARANCE } from "./appearance";
import type { Camera, Point } from "./camera";
import type { Palette } from "./palette";

/** Input of a unit renderer for one frame. Each view of the stage keeps one object and updates it. */
export interface UnitFrame {
  views: UnitViews;
  /** Whether the arrays of `views` changed since the last frame. */
  hasMoved: boolean;
  /** Whether roles, lengths or the number of units may have changed since the last frame. */
  isRemade: boolean;
  /** Whether this is the first frame, or the tick fell or the number of units changed; turns and fading start anew. */
  isRestarted: boolean;
  /** Time since the last tick, s, by which positions are extrapolated along the velocities. */
  secondsSinceTick: number;
  /** Real time since the last frame, ms. */
  elapsed: number;
  camera: Camera;
  /** Rectangle of the renderer's canvas to draw into, device px, and number of device px per CSS px. */
  left: number;
  top: number;
  width: number;
  height: number;
  ratio: number;
  worldWidth: number;
  worldHeight: number;
  /** Offsets from the camera's origin at which the world is drawn, CSS px; several if the world repeats. */
  copies: readonly Point[];
  /** Length of units of the shortest group, u, and their on-screen length, CSS px; others are drawn in proportion. */
  baseLength: number;
  basePixels: number;
  /** On-screen length of the units of the longest group, CSS px. */
  largestPixels: number;
  palette: Palette;
  /** Index into the palette's `tints` per unit, for a color that replaces the role's; 0 for none. */
  tints?: Uint8Array | undefined;
  /** Present tick of the run. */
  ticks: number;
  appearance: Appearance;
  /** Position on the palette's ramp per unit, 0 (first color) to 255 (last); used if units are colored by neighbors. */
  shades?: Uint8Array | undefined;
  /** Speed of units that are drawn in the last color of the palette's ramp, u/s. */
  topSpeed: number;
  /** Extent of a world that wraps, u; 0 where it has walls. */
  wrapX: number;
  wrapY: number;
}

/** Returns a frame without units, as for a run that was just opened. */
export function emptyFrame(camera: Camera, palette: Palette): UnitFrame {
  return {
    views: emptyViews,
    hasMoved: true,
    isRemade: true,
    isRestarted: true,
    secondsSinceTick: 0,
    elapsed: 0,
    camera,
    left: 0,
    top: 0,
    width: 1,
    height: 1,
    ratio: 1,
    worldWidth: 1,
    worldHeight: 1,
    copies: [{ x: 0, y: 0 }],
    baseLength: 1,
    basePixels: 1,
    largestPixels: 1,
    palette,
    ticks: 0,
    appearance: PLAIN_APPEARANCE,
    topSpeed: 1,
    wrapX: 0,
    wrapY: 0,
  };
}

export interface UnitRenderer {
  readonly canvas: HTMLCanvasElement;
  draw(frame: UnitFrame): void;
  /** Has to be called after each tick; records positions, so that trails are the same at any frame rate. */
  recordTick?(ticks: number, views: UnitViews): void;
}

/**
 * Time constants with which color and ring of a leader appear and fade, ms. Most units lead for a tenth of a second at
 * a time; a quick rise and a slow fall show that without blinking.
 */
export const LEADER_RISE_MS = 50;
export const LEADER_FALL_MS = 260;

/** Share of the way to its target value, 0 to 1, that a fading value moves in `elapsed` ms. */
export function easeGain(elapsed: number, timeConstant: number): number {
  return 1 - Math.exp(-elapsed / timeConstant);
}
