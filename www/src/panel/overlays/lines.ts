/** Draws overlays made of lines: views, forces, neighbors, paths and targets; in large crowds only for some units. */

import { nearestOffset, type Point } from "../../stage/camera";
import type { CanvasLayer } from "../../stage/layer";
import type { DrawnFrame } from "../../stage/painter";
import { withAlpha } from "../../stage/palette";
import { addCircle, addCross, addLine, drawClipped, strokePath } from "../../stage/pen";
import { roleColor } from "../../stage/scenery";

/** Largest numbers of views and of forces that are drawn at once, so that they can be told apart. */
const MAX_VIEWS = 48;
const MAX_FORCES = 900;
/** Scale of force arrows, CSS px: 0.8 of it shows the root mean square of the forces; no arrow exceeds 1.4 of it. */
const FORCE_ARROW_LENGTH = 26;
/** Share of the world's extent beyond which a field of view is drawn dashed, `FAR_VIEW_LENGTH` (CSS px) long. */
const FAR_VIEW_SHARE = 0.45;
const FAR_VIEW_LENGTH = 44;

/** Field of view that all units of a group have: radius (u) and half of its angle (rad). */
export interface ViewRegion {
  start: number;
  count: number;
  key: string;
  radius: number;
  halfAngle: number;
}

/** Step between the indices of drawn units, so that at most `most` of `count` are drawn. */
export function strideFor(count: number, most: number): number {
  return Math.max(1, Math.ceil(count / most));
}

export function drawViews(layer: CanvasLayer, drawn: DrawnFrame, regions: readonly ViewRegion[]): void {
  const { context } = layer;
  const { views, camera, world, clip, palette } = drawn;
  const stride = strideFor(views.count, MAX_VIEWS);
  drawClipped(context, clip, () => {
    for (const { start, count, key, radius, halfAngle } of regions) {
      const isFlockView = key === "flock";
      const isFullCircle = halfAngle > Math.PI - 1e-3;
      const isFarView = radius * camera.scale > FAR_VIEW_SHARE * Math.min(world.width, world.height);
      const reach = isFarView ? FAR_VIEW_LENGTH : radius * camera.scale;
      const add = () => {
        for (let unit = start; unit < start + count; unit += stride) {
          const pose = drawn.poseOf(unit);
          if (!pose) continue;
          const heading = Math.atan2(pose.hy, pose.hx);
          const [from, to] = [heading - halfAngle, heading + halfAngle];
          if (isFullCircle) context.moveTo(pose.x + reach * Math.cos(from), pose.y + reach * Math.sin(from));
          else context.moveTo(pose.x, pose.y);
          context.arc(pose.x, pose.y, reach, from, to);
          if (!isFullCircle) context.lineTo(pose.x, pose.y);
          layer.extendTouched(pose.x, pose.y, reach + 1);
        }
      };
      const fill = isFlockView ? { fill: withAlpha(palette.wedge, 0.07) } : {};
      const dash = isFarView ? [2, 4] : isFlockView ? [] : [3, 3];
      strokePath(context, withAlpha(palette.wedge, isFlockView ? 0.3 : 0.5), 1, add, { dash, ...fill });
    }
  });
}

/** Draws an arrow from a point along the unit vector (directionX, directionY). `length`: CSS px, from 2 on. */
function drawArrow(
  layer: CanvasLayer,
  from: Point,
  directionX: number,
  directionY: number,
  length: number,
  color: string,
): void {
  const { context } = layer;
  const headLength = Math.min(length, 5.5);
  const tip = { x: from.x + directionX * length, y: from.y + directionY * length };
  const neck = { x: tip.x - directionX * headLength, y: tip.y - directionY * headLength };
  strokePath(context, color, 1, () => addLine(context, from, neck));
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(tip.x, tip.y);
  context.lineTo(neck.x - directionY * headLength * 0.5, neck.y + directionX * headLength * 0.5);
  context.lineTo(neck.x + directionY * headLength * 0.5, neck.y - directionX * headLength * 0.5);
  context.fill();
  layer.extendTouched((from.x + tip.x) / 2, (from.y + tip.y) / 2, length / 2 + 6);
}

/** Draws the force on each unit as an arrow; its length grows with the root of the force. `data`: x and y by unit. */
export function drawForces(layer: CanvasLayer, drawn: DrawnFrame, data: Float32Array): void {
  const { views, palette } = drawn;
  const count = Math.min(views.count, data.length >> 1);
  const stride = strideFor(count, MAX_FORCES);
  let sum = 0;
  let some = 0;
  for (let unit = 0; unit < count; unit += stride) {
    const size = Math.hypot(data[2 * unit] ?? 0, data[2 * unit + 1] ?? 0);
    if (size > 0) some++;
    sum += size * size;
  }
  if (some === 0) return;
  const usualLength = Math.sqrt(sum / some);
  const color = withAlpha(palette.mark, stride > 4 ? 0.5 : 0.8);
  drawClipped(layer.context, drawn.clip, () => {
    for (let unit = 0; unit < count; unit += stride) {
      const fx = data[2 * unit] ?? 0;
      const fy = data[2 * unit + 1] ?? 0;
      const size = Math.hypot(fx, fy);
      const pose = size > 0.02 * usualLength ? drawn.poseOf(unit) : undefined;
      if (!pose) continue;
      const length =
        (stride > 4 ? 0.75 : 1) * FORCE_ARROW_LENGTH * Math.min(1.4, Math.sqrt(size / usualLength) * 0.8);
      const halfLength = drawn.sizeOf(unit) / 2;
      const from = { x: pose.x + pose.hx * halfLength, y: pose.y + pose.hy * halfLength };
      drawArrow(layer, from, fx / size, fy / size, length, color);
    }
  });
}

/** Draws a line between each unit and neighbor. `data`: pairs of their ids. */
export function drawLinks(layer: CanvasLayer, drawn: DrawnFrame, data: Float32Array): void {
  const { context } = layer;
  const { views, camera, clip, torus, palette } = drawn;
  const links = () => {
    for (let at = 0; at + 1 < data.length; at += 2) {
      const [a, b] = [data[at] ?? 0, data[at + 1] ?? 0];
      const from = drawn.poseOf(a);
      if (!from || b >= views.count) continue;
      const dx = nearestOffset((views.x[b] ?? 0) - (views.x[a] ?? 0), torus.width) * camera.scale;
      const dy = nearestOffset((views.y[b] ?? 0) - (views.y[a] ?? 0), torus.height) * camera.scale;
      addLine(context, from, { x: from.x + dx, y: from.y + dy });
      layer.extendTouched(from.x, from.y, 1);
      layer.extendTouched(from.x + dx, from.y + dy, 1);
    }
  };
  const color = withAlpha(palette.wedge, data.length > 2000 ? 0.22 : 0.4);
  drawClipped(context, clip, () => strokePath(context, color, 1, links));
}

/** Draws paths and lines to aims. `data`: for each aim the unit's id, x, y (u), 1 (steers toward it) or -1 (away). */
export function drawAims(layer: CanvasLayer, drawn: DrawnFrame, data: Float32Array): void {
  const { context } = layer;
  const { views, camera, scenery, torus, palette } = drawn;
  for (const { role, nodes, end } of scenery.paths)
    strokePath(context, withAlpha(roleColor(role, palette), 0.9), 1.75, () => {
      for (const { x, y } of nodes) {
        const at = camera.toScreen(x, y);
        context.lineTo(at.x, at.y);
        layer.extendTouched(at.x, at.y, 4);
      }
      if (end === "loop" && nodes.length > 2 && !scenery.toroidal) context.closePath();
    });
  const isDense = data.length > 4 * 60;
  for (let at = 0; at + 3 < data.length; at += 4) {
    const id = data[at] ?? 0;
    const from = drawn.poseOf(id);
    if (!from) continue;
    const isRepelled = (data[at + 3] ?? 1) < 0;
    const x = from.x + nearestOffset((data[at + 1] ?? 0) - (views.x[id] ?? 0), torus.width) * camera.scale;
    const y = from.y + nearestOffset((data[at + 2] ?? 0) - (views.y[id] ?? 0), torus.height) * camera.scale;
    const color = roleColor(views.role[id] ?? 0, palette);
    const dash = isRepelled ? [1.5, 4] : [5, 4];
    strokePath(context, withAlpha(color, isDense ? 0.3 : 0.55), 1, () => addLine(context, from, { x, y }), {
      dash,
    });
    strokePath(context, withAlpha(color, 0.9), 1, () => {
      addCircle(context, { x, y }, 4);
      if (!isRepelled) addCross(context, { x, y }, 7);
    });
    layer.extendTouched(from.x, from.y, 1);
    layer.extendTouched(x, y, 9);
  }
}
