/** Chart of two lines over one axis. */
import { svg } from "../../ui/dom";

const [WIDTH, HEIGHT] = [280, 130];
const BOX = { left: 40, right: WIDTH - 8, top: 8, bottom: HEIGHT - 20 };

export interface Line {
  /** Also its class in the style sheet. */
  name: "recording" | "run";
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
}

interface Axis {
  label: string;
  /** Last value of the axis; the largest value of the lines otherwise. */
  end?: number | undefined;
}

export const short = (value: number) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "\u2013";

/** Draws lines on common axes; `moment` is marked on the horizontal one. */
export function lineChart(lines: readonly Line[], x: Axis, y: Axis, moment?: number): SVGSVGElement {
  const finite = (values: ArrayLike<number>) => Array.from(values).filter(Number.isFinite);
  const all = lines.flatMap(({ ys }) => finite(ys));
  const right = x.end ?? Math.max(...lines.flatMap(({ xs }) => finite(xs)), 1e-9);
  const high = y.end ?? Math.max(...all, 1e-9);
  const low = Math.min(0, ...all);
  const px = (value: number) => BOX.left + (value / right) * (BOX.right - BOX.left);
  const py = (value: number) => BOX.bottom - ((value - low) / (high - low)) * (BOX.bottom - BOX.top);
  const figure = svg("svg.track-chart", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const text = (value: string, tx: number, ty: number, anchor: string) => {
    const made = svg("text", { x: tx, y: ty, "text-anchor": anchor });
    made.textContent = value;
    figure.append(made);
  };
  figure.append(svg("path.axis", { d: `M${BOX.left} ${BOX.top}V${BOX.bottom}H${BOX.right}` }));
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
