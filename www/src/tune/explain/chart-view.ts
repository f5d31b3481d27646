/** The diagram as a small SVG: axes with their end values, curves, marks, and the selected unit as dots. */
import type { ResponseInfo } from "../../core";
import { element, setText, svg } from "../../ui/dom";
import { box, type Chart, chartOf, dotOf, height, type Scale, width } from "./chart";
import { axisText, chartText, hasPoints, numberText, placeText, pointsText, readingText } from "./words";

/** Samples that the core is asked for. */
export const samples = 64;

let made = 0;

export class ChartView {
  readonly root: HTMLElement;
  private readonly image: SVGSVGElement;
  private readonly now = svg("path.chart-now");
  private readonly base = svg("path.chart-base");
  private readonly axes = svg("path.chart-axis");
  private readonly marks = svg("path.chart-mark");
  private readonly dots = svg("path.chart-dots");
  private readonly label = {
    reading: text(box.left, 10, "start"),
    high: text(box.left - 5, box.top + 4, "end"),
    low: text(box.left - 5, box.bottom + 4, "end"),
    zero: text(box.left - 5, 0, "end"),
    from: text(box.left, box.bottom + 12, "start"),
    middle: text((box.left + box.right) / 2, box.bottom + 12, "middle"),
    to: text(box.right, box.bottom + 12, "end"),
    axis: text((box.left + box.right) / 2, height - 3, "middle"),
  };
  private readonly note = element("p.chart-note.remark");
  private response: ResponseInfo | undefined;
  private chart: Chart | undefined;
  /** The extent of the dots since the curves were shown: the scale grows with them, and does not shrink. */
  private points: Scale = { low: 0, high: 0 };
  private words = "";

  constructor() {
    const clip = `chart-clip-${made++}`;
    const frame = svg("clipPath", { id: clip });
    const { left, right, top, bottom } = box;
    frame.append(svg("rect", { x: left, y: top - 1, width: right - left, height: bottom - top + 2 }));
    this.image = svg("svg.chart", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    this.image.append(
      frame,
      this.axes,
      this.marks,
      svg("g", { "clip-path": `url(#${clip})` }, this.base, this.now),
      this.dots,
      ...Object.values(this.label),
    );
    this.root = element("div.chart-host", this.image, this.note);
  }

  /** Shows other curves. */
  show(answer: ResponseInfo): void {
    this.response = inDegrees(answer);
    this.points = { low: 0, high: 0 };
    this.draw(this.response);
  }

  private draw(response: ResponseInfo): void {
    const chart = chartOf(response, this.points);
    this.chart = chart;
    if (!chart) return;
    const { over } = response;
    const { left, right, top, bottom } = box;
    this.now.setAttribute("d", chart.now);
    this.base.setAttribute("d", chart.base);
    const middle = over === "angle" ? (left + right) / 2 : undefined;
    const upright = middle === undefined ? "" : `M${middle} ${top}V${bottom}`;
    this.axes.setAttribute(
      "d",
      `M${left} ${top}V${bottom}M${left} ${chart.zero.toFixed(1)}H${right}${upright}`,
    );
    const marks = chart.balance && chart.marks.length === 0 ? [chart.balance.x] : chart.marks;
    this.marks.setAttribute("d", marks.map((x) => `M${x.toFixed(1)} ${top}V${bottom}`).join(""));
    const { label } = this;
    setText(label.reading, readingText(response));
    setText(label.axis, axisText(response));
    setText(label.high, chart.scale.high > 0 ? numberText(chart.scale.high) : "0");
    setText(label.low, chart.scale.low < 0 ? numberText(chart.scale.low) : "0");
    // Between the ends where there is room.
    const roomy = chart.zero > top + 12 && chart.zero < bottom - 12;
    label.zero.setAttribute("y", (chart.zero + 4).toFixed(1));
    setText(label.zero, roomy ? "0" : "");
    setText(label.from, placeText(over, chart.from));
    setText(label.to, placeText(over, chart.to));
    this.nameMark(response, chart, marks);
    this.words = chartText(response, chart);
    this.image.setAttribute("aria-label", this.words);
  }

  /** Shows where a unit is: place and value in turn; -1 for no unit. */
  point(unit: number, found: ArrayLike<number>): void {
    const { response } = this;
    if (!response || !this.chart) return;
    const { from, to } = this.chart;
    const turns = response.reads === "turn";
    const points: number[] = [];
    for (let at = 0; at + 1 < found.length; at += 2) {
      const [x = 0, y = 0] = [found[at], found[at + 1]];
      if (x >= from && x <= to) points.push(x, turns ? y * degrees : y);
    }
    this.make(response, points);
    const { chart } = this;
    const some = hasPoints(response);
    let path = "";
    for (let at = 0; some && at + 1 < points.length; at += 2) {
      const dot = dotOf(chart, points[at] ?? 0, points[at + 1] ?? 0);
      // A stroke without a length and with round ends is a dot.
      if (dot) path += `M${dot.x.toFixed(1)} ${dot.y.toFixed(1)}h0.01`;
    }
    if (this.dots.getAttribute("d") !== path) this.dots.setAttribute("d", path);
    const words = some ? pointsText(response, points, unit) : "";
    setText(this.note, words);
    const all = unit >= 0 && words ? `${this.words} ${words}` : this.words;
    if (this.image.getAttribute("aria-label") !== all) this.image.setAttribute("aria-label", all);
  }

  /** Makes room for the dots on the scale. */
  private make(response: ResponseInfo, points: readonly number[]): void {
    const values = points.filter((_, at) => at % 2 === 1);
    const [low, high] = [Math.min(this.points.low, ...values), Math.max(this.points.high, ...values)];
    if (low === this.points.low && high === this.points.high) return;
    this.points = { low, high };
    this.draw(response);
  }

  /** The value at a mark or a balance stands below it, where it does not cover an end. */
  private nameMark({ over }: ResponseInfo, chart: Chart, marks: readonly number[]): void {
    const { middle } = this.label;
    const [x] = marks;
    const single = over !== "angle" && marks.length === 1 && x !== undefined;
    const value = single
      ? chart.from + ((x - box.left) / (box.right - box.left)) * (chart.to - chart.from)
      : 0;
    const free = single && x > box.left + 22 && x < box.right - 34;
    middle.setAttribute("x", (free ? x : (box.left + box.right) / 2).toFixed(1));
    setText(middle, over === "angle" ? "0°" : free ? placeText(over, value) : "");
  }
}

const degrees = 180 / Math.PI;

/** Rates of turn are read in degrees. */
function inDegrees(response: ResponseInfo): ResponseInfo {
  if (response.reads !== "turn") return response;
  const turn = (values: readonly number[]) => values.map((value) => value * degrees);
  return { ...response, now: turn(response.now), base: turn(response.base) };
}

function text(x: number, y: number, anchor: string): SVGTextElement {
  return svg("text.chart-text", { x, y, "text-anchor": anchor });
}
