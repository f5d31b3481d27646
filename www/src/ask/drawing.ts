/** The asked bird on the stage: where it looks, whom it counts, what pulls it where, and the ways that it flies and would. */

import { TICKS_PER_SECOND } from "../core/declared";
import type { Point } from "../stage/camera";
import { forceColor, type InspectedFrame, screenOf } from "../stage/inspected-frame";
import { wayTo } from "../stage/inspection";
import { arrow, drawAims, drawFeelers } from "../stage/inspection-forces";
import type { Layer } from "../stage/layer";
import { type Palette, withAlpha } from "../stage/palette";
import { circle, line, rimmed, stroke } from "../stage/pen";
import { bodiesText, lineStart, type Part } from "./answer";
import type { Rect } from "./place";

/** Length of the arrow of the strongest force, and of one that is nearly nothing, CSS px. */
const LONGEST = 112;
const SHORTEST = 26;
/** Between two arrows to the same side, and about their names, CSS px. */
const LANE = 12;
const LINE = 16;
const NAME = 90;
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
      const sector = () => {
        if (half < Math.PI - 1e-3) context.moveTo(at.x, at.y);
        context.arc(at.x, at.y, reach, heading - half, heading + half);
        context.closePath();
      };
      context.beginPath();
      sector();
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

/** Over the units. Returns what the bubble is to keep off. */
export function drawAsked(layer: Layer, frame: AskedFrame): Rect {
  const { unit, size, palette, ways } = frame;
  const box = { left: unit.x, top: unit.y, right: unit.x, bottom: unit.y };
  const keep = ({ x, y }: Point, reach: number) => {
    box.left = Math.min(box.left, x - reach);
    box.top = Math.min(box.top, y - reach);
    box.right = Math.max(box.right, x + reach);
    box.bottom = Math.max(box.bottom, y + reach);
  };
  drawFeelers(layer, frame);
  drawAims(layer, frame);
  if (ways) for (const at of drawWays(layer, frame, ways)) keep(at, 24);
  const radius = drawMark(layer, unit, size, palette);
  for (const at of drawPulls(layer, frame, radius)) keep(at, 12);
  drawSides(layer, frame, radius);
  drawCount(layer, frame);
  return { left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top };
}

/** The ring around a bird; its radius, CSS px. */
export function drawMark(layer: Layer, unit: Point, size: number, palette: Palette): number {
  const radius = size / 2 + 9;
  stroke(layer.context, palette.mark, 2, () => circle(layer.context, unit, radius));
  layer.touch(unit.x, unit.y, radius + 3);
  return radius;
}

/** An arrow for each bar: the way in which that force turns it in the same half second. */
function drawPulls(layer: Layer, { unit, bars, palette }: AskedFrame, radius: number): Point[] {
  const size = ({ ahead, aside }: Part) => Math.hypot(ahead, aside);
  const largest = Math.max(...bars.map(size), 1e-9);
  const tips: Point[] = [];
  const named: Point[] = [];
  for (const [lane, part] of bars.entries()) {
    if (part.behavior < 0 || size(part) < 0.02 * largest) continue;
    // A body that is slow to answer still turns by what pushed it before.
    const aside = Math.abs(part.turn) < 1 ? part.aside : Math.abs(part.aside) * Math.sign(part.turn);
    const length = SHORTEST + (LONGEST - SHORTEST) * (size(part) / largest);
    const [ahead, right] = [part.ahead / size(part), aside / size(part)];
    const dx = unit.hx * ahead - unit.hy * right;
    const dy = unit.hy * ahead + unit.hx * right;
    const color = forceColor(part.behavior, palette);
    // Many forces point straight to a side: side by side, they can be told apart.
    const beside = LANE * (1 - lane) * Math.abs(right);
    const from = {
      x: unit.x + dx * (radius + 3) + unit.hx * beside,
      y: unit.y + dy * (radius + 3) + unit.hy * beside,
    };
    arrow(layer, from.x, from.y, dx * length, dy * length, 2.5, color);
    const tip = { x: from.x + dx * (length + 9), y: from.y + dy * (length + 12) };
    while (tips.some(({ x, y }) => Math.abs(y - tip.y) < LINE && Math.abs(x - tip.x) < NAME))
      tip.y += LINE * (dy < 0 ? -1 : 1);
    tips.push(tip);
    named.push(...words(layer, part.label, tip, dx >= 0 ? "left" : "right", color, palette.plate));
  }
  return [...tips, ...named];
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
function drawCount(layer: Layer, frame: AskedFrame): void {
  const { inspection, unit, camera, palette } = frame;
  const view = inspection.regions.find(({ key }) => key === "flock");
  if (!view || inspection.neighborCount === 0) return;
  const angle = Math.atan2(unit.hy, unit.hx) + Math.min(2.2, view.halfAngle * 0.9);
  const reach = Math.min(view.radius * camera.scale, 400) + 12;
  const at = { x: unit.x + reach * Math.cos(angle), y: unit.y + reach * Math.sin(angle) };
  const text = `sees ${inspection.neighborCount}`;
  words(layer, text, at, Math.cos(angle) >= 0 ? "left" : "right", palette.text, palette.plate, SMALL);
}

/** The way that it flies, and the one that it would fly. */
function drawWays(layer: Layer, frame: AskedFrame, ways: Ways): Point[] {
  const { context } = layer;
  const { unit, camera, palette, size, views, inspection } = frame;
  const { real, other, flown, shown, name } = ways;
  const now = Math.min(flown, real.length / 2 - 1);
  if (now < 0) return [];
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
  const named = words(
    layer,
    "as it flies",
    { x: a.x - sign * gap, y: a.y + 2 },
    sign > 0 ? "right" : "left",
    palette.mark,
    palette.plate,
  );
  if (apart > 8) {
    const beside = { x: b.x + sign * gap, y: b.y + 2 };
    const align = sign > 0 ? "left" : "right";
    named.push(...words(layer, `without ${name}`, beside, align, palette.accent, palette.plate));
  }
  if (shown === 1 && apart > 36) drawSpan(layer, frame, { a, b, apart, steps, start: at(real, 0) });
  const length = views.length[inspection.id] ?? 1;
  return [
    a,
    b,
    ...named,
    at(real, Math.floor(last / 2)),
    at(other, Math.floor(last / 2)),
    { x: b.x, y: b.y - 2 * length },
  ];
}

/** A bracket over the two ends, away from where they began, with the distance. */
function drawSpan(
  layer: Layer,
  { palette, camera, views, inspection }: AskedFrame,
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
  const text = bodiesText(apart / camera.scale, views.length[inspection.id] ?? 1, steps / TICKS_PER_SECOND);
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

/** Writes at a place, moved where it would leave the canvas; returns where it begins and ends. */
function words(
  layer: Layer,
  text: string,
  at: Point,
  align: CanvasTextAlign,
  color: string,
  plate: string,
  font = FONT,
): Point[] {
  const { context } = layer;
  context.font = font;
  context.textBaseline = "middle";
  context.textAlign = "left";
  const { width } = context.measureText(text);
  const x = lineStart(at.x, align, width, layer.width);
  rimmed(context, text, { x, y: at.y }, color, withAlpha(plate, 0.85));
  layer.touch(x + width / 2, at.y, width / 2 + 8);
  return [
    { x, y: at.y },
    { x: x + width, y: at.y },
  ];
}
