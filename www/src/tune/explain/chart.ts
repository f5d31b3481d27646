/** The diagram of a parameter as shapes: pure arithmetic from the core's samples to paths and labels. */
import type { ResponseInfo } from "../../core";

export const width = 264;
export const height = 124;
/** The box of the curves: room for the end values left of it, and for the axis below. */
export const box = { left: 46, right: 258, top: 16, bottom: 96 };

export interface Scale {
  low: number;
  high: number;
}

export interface Chart {
  /** SVG path data. */
  now: string;
  base: string;
  /** Height of 0 on the scale. */
  zero: number;
  /** The places of the marks. */
  marks: number[];
  /** Where the curve changes sign falling, as for a balance of push and pull: value and place. */
  balance: { value: number; x: number } | undefined;
  scale: Scale;
  from: number;
  to: number;
}

/** A curve that is this much higher than most of it is cut, so that the rest can be read. */
const tall = 6;
const shown = 3;
/** What is this much smaller than the other side of the axis needs no room of its own. */
const faint = 0.03;

/** The next round number from here on up. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 0;
  const ten = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
  const step = steps.find((candidate) => candidate * ten >= value * (1 - 1e-6)) ?? 10;
  return Number((step * ten).toPrecision(3));
}

/** One side of the scale, for values of one sign. */
function extent(sizes: number[], other: number): number {
  const some = sizes.filter((size) => size > 1e-9).sort((a, b) => a - b);
  const most = some.at(-1) ?? 0;
  if (most === 0) return 0;
  const usual = some[Math.floor(some.length * 0.6)] ?? most;
  const cut = most > tall * usual ? shown * usual : most;
  // A well below a tall push, or the other way round, is what the curve is about.
  return roundUp(other > 0 ? Math.min(cut, 2 * other) : cut);
}

/** From the lowest to the highest value worth showing, 0 included; `whole`: all of them. */
export function scaleOf(values: readonly number[], whole = false): Scale {
  const up = values.map((value) => Math.max(0, value));
  const down = values.map((value) => Math.max(0, -value));
  const [most, least] = [Math.max(0, ...up), Math.max(0, ...down)];
  if (whole) {
    const side = (size: number, other: number) => (size > faint * other ? roundUp(size) : 0);
    const [above, below] = [side(most, least), side(least, most)];
    return above === 0 && below === 0 ? { low: 0, high: 1 } : { low: below === 0 ? 0 : -below, high: above };
  }
  const high = extent(up, least > 0 && most > tall * least ? least : 0);
  const low = extent(down, most > 0 && least > tall * most ? most : 0);
  // Nothing at all: a line at the bottom.
  return high === 0 && low === 0 ? { low: 0, high: 1 } : { low: low === 0 ? 0 : -low, high };
}

/** A scale that shows points beside the curve, too; one that cuts the curve stays as it is. */
export function stretch(scale: Scale, values: readonly number[], points: Scale): Scale {
  const cut = values.some((value) => value > scale.high || value < scale.low);
  if (cut) return scale;
  return {
    low: points.low < scale.low ? -roundUp(-points.low) : scale.low,
    high: points.high > scale.high ? roundUp(points.high) : scale.high,
  };
}

const xOf = (chart: Pick<Chart, "from" | "to">, value: number): number =>
  box.left + ((value - chart.from) / (chart.to - chart.from || 1)) * (box.right - box.left);

const yOf = ({ low, high }: Scale, value: number): number =>
  box.bottom - ((value - low) / (high - low || 1)) * (box.bottom - box.top);

/** `points`: the extent of what is shown beside the curves. */
export function chartOf(response: ResponseInfo, points: Scale = { low: 0, high: 0 }): Chart | undefined {
  const { xs, now, base, reach, marks } = response;
  if (xs.length < 2 || !(reach > 0)) return undefined;
  const span = { from: response.over === "angle" ? -reach : 0, to: reach };
  const values = [...now, ...base];
  const scale = stretch(scaleOf(values, response.over === "time"), values, points);
  const path = (values: readonly number[]) =>
    values
      .map((value, index) => {
        // Far outside is outside: numbers in a path stay short.
        const y = Math.max(-200, Math.min(400, yOf(scale, value)));
        return `${index === 0 ? "M" : "L"}${xOf(span, xs[index] ?? 0).toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  return {
    ...span,
    now: path(now),
    base: path(base),
    zero: yOf(scale, 0),
    marks: marks.filter((mark) => mark >= span.from && mark <= span.to).map((mark) => xOf(span, mark)),
    balance: response.over === "distance" ? balanceOf(xs, now, span) : undefined,
    scale,
  };
}

/** Where a push turns into a pull, between two samples. */
function balanceOf(xs: readonly number[], now: readonly number[], span: Pick<Chart, "from" | "to">) {
  for (let index = 1; index < xs.length; index++) {
    const [before = 0, after = 0] = [now[index - 1], now[index]];
    if (!(before > 0 && after < 0)) continue;
    const [left = 0, right = 0] = [xs[index - 1], xs[index]];
    const value = left + ((right - left) * before) / (before - after);
    return { value, x: xOf(span, value) };
  }
  return undefined;
}

/** A point of a unit, within the box: those beyond the scale stand at its end. */
export function dotOf(chart: Chart, x: number, y: number): { x: number; y: number } | undefined {
  if (!(x >= chart.from && x <= chart.to)) return undefined;
  const at = yOf(chart.scale, y);
  return { x: xOf(chart, x), y: Math.max(box.top, Math.min(box.bottom, at)) };
}
