/** The measures as a table: the last samples, the newest first. */
import type { MeasureInfo } from "../../core/watch";
import { element } from "../../ui/dom";
import { framed, headings, row } from "../../ui/table";
import { withUnit } from "../../ui/values";
import type { History } from "./history";
import { valueText } from "./quantities";

const mostRows = 40;

export class Table {
  readonly root = element("details.measure-table", element("summary", "As a table"));
  private readonly body = element("tbody");
  private shown = "";

  constructor(
    private readonly measures: readonly MeasureInfo[],
    private readonly history: History,
  ) {
    const heads = [
      "Tick",
      ...measures.map(({ label, unit }) => (unit ? `${label},${withUnit("", unit)}` : label)),
    ];
    const caption = element("caption.unseen", "Measures by tick, the newest first");
    this.root.append(framed("Measures by tick", element("table", caption, headings(heads), this.body)));
    this.root.addEventListener("toggle", () => this.update());
  }

  /** Rewrites the rows if the table is open and something is new. */
  update(): void {
    const { ticks } = this.history;
    const state = `${ticks.length} ${ticks.at(-1)}`;
    if (!this.root.open || state === this.shown) return;
    this.shown = state;
    const rows: HTMLElement[] = [];
    for (let index = ticks.length - 1; index >= 0 && rows.length < mostRows; index--) {
      const tick = ticks[index] ?? 0;
      const values = this.measures.map((measure, number) =>
        valueText({ ...measure, unit: "" }, this.history.value(index, number)),
      );
      rows.push(row(String(tick), values));
    }
    this.body.replaceChildren(...rows);
  }
}
