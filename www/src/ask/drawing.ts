/**
 * Drawing of an answer of Ask a bird on the stage: arcs around the explained bird, one per bar of the answer card, from
 * its heading; the cause of the force whose bar is pointed at, and the bird's view; during a comparison, two paths.
 */

import type { AnswerInfo } from "../core";
import type { Point } from "../stage/camera";
import { forceColor, type InspectedFrame, offsetTo, screenPointOf } from "../stage/inspection";
import type { CanvasLayer } from "../stage/layer";
import { type Palette, withAlpha } from "../stage/palette";
import { addCircle, addLine, drawRimmedText, strokePath } from "../stage/pen";
import {
  type AnswerArc,
  type AnswerPart,
  type AnswerTurn,
  answerArcs,
  answerTurns,
  textStart,
} from "./answer";
import { TURN_SIDES } from "./riddle";

/** Distance of the innermost arc from the ring around the bird, CSS px. */
const ARC_GAP = 12;
/** Line width of an arc, and of the arc of the sum, CSS px. */
const ARC_WIDTH = 4;
const SUM_WIDTH = 7;
/** Least distance of a cause's label from the edge of the part of the stage that no panel covers, CSS px. */
const TEXT_MARGIN = 28;
const LABEL_FONT = "600 13px system-ui, sans-serif";

/** Two paths of one bird from the same tick, a point per tick, u: x and y alternate, not wrapped at the edges. */
export interface ComparedPaths {
  realPath: Float32Array;
  otherPath: Float32Array;
  /** Index of the path point at which the bird is now. */
  flownSteps: number;
  /** Share of each path that is drawn, 0 to 1; grows during the animation. */
  shownShare: number;
  /** Label at the end of the path `otherPath`. */
  label: string;
}

export interface AskedFrame extends InspectedFrame {
  /** The answer that the card shows. */
  answer: Pick<AnswerInfo, "turn" | "waits" | "parts" | "bars">;
  /** Key of the force whose bar is pointed at; "" for none. */
  pointedKey: string;
  comparedPaths: ComparedPaths | undefined;
  /** In a riddle, number of arcs that are drawn so far, with a fraction for the growing arc; `undefined` draws all. */
  grownArcs: number | undefined;
}

/** Color of a turn's bar and arc: the behavior's color, the ring's for the sum, gray for all other causes. */
export const turnColor = (
  { behavior, key }: Pick<AnswerTurn, "behavior" | "key">,
  palette: Palette,
): string =>
  behavior >= 0 ? forceColor(behavior, palette) : key === "together" ? palette.mark : palette.text;

const pointedPart = ({ answer, pointedKey }: AskedFrame): AnswerPart | undefined =>
  pointedKey ? answer.parts.find(({ key }) => key === pointedKey) : undefined;

/** Whether a riddle waits for its guess; nothing that gives away the turn may be drawn then. */
const isOpenRiddle = ({ grownArcs, comparedPaths }: AskedFrame) => grownArcs === 0 && !comparedPaths;

/** Draws, below the units, the view of a bird whose force is pointed at or whose riddle is open (with neighbors). */
export function drawView(layer: CanvasLayer, frame: AskedFrame): void {
  const { context } = layer;
  const { inspection, unit, camera, palette } = frame;
  if (isOpenRiddle(frame)) {
    for (const neighbor of inspection.neighbors) {
      const [x, y] = offsetTo(frame, neighbor);
      const [at, radius] = [{ x: unit.x + x, y: unit.y + y }, frame.sizeOf(neighbor) / 2 + 4];
      strokePath(context, "transparent", 1, () => addCircle(context, at, radius), {
        fill: withAlpha(palette.wedge, 0.22),
      });
      layer.extendTouched(at.x, at.y, radius + 2);
    }
  } else if (!pointedPart(frame)) return;
  const heading = Math.atan2(unit.hy, unit.hx);
  const view = inspection.regions.find(({ key }) => key === "flock") ?? inspection.regions[0];
  if (!view) return;
  const screenPoint = screenPointOf(frame, view.x, view.y);
  const reach = view.radius * camera.scale;
  const halfAngle = Math.min(Math.PI, view.halfAngle);
  // A view that is much wider than the window would cover all of it.
  if (reach >= 4000) return;
  const light = context.createRadialGradient(
    screenPoint.x,
    screenPoint.y,
    0,
    screenPoint.x,
    screenPoint.y,
    reach,
  );
  light.addColorStop(0, withAlpha(palette.wedge, 0.16));
  light.addColorStop(1, withAlpha(palette.wedge, 0.05));
  context.beginPath();
  if (halfAngle < Math.PI - 1e-3) context.moveTo(screenPoint.x, screenPoint.y);
  context.arc(screenPoint.x, screenPoint.y, reach, heading - halfAngle, heading + halfAngle);
  context.fillStyle = light;
  context.fill();
  strokePath(context, withAlpha(palette.wedge, 0.4), 1, () => {
    context.arc(screenPoint.x, screenPoint.y, reach, heading - halfAngle, heading + halfAngle);
  });
  layer.extendTouched(screenPoint.x, screenPoint.y, reach + 2);
}

/** Draws, above the units, the arcs with the cause of the pointed force, the two paths of a comparison, or a riddle. */
export function drawAsked(layer: CanvasLayer, frame: AskedFrame): void {
  if (isOpenRiddle(frame)) drawGhosts(layer, frame);
  if (frame.comparedPaths) drawPaths(layer, frame, frame.comparedPaths);
  if (frame.grownArcs === 0 || (frame.comparedPaths && frame.grownArcs === undefined)) return;
  const causePart = pointedPart(frame);
  if (causePart) drawCause(layer, frame, causePart);
  drawArcs(layer, frame);
}

const ringRadius = (size: number) => size / 2 + 9;

/** Draws a ring around a bird at `unit`, whose drawn size is `size` (px). */
export function drawRing(layer: CanvasLayer, unit: Point, size: number, palette: Palette): void {
  const radius = ringRadius(size);
  strokePath(layer.context, palette.mark, 2, () => addCircle(layer.context, unit, radius));
  layer.extendTouched(unit.x, unit.y, radius + 3);
}

/** Angle from the heading to the left and right ghosts of a riddle's bird (the turns to choose from), rad. */
const GHOST_ANGLE = 0.9;
/** Distance from a riddle's bird to the ghosts that show the turns to choose from, CSS px. */
export const GHOST_REACH = 72;

/** Draws the three ghosts of a riddle: dotted ways to the left, straight and right, each with a dart and a label. */
function drawGhosts(layer: CanvasLayer, { unit, size, palette }: AskedFrame): void {
  const heading = Math.atan2(unit.hy, unit.hx);
  const pointAlong = (angle: number, reach: number) => ({
    x: unit.x + reach * Math.cos(heading + angle),
    y: unit.y + reach * Math.sin(heading + angle),
  });
  const start = pointAlong(0, ringRadius(size));
  const bend = pointAlong(0, GHOST_REACH / 2);
  for (const { side, label } of TURN_SIDES) {
    const angle = side * GHOST_ANGLE;
    const end = pointAlong(angle, GHOST_REACH);
    layer.context.lineCap = "round";
    const addGhost = () => {
      layer.context.moveTo(start.x, start.y);
      layer.context.quadraticCurveTo(bend.x, bend.y, end.x, end.y);
    };
    strokePath(layer.context, palette.accent, 2, addGhost, { dash: [0.5, 5] });
    layer.context.lineCap = "butt";
    drawDart(layer, end, bend, size, palette.accent, withAlpha(palette.accent, 0.4), []);
    const at = pointAlong(angle, GHOST_REACH + Math.max(16, size));
    drawTextLabel(
      layer,
      label.toLowerCase(),
      at,
      at.x >= unit.x ? "left" : "right",
      palette.accent,
      palette.labelPlate,
    );
  }
  layer.extendTouched(unit.x, unit.y, GHOST_REACH);
}

/** Draws one arc per turn of the answer. A unit that is stopped has a bar across its heading, not the sum's arc. */
function drawArcs(
  layer: CanvasLayer,
  { unit, size, palette, answer, grownArcs = Infinity }: AskedFrame,
): void {
  const { context } = layer;
  const innerRadius = ringRadius(size) + ARC_GAP;
  const turnArcs = answerArcs(answerTurns(answer), innerRadius);
  const arcs = answer.waits ? turnArcs.filter(({ key }) => key !== "together") : turnArcs;
  const outerRadius = (arcs.at(-1)?.radius ?? innerRadius) + 16;
  const pointAhead = (reach: number) => ({ x: unit.x + unit.hx * reach, y: unit.y + unit.hy * reach });
  strokePath(
    context,
    withAlpha(palette.text, 0.5),
    1.5,
    () => addLine(context, pointAhead(ringRadius(size)), pointAhead(outerRadius)),
    {
      dash: [1.5, 4],
    },
  );
  for (const [index, arc] of arcs.entries()) {
    const grownShare = Math.max(0, Math.min(1, grownArcs - index));
    const isCut = arc.isCut && grownShare === 1;
    if (grownShare > 0) drawArc(layer, unit, { ...arc, angle: grownShare * arc.angle, isCut }, palette);
  }
  if (answer.waits) {
    const [from, to] = [-9, 9].map((side) => ({
      x: unit.x + unit.hx * innerRadius - unit.hy * side,
      y: unit.y + unit.hy * innerRadius + unit.hx * side,
    }));
    if (from && to) strokePath(context, palette.mark, SUM_WIDTH, () => addLine(context, from, to));
  }
  layer.extendTouched(unit.x, unit.y, outerRadius + 12);
}

/** Draws an arc with an arrow head at its end. */
function drawArc(
  { context }: CanvasLayer,
  unit: Point & { hx: number; hy: number },
  arc: AnswerArc,
  palette: Palette,
): void {
  const { radius, angle, isCut, key } = arc;
  const width = key === "together" ? SUM_WIDTH : ARC_WIDTH;
  const color = turnColor(arc, palette);
  const from = Math.atan2(unit.hy, unit.hx);
  const side = Math.sign(angle);
  const headLength = Math.min(Math.abs(angle) * radius, 2.4 * width);
  const neckAngle = from + angle - (side * headLength) / radius;
  context.lineCap = "butt";
  const addPath = () => context.arc(unit.x, unit.y, radius, from, neckAngle, angle < 0);
  strokePath(context, withAlpha(palette.labelPlate, 0.8), width + 3, addPath);
  strokePath(context, color, width, addPath);
  const point = (at: number, off: number) => ({
    x: unit.x + Math.cos(at) * (radius + off),
    y: unit.y + Math.sin(at) * (radius + off),
  });
  const fillTip = (start: number) => {
    const end = start + (side * headLength) / radius;
    const corners = [point(start, -1.1 * width), point(end, 0), point(start, 1.1 * width)];
    context.beginPath();
    for (const { x, y } of corners) context.lineTo(x, y);
    context.fillStyle = color;
    context.fill();
  };
  fillTip(neckAngle);
  // A second arrow head shows that the turn is larger than the arc.
  if (isCut) fillTip(neckAngle + (side * headLength * 0.8) / radius);
}

/** Offset from the bird to the cause of a force on the stage, CSS px; `undefined` if the cause has no position. */
export function causePoint(frame: AskedFrame, part: AnswerPart): Point | undefined {
  const { unit } = frame;
  const { from } = part;
  if (!from) return undefined;
  if (from.unit >= 0) {
    const [x, y] = offsetTo(frame, from.unit);
    return { x, y };
  }
  const screenPoint = screenPointOf(frame, from.x, from.y);
  return { x: screenPoint.x - unit.x, y: screenPoint.y - unit.y };
}

/** Draws a dotted line from the bird to a ring around the cause of a force, with the force's label beside the ring. */
function drawCause(layer: CanvasLayer, frame: AskedFrame, part: AnswerPart): void {
  const causeOffset = causePoint(frame, part);
  if (!causeOffset) return;
  const { context } = layer;
  const { unit, palette, size, camera } = frame;
  const distance = Math.hypot(causeOffset.x, causeOffset.y);
  const color = turnColor(part, palette);
  const end = { x: unit.x + causeOffset.x, y: unit.y + causeOffset.y };
  const rimRadius = part.from?.kind === "unit" ? size / 2 + 4 : 7;
  const onLine = (reach: number) => ({
    x: unit.x + (causeOffset.x / distance) * reach,
    y: unit.y + (causeOffset.y / distance) * reach,
  });
  if (distance > ringRadius(size) + rimRadius) {
    const [start, stop] = [onLine(ringRadius(size)), onLine(distance - rimRadius)];
    context.lineCap = "round";
    strokePath(context, color, 2, () => addLine(context, start, stop), { dash: [0.5, 5] });
    context.lineCap = "butt";
    layer.extendTouched(start.x, start.y, 4);
    layer.extendTouched(stop.x, stop.y, 4);
  }
  strokePath(context, color, 2, () => addCircle(context, end, rimRadius));
  layer.extendTouched(end.x, end.y, rimRadius + 3);
  const { left, top, right, bottom } = camera.insets;
  const clampToView = (at: number, low: number, high: number) =>
    Math.max(low + TEXT_MARGIN, Math.min(high - TEXT_MARGIN, at));
  const side = causeOffset.x >= 0 ? 1 : -1;
  const tip = {
    x: clampToView(end.x + side * (rimRadius + 6), left, layer.width - right),
    y: clampToView(end.y, top, layer.height - bottom),
  };
  drawTextLabel(layer, part.label, tip, side > 0 ? "left" : "right", color, palette.labelPlate);
}

/** Draws the bird's real path and the compared one, with a label at the end of each. */
function drawPaths(layer: CanvasLayer, frame: AskedFrame, comparedPaths: ComparedPaths): void {
  const { context } = layer;
  const { unit, camera, palette, size } = frame;
  const { realPath, otherPath, flownSteps, shownShare } = comparedPaths;
  const currentStep = Math.min(flownSteps, realPath.length / 2 - 1);
  if (currentStep < 0) return;
  const pathPoint = (way: Float32Array, index: number): Point => ({
    x: unit.x + ((way[2 * index] ?? 0) - (realPath[2 * currentStep] ?? 0)) * camera.scale,
    y: unit.y + ((way[2 * index + 1] ?? 0) - (realPath[2 * currentStep + 1] ?? 0)) * camera.scale,
  });
  const stepCount = Math.min(realPath.length, otherPath.length) / 2 - 1;
  const lastStep = Math.max(0, Math.floor(shownShare * stepCount));
  const addPath = (way: Float32Array) => () => {
    for (let index = 0; index <= lastStep; index++) {
      const point = pathPoint(way, index);
      if (index === 0) context.moveTo(point.x, point.y);
      else context.lineTo(point.x, point.y);
      layer.extendTouched(point.x, point.y, 6);
    }
  };
  context.lineJoin = context.lineCap = "round";
  strokePath(context, withAlpha(palette.labelPlate, 0.7), 5, addPath(realPath));
  strokePath(context, palette.mark, 2, addPath(realPath));
  strokePath(context, palette.accent, 2.5, addPath(otherPath), { dash: [0.5, 6] });
  context.lineCap = "butt";
  const [a, b] = [pathPoint(realPath, lastStep), pathPoint(otherPath, lastStep)];
  const previousStep = Math.max(0, lastStep - 2);
  drawDart(
    layer,
    a,
    pathPoint(realPath, previousStep),
    size,
    palette.mark,
    withAlpha(palette.labelPlate, 0.6),
    [],
  );
  drawDart(
    layer,
    b,
    pathPoint(otherPath, previousStep),
    size,
    palette.accent,
    withAlpha(palette.accent, 0.25),
    [2, 2],
  );
  const otherSide = a.x <= b.x ? 1 : -1;
  const gap = Math.max(14, size);
  const label = (text: string, end: Point, side: number, color: string) =>
    drawTextLabel(
      layer,
      text,
      { x: end.x + side * gap, y: end.y + 2 },
      side > 0 ? "left" : "right",
      color,
      palette.labelPlate,
    );
  label("as it moves", a, -otherSide, palette.mark);
  if (Math.hypot(b.x - a.x, b.y - a.y) > 8) label(comparedPaths.label, b, otherSide, palette.accent);
}

/** Draws an outlined dart of a unit at a point, which points away from `from`. */
function drawDart(
  layer: CanvasLayer,
  { x, y }: Point,
  from: Point,
  size: number,
  color: string,
  fillColor: string,
  dash: readonly number[],
): void {
  const angle = Math.atan2(y - from.y, x - from.x);
  const length = Math.max(16, size * 1.3);
  const { context } = layer;
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  strokePath(
    context,
    color,
    1.75,
    () => {
      context.moveTo(length / 2, 0);
      context.lineTo(-length / 2, length * 0.36);
      context.lineTo(-length * 0.26, 0);
      context.lineTo(-length / 2, -length * 0.36);
      context.closePath();
    },
    { dash, fill: fillColor },
  );
  context.restore();
  layer.extendTouched(x, y, length);
}

/** Writes a label vertically centered at `at.y`; moves it sideways so that all of it is on the canvas if `at.x` is. */
function drawTextLabel(
  layer: CanvasLayer,
  text: string,
  at: Point,
  align: CanvasTextAlign,
  color: string,
  plateColor: string,
): void {
  const { context } = layer;
  context.font = LABEL_FONT;
  context.textBaseline = "middle";
  context.textAlign = "left";
  const { width } = context.measureText(text);
  const x = textStart(at.x, align, width, layer.width);
  drawRimmedText(context, text, { x, y: at.y }, color, withAlpha(plateColor, 0.85));
  layer.extendTouched(x + width / 2, at.y, width / 2 + 8);
}
