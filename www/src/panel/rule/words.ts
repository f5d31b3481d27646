/** Drawer "Words" of an editor: all words of the rule language with a search; a press puts a word at the caret. */
import type { Core, RuleWord } from "../../core";
import { element, iconButton } from "../../ui/dom";
import { matchesWords } from "../../ui/values";

/** Width of the drawer beside the editor, CSS px; with less room it lies along the bottom of the window. */
const POPOVER_WIDTH = 320;
const POPOVER_GAP = 8;

/** Text to insert for a word; `|` marks where the caret goes. */
export function insertedText({ name, table }: Pick<RuleWord, "name" | "table">): string {
  if (table === "Functions") return `${name}(|)`;
  if (name === "count") return "count(j in view|)";
  if (table === "Values over a set") return `${name}(j in view: |)`;
  return `${name}|`;
}

export class RuleWordPicker {
  readonly root = element("section.rule-words.picker.surface", {
    popover: "manual",
    "aria-label": "Words",
  });
  private readonly searchField = element("input.full", {
    type: "search",
    placeholder: "Find a word or what it does",
    "aria-label": "Find a word",
    autocomplete: "off",
    spellcheck: "false",
  });
  private readonly list = element("ul.framed");
  private readonly emptyNote = element("p.empty", { role: "status" });
  private isAtBottom = false;
  private readonly placeBeside = () => this.placeBesideButton();

  constructor(
    private readonly core: Core,
    /** Button that opens and closes the drawer. */
    private readonly button: HTMLButtonElement,
    private readonly actions: { insert(word: RuleWord): void; leave(): void },
  ) {
    const close = iconButton("close", "Close the words", () => this.close());
    this.root.append(element("div.across", this.searchField, close), this.list, this.emptyNote);
    this.searchField.addEventListener("input", () => this.showWords());
    this.root.addEventListener("keydown", (event) => this.handleKey(event));
    this.root.addEventListener("toggle", () => this.toggledPopover());
    button.addEventListener("click", () => {
      this.showWords();
      this.placeBesideButton();
      this.root.togglePopover();
      // On touch screens the keyboard would cover the list of words.
      if (this.isOpen && matchMedia("(pointer: fine)").matches) this.searchField.focus();
    });
  }

  private close(): void {
    this.root.hidePopover();
    this.actions.leave();
  }

  private get isOpen(): boolean {
    return this.root.matches(":popover-open");
  }

  private toggledPopover(): void {
    this.button.setAttribute("aria-expanded", String(this.isOpen));
    if (this.isOpen) addEventListener("resize", this.placeBeside);
    else removeEventListener("resize", this.placeBeside);
  }

  /** Places the drawer beside the editor, on the side with more room, or along the bottom of the window. */
  private placeBesideButton(): void {
    const cardRect = (this.button.closest(".surface") ?? this.button).getBoundingClientRect();
    const onLeft = cardRect.left > innerWidth - cardRect.right;
    this.isAtBottom = Math.max(cardRect.left, innerWidth - cardRect.right) < POPOVER_WIDTH + 2 * POPOVER_GAP;
    const left = onLeft ? cardRect.left - POPOVER_WIDTH - POPOVER_GAP : cardRect.right + POPOVER_GAP;
    this.root.style.cssText = this.isAtBottom
      ? "inset: auto 0 0; width: auto; height: 45%"
      : `left: ${left}px; top: ${cardRect.top}px; width: ${POPOVER_WIDTH}px; height: ${cardRect.height}px`;
  }

  private showWords(): void {
    const searchText = this.searchField.value.trim();
    let table = "";
    const items = this.core
      .ruleWords()
      .filter(({ name, table, doc }) => matchesWords(`${name} ${doc} ${table}`, searchText))
      .flatMap((word) => {
        const button = element(
          "button",
          { onclick: () => this.takeWord(word) },
          element("strong", word.name),
          element("span", word.doc),
        );
        // Keeps focus and caret in the text, from which a press would take them.
        button.addEventListener("pointerdown", (event) => event.preventDefault());
        const title = word.table !== table && element("li.note", word.table);
        table = word.table;
        return title ? [title, element("li", button)] : [element("li", button)];
      });
    this.list.replaceChildren(...items);
    this.emptyNote.textContent = items.length === 0 ? "No word does that." : "";
  }

  /** Inserts a word; closes a drawer that lies along the bottom of the window, over the text. */
  private takeWord(word: RuleWord): void {
    if (this.isAtBottom) this.root.hidePopover();
    this.actions.insert(word);
  }

  private handleKey(event: KeyboardEvent): void {
    // Keystrokes are text here and must not reach the page's shortcuts.
    event.stopPropagation();
    const { key } = event;
    const buttons = [...this.list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (key === "Escape") this.close();
    else if (key === "Enter" && at < 0) buttons[0]?.click();
    else if (key === "ArrowDown") buttons[Math.min(at + 1, buttons.length - 1)]?.focus();
    else if (key === "ArrowUp") (buttons[at - 1] ?? this.searchField).focus();
    else return;
    event.preventDefault();
  }
}
