/** Row that chooses by name to which of the layout's sites a group goes. */
import type { TextId, TextInfo } from "../core";
import { element, optionElements, setText } from "../ui/dom";
import { makeHelp, makeReset } from "./row-parts";
import type { TextActions } from "./text";

export class SiteRow {
  readonly root: HTMLElement;
  private readonly choice: HTMLSelectElement;
  private readonly reset: HTMLButtonElement;
  private readonly problem: HTMLElement;
  private readonly placeButton: HTMLButtonElement;
  private shownNames = "";

  constructor(
    info: TextInfo,
    private readonly actions: TextActions,
    /** Called when "Place a site" is pressed, which a layout without sites offers. */
    place: () => void,
  ) {
    const id = `text-${info.id}`;
    const help = makeHelp(`${id}-doc`, info, (host, shown) => actions.explain(info.id, host, shown));
    this.choice = element("select", { id, onchange: () => this.choose(info.id, this.choice.value) });
    this.reset = makeReset(info.label);
    this.reset.addEventListener("click", () => this.choose(info.id, info.default));
    this.problem = element("p.problem", { id: `${id}-problem`, role: "status" });
    this.placeButton = element("button.button.quiet", { onclick: place }, "Place a site");
    this.choice.setAttribute("aria-describedby", this.problem.id);
    this.root = element(
      "div.row.row-text",
      { "data-text": info.key },
      element("label.label", { for: id }, info.label),
      help.button,
      this.reset,
      this.choice,
      this.problem,
      this.placeButton,
      help.text,
    );
    this.update(info);
  }

  update({ value, default: usual, sites = [] }: TextInfo): void {
    const isThere = sites.includes(value);
    const missing = isThere ? [] : [[value, value ? `${value} (not there)` : "None"] as const];
    const offered = [...missing, ...sites.map((name) => [name, name] as const)];
    const names = JSON.stringify(offered);
    if (names !== this.shownNames) this.choice.replaceChildren(...optionElements(offered));
    this.shownNames = names;
    this.choice.value = value;
    const none = "The layout has no sites.";
    setText(this.problem, isThere ? "" : sites.length === 0 ? none : `The layout has no site ${value}.`);
    this.placeButton.hidden = sites.length > 0;
    this.reset.disabled = value === usual;
    this.reset.classList.toggle("idle", value === usual);
    this.root.classList.toggle("changed", value !== usual);
  }

  private choose(id: TextId, name: string): void {
    this.actions.change(id, name);
    this.actions.settle();
  }
}
