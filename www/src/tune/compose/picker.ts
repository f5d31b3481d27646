/** The behaviors that a group can still get, each with a sentence; found by what it does, too. */
import type { BehaviorChoice } from "../../core";
import { element } from "../../ui/dom";
import { type Member, offers } from "./members";

export interface PickerHooks {
  pick(key: string): void;
  close(): void;
}

/** What was searched for stays while one behavior after another is picked. */
let lastSearch = "";

export class Picker {
  readonly root: HTMLElement;
  private readonly list = element("ul");
  private readonly none = element("p", { class: "empty", role: "status" });

  constructor(
    id: string,
    label: string,
    private readonly catalog: readonly BehaviorChoice[],
    private readonly member: Member,
    private readonly hooks: PickerHooks,
  ) {
    const search = element("input", {
      type: "search",
      placeholder: "What should they do?",
      "aria-label": `Find a behavior for ${label}`,
      autocomplete: "off",
      spellcheck: "false",
      "data-focus": `search ${member.key}`,
    });
    search.value = lastSearch;
    search.addEventListener("input", () => {
      lastSearch = search.value;
      this.show(search.value.trim());
    });
    this.root = element("div", { class: "picker", id }, search, this.list, this.none);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (search.value && event.target === search) {
        lastSearch = search.value = "";
        this.show("");
      } else this.hooks.close();
    });
    this.show(search.value.trim());
  }

  private show(search: string): void {
    const found = offers(this.catalog, this.member, search);
    this.list.replaceChildren(
      ...found.map(({ key, label, says }) => {
        const button = element(
          "button",
          { type: "button", "data-offer": key, "data-focus": `offer ${this.member.key} ${key}` },
          element("strong", {}, label),
          element("span", {}, says),
        );
        button.addEventListener("click", () => this.hooks.pick(key));
        return element("li", {}, button);
      }),
    );
    this.none.textContent = found.length === 0 ? "No behavior that fits does that." : "";
  }
}
