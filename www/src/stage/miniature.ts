/** Draws a run as a thumbnail: first its ground, then its units, which can be redrawn at every tick. */
import type { SideRun, UnitViews } from "../core";
import { everyNthUnit } from "../core/views";
import { type Appearance, SIZE_FACTORS } from "./appearance";
import { Camera, nearestOffset } from "./camera";
import { unitPixels } from "./darts";
import { drawObstacles } from "./ground";
import { middleOf } from "./middle";
import { type Palette, palettes, type Theme } from "./palette";
import { emptyFrame } from "./renderer";
import { drawPaths, drawTiles, drawWalls } from "./scenery";
import { CanvasUnits } from "./units2d";

/** Largest number of units drawn on a thumbnail. */
const MAX_DRAWN_UNITS = 1500;

/** Width of the thumbnail on a scene's card, CSS px; wider thumbnails draw their units larger. */
export const CARD_WIDTH = 136;

/** Minimum on-screen length of the units of the shortest group, CSS px, in a thumbnail as wide as a card. */
function minLengthFor(units: number): number {
  return Math.min(9, Math.max(1.6, 44 / Math.sqrt(Math.max(1, units))));
}

type Drawable = Pick<SideRun, "scenery" | "groups">;

export class Miniature {
  readonly camera = new Camera();
  readonly scenery;
  private readonly lengths: { role: number; length: number }[];
  private readonly unitRenderer: CanvasUnits;

  /** The canvas must have its final size; `ratio`: device px per CSS px. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    run: Drawable,
    private readonly ratio: number,
  ) {
    this.scenery = run.scenery();
    this.lengths = run.groups().filter(({ count, length }) => count > 0 && length > 0);
    const { width, height } = canvas;
    this.camera.setViewport(width / ratio, height / ratio);
    this.camera.setWorld(this.scenery.width, this.scenery.height, this.scenery.edges === "wrap");
    const layer = document.createElement("canvas");
    layer.width = width;
    layer.height = height;
    this.unitRenderer = new CanvasUnits(layer);
  }

  /** Centers the camera on the flock if the world wraps. */
  follow(views: UnitViews): void {
    const { width, height, edges } = this.scenery;
    if (edges !== "wrap") return;
    const { x, y, strength } = middleOf([views], width, height);
    const pulledPlace = (place: number, size: number, share: number) =>
      size / 2 + nearestOffset(place - size / 2, size) * share ** 2;
    this.camera.centerOn(pulledPlace(x, width, strength.x), pulledPlace(y, height, strength.y));
  }

  drawGround(theme: Theme): void {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const palette = palettes[theme];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = palette.labelPlate;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const ground = { context, ratio: this.ratio, camera: this.camera, scenery: this.scenery, palette };
    if (this.scenery.tiles) drawTiles(ground);
    drawPaths(ground);
    drawWalls(ground);
    drawObstacles(ground);
  }

  drawUnits(all: UnitViews, theme: Theme, appearance: Appearance): void {
    const { camera, scenery } = this;
    const drawnEvery = Math.ceil(all.count / MAX_DRAWN_UNITS);
    const views = drawnEvery > 1 ? everyNthUnit(all, drawnEvery) : all;
    const baseLength = this.lengths.length > 0 ? Math.min(...this.lengths.map(({ length }) => length)) : 1;
    const sizeFactor = Math.sqrt(Math.max(1, this.canvas.width / this.ratio / CARD_WIDTH));
    const minLength = minLengthFor(views.count) * sizeFactor * SIZE_FACTORS[appearance.size];
    const basePixels = Math.max(minLength, baseLength * camera.scale);
    const unitLengths = this.lengths.map(({ role, length }) =>
      unitPixels(role, length, baseLength, basePixels),
    );
    this.unitRenderer.draw({
      ...emptyFrame(camera, withoutRims(palettes[theme])),
      views,
      appearance,
      width: this.canvas.width,
      height: this.canvas.height,
      ratio: this.ratio,
      worldWidth: scenery.width,
      worldHeight: scenery.height,
      copies: camera.worldCopies(20),
      baseLength,
      basePixels,
      largestPixels: Math.max(0, ...unitLengths),
    });
    const context = this.canvas.getContext("2d");
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.drawImage(this.unitRenderer.canvas, 0, 0);
  }
}

/** The palette, but the player's craft gets an outline in the color of the world's ground, as all other units have. */
function withoutRims(palette: Palette): Palette {
  return { ...palette, mark: palette.labelPlate };
}
