import { emptyViews, type UnitViews } from "../core/views";
import { type Appearance, PLAIN_APPEARANCE } from "./appearance";
import type { Camera, Point } from "./camera";
import type { Palette } from "./palette";

/** Input of a unit renderer for one frame. The stage keeps one object and updates it. */
export interface UnitFrame {
  views: UnitViews;
  /** Whether the arrays changed since the last frame. */
  hasMoved: boolean;
  /** Whether roles or lengths may have changed. */
  isRemade: boolean;
  /** Whether this is another run or the same run from its start; nothing is animated over from the last frame. */
  isRestarted: boolean;
  /** Time since the last tick, s; positions are extrapolated along the velocities by it. */
  tickFraction: number;
  /** Real time since the last frame, ms. */
  elapsed: number;
  camera: Camera;
  /** Place of the picture on the renderer's canvas, and its size, device px; and device px per CSS px. */
  left: number;
  top: number;
  width: number;
  height: number;
  ratio: number;
  worldWidth: number;
  worldHeight: number;
  /** Offsets of the camera's origin at which the world is drawn, CSS px; several where the world wraps. */
  copies: readonly Point[];
  /**
   * Length of the units of the shortest group, u, and their on-screen length, CSS px. Other groups are drawn in
   * proportion.
   */
  baseLength: number;
  basePixels: number;
  /** On-screen length of the units of the longest group, CSS px. */
  largestPixels: number;
  palette: Palette;
  /** Index into the palette's `tints` per unit, which replaces the color of the role; 0 for none. */
  tints?: Uint8Array | undefined;
  /** Number of the last tick. */
  ticks: number;
  appearance: Appearance;
  /** Position on the palette's ramp per unit, 0 to 255; used when units are colored by neighbors. */
  shades?: Uint8Array | undefined;
  /** Speed that is drawn in the last color of the ramp, u/s. */
  topSpeed: number;
  /** Extent of a world that wraps, u; 0 where it has walls. */
  wrapX: number;
  wrapY: number;
}

/** Returns a frame without units in which everything counts as changed. */
export function emptyFrame(camera: Camera, palette: Palette): UnitFrame {
  return {
    views: emptyViews,
    hasMoved: true,
    isRemade: true,
    isRestarted: true,
    tickFraction: 0,
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
  /** Called after each tick, so that trails record it at any frame rate. */
  recordTick?(ticks: number, views: UnitViews): void;
}

/**
 * Time constants with which the mark of a leader appears and fades, ms. Most units lead for a tenth of a second at a
 * time; a quick rise and a slow fall show that without blinking.
 */
export const leaderRise = 50;
export const leaderFall = 260;

/** Share of the way to its target value that a mark moves in `elapsed` ms, 0 to 1. */
export function easeGain(elapsed: number, timeConstant: number): number {
  return 1 - Math.exp(-elapsed / timeConstant);
}
