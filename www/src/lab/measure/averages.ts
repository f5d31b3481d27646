/** Table of averages with errors over a window after a burn-in, and of fluctuations. */
import type { Core } from "../../core";
import { TICKS_PER_SECOND } from "../../core/declared";
import type { MeasureInfo } from "../../core/watch";
import { element, setText } from "../../ui/dom";
import { framed, headings, row } from "../../ui/table";
import { withError } from "../../ui/values";
import type { History } from "./history";
import { firstCounted, usualBurnIn } from "./window";

export class Averages {
  readonly root: HTMLDetailsElement;
  private readonly body = element("tbody");
  private readonly about = element("p.remark");
  private readonly burnIn = element("input#burn-in", {
    type: "number",
    min: 0,
    max: 3600,
    step: 1,
    value: usualBurnIn,
  });
  private shown = "";
  /** Values of all parameters, and the last tick at which they changed. */
  private values = "";
  private changed = 0;

  constructor(
    private readonly core: Core,
    private readonly measures: readonly MeasureInfo[],
    private readonly history: History,
  ) {
    const { watch } = core;
    const field = element(
      "label.measure-field.note",
      { for: "burn-in" },
      "Leave out after a change, s",
      this.burnIn,
    );
    this.burnIn.addEventListener("input", () => this.update());
    const extra = watch.statistics.filter(isColumn);
    const heads = ["Measure", "Mean \u00b1 error", ...extra.map(({ label }) => label)];
    const titles = new Map(extra.map(({ label, doc, definition }) => [label, `${doc} ${definition}`]));
    const table = element("table.measure-averages", headings(heads, titles), this.body);
    const frame = framed("Averages", table);
    this.root = element("details.measure-part", element("summary", "Averages"), field, this.about, frame);
    this.root.addEventListener("toggle", () => this.update());
  }

  /** Starts again for another run. */
  begin(): void {
    this.values = this.shown = "";
  }

  /** Checks whether a parameter was changed, by hand or by a ramp. */
  private look(): void {
    const values = `${this.core.watch.start()} ${this.core.params().map(({ value }) => value)}`;
    if (values !== this.values) this.changed = this.values === "" ? 0 : this.core.ticks();
    this.values = values;
  }

  update(): void {
    this.look();
    if (!this.root.open) return;
    const { ticks, columns } = this.history;
    const first = firstCounted(ticks, this.changed, Number(this.burnIn.value) * TICKS_PER_SECOND);
    const count = ticks.length - first;
    const state = `${first} ${ticks.at(-1)} ${count}`;
    if (state === this.shown) return;
    this.shown = state;
    const [from, to] = [ticks[first], ticks.at(-1)];
    const units = columns[this.measures.findIndex(({ key }) => key === "units")]?.at(-1) ?? Number.NaN;
    const plotted = this.measures.flatMap((measure, at) => {
      if (!measure.plotted) return [];
      const values = count < 4 ? [] : (columns[at]?.slice(first) ?? []);
      return [{ measure, at, told: this.core.watch.statisticsOf(values, units) }];
    });
    const settled = this.core.watch.statistics.findIndex(({ key }) => key === "settled");
    const open = plotted.filter(({ told }) => !((told[settled] ?? 0) > 0)).length;
    const standing = open > 0 ? ` ${open} of ${plotted.length} measures are not settled: ${UNSETTLED}` : "";
    setText(
      this.about,
      count < 4 || from === undefined || to === undefined
        ? "Not enough samples yet: let it run."
        : `${count} samples, ${seconds(from)} to ${seconds(to)}.${standing}`,
    );
    this.body.replaceChildren(...plotted.map(({ measure, at, told }) => this.row(measure, at, told)));
  }

  private row(measure: MeasureInfo, at: number, told: readonly number[]): HTMLElement {
    const { statistics } = this.core.watch;
    const value = (key: string) => told[statistics.findIndex((one) => one.key === key)] ?? Number.NaN;
    const unit = measure.unit === "pairs" ? "" : measure.unit;
    const extra = statistics.filter(isColumn).map(({ key, suits }) => {
      const number = value(key);
      return suits.includes(at) && Number.isFinite(number) ? String(Number(number.toPrecision(3))) : "";
    });
    const mean = withError(value("mean"), value("standard_error"), unit);
    const made = row(measure.label, [mean, ...extra]);
    made.dataset.average = measure.key;
    return made;
  }
}

const UNSETTLED = "their samples resemble each other for too long, and the error is likely larger.";

/** Whether a statistic has a column of its own; the others are shown beside the mean. */
const isColumn = ({ key, inUnit }: { key: string; inUnit: boolean }) => !inUnit && key !== "settled";

const seconds = (tick: number) => `${(tick / TICKS_PER_SECOND).toFixed(0)}\u202fs`;
