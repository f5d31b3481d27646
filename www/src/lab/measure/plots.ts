/** Plots of the measures, one per measure, on a common time axis; pointing at one shows tick and values of all. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { MeasureInfo } from "../../core/watch";
import { type Palette, withAlpha } from "../../stage/palette";
import { element, setText } from "../../ui/dom";
import { axisTop } from "./axis-top";
import type { History } from "./history";
import { valueText } from "./quantities";

const height = 64;
/** Measures shown first, before the others are unfolded; written measures come with them. */
const DEFAULT_PLOTS = ["polarization", "spacing"];
/** Height of the time axis, below the last plot that is shown. */
const axisHeight = 20;
/** Possible distances between labels of the time axis, ticks: whole seconds and minutes. */
const steps = [60, 120, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000, 72_000, 216_000, 432_000];

interface Plot {
  measure: MeasureInfo;
  /** Index among all measures. */
  at: number;
  root: HTMLElement;
  value: HTMLElement;
  chart: uPlot | undefined;
}

export class Plots {
  readonly root = element("ul.plots", { "aria-label": "Plots over time" });
  private readonly plots: Plot[];
  /** Number of plots that are shown first. */
  private readonly first: number;
  /** Tick that is marked by a line. */
  private moment: number | undefined;
  private palette: Palette | undefined;
  private width = 0;
  /** Unfolds the other plots. */
  readonly more = element("button.button.quiet.plots-more", { "aria-expanded": "false" });

  constructor(
    measures: readonly MeasureInfo[],
    private readonly history: History,
    /** Called with the index of the sample under the pointer, or `undefined`. */
    private readonly pointed: (index: number | undefined) => void,
  ) {
    const plotted = measures.map((measure, at) => ({ measure, at })).filter(({ measure }) => measure.plotted);
    const own = plotted.filter(({ measure }) => measure.span === "number");
    const first = [...own, ...plotted.filter(({ measure }) => DEFAULT_PLOTS.includes(measure.key))];
    this.first = first.length;
    this.plots = [...first, ...plotted.filter((one) => !first.includes(one))].map(({ measure, at }, index) =>
      this.plot(measure, at, index >= first.length),
    );
    const show = (all: boolean) => {
      this.root.classList.toggle("all", all);
      this.more.setAttribute("aria-expanded", String(all));
      this.more.textContent = all ? "Fewer plots" : `All ${this.plots.length} plots`;
    };
    this.more.addEventListener("click", () => show(!this.root.classList.contains("all")));
    show(false);
    new ResizeObserver(() => this.fit()).observe(this.root);
  }

  private plot(measure: MeasureInfo, at: number, further: boolean): Plot {
    const value = element("output.plot-value.strong", { "aria-live": "off", "data-measure": measure.key });
    const root = element(
      "li",
      { class: further ? "further" : undefined },
      element("p.apart", element("span", { title: measure.doc }, measure.label), value),
    );
    this.root.append(root);
    return { measure, at, root, value, chart: undefined };
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    for (const plot of this.plots) {
      plot.chart?.destroy();
      plot.chart = undefined;
    }
    this.fit();
  }

  /** Draws the present history. */
  draw(): void {
    for (const { chart, at } of this.plots) chart?.setData(this.dataOf(at));
  }

  /** Marks a tick by a line; `undefined` removes it. */
  mark(tick: number | undefined): void {
    if (tick === this.moment) return;
    this.moment = tick;
    for (const { chart } of this.plots) chart?.redraw(false, false);
  }

  /** Shows the values beside the names. */
  write(values: ArrayLike<number>, estimated: boolean): void {
    for (const { measure, at, value } of this.plots) {
      const about = estimated && measure.key === "overlaps" ? "\u2248\u2009" : "";
      setText(value, about + valueText(measure, values[at] ?? Number.NaN));
    }
  }

  private dataOf(at: number): uPlot.AlignedData {
    const column = this.history.columns[at] ?? [];
    return [this.history.ticks, column.map((value) => (Number.isNaN(value) ? null : value))];
  }

  private fit(): void {
    const width = Math.floor(this.root.clientWidth);
    if (width <= 0 || !this.palette) return;
    const resized = width !== this.width;
    this.width = width;
    for (const [index, plot] of this.plots.entries()) {
      const timed = index === this.first - 1 || index === this.plots.length - 1;
      const tall = height + (timed ? axisHeight : 0);
      if (!plot.chart) plot.chart = this.make(plot, tall, timed, this.palette);
      else if (resized) plot.chart.setSize({ width, height: tall });
    }
  }

  private make({ measure, at, root }: Plot, tall: number, last: boolean, palette: Palette): uPlot {
    const font = "11px system-ui, sans-serif";
    const line = { stroke: withAlpha(palette.edge, 0.5), width: 1 };
    const options: uPlot.Options = {
      width: this.width,
      height: tall,
      padding: [7, 4, last ? 0 : 7, 0],
      legend: { show: false },
      cursor: {
        sync: { key: "measures" },
        y: false,
        drag: { x: false, y: false },
        points: { size: 7, fill: palette.mark, width: 0 },
      },
      scales: {
        x: { time: false },
        y: {
          range:
            measure.span === "share"
              ? [0, 1]
              : (_chart, low, high) => [
                  low < 0 ? -axisTop(-low, false) : 0,
                  axisTop(high ?? 1, measure.span === "count"),
                ],
        },
      },
      axes: [
        {
          show: last,
          size: axisHeight,
          font,
          stroke: palette.text,
          gap: 2,
          space: 64,
          incrs: steps,
          grid: { show: false },
          ticks: { show: false },
          values: (_chart, splits) => splits.map((tick) => `${Math.round(tick / 60)}\u202fs`),
        },
        {
          size: 38,
          font,
          stroke: palette.text,
          gap: 4,
          grid: line,
          ticks: { show: false },
          splits: (_chart, _axis, low, high) => [low, (low + high) / 2, high],
          values: (_chart, splits) => splits.map((value, index) => (index === 1 ? "" : compact(value))),
        },
      ],
      series: [{}, { stroke: palette.roles[0] ?? palette.mark, width: 1.5, points: { show: false } }],
      hooks: {
        draw: [(chart) => this.drawMoment(chart, palette)],
        setCursor: [
          ({ cursor: { idx, left = -1 } }) => this.pointed(left < 0 ? undefined : (idx ?? undefined)),
        ],
      },
    };
    return new uPlot(options, this.dataOf(at), root);
  }

  /** Draws the marked tick. */
  private drawMoment({ ctx: context, bbox, valToPos }: uPlot, palette: Palette): void {
    if (this.moment === undefined) return;
    const x = Math.round(valToPos(this.moment, "x", true)) + 0.5;
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    context.save();
    context.lineWidth = devicePixelRatio;
    context.strokeStyle = palette.mark;
    context.beginPath();
    context.moveTo(x, bbox.top);
    context.lineTo(x, bbox.top + bbox.height);
    context.stroke();
    context.restore();
  }
}

function compact(value: number): string {
  return value.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: 3 });
}
