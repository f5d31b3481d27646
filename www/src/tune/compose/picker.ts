/** The behaviors that a group can still get, each with a sentence; found by what it does, too. */
import type { BehaviorChoice } from "../../core";
import { EMPTY, keyOf, LIBRARY, labelOf, saysOf } from "../../rule/library";
import { element } from "../../ui/dom";
import { hasWords } from "../../ui/values";
import { type Member, offers } from "./members";

export interface PickerHooks {
  pick(key: string): void;
  /** Starts a rule of one's own from a text. */
  write(text: string): void;
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
    /** The keys of the group's behaviors. */
    private readonly taken: readonly string[] = [],
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
    const keys = this.taken;
    const ready = LIBRARY.filter(
      ({ text, words }) =>
        !keys.includes(keyOf(text)) && hasWords(`${labelOf(text)} ${saysOf(text)} ${words}`, search),
    );
    // Tile walkers take no forces.
    const canWrite = this.member.body !== "tile";
    const own = canWrite ? [...ready.map(({ text }) => text), EMPTY] : [];
    this.list.replaceChildren(
      ...found.map(({ key, label, says }) => this.offer(key, label, says, () => this.hooks.pick(key))),
      ...own.map((text) =>
        this.offer(
          keyOf(text),
          text === EMPTY ? "Write your own" : labelOf(text),
          text === EMPTY ? "An empty rule: a few lines of text that run while you type." : saysOf(text),
          () => this.hooks.write(text),
          "rule",
        ),
      ),
    );
    this.none.textContent =
      found.length + ready.length === 0 ? "No behavior does that yet. Write it as a rule of your own." : "";
  }

  private offer(key: string, label: string, says: string, pick: () => void, kind = "behavior"): HTMLElement {
    const button = element(
      "button",
      {
        type: "button",
        "data-offer": key,
        "data-focus": `offer ${this.member.key} ${key}`,
        "data-kind": kind,
      },
      element("strong", {}, label),
      element("span", {}, says),
    );
    button.addEventListener("click", pick);
    return element("li", {}, button);
  }
}
