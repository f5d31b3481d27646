/** What a parameter's help shows besides its text: formula, legend with values, a live diagram, its behavior's rule. */
import type { Core, FormulaInfo, ParamId, TextId } from "../../core";
import { Listing } from "../../rule/listing";
import { element, setText } from "../../ui/dom";
import { tidy, valueLabel } from "../../ui/values";
import { ChartView, samples } from "./chart-view";
import { setFormula, setSymbol } from "./formula";

/** Which parameter, and whether it is a text; `bare`: the diagram alone. */
export type Subject =
  | { id: ParamId; text?: false; bare?: boolean }
  | { id: TextId; text: true; bare?: false };

/** The block of one parameter. */
export class Block {
  readonly root = element("div.explain.stack");
  private readonly values: { cell: HTMLElement; param: ParamId }[] = [];
  private chart: ChartView | undefined;
  private readonly listing: Listing | undefined;
  /** The place of its group, and the key of its behavior. */
  private readonly place: [number, string] | undefined;

  constructor(
    private readonly core: Core,
    private readonly subject: Subject,
  ) {
    if (!subject.bare) {
      this.addFormula();
      this.place = this.behavior();
    }
    if (this.place && core.ruleToRead(...this.place) !== undefined) {
      this.listing = new Listing(core);
      this.root.append(this.listing.root);
    }
    this.update();
  }

  /** Shows the values that are in force. */
  update(): void {
    const { core, subject } = this;
    if (this.place) this.listing?.show(core.ruleToRead(...this.place) ?? "");
    if (this.values.length > 0) {
      const params = core.params();
      for (const { cell, param } of this.values) {
        const info = params.find(({ id }) => id === param);
        if (info) setText(cell, valueLabel(tidy(info), info.value));
      }
    }
    if (subject.text) return;
    const response = core.response(subject.id, samples);
    if (!response) {
      this.chart?.root.remove();
      this.chart = undefined;
      return;
    }
    if (!this.chart) {
      this.chart = new ChartView();
      if (this.listing) this.listing.root.before(this.chart.root);
      else this.root.append(this.chart.root);
    }
    this.chart.show(response);
  }

  /** Shows where a unit is on the diagram; -1 for none. */
  point(unit: number): void {
    if (!this.chart || this.subject.text) return;
    this.chart.point(unit, unit < 0 ? [] : this.core.operatingPoints(this.subject.id, unit));
  }

  private behavior(): [number, string] | undefined {
    const { core, subject } = this;
    const infos = subject.text ? core.texts() : core.params();
    const info = infos.find(({ id }) => id === subject.id);
    const groups = core.composition();
    const at = groups.findIndex(({ key }) => key === info?.scope);
    const behavior = groups[at]?.behaviors.find(({ label }) => label === info?.section);
    return behavior && [at, behavior.key];
  }

  private addFormula(): void {
    const { core, subject } = this;
    const info = subject.text ? core.explainText(subject.id) : core.explain(subject.id);
    if (!info) return;
    this.root.append(element("div.formula", ...setFormula(info.formula, info.symbol)), this.legend(info));
  }

  private legend(info: FormulaInfo): HTMLElement {
    const list = element("dl.symbols");
    for (const { symbol, means, param } of info.terms) {
      const value = element("span.symbol-value");
      if (param >= 0) this.values.push({ cell: value, param });
      list.append(
        element(
          "div",
          element("dt", setSymbol(symbol, symbol === info.symbol)),
          element("dd", means),
          element("dd", value),
        ),
      );
    }
    return list;
  }
}
