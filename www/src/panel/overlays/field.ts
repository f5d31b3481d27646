/** Draws a field over the world (the density of units, or a potential) as a small image, enlarged. */
import type { CanvasLayer } from "../../stage/layer";
import type { DrawnFrame } from "../../stage/painter";
import { type Palette, writeRgb } from "../../stage/palette";

/** Numbers before the cells of a field: columns, rows, x and y of the first corner, width and height of a cell (u). */
const HEADER_NUMBERS = 6;
/** Factor per reading by which the peak of the color scale may shrink, so that colors do not flicker. */
const PEAK_DECAY = 0.93;

/** Colors of the density from low to high, by theme; lightness changes steadily, so that the hue is not needed. */
const DENSITY_COLORS = {
  dark: ["#2a4a8a00", "#2f6fb4", "#1f9e8a", "#f0e442"],
  light: ["#9cc9ee00", "#4f9fd8", "#2a5fa8", "#3b1f6e"],
};
const DENSITY_OPACITY = [0, 0.34, 0.5, 0.66];

/** Top left corner of the enlarged image, CSS px. */
type Corner = readonly [x: number, y: number];

export class FieldOverlay {
  private readonly image = document.createElement("canvas");
  private readonly context = this.image.getContext("2d");
  private colorTable = new Uint8ClampedArray(0);
  private tablePalette: Palette | undefined;
  private imageData: Float32Array | undefined;
  private scalePeak = 0;

  constructor(private readonly fieldKind: "density" | "potential") {}

  draw(layer: CanvasLayer, drawn: DrawnFrame, data: Float32Array): void {
    const [columns = 0, rows = 0, x = 0, y = 0, width = 0, height = 0] = data;
    if (columns === 0 || rows === 0 || !this.context) return;
    if (this.imageData !== data || this.tablePalette !== drawn.palette)
      this.makeImage(data, columns, rows, drawn.palette);
    const { context } = layer;
    const { world, camera } = drawn;
    context.save();
    context.beginPath();
    // Rounds to whole pixels: otherwise a seam shows at the edge of a world that wraps.
    const [left, top] = [Math.round(world.left), Math.round(world.top)];
    const [right, bottom] = [Math.round(world.left + world.width), Math.round(world.top + world.height)];
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.imageSmoothingQuality = "high";
    const [across, down] = [width * camera.scale, height * camera.scale];
    for (const left of wrappedStarts(x * camera.scale, columns * across, across, world.width)) {
      for (const top of wrappedStarts(y * camera.scale, rows * down, down, world.height)) {
        const corner: Corner = [world.left + left, world.top + top];
        context.drawImage(this.image, ...corner, columns * across, rows * down);
      }
    }
    context.restore();
    layer.extendTouched(world.left, world.top, 1);
    layer.extendTouched(world.left + world.width, world.top + world.height, 1);
  }

  private makeImage(data: Float32Array, columns: number, rows: number, palette: Palette): void {
    this.imageData = data;
    if (this.tablePalette !== palette) {
      this.tablePalette = palette;
      this.colorTable = colorTables[this.fieldKind](palette);
    }
    const pixels = new ImageData(columns, rows);
    // Potentials are scaled to -1 (pull) to 1 (push); where the pull is weakest, the image is transparent.
    const isSigned = this.fieldKind === "potential";
    const weakest = isSigned ? weakestPull(data) : 0;
    let highest = 0;
    for (let at = HEADER_NUMBERS; at < data.length; at++) highest = Math.max(highest, data[at] ?? 0);
    this.scalePeak = Math.max(highest, this.scalePeak * PEAK_DECAY);
    const levelFactor = this.scalePeak > 0 ? 255 / this.scalePeak : 0;
    const { colorTable } = this;
    for (let cell = 0; cell < columns * rows; cell++) {
      const value = data[HEADER_NUMBERS + cell] ?? 0;
      const signedValue = value < 0 ? (value + weakest) / (1 - weakest) : value;
      const level = Math.min(255, Math.round(isSigned ? 127.5 * (1 + signedValue) : value * levelFactor)) * 4;
      for (let part = 0; part < 4; part++) pixels.data[cell * 4 + part] = colorTable[level + part] ?? 0;
    }
    this.image.width = columns;
    this.image.height = rows;
    this.context?.putImageData(pixels, 0, 0);
  }
}

/** Smallest strength of pull among the cells of a potential, at most 0.99; 0 if a cell is neutral. */
function weakestPull(data: Float32Array): number {
  let least = 0.99;
  for (let at = HEADER_NUMBERS; at < data.length; at++) {
    const value = data[at] ?? 0;
    if (value <= 0) least = Math.min(least, -value);
  }
  return least;
}

/** Start of a field's image along one axis, CSS px from the world's edge; two if it wraps around the opposite edge. */
function wrappedStarts(first: number, length: number, cell: number, world: number): number[] {
  // A field over the whole world may overlap the world's edge by a part of its last cell, which is no wrap.
  return first + length > world + cell ? [first, first - world] : [first];
}

/** RGBA of 256 densities from 0 to the peak, on a square-root scale so that few units are visible. */
function densityTable(palette: Palette): Uint8ClampedArray<ArrayBuffer> {
  const stops = DENSITY_COLORS[palette.labelPlate < "#8" ? "dark" : "light"];
  const table = new Uint8ClampedArray(256 * 4);
  const [from, to] = [new Float32Array(3), new Float32Array(3)];
  for (let level = 0; level < 256; level++) {
    const place = Math.sqrt(level / 255) * (stops.length - 1);
    const stop = Math.min(stops.length - 2, Math.floor(place));
    const shareOfStop = place - stop;
    writeRgb((stops[stop] ?? "#000000").slice(0, 7), from, 0);
    writeRgb((stops[stop + 1] ?? "#000000").slice(0, 7), to, 0);
    for (let c = 0; c < 3; c++)
      table[level * 4 + c] = 255 * ((from[c] ?? 0) * (1 - shareOfStop) + (to[c] ?? 0) * shareOfStop);
    table[level * 4 + 3] =
      255 *
      ((DENSITY_OPACITY[stop] ?? 0) * (1 - shareOfStop) + (DENSITY_OPACITY[stop + 1] ?? 0) * shareOfStop);
  }
  return table;
}

/** Largest opacity of pull in a potential; low, because potentials pull nearly everywhere. */
const PULL_OPACITY = 0.4;
const PUSH_OPACITY = 0.5;

/** RGBA of 256 potentials from -1 to 1: cool colors for pull, warm colors for push, transparent at 0. */
function potentialTable(palette: Palette): Uint8ClampedArray<ArrayBuffer> {
  const [pull, push] = palette.poles;
  const table = new Uint8ClampedArray(256 * 4);
  const color = new Float32Array(3);
  for (let level = 0; level < 256; level++) {
    const value = level / 127.5 - 1;
    writeRgb(value < 0 ? pull : push, color, 0);
    for (let c = 0; c < 3; c++) table[level * 4 + c] = 255 * (color[c] ?? 0);
    table[level * 4 + 3] = 255 * (value < 0 ? value ** 2 * PULL_OPACITY : value * PUSH_OPACITY);
  }
  return table;
}

const colorTables = { density: densityTable, potential: potentialTable } as const;
