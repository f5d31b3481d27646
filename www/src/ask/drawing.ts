/**
 * The asked bird on the stage: where it looks, whom it counts, a line to each cause, the turn that they come to, and the ways
 * that it flies and would.
 */

import type { AnswerInfo } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import type { Point } from "../stage/camera";
import { forceColor, type InspectedFrame, screenOf, wayTo } from "../stage/inspection";
import type { Layer } from "../stage/layer";
import { type Palette, withAlpha } from "../stage/palette";
import { circle, line, rimmed, stroke } from "../stage/pen";
import { bodiesText, lineStart, type Part, sharesOf } from "./answer";

/** Width of the line to a cause that does nearly nothing, and of one that does all, CSS px. */
const THIN = 1.25;
const WIDE = 6;
/** Room for a name beside another, CSS px. */
const LINE = 16;
const NAME = 90;
/** A cause out of sight is named so far inside of what is free, CSS px. */
const INSIDE = 28;
/** The arrow of the turn: its length, its width (CSS px), and no more than that (rad): then it is hard. */
const TURN = 58;
const TURN_WIDTH = 4.5;
const MOST_TURN = 2.4;
const TURN_STEPS = 16;
/** Of larger crowds only the nearest are lit. */
const MOST_LIT = 160;
const FONT = "600 13px system-ui, sans-serif";
const SMALL = "500 12px system-ui, sans-serif";

/** Two ways from the same moment, in world units, x and y in turn, as if the world did not end. */
export interface Ways {
  real: Float32Array;
  other: Float32Array;
  /** How many steps the bird has flown of them. */
  flown: number;
  /** How much of them is shown, 0 to 1. */
  shown: number;
  /** What is left out, in lower case. */
  name: string;
}

export interface AskedFrame extends InspectedFrame {
  bars: readonly Part[];
  /** The latest parts, whose causes are where they are now. */
  now: readonly Part[];
  /** The answer that is told. */
  said: Pick<AnswerInfo, "turn" | "waits"> | undefined;
  /** The key of the one bar whose line is drawn alone; "" for all. */
  alone: string | undefined;
  ways: Ways | undefined;
}

/** Under the units: where it looks, and light under those that it counts. */
export function drawSight(layer: Layer, frame: InspectedFrame): void {
  const { context } = layer;
  const { inspection, unit, camera, palette, size } = frame;
  const heading = Math.atan2(unit.hy, unit.hx);
  const view = inspection.regions.find(({ key }) => key === "flock") ?? inspection.regions[0];
  if (view) {
    const at = screenOf(frame, view.x, view.y);
    const reach = view.radius * camera.scale;
    const half = Math.min(Math.PI, view.halfAngle);
    if (reach < 4000) {
      const light = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, reach);
      light.addColorStop(0, withAlpha(palette.wedge, 0.16));
      light.addColorStop(1, withAlpha(palette.wedge, 0.05));
      context.beginPath();
      if (half < Math.PI - 1e-3) context.moveTo(at.x, at.y);
      context.arc(at.x, at.y, reach, heading - half, heading + half);
      context.fillStyle = light;
      context.fill();
      stroke(context, withAlpha(palette.wedge, 0.4), 1, () => {
        context.arc(at.x, at.y, reach, heading - half, heading + half);
      });
      layer.touch(at.x, at.y, reach + 2);
    }
  }
  const glow = Math.max(7, size * 0.8);
  for (const [radius, alpha] of [
    [1.6, 0.06],
    [1, 0.13],
  ] as const) {
    context.fillStyle = withAlpha(palette.wedge, alpha);
    context.beginPath();
    for (const other of inspection.neighbors.slice(0, MOST_LIT)) {
      const [dx, dy] = wayTo(frame, other);
      circle(context, { x: unit.x + dx, y: unit.y + dy }, glow * radius);
      layer.touch(unit.x + dx, unit.y + dy, 2 * glow);
    }
    context.fill();
  }
}

/** Over the units. */
export function drawAsked(layer: Layer, frame: AskedFrame): void {
  const { ways } = frame;
  const radius = ringOf(frame.size);
  if (ways) drawWays(layer, frame, ways);
  const taken = drawCauses(layer, frame, radius);
  if (!ways) drawTurn(layer, frame, radius);
  drawSides(layer, frame, radius);
  drawCount(layer, frame, taken);
}

const ringOf = (size: number) => size / 2 + 9;

/** A thin line from the docked answer to the ring. */
export function drawLeader(layer: Layer, { unit, size, palette }: AskedFrame, from: Point): void {
  const away = Math.hypot(unit.x - from.x, unit.y - from.y);
  const radius = ringOf(size);
  if (away <= radius) return;
  const part = (away - radius) / away;
  const to = { x: from.x + (unit.x - from.x) * part, y: from.y + (unit.y - from.y) * part };
  stroke(layer.context, withAlpha(palette.mark, 0.55), 1, () => line(layer.context, from, to));
  layer.touch(from.x, from.y, 2);
  layer.touch(to.x, to.y, 2);
}

/** The ring around a bird. */
export function drawMark(layer: Layer, unit: Point, size: number, palette: Palette): void {
  const radius = ringOf(size);
  stroke(layer.context, palette.mark, 2, () => circle(layer.context, unit, radius));
  layer.touch(unit.x, unit.y, radius + 3);
}

/** Where the cause of a part is on the stage, relative to its bird; undefined of what has no place. */
export function causeAt(frame: AskedFrame, part: Part): Point | undefined {
  const { unit } = frame;
  const from = (frame.now.find(({ key }) => key === part.key) ?? part).from;
  if (!from) return undefined;
  if (from.unit >= 0) {
    const [x, y] = wayTo(frame, from.unit);
    return { x, y };
  }
  const at = screenOf(frame, from.x, from.y);
  return { x: at.x - unit.x, y: at.y - unit.y };
}

/** A line for each bar, to its cause, as wide as its share of the turn; with its name at the end. Gives where names stand. */
function drawCauses(layer: Layer, frame: AskedFrame, radius: number): readonly Point[] {
  const { context } = layer;
  const { unit, bars, palette, size, alone } = frame;
  const shares = sharesOf(bars);
  const taken: Point[] = [];
  for (const [at, part] of bars.entries()) {
    const way = (alone ? part.key === alone : true) ? causeAt(frame, part) : undefined;
    if (!way) continue;
    const away = Math.hypot(way.x, way.y);
    const color = part.behavior >= 0 ? forceColor(part.behavior, palette) : palette.text;
    const end = { x: unit.x + way.x, y: unit.y + way.y };
    const isUnit = part.from?.kind === "unit";
    const rim = isUnit ? size / 2 + 4 : part.from?.kind === "center" ? 7 : 3;
    const onLine = (reach: number) => ({
      x: unit.x + (way.x / away) * reach,
      y: unit.y + (way.y / away) * reach,
    });
    context.lineCap = "round";
    if (away > radius + rim) {
      const width = THIN + (WIDE - THIN) * (shares[at] ?? 0);
      const [from, to] = [onLine(radius + width / 2), onLine(away - rim)];
      stroke(context, withAlpha(palette.plate, 0.7), width + 2.5, () => line(context, from, to));
      stroke(context, color, width, () => line(context, from, to));
      layer.touch(to.x, to.y, WIDE);
    }
    if (isUnit) stroke(context, color, 2, () => circle(context, end, rim));
    else stroke(context, color, 2, () => circle(context, end, rim), { fill: withAlpha(palette.plate, 0.8) });
    context.lineCap = "butt";
    layer.touch(end.x, end.y, rim + 3);
    nameCause(layer, frame, part.label, end, color, taken);
  }
  return taken;
}

/** The name at the end of a line, or where the line leaves what is free to be seen. */
function nameCause(
  layer: Layer,
  { unit, camera, palette }: AskedFrame,
  label: string,
  end: Point,
  color: string,
  taken: Point[],
): void {
  const { left, top, right, bottom } = camera.insets;
  const [dx, dy] = [end.x - unit.x, end.y - unit.y];
  const room = (from: number, way: number, low: number, high: number) =>
    way === 0 ? 1 : Math.max(0, ((way > 0 ? high : low) - from) / way);
  const reach = Math.min(
    1,
    room(unit.x, dx, left + INSIDE, layer.width - right - INSIDE),
    room(unit.y, dy, top + INSIDE, layer.height - bottom - INSIDE),
  );
  const side = dx >= 0 ? 1 : -1;
  const at = { x: unit.x + dx * reach, y: unit.y + dy * reach };
  // At the edge of what is free it stands above its line, not behind what covers the rest.
  const isCut = reach < 1 || at.x + side * NAME > layer.width - right || at.x + side * NAME < left;
  const tip = isCut ? { x: at.x, y: at.y - 12 } : { x: at.x + side * 12, y: at.y };
  while (taken.some(({ x, y }) => Math.abs(y - tip.y) < LINE && Math.abs(x - tip.x) < NAME))
    tip.y += LINE * (dy < 0 ? -1 : 1);
  taken.push(tip);
  words(layer, label, tip, side > 0 !== isCut ? "left" : "right", color, palette.plate);
}

/** One bold arrow at the beak: how all of it turns the bird. One that is held up has a bar across its way. */
function drawTurn(layer: Layer, { unit, said, palette }: AskedFrame, radius: number): void {
  if (!said) return;
  const { context } = layer;
  const start = { x: unit.x + unit.hx * (radius + 4), y: unit.y + unit.hy * (radius + 4) };
  const rim = withAlpha(palette.plate, 0.8);
  context.lineCap = context.lineJoin = "round";
  if (said.waits) {
    const across = (side: number) => ({ x: start.x - unit.hy * side * 9, y: start.y + unit.hx * side * 9 });
    const bar = () => line(context, across(-1), across(1));
    stroke(context, rim, TURN_WIDTH + 3, bar);
    stroke(context, palette.mark, TURN_WIDTH, bar);
    layer.touch(start.x, start.y, 16);
  } else {
    const turn = Math.max(-MOST_TURN, Math.min(MOST_TURN, (said.turn * Math.PI) / 180));
    const points = [start];
    let heading = Math.atan2(unit.hy, unit.hx);
    for (let step = 0; step < TURN_STEPS; step++) {
      const before = points[step] ?? start;
      heading += turn / TURN_STEPS;
      const [x, y] = [Math.cos(heading), Math.sin(heading)];
      points.push({ x: before.x + (x * TURN) / TURN_STEPS, y: before.y + (y * TURN) / TURN_STEPS });
    }
    const tip = points.at(-1) ?? start;
    const head = (side: number) => ({
      x: tip.x - 13 * Math.cos(heading + side * 0.5),
      y: tip.y - 13 * Math.sin(heading + side * 0.5),
    });
    const path = () => {
      for (const [at, { x, y }] of points.entries()) at === 0 ? context.moveTo(x, y) : context.lineTo(x, y);
      line(context, head(-1), tip);
      context.lineTo(head(1).x, head(1).y);
    };
    stroke(context, rim, TURN_WIDTH + 3, path);
    stroke(context, palette.mark, TURN_WIDTH, path);
    layer.touch(start.x, start.y, TURN + 16);
  }
  context.lineCap = "butt";
}

/** Which side of the bird is its left: the word stands on the stage, too. */
function drawSides(layer: Layer, { unit, palette }: AskedFrame, radius: number): void {
  const { context } = layer;
  context.font = "600 10px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const [letter, side] of [
    ["L", -1],
    ["R", 1],
  ] as const) {
    const at = { x: unit.x - unit.hy * side * (radius + 9), y: unit.y + unit.hx * side * (radius + 9) };
    rimmed(context, letter, at, withAlpha(palette.text, 0.9), withAlpha(palette.plate, 0.6));
    layer.touch(at.x, at.y, 8);
  }
}

/** How many it counts, at the rim of its view. */
function drawCount(layer: Layer, frame: AskedFrame, taken: readonly Point[]): void {
  const { inspection, unit, camera, palette } = frame;
  const view = inspection.regions.find(({ key }) => key === "flock");
  if (!view || inspection.neighborCount === 0) return;
  const angle = Math.atan2(unit.hy, unit.hx) + Math.min(2.2, view.halfAngle * 0.9);
  const reach = Math.min(view.radius * camera.scale, 400) + 12;
  const at = { x: unit.x + reach * Math.cos(angle), y: unit.y + reach * Math.sin(angle) };
  while (taken.some(({ x, y }) => Math.abs(y - at.y) < LINE && Math.abs(x - at.x) < NAME)) at.y -= LINE;
  const text = `sees ${inspection.neighborCount}`;
  words(layer, text, at, Math.cos(angle) >= 0 ? "left" : "right", palette.text, palette.plate, SMALL);
}

/** The way that it flies, and the one that it would fly. */
function drawWays(layer: Layer, frame: AskedFrame, ways: Ways): void {
  const { context } = layer;
  const { unit, camera, palette, size } = frame;
  const { real, other, flown, shown, name } = ways;
  const now = Math.min(flown, real.length / 2 - 1);
  if (now < 0) return;
  const at = (way: Float32Array, index: number): Point => ({
    x: unit.x + ((way[2 * index] ?? 0) - (real[2 * now] ?? 0)) * camera.scale,
    y: unit.y + ((way[2 * index + 1] ?? 0) - (real[2 * now + 1] ?? 0)) * camera.scale,
  });
  const steps = Math.min(real.length, other.length) / 2 - 1;
  const last = Math.max(0, Math.floor(shown * steps));
  const along = (way: Float32Array) => () => {
    for (let index = 0; index <= last; index++) {
      const point = at(way, index);
      if (index === 0) context.moveTo(point.x, point.y);
      else context.lineTo(point.x, point.y);
      layer.touch(point.x, point.y, 6);
    }
  };
  context.lineJoin = context.lineCap = "round";
  stroke(context, withAlpha(palette.plate, 0.7), 5, along(real));
  stroke(context, palette.mark, 2, along(real));
  stroke(context, palette.accent, 2.5, along(other), { dash: [0.5, 6] });
  context.lineCap = "butt";
  const away = (index: number) => {
    const [a, b] = [at(real, index), at(other, index)];
    return Math.hypot(b.x - a.x, b.y - a.y);
  };
  for (let second = 1; second * TICKS_PER_SECOND <= last; second++) {
    const index = second * TICKS_PER_SECOND;
    if (index > steps - 12) continue;
    const [a, b] = [at(real, index), at(other, index)];
    if (away(index) > 10) stroke(context, withAlpha(palette.text, 0.5), 1, () => line(context, a, b));
    context.fillStyle = palette.mark;
    context.beginPath();
    circle(context, a, 3.5);
    context.fill();
    stroke(context, palette.accent, 2, () => circle(context, b, 3), { fill: palette.plate });
    const right = b.x >= a.x;
    const beside = { x: b.x + (right ? 11 : -11), y: b.y };
    words(layer, `${second} s`, beside, right ? "left" : "right", palette.text, palette.plate, SMALL);
  }
  const [a, b] = [at(real, last), at(other, last)];
  const before = Math.max(0, last - 2);
  dart(layer, a, at(real, before), size, palette.mark, withAlpha(palette.plate, 0.6), []);
  dart(layer, b, at(other, before), size, palette.accent, withAlpha(palette.accent, 0.25), [2, 2]);
  const apart = away(last);
  const sign = a.x <= b.x ? 1 : -1;
  const gap = Math.max(14, size);
  words(
    layer,
    "as it moves",
    { x: a.x - sign * gap, y: a.y + 2 },
    sign > 0 ? "right" : "left",
    palette.mark,
    palette.plate,
  );
  if (apart > 8) {
    const beside = { x: b.x + sign * gap, y: b.y + 2 };
    const align = sign > 0 ? "left" : "right";
    words(layer, `without ${name}`, beside, align, palette.accent, palette.plate);
  }
  if (shown === 1 && apart > 36) drawSpan(layer, frame, { a, b, apart, steps, start: at(real, 0) });
}

/** A bracket over the two ends, away from where they began, with the distance. */
function drawSpan(
  layer: Layer,
  { palette, size }: AskedFrame,
  { a, b, apart, steps, start }: { a: Point; b: Point; apart: number; steps: number; start: Point },
): void {
  const { context } = layer;
  const along = { x: (b.x - a.x) / apart, y: (b.y - a.y) / apart };
  const outward = -along.y * ((a.x + b.x) / 2 - start.x) + along.x * ((a.y + b.y) / 2 - start.y) < 0 ? -1 : 1;
  const [nx, ny] = [-along.y * outward, along.x * outward];
  const off = (point: Point, by: number) => ({ x: point.x + nx * by, y: point.y + ny * by });
  stroke(context, palette.accent, 1.75, () => {
    line(context, off(a, 22), off(b, 22));
    line(context, off(a, 17), off(a, 27));
    line(context, off(b, 17), off(b, 27));
  });
  const middle = off({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 38);
  const text = bodiesText(apart, size, steps / TICKS_PER_SECOND);
  words(layer, text, middle, "center", palette.accent, palette.plate);
}

/** An outlined dart at a place, heading there from another. */
function dart(
  layer: Layer,
  { x, y }: Point,
  from: Point,
  size: number,
  color: string,
  fill: string,
  dash: readonly number[],
): void {
  const angle = Math.atan2(y - from.y, x - from.x);
  const length = Math.max(16, size * 1.3);
  const { context } = layer;
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  stroke(
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
    { dash, fill },
  );
  context.restore();
  layer.touch(x, y, length);
}

/** Writes at a place, moved where it would leave the canvas. */
function words(
  layer: Layer,
  text: string,
  at: Point,
  align: CanvasTextAlign,
  color: string,
  plate: string,
  font = FONT,
): void {
  const { context } = layer;
  context.font = font;
  context.textBaseline = "middle";
  context.textAlign = "left";
  const { width } = context.measureText(text);
  const x = lineStart(at.x, align, width, layer.width);
  rimmed(context, text, { x, y: at.y }, color, withAlpha(plate, 0.85));
  layer.touch(x + width / 2, at.y, width / 2 + 8);
}
