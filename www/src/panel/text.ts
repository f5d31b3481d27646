/** Row of a parameter that is a short text, such as the steps of a pattern: a field, one step per line, and presets. */
import type { TextChange, TextId, TextInfo } from "../core";
import { element, setText } from "../ui/dom";
import { matchesWords } from "../ui/values";
import { makeHelp, makeReset } from "./row-parts";

/** Splits a text into one item per line for editing; the core accepts commas, semicolons and new lines. */
export function toLines(text: string): string {
  return text
    .split(/[,;\n]+/)
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .join("\n");
}

/** Joins items into one line, as links carry them. */
export function toLine(lines: string): string {
  return toLines(lines).replaceAll("\n", ", ");
}

export function sameItems(a: string, b: string): boolean {
  return toLine(a) === toLine(b);
}

/** Whether every word of a search occurs in the names, headings or description of a text parameter. */
export function textMatches(info: TextInfo, search: string): boolean {
  return matchesWords(`${info.label} ${info.key} ${info.section} ${info.scopeLabel} ${info.doc}`, search);
}

/** Largest height of the text field, in lines; longer texts scroll. */
const MAX_LINES = 12;

export interface TextActions {
  /** Sets a text parameter; returns the text that the run now has, and the error or "". */
  setParamText(id: TextId, text: string): TextChange;
  endChange(): void;
  /** Called when a parameter's help was opened or closed. `host`: element of the help, where a formula can be added. */
  helpToggled(id: TextId, host: HTMLElement, isShown: boolean): void;
}

export class TextRow {
  readonly root: HTMLElement;
  private readonly textField: HTMLTextAreaElement;
  private readonly presetChoice: HTMLSelectElement | undefined;
  private readonly resetButton: HTMLButtonElement;
  private readonly problemText: HTMLElement;
  private info: TextInfo;

  constructor(
    info: TextInfo,
    private readonly actions: TextActions,
  ) {
    this.info = info;
    const id = `text-${info.id}`;
    const help = makeHelp(`${id}-doc`, info, (text, shown) =>
      this.actions.helpToggled(this.info.id, text, shown),
    );
    this.resetButton = makeReset(info.label);
    this.resetButton.addEventListener("click", () => this.setPreset(this.info.default));
    this.textField = element("textarea", { id, spellcheck: "false", autocomplete: "off", wrap: "off" });
    this.textField.addEventListener("input", () => this.applyText());
    this.textField.addEventListener("change", () => this.actions.endChange());
    this.textField.addEventListener("keydown", (event) => event.stopPropagation());
    this.presetChoice = this.makePresets();
    this.problemText = element("p.problem", { id: `${id}-problem`, role: "status" });
    this.textField.setAttribute("aria-describedby", this.problemText.id);
    this.root = element(
      "div.row.row-text",
      { "data-text": info.key },
      element("label.label", { for: id }, info.label),
      help.button,
      this.resetButton,
      this.presetChoice,
      this.textField,
      this.problemText,
      help.text,
    );
    this.update(info);
  }

  /** Shows the run's present text, unless the field is being edited or has an error. */
  update(info: TextInfo): void {
    this.info = info;
    const isChanged = !sameItems(info.value, info.default);
    const hasProblem = this.problemText.textContent !== "";
    this.root.classList.toggle("changed", isChanged);
    // With an invalid text in the field, Reset stays enabled: it restores a valid one.
    this.resetButton.classList.toggle("idle", !isChanged && !hasProblem);
    this.resetButton.disabled = !isChanged && !hasProblem;
    this.showPreset(info.value, hasProblem);
    if (document.activeElement === this.textField || hasProblem) return;
    this.writeText(info.value);
  }

  private showProblem(problem: string): void {
    setText(this.problemText, problem);
    if (problem) this.textField.setAttribute("aria-invalid", "true");
    else this.textField.removeAttribute("aria-invalid");
  }

  private writeText(text: string): void {
    const lines = toLines(text);
    this.textField.value = lines;
    this.textField.rows = Math.min(MAX_LINES, lines.split("\n").length + 1);
  }

  private showPreset(value: string, hasProblem: boolean): void {
    if (!this.presetChoice) return;
    const index = hasProblem ? -1 : this.info.presets.findIndex(({ text }) => sameItems(text, value));
    this.presetChoice.value = index < 0 ? "own" : String(index);
  }

  private makePresets(): HTMLSelectElement | undefined {
    const { presets, label } = this.info;
    if (presets.length === 0) return undefined;
    const options = presets.map((preset, index) => element("option", { value: index }, preset.label));
    const select = element(
      "select",
      { "aria-label": `${label}: preset` },
      ...options,
      element("option", { value: "own", disabled: true }, "Custom"),
    );
    select.addEventListener("change", () => {
      const preset = presets[Number(select.value)];
      if (preset) this.setPreset(preset.text);
    });
    return select;
  }

  /** Puts a text that is known to be valid, from a preset or the scene, into the field and the run. */
  private setPreset(text: string): void {
    this.writeText(text);
    this.applyText();
    this.actions.endChange();
  }

  private applyText(): void {
    const { text, error } = this.actions.setParamText(this.info.id, toLine(this.textField.value));
    this.showProblem(error);
    this.update({ ...this.info, value: text });
  }
}
