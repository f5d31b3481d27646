/** Draws the editor over the run: outlines and handles of layout items, previews, and the cursor of the keyboard. */
import type { Camera } from "../../stage/camera";
import { type Palette, withAlpha } from "../../stage/palette";
import { addCircle, addCross, addLine, drawRimmedText, strokePath } from "../../stage/pen";
import { roleColor } from "../../stage/scenery";
import { handlesOf } from "./hit";
import {
  hasArea,
  itemPosition,
  type LayoutSketch,
  type Point,
  pathOf,
  type Segment,
  type SketchItem,
  type StartArea,
  startOf,
} from "./sketch";

/** Preview of a layout item that is about to be placed, in u; a tile by column and row. */
export type EditPreview =
  | { kind: "disc"; x: number; y: number; radius: number }
  | { kind: "rect"; x: number; y: number; width: number; height: number }
  | ({ kind: "wall" } & Segment)
  | { kind: "leg"; from: Point | undefined; to: Point }
  | { kind: "tile"; x: number; y: number }
  | { kind: "birds"; places: readonly Point[] };

interface EditorFrame {
  context: CanvasRenderingContext2D;
  camera: Camera;
  palette: Palette;
  sketch: LayoutSketch;
  selected: SketchItem | undefined;
  ghost: EditPreview | undefined;
  /** Point at which the Enter key would place an item, u; undefined while no keys are used. */
  cursor: Point | undefined;
  /** Whether start areas are filled and named. */
  fillsStartAreas: boolean;
  /** Whether the grid of tiles is drawn. */
  showsTileGrid: boolean;
  /** Ends of the part of the stage that no panel covers, CSS px; labels stay within it. */
  uncoveredRange: { left: number; right: number };
  /** Whether handles are drawn large, for fingers. */
  hasLargeHandles: boolean;
}

const LABEL_FONT = "500 12px system-ui, sans-serif";

export function drawEditor(picture: EditorFrame): void {
  const { context, sketch, camera, palette } = picture;
  context.lineJoin = "round";
  context.font = LABEL_FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (picture.showsTileGrid) drawGrid(picture);
  // The selected start area is drawn last, on top.
  const isSelectedStart = ({ group }: StartArea) =>
    picture.selected?.kind === "start" && picture.selected.group === group;
  const starts = sketch.starts.filter(hasArea);
  for (const start of [...starts.filter((one) => !isSelectedStart(one)), ...starts.filter(isSelectedStart)]) {
    drawStart(picture, start);
  }
  strokePath(context, withAlpha(palette.mark, 0.55), 1.5, () => {
    for (const { x, y, radius } of sketch.obstacles)
      addCircle(context, camera.toScreen(x, y), radius * camera.scale);
    for (const wall of sketch.walls) addCapsule(context, wall, camera);
  });
  for (const path of sketch.paths) {
    const color = roleColor(path.role, palette);
    path.nodes.forEach((node, index) => {
      drawDot(context, camera.toScreen(node.x, node.y), 5, palette.labelPlate, color);
      drawLabel(picture, String(index + 1), offsetPoint(camera.toScreen(node.x, node.y), 0, -14));
    });
  }
  if (picture.selected) drawSelected(picture, picture.selected);
  // The names of start areas are drawn after the handles, which stay visible around them.
  if (picture.fillsStartAreas) {
    for (const { text, x, top, role } of startNames(starts)) {
      drawLabel(picture, text, offsetPoint(camera.toScreen(x, top), 0, -10), roleColor(role, palette));
    }
  }
  if (picture.ghost) drawGhost(picture, picture.ghost);
  if (picture.cursor) drawCursor(picture, picture.cursor);
}

function drawSelected(picture: EditorFrame, item: SketchItem): void {
  const { context, sketch, camera, palette } = picture;
  strokePath(context, palette.accent, 2, () => {
    if (item.kind === "obstacle") {
      const disc = sketch.obstacles[item.index];
      if (disc) addCircle(context, camera.toScreen(disc.x, disc.y), disc.radius * camera.scale);
    } else if (item.kind === "wall") {
      const wall = sketch.walls[item.index];
      if (wall) addCapsule(context, wall, camera);
    } else if (item.kind === "node") {
      const node = pathOf(sketch, item.group)?.nodes[item.index];
      if (node) addCircle(context, camera.toScreen(node.x, node.y), 9);
    } else if (item.kind === "site" || item.kind === "goal") {
      const flag = itemPosition(sketch, item);
      if (flag) addCircle(context, camera.toScreen(flag.x, flag.y), 9);
    } else {
      const start = startOf(sketch, item.group);
      if (start) addStartArea(context, start, camera);
    }
  });
  for (const { at } of handlesOf(sketch, item, camera)) {
    drawDot(context, at, picture.hasLargeHandles ? 8 : 5.5, palette.labelPlate, palette.accent);
  }
}

function drawStart(picture: EditorFrame, start: StartArea): void {
  const { context, camera, palette, fillsStartAreas } = picture;
  const color = roleColor(start.role, palette);
  const areaStyle = { dash: [6, 4], ...(fillsStartAreas && { fill: withAlpha(color, 0.08) }) };
  strokePath(
    context,
    withAlpha(color, fillsStartAreas ? 0.9 : 0.5),
    1.25,
    () => addStartArea(context, start, camera),
    areaStyle,
  );
}

/** Labels of start areas, with the world point above each area; areas at the same place share a label. */
export function startNames(
  starts: readonly StartArea[],
): { text: string; x: number; top: number; role: number }[] {
  const lines = new Map<string, StartArea[]>();
  const topOf = ({ y, radius, height = 0 }: StartArea) => y - (radius ?? height / 2);
  for (const start of starts) {
    const place = `${start.x} ${topOf(start)}`;
    lines.set(place, [...(lines.get(place) ?? []), start]);
  }
  return [...lines.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const text = `${same.map(({ label }) => label).join(", ")}: start`;
    return [{ text, x: first.x, top: topOf(first), role: first.role }];
  });
}

function drawGhost(picture: EditorFrame, ghost: EditPreview): void {
  const { context, camera, palette, sketch } = picture;
  const add = () => {
    if (ghost.kind === "disc")
      addCircle(context, camera.toScreen(ghost.x, ghost.y), ghost.radius * camera.scale);
    else if (ghost.kind === "rect")
      addStartArea(context, { ...ghost, group: "", label: "", role: 0 }, camera);
    else if (ghost.kind === "wall") addCapsule(context, ghost, camera);
    else if (ghost.kind === "birds")
      for (const { x, y } of ghost.places) addCircle(context, camera.toScreen(x, y), 4);
    else if (ghost.kind === "tile" && sketch.tiles) {
      const { size } = sketch.tiles;
      const at = camera.toScreen(ghost.x * size, ghost.y * size);
      context.rect(at.x, at.y, size * camera.scale, size * camera.scale);
    } else if (ghost.kind === "leg") {
      const to = camera.toScreen(ghost.to.x, ghost.to.y);
      if (ghost.from) addLine(context, camera.toScreen(ghost.from.x, ghost.from.y), to);
      addCircle(context, to, 6);
    }
  };
  strokePath(context, palette.accent, 1.5, add, { dash: [5, 4], fill: withAlpha(palette.accent, 0.12) });
  if (ghost.kind === "disc") {
    drawLabel(picture, `radius ${Math.round(ghost.radius)} u`, camera.toScreen(ghost.x, ghost.y));
  }
}

function drawCursor({ context, camera, palette }: EditorFrame, cursor: Point): void {
  strokePath(context, palette.accent, 1.5, () =>
    addCross(context, camera.toScreen(cursor.x, cursor.y), 11, 3),
  );
}

function drawGrid({ context, camera, sketch, palette }: EditorFrame): void {
  const { tiles } = sketch;
  if (!tiles || tiles.size * camera.scale < 5) return;
  const end = camera.toScreen(tiles.columns * tiles.size, tiles.rows * tiles.size);
  strokePath(context, withAlpha(palette.mark, 0.1), 1, () => {
    for (let column = 0; column <= tiles.columns; column++) {
      const x = Math.round(camera.originX + column * tiles.size * camera.scale) + 0.5;
      addLine(context, { x, y: camera.originY }, { x, y: end.y });
    }
    for (let row = 0; row <= tiles.rows; row++) {
      const y = Math.round(camera.originY + row * tiles.size * camera.scale) + 0.5;
      addLine(context, { x: camera.originX, y }, { x: end.x, y });
    }
  });
}

/** Adds the outline of a wall, with rounded ends, to the canvas path. */
function addCapsule(context: CanvasRenderingContext2D, { from, to, radius }: Segment, camera: Camera): void {
  const [a, b] = [camera.toScreen(from.x, from.y), camera.toScreen(to.x, to.y)];
  const halfWidth = Math.max(2.5, radius * camera.scale);
  const turn = Math.atan2(b.y - a.y, b.x - a.x);
  context.moveTo(
    a.x + halfWidth * Math.cos(turn + Math.PI / 2),
    a.y + halfWidth * Math.sin(turn + Math.PI / 2),
  );
  context.arc(a.x, a.y, halfWidth, turn + Math.PI / 2, turn - Math.PI / 2);
  context.arc(b.x, b.y, halfWidth, turn - Math.PI / 2, turn + Math.PI / 2);
  context.closePath();
}

function addStartArea(context: CanvasRenderingContext2D, start: StartArea, camera: Camera): void {
  const { x, y, radius, width = 0, height = 0 } = start;
  if (radius !== undefined) {
    addCircle(context, camera.toScreen(x, y), radius * camera.scale);
    return;
  }
  const corner = camera.toScreen(x - width / 2, y - height / 2);
  context.rect(corner.x, corner.y, width * camera.scale, height * camera.scale);
}

function drawDot(
  context: CanvasRenderingContext2D,
  at: Point,
  size: number,
  fillColor: string,
  edgeColor: string,
): void {
  strokePath(context, edgeColor, 2, () => addCircle(context, at, size), { fill: fillColor });
}

function drawLabel(
  picture: EditorFrame,
  text: string,
  { x: wanted, y }: Point,
  color = picture.palette.mark,
): void {
  const { context, palette, uncoveredRange } = picture;
  const halfWidth = context.measureText(text).width / 2 + 4;
  const x = Math.max(uncoveredRange.left + halfWidth, Math.min(uncoveredRange.right - halfWidth, wanted));
  drawRimmedText(context, text, { x, y }, color, withAlpha(palette.labelPlate, 0.85));
}

function offsetPoint({ x, y }: Point, dx: number, dy: number): Point {
  return { x: x + dx, y: y + dy };
}
