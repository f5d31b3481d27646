/** A small plot of a potential U(d) beside its parameters. The values come from the core; here they are only drawn. */
import type { CurveInfo } from "./core";
import { svg } from "./dom";

/** Points along the curve that the core is asked for. */
export const plotSamples = 160;

const width = 264;
const height = 104;
/** Room for the labels below. */
const foot = 16;

export interface PlotShape {
  /** SVG path data. */
  path: string;
  /** Height of U = 0. */
  zero: number;
  /** The distance at which push and pull balance (L), and where that is. */
  balance: { distance: number; x: number } | undefined;
  reach: number;
}

/** The curve in the plot's box. Up close the push is huge: the scale shows the well, and some of the push above it. */
export function plotShape({ reach, values }: CurveInfo): PlotShape | undefined {
  const count = values.length;
  if (count < 2 || !(reach > 0)) return undefined;
  const floor = height - foot;
  const deepest = Math.max(0, ...values.map((value) => -value));
  const last = Math.abs(values[count - 1] ?? 0);
  // Without a well, the value at a quarter of the reach sets the scale.
  const scale = deepest > 0 ? 1.25 * deepest : Math.max(last, Math.abs(values[count >> 2] ?? 0)) * 2 || 1;
  const zero = deepest > 0 ? floor / 2 : floor - 6;
  const rise = deepest > 0 ? zero : zero - 4;
  const at = (index: number) => (width * (index + 1)) / count;
  const y = (value: number) => zero - (Math.max(-scale, Math.min(2 * scale, value)) / scale) * rise;
  const path = values
    .map((value, index) => `${index === 0 ? "M" : "L"}${at(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
  return { path, zero, balance: balanceOf(values, reach), reach };
}

/** Where U changes from push to pull, between two samples. */
function balanceOf(values: readonly number[], reach: number): PlotShape["balance"] {
  for (let index = 1; index < values.length; index++) {
    const before = values[index - 1] ?? 0;
    const after = values[index] ?? 0;
    if (before > 0 && after < 0) {
      const part = before / (before - after);
      const distance = (reach * (index + part)) / values.length;
      return { distance, x: (width * distance) / reach };
    }
  }
  return undefined;
}

/** A sentence with what the picture shows, for those who do not see it. */
export function plotText(shape: PlotShape): string {
  const reach = `up to ${shape.reach.toPrecision(3)} lengths`;
  if (!shape.balance) return `Potential over distance ${reach}: it only pushes, the harder the nearer.`;
  return `Potential over distance ${reach}: pushes nearer than ${shape.balance.distance.toFixed(1)} lengths, pulls beyond.`;
}

export class PotentialPlot {
  readonly root: SVGSVGElement;
  private readonly curve = svg("path", { class: "plot-curve" });
  private readonly zero = svg("path", { class: "plot-axis" });
  private readonly mark = svg("path", { class: "plot-mark" });
  private readonly balance = svg("text", { class: "plot-text", "text-anchor": "middle" });
  private readonly far = svg("text", { class: "plot-text", "text-anchor": "end" });
  private shown = "";

  constructor() {
    const push = svg("text", { class: "plot-text", x: width - 1, y: 11, "text-anchor": "end" });
    push.textContent = "push";
    const near = svg("text", { class: "plot-text", x: 0, y: height - 3 });
    near.textContent = "0";
    this.far.setAttribute("x", String(width));
    for (const text of [this.far, this.balance]) text.setAttribute("y", String(height - 3));
    this.root = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img" });
    const frame = svg("svg", { width, height: height - foot, viewBox: `0 0 ${width} ${height - foot}` });
    frame.append(this.curve);
    this.root.append(this.zero, this.mark, frame, push, near, this.far, this.balance);
  }

  show(curve: CurveInfo | undefined): void {
    const shape = curve && plotShape(curve);
    this.root.classList.toggle("idle", !shape);
    if (!shape) return;
    const text = plotText(shape);
    if (shape.path + text === this.shown) return;
    this.shown = shape.path + text;
    this.root.setAttribute("aria-label", text);
    this.curve.setAttribute("d", shape.path);
    this.zero.setAttribute("d", `M0 ${shape.zero}H${width}M0.5 0V${height - foot}`);
    this.far.textContent = `${Number(shape.reach.toPrecision(3))} L`;
    const { balance } = shape;
    this.mark.setAttribute("d", balance ? `M${balance.x.toFixed(1)} ${shape.zero - 5}V${height - foot}` : "");
    // Too near the ends the label would cover theirs.
    const labeled = balance && balance.x > 24 && balance.x < width - 48;
    this.balance.textContent = labeled ? `${balance.distance.toFixed(1)} L` : "";
    if (balance) this.balance.setAttribute("x", balance.x.toFixed(1));
  }
}
