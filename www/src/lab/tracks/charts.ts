/** Small charts: lines over one axis, and a square map of colors. */
import type { Palette } from "../../stage/palette";
import { element, svg } from "../../ui/dom";

const [WIDTH, HEIGHT] = [280, 130];
const BOX = { left: 40, right: WIDTH - 8, top: 8, bottom: HEIGHT - 20 };

export interface Line {
  /** Also its class: how it looks. */
  name: "recording" | "run";
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
}

interface Axis {
  label: string;
  /** Where it ends; the largest value otherwise. */
  end?: number | undefined;
}

export const short = (value: number) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "\u2013";

/** Lines on common axes; `level` is a value of which one wants to know who is above, `moment` one of the other axis. */
export function lineChart(
  lines: readonly Line[],
  x: Axis,
  y: Axis,
  level?: number,
  moment?: number,
): SVGSVGElement {
  const finite = (values: ArrayLike<number>) => Array.from(values).filter(Number.isFinite);
  const all = lines.flatMap(({ ys }) => finite(ys));
  const right = x.end ?? Math.max(...lines.flatMap(({ xs }) => finite(xs)), 1e-9);
  const high = y.end ?? Math.max(...all, level ?? 0, 1e-9);
  const low = Math.min(0, ...all);
  const px = (value: number) => BOX.left + (value / right) * (BOX.right - BOX.left);
  const py = (value: number) => BOX.bottom - ((value - low) / (high - low)) * (BOX.bottom - BOX.top);
  const figure = svg("svg.track-chart.curves", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const text = (value: string, tx: number, ty: number, anchor: string) => {
    const made = svg("text", { x: tx, y: ty, "text-anchor": anchor });
    made.textContent = value;
    figure.append(made);
  };
  figure.append(svg("path.axis", { d: `M${BOX.left} ${BOX.top}V${BOX.bottom}H${BOX.right}` }));
  if (level !== undefined)
    figure.append(svg("path.level", { d: `M${BOX.left} ${py(level).toFixed(1)}H${BOX.right}` }));
  if (moment !== undefined && moment <= right)
    figure.append(svg("path.moment", { d: `M${px(moment).toFixed(1)} ${BOX.top}V${BOX.bottom}` }));
  for (const { name, xs, ys } of lines) {
    let [d, drawn] = ["", false];
    for (let at = 0; at < ys.length; at++) {
      const value = ys[at] ?? Number.NaN;
      if (Number.isFinite(value))
        d += `${drawn ? "L" : "M"}${px(xs[at] ?? 0).toFixed(1)} ${py(Math.min(high, value)).toFixed(1)}`;
      drawn = Number.isFinite(value);
    }
    if (d) figure.append(svg("path", { class: name, d }));
  }
  text(short(high), BOX.left - 4, BOX.top + 8, "end");
  text(short(low), BOX.left - 4, BOX.bottom, "end");
  text("0", BOX.left, HEIGHT - 6, "start");
  text(short(right), BOX.right, HEIGHT - 6, "end");
  text(x.label, (BOX.left + BOX.right) / 2, HEIGHT - 6, "middle");
  const texts = lines.map(
    ({ name, ys }) => `${name}: ${short(Math.min(...finite(ys)))} to ${short(Math.max(...finite(ys)))}`,
  );
  figure.setAttribute("aria-label", `${y.label} by ${x.label}. ${texts.join("; ")}`);
  return figure;
}

/** A square map, row by row from behind to ahead, which is on top. `most` and `-most` have the strongest colors. */
export function squareMap(
  values: readonly number[],
  side: number,
  most: number,
  palette: Palette,
  label: string,
): HTMLElement {
  const cell = 6;
  const canvas = element("canvas", {
    width: side * cell,
    height: side * cell,
    role: "img",
    "aria-label": label,
  });
  const context = canvas.getContext("2d");
  const [less = palette.text, more = palette.mark] = [palette.ramp[1], palette.ramp[3]];
  for (let at = 0; context && at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    context.globalAlpha = Math.min(1, Math.abs(value) / most);
    context.fillStyle = value < 0 ? less : more;
    context.fillRect((at % side) * cell, (side - 1 - Math.floor(at / side)) * cell, cell, cell);
  }
  if (context) {
    // The one in the middle, which heads up.
    const middle = (side * cell) / 2;
    context.globalAlpha = 1;
    context.fillStyle = palette.mark;
    context.beginPath();
    context.moveTo(middle, middle - 5);
    context.lineTo(middle + 3, middle + 4);
    context.lineTo(middle - 3, middle + 4);
    context.fill();
  }
  return canvas;
}
