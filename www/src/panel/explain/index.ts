/** Explanation in a parameter's help: formula, legend with values, and the rule of its behavior. */
import type { Core, FormulaInfo, ParamId, TextId } from "../../core";
import { element, setText } from "../../ui/dom";
import { valueLabel, withRoundedRange } from "../../ui/values";
import { RuleListing } from "../rule/listing";
import { formulaElements, symbolElement } from "./formula";

/** Parameter to explain, by its id; `text` tells a text parameter from a numeric one. */
export type ExplainedParam = { id: ParamId; text?: false } | { id: TextId; text: true };

/** Explanation of one parameter: formula and legend, and below them the rule of its behavior. */
export class Explanation {
  readonly root = element("div.explain.stack");
  private readonly legendValues: { cell: HTMLElement; param: ParamId }[] = [];
  private readonly listing: RuleListing | undefined;
  /** Index of the group, and key of the behavior, that the parameter belongs to; undefined if it belongs to none. */
  private readonly shownBehavior: [number, string] | undefined;

  constructor(
    private readonly core: Core,
    subject: ExplainedParam,
  ) {
    this.addFormula(subject);
    this.shownBehavior = this.behaviorOf(subject);
    if (this.shownBehavior && core.ruleToRead(...this.shownBehavior) !== undefined) {
      this.listing = new RuleListing(core);
      this.root.append(this.listing.root);
    }
    this.update();
  }

  /** Shows the present rule text and the present values of the legend. */
  update(): void {
    const { core } = this;
    if (this.shownBehavior) this.listing?.showRuleText(core.ruleToRead(...this.shownBehavior) ?? "");
    if (this.legendValues.length > 0) {
      const params = core.params();
      for (const { cell, param } of this.legendValues) {
        const info = params.find(({ id }) => id === param);
        if (info) setText(cell, valueLabel(withRoundedRange(info), info.value));
      }
    }
  }

  private behaviorOf(subject: ExplainedParam): [number, string] | undefined {
    const { core } = this;
    const infos = subject.text ? core.texts() : core.params();
    const info = infos.find(({ id }) => id === subject.id);
    const groups = core.composition();
    const at = groups.findIndex(({ key }) => key === info?.scope);
    const behavior = groups[at]?.behaviors.find(({ label }) => label === info?.section);
    return behavior && [at, behavior.key];
  }

  private addFormula(subject: ExplainedParam): void {
    const { core } = this;
    const info = subject.text ? core.explainText(subject.id) : core.explain(subject.id);
    if (!info) return;
    this.root.append(
      element("div.formula", ...formulaElements(info.formula, info.symbol)),
      this.makeLegend(info),
    );
  }

  private makeLegend(info: FormulaInfo): HTMLElement {
    const list = element("dl.symbols");
    for (const { symbol, means, param } of info.terms) {
      const value = element("span.symbol-value");
      if (param >= 0) this.legendValues.push({ cell: value, param });
      list.append(
        element(
          "div",
          element("dt", symbolElement(symbol, symbol === info.symbol)),
          element("dd", means),
          element("dd", value),
        ),
      );
    }
    return list;
  }
}
