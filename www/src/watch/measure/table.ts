/** The measures as a table: the last samples, the newest first, and the changes between them. */
import type { MeasureInfo } from "../../core/watch";
import { element } from "../../ui/dom";
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
    const head = element("tr", ...heads.map((text) => element("th", { scope: "col" }, text)));
    const table = element(
      "table",
      element("caption.unseen", "Measures by tick, the newest first"),
      element("thead", head),
      this.body,
    );
    const frame = element(
      "div.table-frame",
      { tabindex: 0, role: "region", "aria-label": "Measures by tick" },
      table,
    );
    this.root.append(frame);
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
      rows.push(rowOf(tick, [...values, ""]));
    }
    this.body.replaceChildren(...rows);
  }

  private changeRow(index: number): HTMLElement {
    const change = this.changes[index];
    return change ? rowOf(change.tick, [...this.measures.map(() => ""), changeText(change)]) : element("tr");
  }
}

function rowOf(tick: number, cells: readonly string[]): HTMLElement {
  return element(
    "tr",
    element("th", { scope: "row" }, String(tick)),
    ...cells.map((text) => element("td", text)),
  );
}
