/** Draws the chart of a measure of recording and flock over time. */
import { svg } from "../../ui/dom";

const [WIDTH, HEIGHT] = [280, 130];
const PLOT_AREA = { left: 40, right: WIDTH - 8, top: 8, bottom: HEIGHT - 20 };

interface ChartLine {
  /** Name of the line, which is also its class in the style sheet. */
  name: "recording" | "run";
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
}

interface ChartAxis {
  label: string;
  /** Upper end of the axis; `undefined` for the largest value of the lines. */
  maximum: number | undefined;
}

export const shortNumber = (value: number) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "\u2013";

/** Draws lines on common axes; a vertical line marks `moment` on the x axis. Values that are not finite leave gaps. */
export function lineChart(
  lines: readonly ChartLine[],
  x: ChartAxis,
  y: ChartAxis,
  moment?: number,
): SVGSVGElement {
  const finiteNumbers = (values: ArrayLike<number>) => Array.from(values).filter(Number.isFinite);
  const allValues = lines.flatMap(({ ys }) => finiteNumbers(ys));
  const right = x.maximum ?? Math.max(...lines.flatMap(({ xs }) => finiteNumbers(xs)), 1e-9);
  const high = y.maximum ?? Math.max(...allValues, 1e-9);
  const low = Math.min(0, ...allValues);
  const px = (value: number) => PLOT_AREA.left + (value / right) * (PLOT_AREA.right - PLOT_AREA.left);
  const py = (value: number) =>
    PLOT_AREA.bottom - ((value - low) / (high - low)) * (PLOT_AREA.bottom - PLOT_AREA.top);
  const figure = svg("svg.track-chart", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const text = (value: string, tx: number, ty: number, anchor: string) => {
    const textElement = svg("text", { x: tx, y: ty, "text-anchor": anchor });
    textElement.textContent = value;
    figure.append(textElement);
  };
  figure.append(
    svg("path.axis", { d: `M${PLOT_AREA.left} ${PLOT_AREA.top}V${PLOT_AREA.bottom}H${PLOT_AREA.right}` }),
  );
  if (moment !== undefined && moment <= right)
    figure.append(
      svg("path.moment", { d: `M${px(moment).toFixed(1)} ${PLOT_AREA.top}V${PLOT_AREA.bottom}` }),
    );
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
  text(shortNumber(high), PLOT_AREA.left - 4, PLOT_AREA.top + 8, "end");
  text(shortNumber(low), PLOT_AREA.left - 4, PLOT_AREA.bottom, "end");
  text("0", PLOT_AREA.left, HEIGHT - 6, "start");
  text(shortNumber(right), PLOT_AREA.right, HEIGHT - 6, "end");
  text(x.label, (PLOT_AREA.left + PLOT_AREA.right) / 2, HEIGHT - 6, "middle");
  const texts = lines.map(
    ({ name, ys }) =>
      `${name}: ${shortNumber(Math.min(...finiteNumbers(ys)))} to ${shortNumber(Math.max(...finiteNumbers(ys)))}`,
  );
  figure.setAttribute("aria-label", `${y.label} by ${x.label}. ${texts.join("; ")}`);
  return figure;
}
