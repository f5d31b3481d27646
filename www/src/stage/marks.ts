/** Draws marks that move with the run: tracks, routes and goals below the units, shots and names above them. */
import type { DestinationInfo, GroupInfo, RouteInfo, SiteInfo } from "../core";
import { SHOT_FLOATS } from "../core/declared";
import type { UnitViews } from "../core/views";
import type { Camera, Point } from "./camera";
import type { CanvasLayer } from "./layer";
import { type Palette, withAlpha } from "./palette";
import { addLine, drawRimmedText, strokePath } from "./pen";
import { roleColor } from "./scenery";
import type { UnitTrails } from "./trails";

/** Flight time whose distance the line of a shot spans, s. */
const STREAK_SECONDS = 0.03;
/** Smallest length of the line of a shot on screen, CSS px. */
const MIN_STREAK_LENGTH = 7;
/** Height of the flag at the destination of a group, CSS px. */
export const FLAG_HEIGHT = 20;
/** Number of opacity steps along a track, which fades with age. */
const OPACITY_STEPS = 10;

/** Dash patterns that distinguish groups of the same role; the first is solid. */
const DASH_PATTERNS: readonly number[][] = [[], [5, 4], [1.5, 3.5]];

/** For each group, the number of earlier groups with the same role, which selects its dash pattern. */
export function ranksOf(groups: readonly Pick<GroupInfo, "role">[]): number[] {
  return groups.map(
    ({ role }, index) => groups.slice(0, index).filter((other) => other.role === role).length,
  );
}

export function dashOf(rank: number): readonly number[] {
  return DASH_PATTERNS[rank % DASH_PATTERNS.length] ?? [];
}

export function drawTrails(
  layer: Pick<CanvasLayer, "context" | "extendTouched">,
  trails: UnitTrails,
  views: UnitViews,
  camera: Camera,
  world: { width: number; height: number },
  palette: Palette,
): void {
  const { context } = layer;
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  context.setLineDash([]);
  for (let unit = 0; unit < trails.units; unit++) {
    const color = roleColor(views.role[unit] ?? 0, palette);
    let band = -1;
    let lastX = Number.NaN;
    let lastY = Number.NaN;
    context.beginPath();
    trails.forEachPosition(unit, (x, y, age, gap) => {
      const px = camera.originX + x * camera.scale;
      const py = camera.originY + y * camera.scale;
      // Positions before and after crossing the edge of a world that wraps are not connected by a line.
      const isJump = gap || Math.abs(x - lastX) > world.width / 2 || Math.abs(y - lastY) > world.height / 2;
      const next = Math.floor(age * OPACITY_STEPS);
      if (next !== band) {
        if (band >= 0 && !isJump) context.lineTo(px, py);
        context.stroke();
        band = next;
        context.strokeStyle = withAlpha(color, 0.6 * (1 - band / OPACITY_STEPS) ** 1.5);
        context.beginPath();
        context.moveTo(px, py);
      } else if (isJump) {
        context.moveTo(px, py);
      } else {
        context.lineTo(px, py);
      }
      lastX = x;
      lastY = y;
      layer.extendTouched(px, py, 2);
    });
    context.stroke();
  }
}

/** Whether a route starts a new line at index `at` of `points` (x, y, ...): at its start and after crossing an edge. */
export function isPathBreak(points: readonly number[], at: number, tile: number): boolean {
  const distanceAlong = (axis: number) => Math.abs((points[at + axis] ?? 0) - (points[at + axis - 2] ?? 0));
  return at === 0 || Math.max(distanceAlong(0), distanceAlong(1)) > 1.5 * tile;
}

/** Draws planned routes over tiles: a tinted tile per point, and a line through the points. */
export function drawRoutes(
  layer: CanvasLayer,
  routes: readonly RouteInfo[],
  rank: (unit: number) => number,
  tileSize: number,
  views: UnitViews,
  camera: Camera,
  palette: Palette,
): void {
  const { context } = layer;
  const size = tileSize * camera.scale;
  for (const route of routes) {
    const color = roleColor(views.role[route.unit] ?? 0, palette);
    const { points } = route;
    context.fillStyle = withAlpha(color, 0.13);
    const add = () => {
      for (let at = 0; at + 1 < points.length; at += 2) {
        const x = camera.originX + (points[at] ?? 0) * camera.scale;
        const y = camera.originY + (points[at + 1] ?? 0) * camera.scale;
        if (isPathBreak(points, at, tileSize)) context.moveTo(x, y);
        else context.lineTo(x, y);
        context.fillRect(x - size / 2, y - size / 2, size, size);
        layer.extendTouched(x, y, size);
      }
      if (route.closed) context.closePath();
    };
    strokePath(context, withAlpha(color, 0.75), 1.25, add, { dash: dashOf(rank(route.unit)) });
  }
}

/** Draws the layout's sites (named places) as small flags with their names. */
export function drawSites(
  layer: CanvasLayer,
  sites: readonly SiteInfo[],
  camera: Camera,
  palette: Palette,
): void {
  const { context } = layer;
  for (const { name, x, y } of sites) {
    const foot = camera.toScreen(x, y);
    drawFlag(layer, foot, palette.mark);
    const halfWidth = beginNames(context).measureText(name).width / 2;
    const at = { x: foot.x, y: foot.y - FLAG_HEIGHT - 9 };
    drawRimmedText(context, name, at, palette.text, withAlpha(palette.labelPlate, 0.8));
    layer.extendTouched(at.x, at.y, halfWidth + 6);
  }
}

/** Draws the destinations of groups as small flags in the color of the group's role, over the flags of sites. */
export function drawDestinations(
  layer: CanvasLayer,
  destinations: readonly DestinationInfo[],
  camera: Camera,
  palette: Palette,
): void {
  for (const { role, x, y } of destinations) {
    drawFlag(layer, camera.toScreen(x, y), roleColor(role, palette));
  }
}

function drawFlag(layer: Pick<CanvasLayer, "context" | "extendTouched">, at: Point, color: string): void {
  const foot = new Path2D("M7 0A7 3.5 0 1 1 -7 0A7 3.5 0 1 1 7 0M0 0V-20");
  const flag = new Path2D(`M0 -${FLAG_HEIGHT}L11 -16L0 -12`);
  const [x, y] = [Math.round(at.x) + 0.5, Math.round(at.y) + 0.5];
  const { context } = layer;
  context.strokeStyle = withAlpha(color, 0.7);
  context.lineWidth = 1.25;
  context.fillStyle = color;
  context.translate(x, y);
  context.stroke(foot);
  context.fill(flag);
  context.translate(-x, -y);
  layer.extendTouched(x, y - 8, 16);
}

/** Sets the font and alignment for drawing names. */
function beginNames(context: CanvasRenderingContext2D): CanvasRenderingContext2D {
  context.font = "500 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  return context;
}

export function drawShots(layer: CanvasLayer, shots: Float32Array, camera: Camera, palette: Palette): void {
  const { context } = layer;
  context.lineCap = "round";
  strokePath(context, palette.mark, 1.5, () => {
    for (let at = 0; at + SHOT_FLOATS <= shots.length; at += SHOT_FLOATS) {
      const from = camera.toScreen(shots[at] ?? 0, shots[at + 1] ?? 0);
      const dx = (shots[at + 2] ?? 0) * STREAK_SECONDS * camera.scale;
      const dy = (shots[at + 3] ?? 0) * STREAK_SECONDS * camera.scale;
      const stretch = Math.max(1, MIN_STREAK_LENGTH / Math.max(1e-3, Math.hypot(dx, dy)));
      addLine(context, from, { x: from.x - dx * stretch, y: from.y - dy * stretch });
      layer.extendTouched(from.x, from.y, Math.hypot(dx, dy) * stretch + 2);
    }
  });
  context.lineCap = "butt";
}

/** Screen position of the center of a name, and half of its width, CSS px. */
export interface NamePlace {
  x: number;
  y: number;
  halfWidth: number;
}

/** Screen position and length of a unit, CSS px. */
export interface UnitGlyph {
  x: number;
  y: number;
  size: number;
}

/** Whether part of a unit lies inside a window of this size, CSS px. */
export function isInSight(
  { x, y, size }: UnitGlyph,
  { width, height }: { width: number; height: number },
): boolean {
  const halfSize = size / 2;
  return x > -halfSize && y > -halfSize && x < width + halfSize && y < height + halfSize;
}

/** Smallest vertical distance between the centers of two names, CSS px. */
const NAME_HEIGHT = 16;
/** Distance between a name and its unit, CSS px, beyond which the name may cover other units. */
const MAX_NAME_DISTANCE = 80;

/** Area for names, CSS px: from the window's left to `width`, and below `top`, where panels end. */
interface NameRoom {
  width: number;
  top: number;
}

/**
 * Returns the position for a unit's name: above the unit; below it if the position above is out of sight, taken by
 * another name or on a unit; one line farther if both are taken. In a dense crowd, names may overlap units.
 */
export function placeName(
  unit: UnitGlyph,
  halfWidth: number,
  { width, top }: NameRoom,
  takenPlaces: readonly NamePlace[],
  glyphs: readonly UnitGlyph[],
): NamePlace {
  const x = Math.min(width - halfWidth - 6, Math.max(halfWidth + 6, unit.x));
  const overlapsName = (y: number) =>
    takenPlaces.some(
      (other) => Math.abs(other.x - x) < other.halfWidth + halfWidth && Math.abs(other.y - y) < NAME_HEIGHT,
    );
  const overlapsUnit = (y: number) =>
    glyphs.some(
      (glyph) =>
        Math.abs(glyph.x - x) < glyph.size / 2 + halfWidth &&
        Math.abs(glyph.y - y) < (glyph.size + NAME_HEIGHT) / 2,
    );
  for (let away = unit.size / 2 + 14; ; away += NAME_HEIGHT) {
    const isFree = (y: number) => !overlapsName(y) && (away > MAX_NAME_DISTANCE || !overlapsUnit(y));
    const aboveY = unit.y - away;
    if (aboveY >= Math.max(12, top) && isFree(aboveY)) return { x, y: aboveY, halfWidth };
    if (isFree(unit.y + away)) return { x, y: unit.y + away, halfWidth };
  }
}

/**
 * Draws a unit's name near it, clear of placed names (`takenPlaces`) and named units (`glyphs`); returns its position.
 */
export function drawName(
  layer: CanvasLayer,
  text: string,
  unit: UnitGlyph,
  takenPlaces: readonly NamePlace[],
  glyphs: readonly UnitGlyph[],
  { insets }: Camera,
  palette: Palette,
): NamePlace {
  const context = beginNames(layer.context);
  const nameRoom = { width: layer.width, top: insets.top };
  const place = placeName(unit, context.measureText(text).width / 2, nameRoom, takenPlaces, glyphs);
  drawRimmedText(context, text, place, palette.text, withAlpha(palette.labelPlate, 0.8));
  layer.extendTouched(place.x, place.y, place.halfWidth + 6);
  return place;
}
