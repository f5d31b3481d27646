/** Measured curve: the mean of a measure for several values of a parameter, five seeds each, run by workers. */

import type { ParamInfo } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import type { MeasureInfo } from "../core/watch";
import { Curve, type StudyCurvePoint, setWorkModule, workModule } from "../core/work";
import { EvaluationPool, workersFor } from "../core/workers/pool";
import { secondsText } from "../time/strip-math";
import { element, optionElements, setText, svg } from "../ui/dom";
import { download, fileName } from "../ui/download";
import type { Page } from "../ui/page";
import { messageOf } from "../ui/plain";
import { tableHead, tableRow } from "../ui/table";
import { parseEntry, valueLabel, withStandardError } from "../ui/values";
import { evenlySpaced, futureValues, linkTextOf } from "./futures-values";
import type { RowAppearance } from "./row";

const SEEDS_PER_VALUE = 5;
/** Fewest seeds per value that give a confidence interval. */
const MIN_SEEDS = 3;
/** Length of the first runs if no burn-in is given, s; longer ones follow until the measure has settled. */
const TRIAL_SECONDS = 40;
/** Longest burn-in (unmeasured time at the start of a run) that can be typed, s. */
const MAX_BURN_IN = 3600;
const DEFAULT_VALUES = 10;
const MAX_VALUES = 40;
/** Longest estimated duration of a measurement that starts without a press of Measure, s. */
const MAX_UNASKED_SECONDS = 120;
/** Height of the plot, and its margins for the axes, CSS px. */
const PLOT_HEIGHT = 184;
const PLOT_LEFT = 44;
const PLOT_RIGHT = 12;
const PLOT_TOP = 26;
const PLOT_BOTTOM = 24;

export class MeasuredCurve {
  private readonly plot = svg("svg.curve-plot", { role: "img" });
  private readonly tableBody = element("tbody");
  private readonly statusText = element("p.remark", { role: "status" });
  private readonly measureButton = element(
    "button.button.primary",
    { onclick: () => this.startOrStop() },
    "Measure",
  );
  private readonly csvButton = element("button.button", { onclick: () => this.saveFile("csv") }, "CSV");
  private readonly planButton = element(
    "button.button",
    { onclick: () => this.saveFile("toml"), title: "For flockwright sweep, which gives the same rows" },
    "Plan file",
  );
  private readonly lowField: HTMLInputElement;
  private readonly highField: HTMLInputElement;
  private readonly countField = element("input", {
    type: "number",
    min: 2,
    max: MAX_VALUES,
    value: DEFAULT_VALUES,
  });
  /** Field of the burn-in, s; while it is empty, trial runs find the burn-in. */
  private readonly burnInField = element("input", {
    type: "number",
    min: 1,
    max: MAX_BURN_IN,
    step: "any",
    placeholder: "auto",
  });
  private readonly measureChoice: HTMLSelectElement;
  private readonly measures: readonly MeasureInfo[];
  readonly root: HTMLElement;
  private curve: Curve | undefined;
  private pool: EvaluationPool | undefined;

  constructor(
    private readonly page: Page,
    private readonly askedParam: { info: ParamInfo; appearance: RowAppearance },
    /** Index of the measure to draw first; polarization if undefined. */
    measure: number | undefined,
  ) {
    this.measures = page.core.watch.measures.filter(({ plotted }) => plotted);
    const first = page.core.watch.measures[measure ?? -1]?.key ?? "polarization";
    this.measureChoice = element(
      "select",
      ...optionElements(this.measures.map(({ key, label }) => [key, label])),
    );
    this.measureChoice.value = first;
    this.measureChoice.addEventListener("change", () => this.draw());
    const { info, appearance } = askedParam;
    const range = appearance.range(info);
    const endInput = (value: number) => element("input", { value: valueLabel(info, value), type: "text" });
    [this.lowField, this.highField] = [endInput(range.min), endInput(range.max)];
    const field = (text: string, control: HTMLElement) => element("label.note", text, control);
    const hasEnds = isNumber(info);
    const heads = tableHead([appearance.label(info), "Mean \u00b1 standard error", "Seeds"]);
    this.root = element(
      "section.curve",
      { "aria-label": "Measured" },
      element(
        "div.curve-fields.flow",
        field("Measure ", this.measureChoice),
        hasEnds && field("from ", this.lowField),
        hasEnds && field("to ", this.highField),
        hasEnds && field("values ", this.countField),
        field("burn-in, s ", this.burnInField),
        this.measureButton,
        this.csvButton,
        this.planButton,
      ),
      this.statusText,
      this.plot,
      element("details.note", element("summary", "Table"), element("table", heads, this.tableBody)),
    );
    this.updateControls();
    this.startMeasuring(MAX_UNASKED_SECONDS);
  }

  /** Key of the measure that is drawn. */
  get measureKey(): string {
    return this.measureChoice.value;
  }

  /** Stops the measuring runs and drops their results. */
  free(): void {
    this.pool?.stop();
    this.pool = undefined;
    this.curve?.free();
    this.curve = undefined;
  }

  /** Starts to measure, or stops a measurement and keeps the runs that are done. */
  private startOrStop(): void {
    if (this.pool) this.endRuns(`Stopped. ${this.summaryText()}`);
    else this.startMeasuring(Number.POSITIVE_INFINITY);
  }

  /** Starts to measure, unless a field is wrong. If it would take more than `maxSeconds`, shows only the estimate. */
  private startMeasuring(maxSeconds: number): void {
    const values = this.chosenValues();
    if (!values) return;
    const burnIn = this.chosenBurnIn();
    if (burnIn === "wrong") {
      setText(this.statusText, `The burn-in is 1 to ${MAX_BURN_IN}\u202fs, or empty for trial runs.`);
      return;
    }
    const length = burnIn ? 2 * burnIn : TRIAL_SECONDS;
    const estimate = this.estimatedSeconds(values.length, length);
    const durationText = secondsText(Math.max(1, estimate) * TICKS_PER_SECOND);
    const longerText = burnIn ? "" : ", and longer ones until it has settled; a burn-in makes them needless";
    const runsText = `${values.length * SEEDS_PER_VALUE} ${burnIn ? "" : "trial "}runs of ${length}\u202fs: about ${durationText} here${longerText}`;
    if (estimate > maxSeconds) setText(this.statusText, `${runsText}. Press Measure to start.`);
    else void this.startRuns(values, burnIn, `Starting ${runsText}\u2026`);
  }

  private async startRuns(
    values: readonly number[],
    burnIn: number | undefined,
    text: string,
  ): Promise<void> {
    this.free();
    const pool = new EvaluationPool();
    this.pool = pool;
    this.updateControls();
    setText(this.statusText, text);
    // Whether these runs are still the measured ones: neither stopped nor closed nor replaced by others.
    const isCurrent = () => this.pool === pool;
    try {
      setWorkModule(await workModule());
      const result = isCurrent() ? await this.runCurve(pool, values, burnIn) : "";
      if (isCurrent()) this.endRuns(result);
    } catch (error) {
      if (isCurrent()) this.endRuns(messageOf(error));
    }
  }

  private endRuns(text: string): void {
    this.pool?.stop();
    this.pool = undefined;
    setText(this.statusText, text);
    this.updateControls();
  }

  private async runCurve(
    pool: EvaluationPool,
    values: readonly number[],
    burnIn: number | undefined,
  ): Promise<string> {
    const { info } = this.askedParam;
    const axis = `${info.key}=${values.map((value) => linkTextOf(info, value)).join(",")}`;
    const curve = new Curve({
      base: this.page.link(),
      axis,
      measure: this.measureChoice.value,
      seeds: SEEDS_PER_VALUE,
      burnIn: burnIn && Math.round(burnIn * TICKS_PER_SECOND),
    });
    this.curve = curve;
    this.draw();
    for (let jobs = curve.jobs(); jobs.length > 0; jobs = curve.jobs()) {
      let done = 0;
      const startMs = performance.now();
      const showProgress = () => {
        const secondsPerRun = (performance.now() - startMs) / 1000 / done;
        const timeLeftText =
          done > 0 ? `, about ${Math.ceil(secondsPerRun * (jobs.length - done))}\u202fs to go` : "";
        const runsName = burnIn ? "runs" : "trial runs";
        setText(
          this.statusText,
          `${done} of ${jobs.length} ${runsName}, ${this.runLengthText()} each${timeLeftText}`,
        );
      };
      showProgress();
      await pool.evaluate(jobs, (at, outcome) => {
        if (this.curve !== curve) return;
        curve.report(at, outcome);
        done++;
        showProgress();
        this.draw();
      });
    }
    return this.summaryText();
  }

  /** Returns the parameter values to measure; `undefined` after showing what is wrong with the fields. */
  private chosenValues(): number[] | undefined {
    const { info, appearance } = this.askedParam;
    if (!isNumber(info)) return futureValues(info, appearance.range(info));
    const rangeEnds = [this.lowField, this.highField].map((input) => parseEntry(input.value, info));
    const invalidEnd = rangeEnds.find((end) => "error" in end);
    const [from, to] = rangeEnds.map((end) => ("value" in end ? end.value : Number.NaN));
    const count = Math.max(
      2,
      Math.min(MAX_VALUES, Math.round(Number(this.countField.value)) || DEFAULT_VALUES),
    );
    if (invalidEnd && "error" in invalidEnd) setText(this.statusText, `${invalidEnd.error}.`);
    else if (from === undefined || to === undefined || !(from < to))
      setText(this.statusText, "The first value has to be below the last.");
    else {
      const values = evenlySpaced(info, appearance.range(info), from, to, count);
      if (values.length > 1) return values;
      setText(this.statusText, `Between these ends there is only one value, ${valueLabel(info, from)}.`);
    }
    return undefined;
  }

  /** Typed burn-in, s; `undefined` (trial runs) if the field is empty, "wrong" if the entry is invalid. */
  private chosenBurnIn(): number | undefined | "wrong" {
    const { value, validity, valueAsNumber } = this.burnInField;
    if (!validity.valid) return "wrong";
    return value === "" ? undefined : valueAsNumber;
  }

  /** Estimated duration of measuring this many values in runs of `length` simulated s, s; from the last ticks' cost. */
  private estimatedSeconds(values: number, length: number): number {
    const workers = workersFor(navigator.hardwareConcurrency, matchMedia("(pointer: coarse)").matches);
    const ticks = values * SEEDS_PER_VALUE * length * TICKS_PER_SECOND;
    return (ticks * this.page.clock.tickCost) / 1000 / workers;
  }

  private updateControls(): void {
    setText(this.measureButton, this.pool ? "Stop" : "Measure");
    for (const control of [this.lowField, this.highField, this.countField, this.burnInField])
      control.disabled = this.pool !== undefined;
    this.csvButton.disabled = this.planButton.disabled = !this.points().some(({ summary }) => summary);
  }

  private points(): StudyCurvePoint[] {
    return this.curve?.points(this.measureChoice.value) ?? [];
  }

  private runLengthText(): string {
    return `${(this.curve?.ticks() ?? 0) / TICKS_PER_SECOND}\u202fs`;
  }

  private summaryText(): string {
    const measuredPoints = this.points().filter(({ summary }) => summary);
    if (measuredPoints.length === 0) return "Nothing was measured.";
    const unsettledCount = measuredPoints.filter(({ settled }) => !settled).length;
    const fewestSeeds = Math.min(...measuredPoints.map(({ summary }) => summary?.n ?? 0));
    const seedsText = fewestSeeds === SEEDS_PER_VALUE ? "five seeds" : "not all seeds";
    const noBarsText = fewestSeeds < MIN_SEEDS ? " From fewer than three seeds there is none." : "";
    const settledText =
      unsettledCount > 0
        ? `${unsettledCount} of ${measuredPoints.length} values not settled (hollow)`
        : "settled";
    return `From the start of the scene, ${seedsText}, ${settledText}: ${this.runLengthText()} each, the second half measured. Bars: 95 % confidence interval.${noBarsText}`;
  }

  private saveFile(extension: "csv" | "toml"): void {
    const { curve } = this;
    if (!curve) return;
    const name = fileName(`flockwright-${this.page.core.scene()}-${this.askedParam.info.key}`, extension);
    download(name, new Blob([extension === "csv" ? curve.csv() : curve.plan()], { type: "text/plain" }));
  }

  /** Draws the measured points with their error bars, and fills the table. */
  draw(): void {
    const { info, appearance } = this.askedParam;
    const measure = this.measures.find(({ key }) => key === this.measureChoice.value);
    const points = this.points();
    if (!measure || points.length === 0) return;
    this.updateControls();
    const width = Math.max(280, this.root.clientWidth);
    this.plot.setAttribute("viewBox", `0 0 ${width} ${PLOT_HEIGHT}`);
    const label = `${measure.label} over ${appearance.label(info)}: the table has the numbers`;
    this.plot.setAttribute("aria-label", label);
    this.plot.replaceChildren(...plotMarks(points, measure, info, width));
    const rowOf = ({ value, summary }: StudyCurvePoint) => {
      const mean = summary ? withStandardError(summary.mean, summary.se, unitOf(measure)) : "";
      return tableRow(valueLabel(info, value), [mean, String(summary?.n ?? 0)]);
    };
    this.tableBody.replaceChildren(...points.map(rowOf));
  }
}

const unitOf = ({ unit }: MeasureInfo) => (unit === "pairs" ? "" : unit);
const textMark = (text: string, x: number, y: number, anchor: string) =>
  svg("text", { x, y, "text-anchor": anchor }, text);
const lineMark = (kind: string, x1: number, y1: number, x2: number, y2: number) =>
  svg("line", { class: kind, x1, y1, x2, y2 });

/** Elements of a plot of this width, CSS px: title, axes, and a dot with an error bar for each point. */
function plotMarks(
  points: readonly StudyCurvePoint[],
  measure: MeasureInfo,
  info: ParamInfo,
  width: number,
): SVGElement[] {
  const [low, high] = valueAxis(points, measure);
  const shareOf = (value: number) => Math.min(1, Math.max(0, (value - low) / (high - low)));
  const y = (value: number) => PLOT_TOP + (PLOT_HEIGHT - PLOT_TOP - PLOT_BOTTOM) * (1 - shareOf(value));
  const x = (at: number) =>
    PLOT_LEFT + 8 + ((width - PLOT_LEFT - PLOT_RIGHT - 16) * at) / Math.max(1, points.length - 1);
  const unit = unitOf(measure);
  const title = textMark(unit ? `${measure.label}, ${unit}` : measure.label, 0, 12, "start");
  const rules = [low, (low + high) / 2, high].flatMap((value) => [
    lineMark("rule", PLOT_LEFT, y(value), width - PLOT_RIGHT, y(value)),
    textMark(String(Number(value.toPrecision(3))), PLOT_LEFT - 6, y(value) + 4, "end"),
  ]);
  const labelStep = Math.ceil(points.length / Math.floor(width / 64));
  const labels = points.flatMap(({ value }, at) => {
    if (at % labelStep !== 0) return [];
    const text = valueLabel(info, value);
    if (at === 0) return [textMark(text, PLOT_LEFT, PLOT_HEIGHT - 6, "start")];
    const isLast = at === points.length - 1;
    return [textMark(text, isLast ? width - 1 : x(at), PLOT_HEIGHT - 6, isLast ? "end" : "middle")];
  });
  const dots = points.flatMap(({ summary, settled }, at) => {
    if (!summary) return [];
    const dot = { class: settled ? "dot" : "dot open", cx: x(at), cy: y(summary.mean), r: 4 };
    const hasBar = Number.isFinite(summary.low);
    const bar = hasBar ? [lineMark("bar", x(at), y(summary.low), x(at), y(summary.high))] : [];
    return [...bar, svg("circle", dot)];
  });
  return [title, ...rules, ...labels, ...dots];
}

/** Ends of the vertical axis: 0 to 1 for a share, else from 0 or less to just above all error bars. */
function valueAxis(points: readonly StudyCurvePoint[], { span }: MeasureInfo): [number, number] {
  if (span === "share") return [0, 1];
  const barEnds = points.flatMap(({ summary }) => {
    if (!summary) return [];
    return Number.isFinite(summary.high) ? [summary.low, summary.high] : [summary.mean];
  });
  return [Math.min(0, ...barEnds), Math.max(...barEnds, 1e-9) * 1.05];
}

const isNumber = ({ kind }: ParamInfo) => kind === "float" || kind === "int";
