/**
 * Editor of a written rule. A valid text runs at each keystroke; errors are underlined and explained with a proposal,
 * while the last valid text keeps running. The value of each line is shown at its right. Numbers can be dragged, or
 * changed by keys and by a slider.
 */
import type { Core, RuleCheck, RuleValues, RuleWord } from "../../core";
import { nameUnit } from "../../core/nouns";
import { element, setText } from "../../ui/dom";
import { midSentence } from "../../ui/values";
import {
  numberAt,
  offsetOf,
  parseParamLine,
  ruleSpans,
  statementsOf,
  wordAt,
  wordBefore,
  wordKinds,
} from "./spans";
import { lineText, noticeableStep, shortValueText, steppedBy } from "./values";
import { insertedText, RuleWordPicker } from "./words";

/** Time after the last keystroke before a valid text runs, ms. */
const RUN_DELAY = 120;
const MAX_COMPLETIONS = 6;
/** Title, in the list of the language's words, of the table whose words stand after a dot, as in `j.offset`. */
const MEMBER_TABLE = "Properties of things and members";
/** Distance between the caret's line and the list of completions, CSS px. */
const COMPLETIONS_GAP = 2;
/** Movement per step of a dragged number, CSS px; a movement below `DRAG_THRESHOLD` is a press. */
const PIXELS_PER_STEP = 3;
const DRAG_THRESHOLD = 4;

/** Values of a rule's lines for one unit; `heading`: unit vector of the unit. */
export interface UnitTrace {
  unit: number;
  values: RuleValues;
  heading: [number, number];
}

interface EditorHooks {
  /** Runs the text in place of the rule; returns the run's reasons if it refuses the text. */
  runRule(text: string): string[];
  /** Sets a parameter of the running rule; returns false if the rule has none of this name. */
  setParam(name: string, value: number): boolean;
  /** Called when an edit is complete, to make it one step of undo. */
  editEnded(): void;
  /**
   * Rule values of the selected unit if it is in the rule's group, else of the group's first unit; undefined if none.
   */
  traceOfSelected(): UnitTrace | undefined;
}

/** Number in the rule's text at the indices `from` to `to`; `param`: name of the parameter whose value it is. */
interface NumberInText {
  from: number;
  to: number;
  value: number;
  param?: string | undefined;
  range?: { low: number; high: number } | undefined;
}

export class RuleEditor {
  readonly root: HTMLElement;
  private readonly textArea: HTMLTextAreaElement;
  private readonly highlightedText = element("div.rule-over", { "aria-hidden": "true" });
  private readonly statusText = element("p.rule-says.note", { role: "status" });
  private readonly proposalButton = element("button.button.quiet", { hidden: true });
  private readonly wordHelp = element("p.rule-help.note");
  /** Values of all lines, shown below the text where there is no room beside it. */
  private readonly lineValues = element("p.rule-values.note");
  private readonly completionList = element("ul.rule-offers.surface", {
    role: "listbox",
    "aria-label": "Words that begin so",
    popover: "manual",
  });
  private readonly slider = element("input", { type: "range" });
  private readonly numberSlider = element("label.rule-turn.note", { hidden: true });
  private readonly numberLabel = element("span");
  private valueRows: { definedName: string; value: HTMLElement }[] = [];
  private runTimer: ReturnType<typeof setTimeout> | undefined;
  private lastCheck: RuleCheck | undefined;
  private hasUnsettledEdit = false;
  private chosenCompletion = -1;
  /**
   * Message on the text: its error, or notices on the rule; without the sentence on the unit whose values are shown.
   */
  private message = "";
  /** Number in the text that the slider changes; undefined while the caret is at none. */
  private sliderNumber: NumberInText | undefined;

  constructor(
    private readonly core: Core,
    id: string,
    text: string,
    private readonly hooks: EditorHooks,
  ) {
    this.textArea = element("textarea.rule-area", {
      id,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-label": "Text of the rule",
      "aria-describedby": `${id}-says ${id}-help`,
    });
    this.statusText.id = `${id}-says`;
    this.wordHelp.id = `${id}-help`;
    this.textArea.value = text;
    this.numberSlider.append(this.numberLabel, this.slider);
    const field = element("div.rule-field", this.textArea, this.highlightedText, this.completionList);
    const wordsButton = element("button.button.quiet", { "aria-expanded": "false" }, "Words");
    const drawer = new RuleWordPicker(core, wordsButton, {
      insert: (word) => this.insertWord(word),
      leave: () => this.textArea.focus(),
    });
    const line = element("div.rule-line.flow", this.statusText, this.proposalButton, wordsButton);
    const parts = [field, this.lineValues, line, drawer.root, this.numberSlider, this.wordHelp];
    this.root = element("div.rule-editor.stack", ...parts);
    this.textArea.addEventListener("input", () => {
      this.textChanged();
      this.offerCompletions();
    });
    this.textArea.addEventListener("keydown", (event) => this.handleKey(event));
    for (const moved of ["keyup", "click", "focus"])
      this.textArea.addEventListener(moved, () => this.showAtCaret());
    this.textArea.addEventListener("blur", () => {
      this.completionList.hidePopover();
      this.finishEdit();
    });
    this.proposalButton.addEventListener("click", () => this.takeProposal());
    this.slider.addEventListener("input", () => this.sliderMoved());
    this.slider.addEventListener("change", () => this.finishEdit());
    this.highlightedText.addEventListener("pointerdown", (event) => this.startNumberDrag(event));
    this.checkText();
  }

  /** Shows the rule's present text, which an undo for example has changed, unless the field is being edited. */
  showRuleText(text: string): void {
    if (document.activeElement === this.textArea || this.hasUnsettledEdit || text === this.textArea.value)
      return;
    this.textArea.value = text;
    this.checkText();
  }

  /** Replaces the whole text, as one step of undo. */
  startFrom(text: string): void {
    this.textArea.value = text;
    this.textChanged();
    this.finishEdit();
  }

  focus(): void {
    this.textArea.focus();
  }

  /** Updates the values of the lines; has to be called a few times a second while the editor is visible. */
  frame(): void {
    const trace = this.hooks.traceOfSelected();
    const unitText = !trace
      ? ""
      : trace.values.active
        ? ` Values of ${midSentence(this.unitName(trace.unit))}.`
        : ` ${this.unitName(trace.unit)} lacks what the rule asks for, a leader or a target say.`;
    setText(this.statusText, this.root.matches(".faulty") ? this.message : this.message + unitText);
    const inFull = this.valueRows.map(({ definedName, value }) => {
      const line = trace?.values.lines.find((one) => (one.name || one.kind) === definedName);
      setText(value, line && trace ? shortValueText(line, trace.values.active, trace.heading) : "");
      return `${definedName} ${line && trace ? lineText(line, trace.values.active, trace.heading) : ""}`;
    });
    setText(this.lineValues, inFull.join(" \u00b7 "));
  }

  private textChanged(): void {
    this.hasUnsettledEdit = true;
    this.checkText();
    clearTimeout(this.runTimer);
    if (!this.lastCheck?.fault) this.runTimer = setTimeout(() => this.runRule(), RUN_DELAY);
  }

  /** Parses and colors the text, and shows its error, or the core's notices on the rule. */
  checkText(): void {
    const { value } = this.textArea;
    this.lastCheck = this.core.checkRule(value);
    const { fault } = this.lastCheck;
    this.drawHighlight(value, fault);
    this.textArea.setAttribute("aria-invalid", String(fault !== undefined));
    this.root.classList.toggle("faulty", fault !== undefined);
    this.proposalButton.hidden = !fault?.meant;
    if (fault?.meant) setText(this.proposalButton, `Use \u201c${fault.meant}\u201d`);
    const suggestion = fault?.meant ? ` Did you mean \u201c${fault.meant}\u201d?` : "";
    this.message = fault
      ? `Line ${fault.line}: ${fault.what}.${suggestion} The flock flies on with the last good text.`
      : this.ruleNotices().join(" ");
    this.frame();
  }

  /** Sentences of the core on parts of the running rule that have no effect in the present run. */
  private ruleNotices(): string[] {
    return this.core.notices().filter((line) => line.startsWith(`In rule ${this.lastCheck?.key}: `));
  }

  /** Draws the colored text over the text field, with the error underlined and an element for each line's value. */
  private drawHighlight(text: string, fault: RuleCheck["fault"]): void {
    const from = fault ? offsetOf(text, fault.line, fault.column) : text.length + 1;
    const errorEnd = fault ? from + Math.max(1, fault.length) : from;
    const definedNames = new Map(statementsOf(text).map((one) => [one.firstLine, one.definedName]));
    let at = 0;
    this.valueRows = [];
    const rows = text.split("\n").map((row, number) => {
      const value = element("span.rule-value");
      const end = at + row.length;
      const spanEnds = [at, Math.min(end, Math.max(at, from)), Math.min(end, Math.max(at, errorEnd)), end];
      const [before, wrong, after] = [0, 1, 2].map((k) =>
        this.coloredSpans(text, spanEnds[k] ?? at, spanEnds[k + 1] ?? at),
      );
      const codeLine = element("code", ...(before ?? []));
      const isHere = from >= at && from <= end;
      // An error at the end of a line has no characters: it is shown as an underlined space.
      if (isHere) codeLine.append(element("span.rule-wrong", ...(wrong?.length ? wrong : [" "])));
      codeLine.append(...(after ?? []));
      const definedName = definedNames.get(number);
      if (definedName) this.valueRows.push({ definedName, value });
      at = end + 1;
      return element("div.rule-row", codeLine, value);
    });
    this.highlightedText.replaceChildren(...rows);
  }

  private coloredSpans(text: string, from: number, to: number): Node[] {
    let at = from;
    return ruleSpans(text.slice(from, to), wordKinds(this.core)).map(({ kind, text: piece }) => {
      const span = element("span", { class: `rule-${kind}` }, piece);
      if (kind === "number") span.dataset.from = String(at);
      at += piece.length;
      return span;
    });
  }

  private runRule(): void {
    this.runTimer = undefined;
    if (this.lastCheck?.fault) return;
    const problems = this.hooks.runRule(this.textArea.value);
    this.root.classList.toggle("faulty", problems.length > 0);
    if (problems.length === 0) {
      this.checkText();
      return;
    }
    this.message = `${problems.join(" ")} The flock flies on with the last good text.`;
    this.frame();
  }

  private finishEdit(): void {
    if (this.runTimer !== undefined) {
      clearTimeout(this.runTimer);
      this.runRule();
    }
    if (this.hasUnsettledEdit) this.hooks.editEnded();
    this.hasUnsettledEdit = false;
  }

  /** Replaces the erroneous part of the text by the correction that the core proposes. */
  private takeProposal(): void {
    const fault = this.lastCheck?.fault;
    if (!fault?.meant) return;
    const from = offsetOf(this.textArea.value, fault.line, fault.column);
    this.replaceText(from, from + fault.length, fault.meant);
    this.textArea.focus();
    this.finishEdit();
  }

  private replaceText(from: number, to: number, text: string): void {
    this.textArea.setRangeText(text, from, to, "end");
    this.textChanged();
  }

  private offerCompletions(): void {
    const { value, selectionStart } = this.textArea;
    const begunWord = wordBefore(value, selectionStart);
    const behindPoint = value[selectionStart - begunWord.length - 1] === ".";
    const ownWords = [...new Set(value.match(/\b[a-z_]\w*(?=\s*=)/g) ?? [])].map((name) => ({
      name,
      doc: "",
      table: "own",
    }));
    const words = [...this.core.ruleWords(), ...ownWords].filter(
      ({ name, table }) =>
        (table === MEMBER_TABLE) === behindPoint && name.startsWith(begunWord) && name !== begunWord,
    );
    const offeredWords = begunWord || behindPoint ? words.slice(0, MAX_COMPLETIONS) : [];
    this.chosenCompletion = -1;
    this.textArea.removeAttribute("aria-activedescendant");
    this.completionList.replaceChildren(
      ...offeredWords.map(({ name, doc }, index) => {
        const item = element(
          "li",
          { role: "option", id: `${this.textArea.id}-offer-${index}`, "data-name": name },
          element("strong", name),
          doc,
        );
        // A click would come too late to insert the word: by then the text field would have lost the focus.
        item.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          this.completeWord(name);
        });
        return item;
      }),
    );
    this.completionList.togglePopover(offeredWords.length > 0);
    if (offeredWords.length > 0) this.placeCompletions();
  }

  private get isOffering(): boolean {
    return this.completionList.matches(":popover-open");
  }

  /** Places the list of completions below the caret's line, or above it if there is more room. */
  private placeCompletions = (): void => {
    removeEventListener("scroll", this.placeCompletions, true);
    const { value, selectionStart } = this.textArea;
    const row = this.highlightedText.children[value.slice(0, selectionStart).split("\n").length - 1];
    if (!this.isOffering || !row) return;
    addEventListener("scroll", this.placeCompletions, true);
    const { left, width } = this.textArea.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    const { offsetTop: start = 0, height = innerHeight } = visualViewport ?? {};
    const [above, below] = [top - start - 2 * COMPLETIONS_GAP, start + height - bottom - 2 * COMPLETIONS_GAP];
    // Sets the width first, because the height of the list depends on it.
    Object.assign(this.completionList.style, { left: `${left}px`, width: `${width}px` });
    const isBelow = below > above || below > this.completionList.scrollHeight;
    Object.assign(this.completionList.style, {
      maxHeight: `${isBelow ? below : above}px`,
      top: isBelow ? `${bottom + COMPLETIONS_GAP}px` : "auto",
      bottom: isBelow ? "auto" : `${innerHeight - top + COMPLETIONS_GAP}px`,
    });
  };

  private completeWord(name: string): void {
    const { value, selectionStart } = this.textArea;
    const begunWord = wordBefore(value, selectionStart);
    this.completionList.hidePopover();
    this.replaceText(selectionStart - begunWord.length, selectionStart, name);
    this.showAtCaret();
  }

  /** Inserts a word of the drawer in place of the selection, or of the word's beginning before the caret. */
  private insertWord(word: RuleWord): void {
    const { value, selectionStart: caret, selectionEnd } = this.textArea;
    const begunWord = wordBefore(value, caret);
    const isBegun = begunWord !== "" && word.name.startsWith(begunWord);
    const [before = "", after = ""] = insertedText(word).split("|");
    const point = word.table === MEMBER_TABLE && value[caret - begunWord.length - 1] !== "." ? "." : "";
    const prefix = begunWord && !isBegun ? point || " " : point;
    this.replaceText(isBegun ? caret - begunWord.length : caret, selectionEnd, prefix + before + after);
    const end = this.textArea.selectionEnd - after.length;
    this.textArea.focus();
    this.textArea.setSelectionRange(end, end);
    this.completionList.hidePopover();
    this.showAtCaret();
  }

  private handleKey(event: KeyboardEvent): void {
    // Keystrokes are text here and must not reach the page's shortcuts.
    event.stopPropagation();
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const foundNumber = this.numberAt(this.textArea.selectionStart);
      if (!foundNumber) return;
      event.preventDefault();
      this.putNumber(
        foundNumber,
        steppedBy(foundNumber.value, event.key === "ArrowUp" ? 1 : -1, foundNumber.range),
      );
      return;
    }
    const items = [...this.completionList.children] as HTMLElement[];
    if (!this.isOffering || items.length === 0) return;
    if (event.key === "Escape") {
      this.completionList.hidePopover();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.chosenCompletion =
        (this.chosenCompletion + step + items.length + (this.chosenCompletion < 0 && step < 0 ? 1 : 0)) %
        items.length;
      for (const [at, item] of items.entries())
        item.setAttribute("aria-selected", String(at === this.chosenCompletion));
      this.textArea.setAttribute("aria-activedescendant", items[this.chosenCompletion]?.id ?? "");
    } else if (event.key === "Enter" || event.key === "Tab") {
      const name = items[this.chosenCompletion]?.dataset.name;
      if (!name) return;
      this.completeWord(name);
    } else return;
    event.preventDefault();
  }

  private numberAt(caret: number): NumberInText | undefined {
    const { value: text } = this.textArea;
    const number = numberAt(text, caret);
    if (!number) return undefined;
    const lineStart = text.lastIndexOf("\n", number.from - 1) + 1;
    const lineEnd = text.indexOf("\n", number.from);
    const param = parseParamLine(text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd));
    // In the line of a parameter, the number includes its sign.
    if (
      param?.range &&
      lineStart + param.from <= number.from &&
      number.to <= lineStart + param.from + param.value.length
    ) {
      const from = lineStart + param.from;
      return {
        from,
        to: from + param.value.length,
        value: Number(param.value),
        param: param.name,
        range: param.range,
      };
    }
    return number;
  }

  private unitName(unit: number): string {
    return nameUnit(unit, this.core.groups()).name;
  }

  /** Shows the slider if the caret is at a number, and the help if it is at a word of the language. */
  private showAtCaret(): void {
    const { value, selectionStart } = this.textArea;
    const word = wordAt(value, selectionStart);
    const knownWord = this.core.ruleWords().find(({ name }) => name === word);
    this.wordHelp.replaceChildren(
      ...(knownWord ? [element("strong", knownWord.name), ` ${knownWord.doc}`] : []),
    );
    this.sliderNumber = this.numberAt(selectionStart);
    this.numberSlider.hidden = !this.sliderNumber;
    if (!this.sliderNumber) return;
    const { value: now, range = { low: Math.min(0, 4 * now), high: Math.max(4 * now, 0) || 4 } } =
      this.sliderNumber;
    this.slider.min = String(range.low);
    this.slider.max = String(range.high);
    this.slider.step = "any";
    this.slider.value = String(now);
    this.showNumber();
  }

  private showNumber(): void {
    if (this.sliderNumber)
      setText(this.numberLabel, `${this.sliderNumber.param ?? "Number"} ${this.sliderNumber.value}`);
    const { min, max, value } = this.slider;
    this.slider.style.setProperty(
      "--fill",
      String((Number(value) - Number(min)) / (Number(max) - Number(min) || 1)),
    );
  }

  private sliderMoved(): void {
    if (!this.sliderNumber) return;
    const size = Math.max(Math.abs(Number(this.slider.max)), Math.abs(Number(this.slider.min)));
    const step = noticeableStep(size) / 2;
    const value = Number((Math.round(Number(this.slider.value) / step) * step).toPrecision(6));
    this.sliderNumber = this.putNumber(this.sliderNumber, value);
    this.showNumber();
  }

  /** Changes a number in the text. A parameter's is also set in the running rule; any other makes the text run anew. */
  private putNumber(found: NumberInText, value: number): NumberInText {
    const text = String(value);
    this.textArea.setRangeText(text, found.from, found.to, "preserve");
    const changedNumber = { ...found, to: found.from + text.length, value };
    if (found.param && this.runTimer === undefined && this.hooks.setParam(found.param, value)) {
      this.hasUnsettledEdit = true;
      this.checkText();
    } else this.textChanged();
    return changedNumber;
  }

  /** Begins to drag the number under the pointer; a press without movement places the caret. */
  private startNumberDrag(event: PointerEvent): void {
    const from = (event.target as HTMLElement).dataset?.from;
    const number = from === undefined ? undefined : this.numberAt(Number(from));
    if (!number || event.button !== 0) return;
    event.preventDefault();
    const { highlightedText } = this;
    let [held, moved] = [number, false];
    const onMove = ({ clientX }: PointerEvent) => {
      const dragDistance = clientX - event.clientX;
      moved ||= Math.abs(dragDistance) >= DRAG_THRESHOLD;
      if (!moved) return;
      const value = steppedBy(number.value, Math.round(dragDistance / PIXELS_PER_STEP), number.range);
      if (value !== held.value) held = this.putNumber(held, value);
    };
    let isCanceled = false;
    // The browser has taken the touch for scrolling: the number gets its former value.
    const cancel = () => {
      isCanceled = true;
      if (held.value !== number.value) held = this.putNumber(held, number.value);
    };
    const end = () => {
      highlightedText.removeEventListener("pointermove", onMove);
      highlightedText.removeEventListener("pointercancel", cancel);
      this.root.classList.remove("dragging");
      if (moved || isCanceled) this.finishEdit();
      else {
        this.textArea.focus();
        this.textArea.setSelectionRange(held.to, held.to);
        this.showAtCaret();
      }
    };
    highlightedText.setPointerCapture(event.pointerId);
    this.root.classList.add("dragging");
    highlightedText.addEventListener("pointermove", onMove);
    highlightedText.addEventListener("pointercancel", cancel);
    highlightedText.addEventListener("lostpointercapture", end, { once: true });
  }
}
