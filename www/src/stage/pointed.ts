/** Draws what a line of a rule computes while a person points at it: vector, search radius, contributing units. */
import type { Point } from "./camera";
import { colorOfForce, type InspectedFrame, offsetTo } from "./inspection";
import type { CanvasLayer } from "./layer";
import { withAlpha } from "./palette";
import { addCircle, addLine, strokePath } from "./pen";

export interface PointedForce {
  /** Key of the behavior whose rule contains the line that a person points at. */
  key: string;
  /**
   * Vector that the line of the rule computes: u, or, if `isForce`, a share of the largest force that the unit can
   * steer with.
   */
  vector?: [number, number];
  isForce?: boolean;
  /** Radii in which the line of the rule searches for units or obstacles, u. */
  radii?: number[];
  /**
   * Units that contribute to what the line of the rule computes, the largest contribution first; `says` is the
   * contribution as text.
   */
  members?: { id: number; says: string }[];
  /** Whether `members` are obstacles instead of units; `id` is then an obstacle's index. */
  obstacles?: boolean;
}

/** On-screen length of the arrow of the largest steering force, CSS px. */
const FULL_FORCE = 72;
/** Largest number of contributing units (`members`) whose contribution is written beside them. */
const MAX_LABELED = 5;

export function drawPointed(layer: CanvasLayer, frame: InspectedFrame, pointed: PointedForce): void {
  const { context } = layer;
  const { inspection, unit, camera, palette } = frame;
  const color = colorOfForce(inspection, pointed.key, palette);
  context.lineCap = "round";
  for (const radius of pointed.radii ?? []) {
    const reach = radius * camera.scale;
    // A circle much larger than the window is not drawn.
    if (!(reach > 1 && reach < 4000)) continue;
    const fill = withAlpha(color, 0.07);
    strokePath(context, color, 1.25, () => addCircle(context, unit, reach), { dash: [4, 3], fill });
    layer.extendTouched(unit.x, unit.y, reach + 2);
  }
  context.fillStyle = color;
  drawMembers(layer, frame, pointed, color);
  if (pointed.vector) {
    const scale = pointed.isForce ? FULL_FORCE : camera.scale;
    drawArrow(layer, color, unit, pointed.vector[0] * scale, pointed.vector[1] * scale);
  }
  context.lineCap = "butt";
}

function drawMembers(layer: CanvasLayer, frame: InspectedFrame, pointed: PointedForce, color: string): void {
  const { context } = layer;
  const { unit, size, scenery, camera, palette } = frame;
  context.font = "600 12px system-ui, sans-serif";
  for (const [at, { id, says }] of (pointed.members ?? []).entries()) {
    const disc = pointed.obstacles ? scenery.obstacles[id] : undefined;
    if (pointed.obstacles ? !disc : id < 0) continue;
    const [dx, dy] = disc ? offsetFromUnit(frame, disc) : offsetTo(frame, id);
    const radius = disc ? disc.radius * camera.scale : size / 2 + 4;
    const [x, y] = [unit.x + dx, unit.y + dy];
    const isLabeled = at < MAX_LABELED;
    strokePath(context, withAlpha(color, isLabeled ? 1 : 0.5), isLabeled ? 1.75 : 1, () => {
      addLine(context, unit, { x, y });
      addCircle(context, { x, y }, radius);
    });
    layer.extendTouched(x, y, radius + 2);
    if (!isLabeled || !says) continue;
    // An outline in the color of the ground keeps the label readable above the flock.
    context.lineWidth = 3;
    context.strokeStyle = palette.ground;
    context.strokeText(says, x + radius + 3, y - 3);
    context.fillText(says, x + radius + 3, y - 3);
    layer.extendTouched(x + radius + 24, y, 28);
  }
}

function offsetFromUnit({ unit, camera }: InspectedFrame, { x, y }: Point): [number, number] {
  const at = camera.toScreen(x, y);
  return [at.x - unit.x, at.y - unit.y];
}

function drawArrow(layer: CanvasLayer, color: string, from: Point, dx: number, dy: number): void {
  const { context } = layer;
  const length = Math.hypot(dx, dy);
  if (!(length > 1)) return;
  // An arrow longer than 4000 CSS px, which ends far outside the window, is cut off at that length.
  const drawnShare = Math.min(1, 4000 / length);
  const to = { x: from.x + dx * drawnShare, y: from.y + dy * drawnShare };
  const [ux, uy] = [dx / length, dy / length];
  strokePath(context, color, 2.5, () => {
    addLine(context, from, to);
    addLine(context, { x: to.x - 8 * ux + 4 * uy, y: to.y - 8 * uy - 4 * ux }, to);
    context.lineTo(to.x - 8 * ux - 4 * uy, to.y - 8 * uy + 4 * ux);
  });
  layer.extendTouched(to.x, to.y, 10);
}
