/**
 * The editor of a written rule: it runs at each keystroke that makes sense; what does not is underlined where it is wrong
 * and told in a line with a proposal, while the last good text goes on.
 */
import type { Core, RuleCheck } from "../core";
import { element, setText } from "../ui/dom";
import { colored } from "./listing";
import { numberAt, offsetOf, wordBefore } from "./spans";

/** So long after the last key a text that makes sense runs, ms. */
const PAUSE = 120;
const MOST_OFFERS = 6;

export interface EditorHooks {
  /** Gives the run the text; what is wrong with it beyond the language, line by line. */
  run(text: string): string[];
  /** The change is done, as one step to undo. */
  settle(): void;
}

export class Editor {
  readonly root: HTMLElement;
  private readonly area: HTMLTextAreaElement;
  private readonly under = element("pre", { "aria-hidden": "true" });
  private readonly says = element("p", { class: "rule-says", role: "status" });
  private readonly use = element("button", { type: "button", class: "button quiet", hidden: true });
  private readonly offers = element("ul", {
    class: "rule-offers",
    role: "listbox",
    "aria-label": "Words",
    hidden: true,
  });
  private readonly slider = element("input", { type: "range", min: 0, max: 100, step: 1 });
  private readonly turn = element("label", { class: "rule-turn", hidden: true });
  private readonly turned = element("span");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private check: RuleCheck | undefined;
  private dirty = false;
  private chosen = -1;
  /** The number that the slider turns: its place, and the value that it had. */
  private number: { from: number; to: number; base: number } | undefined;

  constructor(
    private readonly core: Core,
    id: string,
    text: string,
    private readonly hooks: EditorHooks,
  ) {
    this.area = element("textarea", {
      id,
      class: "rule-area",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-label": "Text of the rule",
      "aria-describedby": `${id}-says`,
      "data-focus": id,
    });
    this.says.id = `${id}-says`;
    this.area.value = text;
    this.turn.append("Number ", this.turned, this.slider);
    const field = element("div", { class: "rule-field" }, this.under, this.area);
    this.root = element("div", { class: "rule-editor" }, field, this.offers, this.turn, this.says, this.use);
    this.area.addEventListener("input", () => {
      this.changed();
      this.offer();
    });
    this.area.addEventListener("keydown", (event) => this.key(event));
    for (const moved of ["keyup", "click", "focus"]) this.area.addEventListener(moved, () => this.find());
    this.area.addEventListener("blur", () => {
      this.offers.hidden = true;
      this.leave();
    });
    this.use.addEventListener("click", () => this.mend());
    this.slider.addEventListener("input", () => this.turnNumber());
    this.slider.addEventListener("change", () => this.leave());
    this.look();
  }

  get text(): string {
    return this.area.value;
  }

  /** Another text is in force, by undo say; what is being typed is left alone. */
  show(text: string): void {
    if (document.activeElement === this.area || this.dirty || text === this.area.value) return;
    this.area.value = text;
    this.look();
  }

  focus(): void {
    this.area.focus();
  }

  private changed(): void {
    this.dirty = true;
    this.look();
    clearTimeout(this.timer);
    if (!this.check?.fault) this.timer = setTimeout(() => this.run(), PAUSE);
  }

  /** Reads the text, colors it, and says what is wrong. */
  private look(): void {
    const { value } = this.area;
    this.check = this.core.checkRule(value);
    const { fault } = this.check;
    const nodes = fault ? this.underlined(value, fault) : colored(this.core, value);
    // The last line has its height also where it is empty.
    this.under.replaceChildren(...nodes, "\n");
    this.area.setAttribute("aria-invalid", String(fault !== undefined));
    this.root.classList.toggle("faulty", fault !== undefined);
    this.use.hidden = !fault?.meant;
    if (fault?.meant) setText(this.use, `Use \u201c${fault.meant}\u201d`);
    const [own = 0, each = 0] = this.check.cost;
    setText(
      this.says,
      fault
        ? `${fault.says} The flock goes on with the last good text.`
        : `Runs: ${own} steps a unit, ${each} a member.`,
    );
  }

  private underlined(text: string, fault: NonNullable<RuleCheck["fault"]>): Node[] {
    const from = offsetOf(text, fault.line, fault.column);
    const to = Math.min(text.length, Math.max(from + 1, from + fault.length));
    const wrong = element("span", { class: "rule-wrong" }, text.slice(from, to) || " ");
    return [...colored(this.core, text.slice(0, from)), wrong, ...colored(this.core, text.slice(to))];
  }

  private run(): void {
    this.timer = undefined;
    if (this.check?.fault) return;
    const wrong = this.hooks.run(this.area.value);
    if (wrong.length > 0) setText(this.says, `${wrong.join(" ")} The flock goes on with the last good text.`);
    this.root.classList.toggle("faulty", wrong.length > 0);
  }

  private leave(): void {
    if (this.timer !== undefined) {
      clearTimeout(this.timer);
      this.run();
    }
    if (this.dirty) this.hooks.settle();
    this.dirty = false;
  }

  /** What was likely meant, in the place of what is wrong. */
  private mend(): void {
    const fault = this.check?.fault;
    if (!fault?.meant) return;
    const from = offsetOf(this.area.value, fault.line, fault.column);
    this.replace(from, from + fault.length, fault.meant);
    this.area.focus();
    this.leave();
  }

  private replace(from: number, to: number, text: string): void {
    this.area.setRangeText(text, from, to, "end");
    this.changed();
  }

  // --- completion ---

  private offer(): void {
    const { value, selectionStart } = this.area;
    const begun = wordBefore(value, selectionStart);
    const behindPoint = value[selectionStart - begun.length - 1] === ".";
    const own = [...new Set(value.match(/\b[a-z_]\w*(?=\s*=)/g) ?? [])].map((name) => ({
      name,
      doc: "",
      kind: "own",
    }));
    const words = [...this.core.ruleWords(), ...own].filter(
      ({ name, kind }) => (kind === "field") === behindPoint && name.startsWith(begun) && name !== begun,
    );
    const found = begun || behindPoint ? words.slice(0, MOST_OFFERS) : [];
    this.offers.hidden = found.length === 0;
    this.chosen = -1;
    this.offers.replaceChildren(
      ...found.map(({ name, doc }, index) => {
        const item = element(
          "li",
          { role: "option", id: `${this.area.id}-offer-${index}` },
          element("strong", {}, name),
          doc,
        );
        item.dataset.name = name;
        // Before the text loses the focus.
        item.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          this.take(name);
        });
        return item;
      }),
    );
  }

  private take(name: string): void {
    const { value, selectionStart } = this.area;
    const begun = wordBefore(value, selectionStart);
    this.offers.hidden = true;
    this.replace(selectionStart - begun.length, selectionStart, name);
  }

  private key(event: KeyboardEvent): void {
    // Letters are no shortcuts here.
    event.stopPropagation();
    const items = [...this.offers.children] as HTMLElement[];
    if (this.offers.hidden || items.length === 0) return;
    if (event.key === "Escape") {
      this.offers.hidden = true;
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.chosen =
        (this.chosen + step + items.length + (this.chosen < 0 && step < 0 ? 1 : 0)) % items.length;
      for (const [at, item] of items.entries())
        item.setAttribute("aria-selected", String(at === this.chosen));
      this.area.setAttribute("aria-activedescendant", items[this.chosen]?.id ?? "");
    } else if (event.key === "Enter" || event.key === "Tab") {
      const name = items[this.chosen]?.dataset.name;
      if (!name) return;
      this.take(name);
    } else return;
    event.preventDefault();
  }

  // --- numbers ---

  /** The number at the caret can be turned by a slider, also by a finger. */
  private find(): void {
    const found = numberAt(this.area.value, this.area.selectionStart);
    this.number = found && { from: found.from, to: found.to, base: found.value };
    this.turn.hidden = !found;
    if (!found) return;
    this.slider.value = "50";
    setText(this.turned, String(found.value));
  }

  /** In the middle it is what it was; the ends are nothing and four times that. */
  private turnNumber(): void {
    if (!this.number) return;
    const { from, to, base } = this.number;
    const share = Number(this.slider.value) / 50;
    const factor = share <= 1 ? share : 1 + (share - 1) * 3;
    const value = Number(((base || 1) * factor).toPrecision(3));
    const text = String(value);
    this.area.setRangeText(text, from, to, "preserve");
    this.number = { from, to: from + text.length, base };
    setText(this.turned, text);
    this.changed();
  }
}
