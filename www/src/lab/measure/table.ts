/** The measures as a table: the last samples, the newest first, and the changes between them. */
import type { MeasureInfo } from "../../core/watch";
import { element } from "../../ui/dom";
import { framed, headings, row } from "../../ui/table";
import { withUnit } from "../../ui/values";
import { type Change, changeText } from "./changes";
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
    private readonly changes: readonly Change[],
  ) {
    const heads = [
      "Tick",
      ...measures.map(({ label, unit }) => (unit ? `${label},${withUnit("", unit)}` : label)),
      "Changed",
    ];
    const caption = element("caption.unseen", "Measures by tick, the newest first");
    this.root.append(framed("Measures by tick", element("table", caption, headings(heads), this.body)));
    this.root.addEventListener("toggle", () => this.update());
  }

  /** Rewrites the rows if the table is open and something is new. */
  update(): void {
    const { ticks } = this.history;
    const state = `${ticks.length} ${ticks.at(-1)} ${this.changes.length} ${this.changes.at(-1)?.to.exact}`;
    if (!this.root.open || state === this.shown) return;
    this.shown = state;
    const rows: HTMLElement[] = [];
    let change = this.changes.length - 1;
    for (let index = ticks.length - 1; index >= 0 && rows.length < mostRows; index--) {
      const tick = ticks[index] ?? 0;
      for (; (this.changes[change]?.tick ?? -1) >= tick; change--) rows.push(this.changeRow(change));
      const values = this.measures.map((measure, number) =>
        valueText({ ...measure, unit: "" }, this.history.value(index, number)),
      );
      rows.push(row(String(tick), [...values, ""]));
    }
    this.body.replaceChildren(...rows);
  }

  private changeRow(index: number): HTMLElement {
    const change = this.changes[index];
    if (!change) return element("tr");
    return row(String(change.tick), [...this.measures.map(() => ""), changeText(change)]);
  }
}
