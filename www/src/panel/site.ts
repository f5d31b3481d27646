/** Row that chooses by name to which of the layout's sites a group goes. */
import type { TextId, TextInfo } from "../core";
import { element, optionElements, setText } from "../ui/dom";
import { makeHelp, makeReset } from "./row-parts";
import type { TextActions } from "./text";

export class SiteRow {
  readonly root: HTMLElement;
  private readonly siteChoice: HTMLSelectElement;
  private readonly resetButton: HTMLButtonElement;
  private readonly problemText: HTMLElement;
  private readonly placeButton: HTMLButtonElement;
  private shownNames = "";

  constructor(
    info: TextInfo,
    private readonly actions: TextActions,
    /** Called when "Place a site" is pressed, which a layout without sites offers. */
    place: () => void,
  ) {
    const id = `text-${info.id}`;
    const help = makeHelp(`${id}-doc`, info, (host, shown) => actions.helpToggled(info.id, host, shown));
    this.siteChoice = element("select", {
      id,
      onchange: () => this.chooseSite(info.id, this.siteChoice.value),
    });
    this.resetButton = makeReset(info.label);
    this.resetButton.addEventListener("click", () => this.chooseSite(info.id, info.default));
    this.problemText = element("p.problem", { id: `${id}-problem`, role: "status" });
    this.placeButton = element("button.button.quiet", { onclick: place }, "Place a site");
    this.siteChoice.setAttribute("aria-describedby", this.problemText.id);
    this.root = element(
      "div.row.row-text",
      { "data-text": info.key },
      element("label.label", { for: id }, info.label),
      help.button,
      this.resetButton,
      this.siteChoice,
      this.problemText,
      this.placeButton,
      help.text,
    );
    this.update(info);
  }

  update({ value, default: usual, sites = [] }: TextInfo): void {
    const isThere = sites.includes(value);
    const missingOption = isThere ? [] : [[value, value ? `${value} (not there)` : "None"] as const];
    const options = [...missingOption, ...sites.map((name) => [name, name] as const)];
    const names = JSON.stringify(options);
    if (names !== this.shownNames) this.siteChoice.replaceChildren(...optionElements(options));
    this.shownNames = names;
    this.siteChoice.value = value;
    const noSitesText = "The layout has no sites.";
    setText(
      this.problemText,
      isThere ? "" : sites.length === 0 ? noSitesText : `The layout has no site ${value}.`,
    );
    this.placeButton.hidden = sites.length > 0;
    this.resetButton.disabled = value === usual;
    this.resetButton.classList.toggle("idle", value === usual);
    this.root.classList.toggle("changed", value !== usual);
  }

  private chooseSite(id: TextId, name: string): void {
    this.actions.setParamText(id, name);
    this.actions.endChange();
  }
}
