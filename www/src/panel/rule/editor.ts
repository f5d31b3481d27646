/**
 * Editor of a written rule. A valid text runs at each keystroke; errors are underlined and explained with a proposal,
 * while the last valid text keeps running. The value of each line is shown at its right. Numbers can be dragged, or
 * changed by keys and by a slider.
 */
import type { Core, RuleCheck, RuleValues, RuleWord } from "../../core";
import { nameUnit } from "../../core/nouns";
import { element, setText } from "../../ui/dom";
import { midSentence } from "../../ui/values";
import { kindsOf, numberAt, offsetOf, paramOf, piecesOf, statementsOf, wordAt, wordBefore } from "./spans";
import { lineText, shortValue, stepOf, steppedBy } from "./values";
import { insertOf, Words } from "./words";

/** Delay after the last key before a valid text runs, ms. */
const RUN_DELAY = 120;
const MOST_OFFERS = 6;
/** Table of the words that follow a point. */
const MEMBERS = "Properties of things and members";
/** Distance between the caret's line and its completions, CSS px. */
const GAP = 2;
/** CSS px per step of a dragged number; a smaller movement is a press. */
const PER_STEP = 3;
const PRESS = 4;

/** Values of the lines, for a unit with this heading. */
export interface UnitTrace {
  unit: number;
  values: RuleValues;
  heading: [number, number];
}

export interface EditorHooks {
  /** Sets the text in the run; returns errors beyond the language's, by line. */
  run(text: string): string[];
  /** Sets a parameter of the running rule; returns false if there is none of this name. */
  turn(name: string, value: number): boolean;
  /** Called when the change is complete, as one step to undo. */
  settle(): void;
  /**
   * Values of the running rule for the selected unit, or for the group's first unit if the selected one is of another
   * group; undefined without units or values.
   */
  see(): UnitTrace | undefined;
}

/** A number in the text; `param`: the parameter whose default it is. */
interface NumberInText {
  from: number;
  to: number;
  value: number;
  param?: string | undefined;
  range?: { low: number; high: number } | undefined;
}

export class Editor {
  readonly root: HTMLElement;
  /** True while the element is moved in the document, when focus events are ignored. */
  held = false;
  private readonly area: HTMLTextAreaElement;
  private readonly highlight = element("div.rule-over", { "aria-hidden": "true" });
  private readonly statusText = element("p.rule-says.note", { role: "status" });
  private readonly use = element("button.button.quiet", { hidden: true });
  private readonly help = element("p.rule-help.note");
  /** Values of the lines, where there is no room beside the text. */
  private readonly values = element("p.rule-values.note");
  private readonly offers = element("ul.rule-offers.surface", {
    role: "listbox",
    "aria-label": "Words that begin so",
    popover: "manual",
  });
  private readonly slider = element("input", { type: "range" });
  private readonly numberSlider = element("label.rule-turn.note", { hidden: true });
  private readonly turned = element("span");
  private rows: { tells: string; value: HTMLElement }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private check: RuleCheck | undefined;
  private dirty = false;
  private chosen = -1;
  /** Message about the text, without the unit whose values are shown. */
  private message = "";
  /** Number that the slider changes. */
  private number: NumberInText | undefined;

  constructor(
    private readonly core: Core,
    id: string,
    text: string,
    private readonly hooks: EditorHooks,
  ) {
    this.area = element("textarea.rule-area", {
      id,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-label": "Text of the rule",
      "aria-describedby": `${id}-says ${id}-help`,
    });
    this.statusText.id = `${id}-says`;
    this.help.id = `${id}-help`;
    this.area.value = text;
    this.numberSlider.append(this.turned, this.slider);
    const field = element("div.rule-field", this.area, this.highlight, this.offers);
    const wordsButton = element("button.button.quiet", { "aria-expanded": "false" }, "Words");
    const drawer = new Words(core, wordsButton, {
      insert: (word) => this.insert(word),
      leave: () => this.area.focus(),
    });
    const line = element("div.rule-line.flow", this.statusText, this.use, wordsButton);
    const parts = [field, this.values, line, drawer.root, this.numberSlider, this.help];
    this.root = element("div.rule-editor.stack", ...parts);
    this.area.addEventListener("input", () => {
      this.changed();
      this.offer();
    });
    this.area.addEventListener("keydown", (event) => this.key(event));
    for (const moved of ["keyup", "click", "focus"]) this.area.addEventListener(moved, () => this.find());
    this.area.addEventListener("blur", () => {
      if (this.held) return;
      this.offers.hidePopover();
      this.leave();
    });
    this.use.addEventListener("click", () => this.mend());
    this.slider.addEventListener("input", () => this.slide());
    this.slider.addEventListener("change", () => this.leave());
    this.highlight.addEventListener("pointerdown", (event) => this.grab(event));
    this.look();
  }

  /** Shows another text in force, for example after undo, unless the field is being edited. */
  editText(text: string): void {
    if (document.activeElement === this.area || this.dirty || text === this.area.value) return;
    this.area.value = text;
    this.look();
  }

  focus(): void {
    this.area.focus();
  }

  /** Shows the values of the lines; called a few times a second while visible. */
  frame(): void {
    const seen = this.hooks.see();
    const whose = !seen
      ? ""
      : seen.values.active
        ? ` Values of ${midSentence(this.nameOf(seen.unit))}.`
        : ` ${this.nameOf(seen.unit)} lacks what the rule asks for, a leader or a target say.`;
    setText(this.statusText, this.root.matches(".faulty") ? this.message : this.message + whose);
    const inFull = this.rows.map(({ tells, value }) => {
      const line = seen?.values.lines.find((one) => (one.name || one.kind) === tells);
      setText(value, line && seen ? shortValue(line, seen.values.active, seen.heading) : "");
      return `${tells} ${line && seen ? lineText(line, seen.values.active, seen.heading) : ""}`;
    });
    setText(this.values, inFull.join(" \u00b7 "));
  }

  private changed(): void {
    this.dirty = true;
    this.look();
    clearTimeout(this.timer);
    if (!this.check?.fault) this.timer = setTimeout(() => this.runRule(), RUN_DELAY);
  }

  /** Parses and colors the text, and shows errors. */
  look(): void {
    const { value } = this.area;
    this.check = this.core.checkRule(value);
    const { fault } = this.check;
    this.drawHighlight(value, fault);
    this.area.setAttribute("aria-invalid", String(fault !== undefined));
    this.root.classList.toggle("faulty", fault !== undefined);
    this.use.hidden = !fault?.meant;
    if (fault?.meant) setText(this.use, `Use \u201c${fault.meant}\u201d`);
    const meant = fault?.meant ? ` Did you mean \u201c${fault.meant}\u201d?` : "";
    this.message = fault
      ? `Line ${fault.line}: ${fault.what}.${meant} The flock flies on with the last good text.`
      : this.notices().join(" ");
    this.frame();
  }

  /** One sentence for each part of the running rule that does nothing in the present run. */
  private notices(): string[] {
    return this.core.notices().filter((line) => line.startsWith(`In rule ${this.check?.key}: `));
  }

  /** Draws the colored text over the field, line by line. */
  private drawHighlight(text: string, fault: RuleCheck["fault"]): void {
    const from = fault ? offsetOf(text, fault.line, fault.column) : text.length + 1;
    const to = fault ? from + Math.max(1, fault.length) : from;
    const tells = new Map(statementsOf(text).map((one) => [one.at, one.tells]));
    let at = 0;
    this.rows = [];
    const rows = text.split("\n").map((row, number) => {
      const value = element("span.rule-value");
      const end = at + row.length;
      const cuts = [at, Math.min(end, Math.max(at, from)), Math.min(end, Math.max(at, to)), end];
      const [before, wrong, after] = [0, 1, 2].map((k) =>
        this.pieces(text, cuts[k] ?? at, cuts[k + 1] ?? at),
      );
      const code = element("code", ...(before ?? []));
      const isHere = from >= at && from <= end;
      // An error at the end of a line means that something is missing.
      if (isHere) code.append(element("span.rule-wrong", ...(wrong?.length ? wrong : [" "])));
      code.append(...(after ?? []));
      const told = tells.get(number);
      if (told) this.rows.push({ tells: told, value });
      at = end + 1;
      return element("div.rule-row", code, value);
    });
    this.highlight.replaceChildren(...rows);
  }

  private pieces(text: string, from: number, to: number): Node[] {
    let at = from;
    return piecesOf(text.slice(from, to), kindsOf(this.core)).map(({ kind, text: piece }) => {
      const span = element("span", { class: `rule-${kind}` }, piece);
      if (kind === "number") span.dataset.from = String(at);
      at += piece.length;
      return span;
    });
  }

  private runRule(): void {
    this.timer = undefined;
    if (this.check?.fault) return;
    const wrong = this.hooks.run(this.area.value);
    this.root.classList.toggle("faulty", wrong.length > 0);
    if (wrong.length === 0) {
      this.look();
      return;
    }
    this.message = `${wrong.join(" ")} The flock flies on with the last good text.`;
    this.frame();
  }

  private leave(): void {
    if (this.timer !== undefined) {
      clearTimeout(this.timer);
      this.runRule();
    }
    if (this.dirty) this.hooks.settle();
    this.dirty = false;
  }

  /** Replaces an error by its proposal. */
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

  // --- completion and help ---

  private offer(): void {
    const { value, selectionStart } = this.area;
    const begunWord = wordBefore(value, selectionStart);
    const behindPoint = value[selectionStart - begunWord.length - 1] === ".";
    const own = [...new Set(value.match(/\b[a-z_]\w*(?=\s*=)/g) ?? [])].map((name) => ({
      name,
      doc: "",
      table: "own",
    }));
    const words = [...this.core.ruleWords(), ...own].filter(
      ({ name, table }) =>
        (table === MEMBERS) === behindPoint && name.startsWith(begunWord) && name !== begunWord,
    );
    const offeredWords = begunWord || behindPoint ? words.slice(0, MOST_OFFERS) : [];
    this.chosen = -1;
    this.area.removeAttribute("aria-activedescendant");
    this.offers.replaceChildren(
      ...offeredWords.map(({ name, doc }, index) => {
        const item = element(
          "li",
          { role: "option", id: `${this.area.id}-offer-${index}`, "data-name": name },
          element("strong", name),
          doc,
        );
        // Runs before the text loses the focus.
        item.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          this.takeWord(name);
        });
        return item;
      }),
    );
    this.offers.togglePopover(offeredWords.length > 0);
    if (offeredWords.length > 0) this.placeOffers();
  }

  private get offering(): boolean {
    return this.offers.matches(":popover-open");
  }

  /** Places the completions in the top layer, below the caret's line, or above it where there is more room. */
  private placeOffers = (): void => {
    removeEventListener("scroll", this.placeOffers, true);
    const { value, selectionStart } = this.area;
    const row = this.highlight.children[value.slice(0, selectionStart).split("\n").length - 1];
    if (!this.offering || !row) return;
    addEventListener("scroll", this.placeOffers, true);
    const { left, width } = this.area.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    const { offsetTop: start = 0, height = innerHeight } = visualViewport ?? {};
    const [above, below] = [top - start - 2 * GAP, start + height - bottom - 2 * GAP];
    // Measures their height at this width.
    Object.assign(this.offers.style, { left: `${left}px`, width: `${width}px` });
    const isBelow = below > above || below > this.offers.scrollHeight;
    Object.assign(this.offers.style, {
      maxHeight: `${isBelow ? below : above}px`,
      top: isBelow ? `${bottom + GAP}px` : "auto",
      bottom: isBelow ? "auto" : `${innerHeight - top + GAP}px`,
    });
  };

  private takeWord(name: string): void {
    const { value, selectionStart } = this.area;
    const begunWord = wordBefore(value, selectionStart);
    this.offers.hidePopover();
    this.replace(selectionStart - begunWord.length, selectionStart, name);
    this.find();
  }

  /** Inserts a word of the drawer, replacing the selection or the word's beginning. */
  private insert(word: RuleWord): void {
    const { value, selectionStart: caret, selectionEnd } = this.area;
    const begunWord = wordBefore(value, caret);
    const isBegun = begunWord !== "" && word.name.startsWith(begunWord);
    const [before = "", after = ""] = insertOf(word).split("|");
    const point = word.table === MEMBERS && value[caret - begunWord.length - 1] !== "." ? "." : "";
    const lead = begunWord && !isBegun ? point || " " : point;
    this.replace(isBegun ? caret - begunWord.length : caret, selectionEnd, lead + before + after);
    const end = this.area.selectionEnd - after.length;
    this.area.focus();
    this.area.setSelectionRange(end, end);
    this.offers.hidePopover();
    this.find();
  }

  private key(event: KeyboardEvent): void {
    // Letters are text here, not shortcuts.
    event.stopPropagation();
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const foundNumber = this.numberAt(this.area.selectionStart);
      if (!foundNumber) return;
      event.preventDefault();
      this.put(
        foundNumber,
        steppedBy(foundNumber.value, event.key === "ArrowUp" ? 1 : -1, foundNumber.range),
      );
      return;
    }
    const items = [...this.offers.children] as HTMLElement[];
    if (!this.offering || items.length === 0) return;
    if (event.key === "Escape") {
      this.offers.hidePopover();
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
      this.takeWord(name);
    } else return;
    event.preventDefault();
  }

  // --- numbers ---

  private numberAt(caret: number): NumberInText | undefined {
    const { value: text } = this.area;
    const found = numberAt(text, caret);
    if (!found) return undefined;
    const begins = text.lastIndexOf("\n", found.from - 1) + 1;
    const ends = text.indexOf("\n", found.from);
    const param = paramOf(text.slice(begins, ends < 0 ? text.length : ends));
    // Includes the sign of a parameter's value.
    if (
      param?.range &&
      begins + param.from <= found.from &&
      found.to <= begins + param.from + param.value.length
    ) {
      const from = begins + param.from;
      return {
        from,
        to: from + param.value.length,
        value: Number(param.value),
        param: param.name,
        range: param.range,
      };
    }
    return found;
  }

  private nameOf(unit: number): string {
    return nameUnit(unit, this.core.groups()).name;
  }

  /** Shows the slider of the number, or the help of the word, at the caret. */
  private find(): void {
    const { value, selectionStart } = this.area;
    const word = wordAt(value, selectionStart);
    const known = this.core.ruleWords().find(({ name }) => name === word);
    this.help.replaceChildren(...(known ? [element("strong", known.name), ` ${known.doc}`] : []));
    this.number = this.numberAt(selectionStart);
    this.numberSlider.hidden = !this.number;
    if (!this.number) return;
    const { value: now, range = { low: Math.min(0, 4 * now), high: Math.max(4 * now, 0) || 4 } } =
      this.number;
    this.slider.min = String(range.low);
    this.slider.max = String(range.high);
    this.slider.step = "any";
    this.slider.value = String(now);
    this.tellNumber();
  }

  private tellNumber(): void {
    if (this.number) setText(this.turned, `${this.number.param ?? "Number"} ${this.number.value}`);
    const { min, max, value } = this.slider;
    this.slider.style.setProperty(
      "--fill",
      String((Number(value) - Number(min)) / (Number(max) - Number(min) || 1)),
    );
  }

  private slide(): void {
    if (!this.number) return;
    const size = Math.max(Math.abs(Number(this.slider.max)), Math.abs(Number(this.slider.min)));
    const step = stepOf(size) / 2;
    const value = Number((Math.round(Number(this.slider.value) / step) * step).toPrecision(6));
    this.number = this.put(this.number, value);
    this.tellNumber();
  }

  /** Replaces a number; a parameter's value is set, any other number changes the text. */
  private put(found: NumberInText, value: number): NumberInText {
    const text = String(value);
    this.area.setRangeText(text, found.from, found.to, "preserve");
    const put = { ...found, to: found.from + text.length, value };
    if (found.param && this.timer === undefined && this.hooks.turn(found.param, value)) {
      this.dirty = true;
      this.look();
    } else this.changed();
    return put;
  }

  /** Drags the number under the pointer; a press without movement places the caret. */
  private grab(event: PointerEvent): void {
    const from = (event.target as HTMLElement).dataset?.from;
    const found = from === undefined ? undefined : this.numberAt(Number(from));
    if (!found || event.button !== 0) return;
    event.preventDefault();
    const { highlight } = this;
    let [held, moved] = [found, false];
    const move = ({ clientX }: PointerEvent) => {
      const way = clientX - event.clientX;
      moved ||= Math.abs(way) >= PRESS;
      if (!moved) return;
      const value = steppedBy(found.value, Math.round(way / PER_STEP), found.range);
      if (value !== held.value) held = this.put(held, value);
    };
    let canceled = false;
    // The finger scrolls instead: restores the number.
    const cancel = () => {
      canceled = true;
      if (held.value !== found.value) held = this.put(held, found.value);
    };
    const end = () => {
      highlight.removeEventListener("pointermove", move);
      highlight.removeEventListener("pointercancel", cancel);
      this.root.classList.remove("dragging");
      if (moved || canceled) this.leave();
      else {
        this.area.focus();
        this.area.setSelectionRange(held.to, held.to);
        this.find();
      }
    };
    highlight.setPointerCapture(event.pointerId);
    this.root.classList.add("dragging");
    highlight.addEventListener("pointermove", move);
    highlight.addEventListener("pointercancel", cancel);
    highlight.addEventListener("lostpointercapture", end, { once: true });
  }
}
