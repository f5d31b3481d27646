/** Table of the measures' averages with standard errors and other statistics, after a burn-in. */
import type { Core } from "../../core";
import { TICKS_PER_SECOND } from "../../core/declared";
import type { MeasureInfo } from "../../core/watch";
import { element, setText } from "../../ui/dom";
import { scrollableTable, tableHead, tableRow } from "../../ui/table";
import { withStandardError } from "../../ui/values";
import type { MeasureHistory } from "./history";
import { firstSampleAfterBurnIn, usualBurnIn } from "./window";

export class AveragesTable {
  readonly root: HTMLDetailsElement;
  private readonly tableBody = element("tbody");
  private readonly remark = element("p.remark");
  private readonly burnInField = element("input#burn-in", {
    type: "number",
    min: 0,
    max: 3600,
    step: 1,
    value: usualBurnIn,
  });
  private shownState = "";
  /** Link and parameter values at the last check, to find changes, and tick at which a change was found. */
  private paramValues = "";
  private changedAtTick = 0;

  constructor(
    private readonly core: Core,
    private readonly measures: readonly MeasureInfo[],
    private readonly history: MeasureHistory,
  ) {
    const { watch } = core;
    const field = element(
      "label.measure-field.note",
      { for: "burn-in" },
      "Leave out after a change, s",
      this.burnInField,
    );
    this.burnInField.addEventListener("input", () => this.update());
    const extraStatistics = watch.statistics.filter(isColumn);
    const heads = ["Measure", "Mean \u00b1 error", ...extraStatistics.map(({ label }) => label)];
    const titles = new Map(
      extraStatistics.map(({ label, doc, definition }) => [label, `${doc} ${definition}`]),
    );
    const table = element("table.measure-averages", tableHead(heads, titles), this.tableBody);
    const frame = scrollableTable("Averages", table);
    this.root = element("details.measure-part", element("summary", "Averages"), field, this.remark, frame);
    this.root.addEventListener("toggle", () => this.update());
  }

  /** Forgets the former run, after another one was opened. */
  runOpened(): void {
    this.paramValues = this.shownState = "";
  }

  /** Updates `changedAtTick` if parameters changed since the last check, by hand or by a ramp. */
  private updateChangedAtTick(): void {
    const values = `${this.core.watch.recordedLink()} ${this.core.params().map(({ value }) => value)}`;
    if (values !== this.paramValues) this.changedAtTick = this.paramValues === "" ? 0 : this.core.ticks();
    this.paramValues = values;
  }

  update(): void {
    this.updateChangedAtTick();
    if (!this.root.open) return;
    const { ticks, columns } = this.history;
    const firstSample = firstSampleAfterBurnIn(
      ticks,
      this.changedAtTick,
      Number(this.burnInField.value) * TICKS_PER_SECOND,
    );
    const count = ticks.length - firstSample;
    const stateKey = `${firstSample} ${ticks.at(-1)} ${count}`;
    if (stateKey === this.shownState) return;
    this.shownState = stateKey;
    const [from, to] = [ticks[firstSample], ticks.at(-1)];
    const unitCounts = columns[this.measures.findIndex(({ key }) => key === "units")] ?? [];
    const units = unitCounts.at(-1) ?? Number.NaN;
    const plotted = this.measures.flatMap((measure, at) => {
      if (!measure.plotted) return [];
      const values = count < 4 ? [] : (columns[at]?.slice(firstSample) ?? []);
      return [{ measure, at, summary: this.core.watch.statisticsOf(values, units) }];
    });
    const settledIndex = this.core.watch.statistics.findIndex(({ key }) => key === "settled");
    const unsettledCount = plotted.filter(({ summary }) => !((summary[settledIndex] ?? 0) > 0)).length;
    const unsettledText =
      unsettledCount > 0
        ? ` ${unsettledCount} of ${plotted.length} measures are not settled: ${UNSETTLED_TEXT}`
        : "";
    setText(
      this.remark,
      count < 4 || from === undefined || to === undefined
        ? "Not enough samples yet: let it run."
        : `${count} samples of ${meanText(unitCounts.slice(firstSample))} birds, ${secondsOfTick(from)} to ${secondsOfTick(to)}.${unsettledText}`,
    );
    this.tableBody.replaceChildren(
      ...plotted.map(({ measure, at, summary }) => this.measureRow(measure, at, summary)),
    );
  }

  private measureRow(measure: MeasureInfo, at: number, summary: readonly number[]): HTMLElement {
    const { statistics } = this.core.watch;
    const value = (key: string) => summary[statistics.findIndex((one) => one.key === key)] ?? Number.NaN;
    const unit = measure.unit === "pairs" ? "" : measure.unit;
    const extraTexts = statistics.filter(isColumn).map(({ key, suits }) => {
      const number = value(key);
      return suits.includes(at) && Number.isFinite(number) ? String(Number(number.toPrecision(3))) : "";
    });
    const mean = withStandardError(value("mean"), value("standard_error"), unit);
    const rowElement = tableRow(measure.label, [mean, ...extraTexts]);
    rowElement.dataset.average = measure.key;
    return rowElement;
  }
}

const UNSETTLED_TEXT = "their samples resemble each other for too long, and the error is likely larger.";

/** Whether a statistic has a column of its own: all but "settled" and those in the measure's unit (mean and error). */
const isColumn = ({ key, inUnit }: { key: string; inUnit: boolean }) => !inUnit && key !== "settled";

/** Mean of the values as text, with at most one decimal. */
const meanText = (values: readonly number[]) =>
  String(Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1)));

const secondsOfTick = (tick: number) => `${(tick / TICKS_PER_SECOND).toFixed(0)}\u202fs`;
