/** One plot per measure over a common time axis; pointing at a plot shows tick and values of all measures. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { MeasureInfo } from "../../core/watch";
import { type Palette, withAlpha } from "../../stage/palette";
import { element, setText } from "../../ui/dom";
import { axisTop } from "./axis-top";
import type { MeasureHistory } from "./history";
import { valueText } from "./quantities";

const PLOT_HEIGHT = 64;
/** Keys of the measures that are plotted at first, below those that a person has written; a button shows all others. */
const DEFAULT_PLOTS = ["polarization", "spacing"];
/** Height of the time axis below the last visible plot, CSS px. */
const AXIS_HEIGHT = 20;
/** Allowed distances between two labels of the time axis, ticks: whole seconds, minutes and hours. */
const TIME_STEPS = [60, 120, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000, 72_000, 216_000, 432_000];

interface MeasurePlot {
  measure: MeasureInfo;
  /** Index of the measure among all measures. */
  measureIndex: number;
  root: HTMLElement;
  value: HTMLElement;
  chart: uPlot | undefined;
}

export class MeasurePlots {
  readonly root = element("ul.plots", { "aria-label": "Plots over time" });
  private readonly plots: MeasurePlot[];
  /** Number of plots that are visible while the plots of further measures are folded. */
  private readonly firstCount: number;
  /** Tick that all plots mark by a line; `undefined` for none. */
  private shownMoment: number | undefined;
  private palette: Palette | undefined;
  private width = 0;
  /** Button that shows or hides the plots of the measures that are folded at first. */
  readonly moreButton = element("button.button.quiet.plots-more", { "aria-expanded": "false" });

  constructor(
    measures: readonly MeasureInfo[],
    private readonly history: MeasureHistory,
    /** Called with the index of the sample under the pointer, or `undefined` when the pointer has left. */
    private readonly onPoint: (index: number | undefined) => void,
  ) {
    const plotted = measures.map((measure, at) => ({ measure, at })).filter(({ measure }) => measure.plotted);
    const ownMeasures = plotted.filter(({ measure }) => measure.span === "number");
    const firstPlots = [
      ...ownMeasures,
      ...plotted.filter(({ measure }) => DEFAULT_PLOTS.includes(measure.key)),
    ];
    this.firstCount = firstPlots.length;
    this.plots = [...firstPlots, ...plotted.filter((one) => !firstPlots.includes(one))].map(
      ({ measure, at }, index) => this.makePlot(measure, at, index >= firstPlots.length),
    );
    const showFurther = (all: boolean) => {
      this.root.classList.toggle("all", all);
      this.moreButton.setAttribute("aria-expanded", String(all));
      this.moreButton.textContent = all ? "Fewer plots" : `All ${this.plots.length} plots`;
    };
    this.moreButton.addEventListener("click", () => showFurther(!this.root.classList.contains("all")));
    showFurther(false);
    new ResizeObserver(() => this.fitWidths()).observe(this.root);
  }

  private makePlot(measure: MeasureInfo, at: number, isFurther: boolean): MeasurePlot {
    const value = element("output.plot-value.strong", { "aria-live": "off", "data-measure": measure.key });
    const root = element(
      "li",
      { class: isFurther ? "further" : undefined },
      element("p.apart", element("span", { title: measure.doc }, measure.label), value),
    );
    this.root.append(root);
    return { measure, measureIndex: at, root, value, chart: undefined };
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    for (const plot of this.plots) {
      plot.chart?.destroy();
      plot.chart = undefined;
    }
    this.fitWidths();
  }

  /** Draws the plots with the samples that the history has now. */
  draw(): void {
    for (const { chart, measureIndex } of this.plots) chart?.setData(this.dataOf(measureIndex));
  }

  /** Marks a tick by a line in all plots; `undefined` removes the line. */
  markMoment(tick: number | undefined): void {
    if (tick === this.shownMoment) return;
    this.shownMoment = tick;
    for (const { chart } of this.plots) chart?.redraw(false, false);
  }

  /** Shows a value per measure beside its name. `isEstimated`: the run is a crowd, so "overlaps" gets the sign ≈. */
  writeValues(values: ArrayLike<number>, isEstimated: boolean): void {
    for (const { measure, measureIndex, value } of this.plots) {
      const estimateSign = isEstimated && measure.key === "overlaps" ? "\u2248\u2009" : "";
      setText(value, estimateSign + valueText(measure, values[measureIndex] ?? Number.NaN));
    }
  }

  private dataOf(at: number): uPlot.AlignedData {
    const column = this.history.columns[at] ?? [];
    return [this.history.ticks, column.map((value) => (Number.isNaN(value) ? null : value))];
  }

  private fitWidths(): void {
    const width = Math.floor(this.root.clientWidth);
    if (width <= 0 || !this.palette) return;
    const isResized = width !== this.width;
    this.width = width;
    for (const [index, plot] of this.plots.entries()) {
      const hasTimeAxis = index === this.firstCount - 1 || index === this.plots.length - 1;
      const plotHeight = PLOT_HEIGHT + (hasTimeAxis ? AXIS_HEIGHT : 0);
      if (!plot.chart) plot.chart = this.makeChart(plot, plotHeight, hasTimeAxis, this.palette);
      else if (isResized) plot.chart.setSize({ width, height: plotHeight });
    }
  }

  private makeChart(
    { measure, measureIndex, root }: MeasurePlot,
    height: number,
    isLast: boolean,
    palette: Palette,
  ): uPlot {
    const font = "11px system-ui, sans-serif";
    const line = { stroke: withAlpha(palette.edge, 0.5), width: 1 };
    const options: uPlot.Options = {
      width: this.width,
      height,
      padding: [7, 4, isLast ? 0 : 7, 0],
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
          show: isLast,
          size: AXIS_HEIGHT,
          font,
          stroke: palette.text,
          gap: 2,
          space: 64,
          incrs: TIME_STEPS,
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
          values: (_chart, splits) => splits.map((value, index) => (index === 1 ? "" : compactNumber(value))),
        },
      ],
      series: [{}, { stroke: palette.roles[0] ?? palette.mark, width: 1.5, points: { show: false } }],
      hooks: {
        draw: [(chart) => this.drawMoment(chart, palette)],
        setCursor: [
          ({ cursor: { idx, left = -1 } }) => this.onPoint(left < 0 ? undefined : (idx ?? undefined)),
        ],
      },
    };
    return new uPlot(options, this.dataOf(measureIndex), root);
  }

  /** Draws the line at the marked tick into one plot. */
  private drawMoment({ ctx: context, bbox, valToPos }: uPlot, palette: Palette): void {
    if (this.shownMoment === undefined) return;
    const x = Math.round(valToPos(this.shownMoment, "x", true)) + 0.5;
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

function compactNumber(value: number): string {
  return value.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: 3 });
}
