import { emptyViews, type Views } from "../core/views";
import { type Appearance, plainAppearance } from "./appearance";
import type { Camera, Point } from "./camera";
import type { Palette } from "./palette";

/** Everything a renderer of units needs for one frame. The stage keeps one and refills it. */
export interface UnitFrame {
  views: Views;
  /** The arrays differ from the frame before. */
  moved: boolean;
  /** Roles and lengths may differ, too. */
  remade: boolean;
  /** This is another run, or the same one from its start: nothing is to be eased over. */
  restarted: boolean;
  /** How far ahead of the last tick to draw, s: positions are extended along the velocities. */
  lead: number;
  /** Real time since the frame before, ms. */
  elapsed: number;
  camera: Camera;
  /** Size of the drawing buffer, device px, and its ratio to CSS px. */
  width: number;
  height: number;
  ratio: number;
  worldWidth: number;
  worldHeight: number;
  /** Where the world is seen: shifts of the camera's origin, CSS px; several where the edges wrap. */
  copies: readonly Point[];
  /** Length of the shortest kind of unit, u, and its length on screen, CSS px: the others are drawn in proportion. */
  baseLength: number;
  basePixels: number;
  /** Length on screen of the longest kind of unit, CSS px. */
  largestPixels: number;
  palette: Palette;
  /** Colors that replace those of the roles: per unit an index into the palette's `tints`, 0 for none. */
  tints?: Uint8Array | undefined;
  /** The last tick. */
  ticks: number;
  appearance: Appearance;
  /** Per unit, how far it is along the palette's ramp; read where units are colored by their neighbors. */
  shades?: Uint8Array | undefined;
  /** The speed that has the ramp's last color, u/s. */
  topSpeed: number;
  /** Extent of a world that wraps, u; 0 where it has walls. */
  wrapX: number;
  wrapY: number;
}

/** A frame of nothing: what has moved is everything, and nothing is to be eased over. */
export function emptyFrame(camera: Camera, palette: Palette): UnitFrame {
  return {
    views: emptyViews,
    moved: true,
    remade: true,
    restarted: true,
    lead: 0,
    elapsed: 0,
    camera,
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
    appearance: plainAppearance,
    topSpeed: 1,
    wrapX: 0,
    wrapY: 0,
  };
}

export interface UnitRenderer {
  readonly canvas: HTMLCanvasElement;
  draw(frame: UnitFrame): void;
  /** A tick is over: trails take note of it, however many ticks a frame has. */
  recordTick?(ticks: number, views: Views): void;
}

/**
 * Time constants with which leaders take on and lose their mark, ms. Most units lead for a tenth of a second at a time:
 * a mark that comes at once and goes slowly shows that, and nothing blinks.
 */
export const leaderRise = 50;
export const leaderFall = 260;

/** How far a mark moves toward its end in a frame, 0 to 1. */
export function easeGain(elapsed: number, timeConstant: number): number {
  return 1 - Math.exp(-elapsed / timeConstant);
}
