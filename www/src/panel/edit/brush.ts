/** Brush that paints birds into a flock and rubs them out: computes poses and finds units. Pure. */
import type { PoseObject, UnitViews } from "../../core";
import { inWorld } from "./edits";
import { type LayoutSketch, type Point, roundToGrid } from "./sketch";

/** Distances between painted birds along a stroke, and from the birds to the stroke, in body lengths. */
const BIRD_SPACING = 2.5;
const SIDE_SPACING = 1.5;
/** Radius of the eraser, in body lengths. */
const ERASER_RADIUS = 5;
/** Length of the stroke that a tap paints, in body lengths. */
const TAP_STROKE_LENGTH = 8;

export interface UnitRange {
  /** Index of the first unit of the range; `length`: body length of its units, u. */
  start: number;
  count: number;
  length: number;
}

function poseOf({ x, y }: Point, radians: number, speed: number): PoseObject {
  const heading = Math.round((radians * 180) / Math.PI + 360) % 360;
  return { x: roundToGrid(x), y: roundToGrid(y), heading, speed: roundToGrid(speed) };
}

/** Present poses of the units of a group in the format of layouts: u, heading in degrees, speed in u/s. */
export function presentPoses(views: UnitViews, { start, count }: UnitRange): PoseObject[] {
  const numberOf = (array: Float32Array, unit: number) => array[unit] ?? 0;
  return Array.from({ length: count }, (_, at) => {
    const unit = start + at;
    const place = { x: numberOf(views.x, unit), y: numberOf(views.y, unit) };
    const speed = Math.hypot(numberOf(views.vx, unit), numberOf(views.vy, unit));
    return poseOf(place, Math.atan2(numberOf(views.hy, unit), numberOf(views.hx, unit)), speed);
  });
}

/** Poses of the birds that a stroke paints, alternately at its left and right. `length` of a bird, u; `speed`, u/s. */
export function strokePoses(
  stroke: readonly Point[],
  sketch: LayoutSketch,
  length: number,
  speed: number,
): { poses: PoseObject[]; places: Point[] } {
  const [only] = stroke;
  const halfStroke = { x: (TAP_STROKE_LENGTH / 2) * length, y: 0 };
  const path =
    only && stroke.length === 1
      ? [{ x: only.x - halfStroke.x, y: only.y }, only, { x: only.x + halfStroke.x, y: only.y }]
      : stroke;
  const [poses, places]: [PoseObject[], Point[]] = [[], []];
  const gap = BIRD_SPACING * length;
  let next = gap / 2;
  for (let at = 1; at < path.length; at++) {
    const [from = halfStroke, to = halfStroke] = [path[at - 1], path[at]];
    const legLength = Math.hypot(to.x - from.x, to.y - from.y);
    const heading = Math.atan2(to.y - from.y, to.x - from.x);
    for (; next < legLength; next += gap) {
      const side = (poses.length % 2 === 0 ? SIDE_SPACING : -SIDE_SPACING) * length;
      const [along, across] = [
        { x: Math.cos(heading), y: Math.sin(heading) },
        { x: -Math.sin(heading), y: Math.cos(heading) },
      ];
      const place = inWorld(sketch, {
        x: from.x + next * along.x + side * across.x,
        y: from.y + next * along.y + side * across.y,
      });
      places.push(place);
      poses.push(poseOf(place, heading, speed));
    }
    next -= legLength;
  }
  return { poses, places };
}

/** Indices of the units that the eraser reaches around a point. */
export function unitsUnder(views: UnitViews, { start, count, length }: UnitRange, { x, y }: Point): number[] {
  const foundUnits: number[] = [];
  for (let unit = start; unit < start + count; unit++) {
    const distance = Math.hypot((views.x[unit] ?? 0) - x, (views.y[unit] ?? 0) - y);
    if (distance < ERASER_RADIUS * length) foundUnits.push(unit);
  }
  return foundUnits;
}
