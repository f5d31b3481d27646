/** Draws the ground below the units: grid of dots, edge of the world, obstacles and scale bar. It changes rarely. */

import { lengthLabel, roundStep } from "./lengths";
import type { ScreenBox } from "./overlay";
import { withAlpha } from "./palette";
import { drawPaths, drawTiles, drawWalls, type GroundFrame } from "./scenery";

/** Smallest distance between two dots of the grid, and smallest length of the scale bar, CSS px. */
const MIN_DOT_DISTANCE = 40;
const MIN_BAR_LENGTH = 56;

/** Draws the ground on the whole canvas, `width` by `height` device px, also beyond the world's edges. */
export function drawGround(ground: GroundFrame, width: number, height: number): void {
  const { context, camera, scenery, palette } = ground;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = palette.labelPlate;
  context.fillRect(0, 0, width, height);
  if (!scenery.tiles) drawDots(ground, width, height);
  const isWalled = !camera.repeatsWorld;
  if (isWalled) drawBeyond(ground, width, height);
  for (const copy of camera.worldCopies(0)) camera.drawShifted(copy, () => drawWorld(ground, isWalled));
  if (!camera.fitted) drawScaleBar(ground, width, height);
}

/** The world's rectangle in device px, rounded so that its edges are sharp. */
function worldBox({ ratio, camera, scenery }: GroundFrame): ScreenBox {
  const left = Math.round(camera.originX * ratio);
  const top = Math.round(camera.originY * ratio);
  return {
    left,
    top,
    width: Math.round((camera.originX + scenery.width * camera.scale) * ratio) - left,
    height: Math.round((camera.originY + scenery.height * camera.scale) * ratio) - top,
  };
}

function drawWorld(ground: GroundFrame, isWalled: boolean): void {
  const { context, scenery } = ground;
  const world = worldBox(ground);
  if (scenery.tiles) drawTiles(ground);
  context.save();
  context.beginPath();
  addWorldOutline(ground, world, 0);
  context.clip();
  drawPaths(ground);
  drawWalls(ground);
  context.restore();
  drawObstacles(ground);
  if (isWalled) drawEdge(ground, world);
}

/** Tints the ground outside a walled world. */
function drawBeyond(ground: GroundFrame, width: number, height: number): void {
  const { context, palette } = ground;
  const world = worldBox(ground);
  context.fillStyle = withAlpha(palette.ground, 0.5);
  context.beginPath();
  context.rect(0, 0, width, height);
  addWorldOutline(ground, world, 0);
  context.fill("evenodd");
}

/** Adds the world's outline, enlarged by `margin` device px, to the path: a circle for the tank, else a rectangle. */
function addWorldOutline(
  { context, scenery }: GroundFrame,
  { left, top, width, height }: ScreenBox,
  margin: number,
): void {
  if (scenery.edges === "tank") {
    const [x, y, radius] = [left + width / 2, top + height / 2, Math.min(width, height) / 2 + margin];
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  } else context.rect(left - margin, top - margin, width + 2 * margin, height + 2 * margin);
}

/** Draws a grid of dots that makes movement of the camera visible. */
function drawDots({ context, ratio, camera, palette }: GroundFrame, width: number, height: number): void {
  const step = roundStep(MIN_DOT_DISTANCE / camera.scale);
  const size = Math.max(1, Math.round(ratio));
  const first = camera.toWorld(0, 0);
  const last = camera.toWorld(width / ratio, height / ratio);
  context.fillStyle = palette.dot;
  for (let row = Math.floor(first.y / step); row <= Math.ceil(last.y / step); row++) {
    const y = Math.round((camera.originY + row * step * camera.scale) * ratio - size / 2);
    for (let column = Math.floor(first.x / step); column <= Math.ceil(last.x / step); column++) {
      const x = Math.round((camera.originX + column * step * camera.scale) * ratio - size / 2);
      context.fillRect(x, y, size, size);
    }
  }
}

export function drawObstacles({ context, ratio, camera, scenery, palette }: GroundFrame): void {
  if (scenery.obstacles.length === 0) return;
  context.beginPath();
  for (const obstacle of scenery.obstacles) {
    const x = (camera.originX + obstacle.x * camera.scale) * ratio;
    const y = (camera.originY + obstacle.y * camera.scale) * ratio;
    const radius = Math.max(1.5, obstacle.radius * camera.scale) * ratio;
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fillStyle = palette.obstacle;
  context.fill();
  context.strokeStyle = palette.obstacleEdge;
  context.lineWidth = ratio;
  context.stroke();
}

/** Draws the world's edge: a line, and, unless units bounce off it, a fainter line inside. */
function drawEdge(ground: GroundFrame, world: ScreenBox): void {
  const { context, ratio, scenery, palette } = ground;
  const line = Math.max(1, Math.round(ratio));
  context.strokeStyle = palette.edge;
  context.lineWidth = line;
  const strokeOutline = (margin: number) => {
    context.beginPath();
    addWorldOutline(ground, world, margin);
    context.stroke();
  };
  strokeOutline(line / 2);
  if (scenery.edges !== "bounce") {
    context.globalAlpha = 0.45;
    strokeOutline(-4 * line);
    context.globalAlpha = 1;
  }
}

/**
 * Draws the scale bar below the world's lower left corner, or above the lower left corner of the panel-free area where
 * there is no room below the world.
 */
function drawScaleBar(
  { context, ratio, camera, scenery, palette }: GroundFrame,
  width: number,
  height: number,
): void {
  const { insets } = camera;
  const length = roundStep(MIN_BAR_LENGTH / camera.scale);
  const pixels = length * camera.scale;
  const corner = camera.toScreen(0, scenery.height);
  const bottom = height / ratio - insets.bottom;
  const isBelow = corner.y + 28 < bottom && corner.x >= insets.left;
  const x = isBelow ? Math.round(corner.x) : Math.round(Math.max(corner.x, insets.left) + 14);
  const y = isBelow ? Math.round(corner.y) + 22 : Math.round(Math.min(corner.y, bottom) - 14);
  if (x + pixels > width / ratio - insets.right - 8 || y < insets.top + 24) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.strokeStyle = palette.text;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x + 0.5, y - 4);
  context.lineTo(x + 0.5, y + 0.5);
  context.lineTo(x + pixels - 0.5, y + 0.5);
  context.lineTo(x + pixels - 0.5, y - 4);
  context.stroke();
  context.fillStyle = palette.text;
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.fillText(lengthLabel(length), x + 5, y - 5);
  context.setTransform(1, 0, 0, 1, 0, 0);
}
