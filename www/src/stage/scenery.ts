/** Draws tiles, paths and walls of a scene on the ground, in device px. */
import type { Scenery } from "../core";
import type { Camera, Point } from "./camera";
import { leaderRole } from "./darts";
import { type Palette, withAlpha } from "./palette";

/** Canvas, camera, scenery and colors with which the ground is drawn. */
export interface GroundFrame {
  context: CanvasRenderingContext2D;
  /** Device px per CSS px. */
  ratio: number;
  camera: Camera;
  scenery: Scenery;
  palette: Palette;
}

/** Color of the units of a role. */
export function roleColor(role: number, palette: Palette): string {
  if (role === leaderRole) return palette.leader;
  return palette.roles[role] ?? palette.roles[0] ?? palette.mark;
}

/** Draws a checkerboard of the scene's tiles, and its blocked tiles in the color of obstacles. */
export function drawTiles({ context, ratio, camera, scenery, palette }: GroundFrame): void {
  const { tiles } = scenery;
  if (!tiles) return;
  const tileEdge = (origin: number, index: number) =>
    Math.round((origin + index * tiles.size * camera.scale) * ratio);
  context.fillStyle = palette.tile;
  for (let row = 0; row < tiles.rows; row++) {
    const top = tileEdge(camera.originY, row);
    const bottom = tileEdge(camera.originY, row + 1);
    for (let column = row % 2; column < tiles.columns; column += 2) {
      const left = tileEdge(camera.originX, column);
      context.fillRect(left, top, tileEdge(camera.originX, column + 1) - left, bottom - top);
    }
  }
  context.fillStyle = withAlpha(palette.obstacleEdge, 0.45);
  context.strokeStyle = palette.obstacleEdge;
  context.lineWidth = ratio;
  for (let at = 0; at + 1 < tiles.blocked.length; at += 2) {
    const [column = 0, row = 0] = [tiles.blocked[at], tiles.blocked[at + 1]];
    if (column >= tiles.columns || row >= tiles.rows) continue;
    const [left, top] = [tileEdge(camera.originX, column), tileEdge(camera.originY, row)];
    const [right, bottom] = [tileEdge(camera.originX, column + 1), tileEdge(camera.originY, row + 1)];
    context.fillRect(left, top, right - left, bottom - top);
    context.strokeRect(left + ratio, top + ratio, right - left - 2 * ratio, bottom - top - 2 * ratio);
  }
}

type ScenePath = Scenery["paths"][number];

/** Draws paths as thin lines in the color of their units' role, with a circle of the path's radius at each node. */
export function drawPaths({ context, ratio, camera, scenery, palette }: GroundFrame): void {
  for (const path of scenery.paths) {
    const color = roleColor(path.role, palette);
    const points = path.nodes.map(({ x, y }) => ({
      x: (camera.originX + x * camera.scale) * ratio,
      y: (camera.originY + y * camera.scale) * ratio,
    }));
    const isClosed = path.end === "loop" && !scenery.toroidal && points.length > 2;
    context.strokeStyle = withAlpha(color, 0.55);
    context.lineWidth = ratio;
    context.lineJoin = "round";
    context.beginPath();
    for (const { x, y } of points) context.lineTo(x, y);
    if (isClosed) context.closePath();
    addChevrons(context, points, isClosed, path, ratio);
    context.stroke();
    drawNodes(context, points, path.radius * camera.scale * ratio, color, ratio);
  }
}

function drawNodes(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  radius: number,
  color: string,
  ratio: number,
): void {
  context.beginPath();
  for (const { x, y } of points) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fillStyle = withAlpha(color, 0.07);
  context.fill();
  context.strokeStyle = withAlpha(color, 0.35);
  context.stroke();
  context.beginPath();
  for (const { x, y } of points) {
    context.moveTo(x + 2 * ratio, y);
    context.arc(x, y, 2 * ratio, 0, 2 * Math.PI);
  }
  context.fillStyle = color;
  context.fill();
}

/** Adds a chevron in the middle of each segment that shows the path's direction; patrols go both ways and have none. */
function addChevrons(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  isClosed: boolean,
  path: ScenePath,
  ratio: number,
): void {
  if (path.end === "patrol") return;
  const size = 4 * ratio;
  const legCount = isClosed ? points.length : points.length - 1;
  for (let leg = 0; leg < legCount; leg++) {
    const from = points[leg];
    const to = points[(leg + 1) % points.length];
    if (!from || !to) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length < 6 * size) continue;
    const dx = ((to.x - from.x) / length) * size;
    const dy = ((to.y - from.y) / length) * size;
    const x = (from.x + to.x) / 2;
    const y = (from.y + to.y) / 2;
    context.moveTo(x - dx - dy, y - dy + dx);
    context.lineTo(x, y);
    context.lineTo(x - dx + dy, y - dy - dx);
  }
}

/** Draws walls like obstacles: a filled body with a thin edge. */
export function drawWalls({ context, ratio, camera, scenery, palette }: GroundFrame): void {
  if (scenery.walls.length === 0) return;
  context.save();
  context.lineCap = "round";
  for (const edge of [true, false]) {
    context.strokeStyle = edge ? palette.obstacleEdge : palette.obstacle;
    for (const { from, to, radius } of scenery.walls) {
      const width = Math.max(3, 2 * radius * camera.scale) * ratio;
      context.lineWidth = edge ? width : width - 2 * ratio;
      context.beginPath();
      context.moveTo(
        (camera.originX + from.x * camera.scale) * ratio,
        (camera.originY + from.y * camera.scale) * ratio,
      );
      context.lineTo(
        (camera.originX + to.x * camera.scale) * ratio,
        (camera.originY + to.y * camera.scale) * ratio,
      );
      context.stroke();
    }
  }
  context.restore();
}
