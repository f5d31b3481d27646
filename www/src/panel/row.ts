/** Row of one parameter with native controls: label, value (also typed), reset, help; slider, checkbox or select. */
import type { Core, ParamId, ParamInfo } from "../core";
import { element, setText } from "../ui/dom";
import {
  decimalsOf,
  differsNoticeably,
  formatValue,
  fromPosition,
  LOG_POSITIONS,
  labelWithPlain,
  nudgedValue,
  parseEntry,
  type SliderRange,
  snapToStep,
  toPosition,
  valueLabel,
} from "../ui/values";
import { makeHelp, makeReset } from "./row-parts";

export interface RowHooks {
  readonly core: Pick<Core, "set">;
  /** Called with each new value of the parameter, also while its slider is dragged. */
  paramMoved(id: ParamId, value: number): void;
  /** Called when a change is complete: the slider was released, a number entered, or the value reset. */
  changeEnded(): void;
  /** Called when the parameter's control begins (`isActive`) or ceases to be used, by a press or by keyboard focus. */
  controlUsed(id: ParamId, isActive: boolean): void;
  /** Called when a parameter's help was opened or closed. `host`: element of the help, where a formula can be added. */
  helpToggled(id: ParamId, host: HTMLElement, isShown: boolean): void;
  say(text: string): void;
}

/** Label and slider range with which a row shows a parameter. */
export interface RowAppearance {
  label(info: ParamInfo): string;
  range(info: ParamInfo): SliderRange;
}

/** Appearance of a row whose slider covers the parameter's whole range. */
export const FULL_RANGE: RowAppearance = {
  label: labelWithPlain,
  range: (info) => info,
};

export class ParamRow {
  readonly root: HTMLElement;
  private readonly control: HTMLInputElement | HTMLSelectElement;
  private readonly valueOutput: HTMLOutputElement | undefined;
  private readonly valueButton: HTMLButtonElement | undefined;
  private readonly resetButton: HTMLButtonElement;
  /** Closes the text field of a typed number and discards its content; undefined while the field is closed. */
  private discardEntry: (() => void) | undefined;
  private info: ParamInfo;
  private sliderRange: SliderRange;
  private readonly label: string;

  constructor(
    info: ParamInfo,
    private readonly hooks: RowHooks,
    private readonly appearance = FULL_RANGE,
    controlId = `param-${info.key}`,
  ) {
    this.info = info;
    this.sliderRange = appearance.range(info);
    this.label = appearance.label(info);
    this.control = this.makeInput(controlId);
    this.resetButton = makeReset(this.label);
    const help = makeHelp(`${controlId}-doc`, { ...info, label: this.label }, (text, shown) =>
      this.hooks.helpToggled(this.info.id, text, shown),
    );
    this.resetButton.addEventListener("click", () => {
      this.resetValue();
      this.control.focus({ preventScroll: true });
    });

    this.root = element(
      "div",
      { class: `row row-${info.kind}`, "data-param": info.key },
      element("label.label", { for: controlId }, this.label),
    );
    if (info.kind === "float" || info.kind === "int") {
      this.valueOutput = element("output", { for: controlId, "aria-live": "off" });
      this.valueButton = this.makeValueButton(this.valueOutput);
      this.root.append(this.control, this.valueButton, this.resetButton, help.button);
    } else if (info.kind === "bool") {
      this.valueOutput = element("output.state.hints", { for: controlId, "aria-live": "off" });
      this.root.append(this.control, this.valueOutput, this.resetButton, help.button);
    } else {
      this.root.append(this.control, this.resetButton, help.button);
    }
    this.root.append(help.text);
    this.watchUse();
    this.showParam(info);
  }

  /** Discards a number that is being typed, when another run is opened. */
  discardTyping(): void {
    this.discardEntry?.();
  }

  /** Removes or restores the slider; a parameter with a slider elsewhere shows only its value in this row. */
  setReadOnly(isReadOnly: boolean): void {
    this.root.classList.toggle("read-only", isReadOnly);
    if (this.valueButton) this.valueButton.disabled = isReadOnly;
  }

  /** Shows the current value; does nothing if it is shown already. */
  update(info: ParamInfo): void {
    const { value, default: usual } = this.info;
    if (info.value === value && info.default === usual) this.info = info;
    else this.showParam(info);
  }

  /** Shows a value that another control of this row's parameter has set; ignores other parameters. */
  showMoved(id: ParamId, value: number): void {
    if (id === this.info.id && value !== this.info.value) this.showParam({ ...this.info, value });
  }

  /** Shows a value; a number that is being typed stays. */
  private showParam(info: ParamInfo): void {
    this.info = info;
    const isChanged = differsNoticeably(info.value, info.default);
    this.root.classList.toggle("changed", isChanged);
    this.resetButton.classList.toggle("idle", !isChanged);
    this.resetButton.disabled = !isChanged;
    if (isChanged) this.resetButton.title = `Reset to ${valueLabel(info, info.default)}`;
    if (info.kind === "bool") {
      (this.control as HTMLInputElement).checked = info.value !== 0;
    } else if (info.kind === "choice") {
      this.control.value = String(info.value);
      this.control.title = info.choices[info.value]?.doc ?? "";
    } else {
      this.showNumber();
    }
    if (this.valueOutput) setText(this.valueOutput, valueLabel(info, info.value));
  }

  private showNumber(): void {
    const { info } = this;
    // The range of a plain slider depends on the scene's value, which another run changes.
    this.sliderRange = this.appearance.range(info);
    const { sliderRange } = this;
    const slider = this.control as HTMLInputElement;
    const text = valueLabel(info, info.value);
    slider.value = String(toPosition(sliderRange, info.value));
    slider.setAttribute("aria-valuetext", text);
    const [low, high] = sliderRange.log ? [0, LOG_POSITIONS] : [sliderRange.min, sliderRange.max];
    const shareOfRange = (value: number) => (toPosition(sliderRange, value) - low) / (high - low || 1);
    slider.style.setProperty("--fill", shareOfRange(info.value).toFixed(4));
    slider.style.setProperty("--home", shareOfRange(info.default).toFixed(4));
    this.valueButton?.setAttribute("aria-label", `${this.label}: ${text}. Type a value`);
  }

  private applyValue(value: number): void {
    const applied = this.hooks.core.set(this.info.id, value);
    this.showParam({ ...this.info, value: applied });
    this.hooks.paramMoved(this.info.id, applied);
  }

  private resetValue(): void {
    this.applyValue(this.info.default);
    this.hooks.changeEnded();
  }

  private makeInput(id: string): HTMLInputElement | HTMLSelectElement {
    const { info } = this;
    if (info.kind === "choice") {
      const onchange = () => {
        this.applyValue(Number(select.value));
        this.hooks.changeEnded();
      };
      const select = element("select", { id, onchange });
      for (const [value, { label, doc }] of info.choices.entries())
        select.append(element("option", { value, title: doc }, label));
      return select;
    }
    if (info.kind === "bool") {
      const onchange = () => {
        this.applyValue(box.checked ? 1 : 0);
        this.hooks.changeEnded();
      };
      const box = element("input.switch", { id, type: "checkbox", onchange });
      return box;
    }
    return this.makeSlider(id);
  }

  private makeSlider(id: string): HTMLInputElement {
    const { log, min, max, step } = this.sliderRange;
    const scale = log ? { min: 0, max: LOG_POSITIONS, step: 1 } : { min, max, step: step || "any" };
    const slider = element("input", { id, type: "range", ...scale });
    slider.addEventListener("input", () =>
      this.applyValue(snapToStep(this.info, fromPosition(this.sliderRange, Number(slider.value)))),
    );
    slider.addEventListener("dblclick", () => this.resetValue());
    slider.addEventListener("change", () => this.hooks.changeEnded());
    slider.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.valueButton) {
        event.preventDefault();
        this.valueButton.click();
      } else if (this.sliderRange.log) {
        this.nudgeLogarithmic(event);
      }
    });
    return slider;
  }

  /** Moves a logarithmic slider by keys; its native steps could be too small to change a count at all. */
  private nudgeLogarithmic(event: KeyboardEvent): void {
    const keyMoves: Record<string, [1 | -1, number]> = {
      ArrowRight: [1, 0.01],
      ArrowUp: [1, 0.01],
      PageUp: [1, 0.1],
      ArrowLeft: [-1, 0.01],
      ArrowDown: [-1, 0.01],
      PageDown: [-1, 0.1],
    };
    const move = keyMoves[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.applyValue(nudgedValue(this.sliderRange, this.info.value, move[0], move[1]));
    this.hooks.changeEnded();
  }

  /** Button that shows the value and turns into a text field in place. */
  private makeValueButton(output: HTMLOutputElement): HTMLButtonElement {
    const attributes = { title: "Type a value", onclick: () => this.openEntry(button) };
    const button = element("button.value", attributes, output);
    return button;
  }

  private openEntry(button: HTMLButtonElement): void {
    const { info } = this;
    const field = element("input.entry", {
      type: "text",
      inputmode: decimalsOf(info.step) > 0 || info.min < 0 ? "decimal" : "numeric",
      autocomplete: "off",
      "aria-label": `${this.label}, Enter applies, Escape cancels`,
    });
    const shownText = formatValue(info.value, info.step).replace("\u2212", "-");
    field.value = shownText;
    let isOpen = true;
    const close = (returnsFocus: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      this.discardEntry = undefined;
      field.replaceWith(button);
      if (returnsFocus) button.focus({ preventScroll: true });
    };
    const commit = (returnsFocus: boolean) => {
      if (!isOpen) return;
      // The shown text is rounded: leaving it unchanged must not change the value.
      if (field.value === shownText) return close(returnsFocus);
      const entry = parseEntry(field.value, this.info);
      if ("error" in entry) {
        if (!returnsFocus) return close(false);
        field.setAttribute("aria-invalid", "true");
        this.hooks.say(entry.error);
        field.select();
        return;
      }
      close(returnsFocus);
      if (entry.note) this.hooks.say(entry.note);
      this.applyValue(entry.value);
      this.hooks.changeEnded();
    };
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") {
        // Without preventDefault, the same key press would click the focused button and open the field again.
        event.preventDefault();
        commit(true);
      }
      if (event.key === "Escape") close(true);
    });
    field.addEventListener("blur", () => commit(false));
    this.discardEntry = () => close(document.activeElement === field);
    button.replaceWith(field);
    field.focus({ preventScroll: true });
    field.select();
  }

  private watchUse(): void {
    const { id } = this.info;
    const { control, hooks } = this;
    control.addEventListener("pointerdown", () => hooks.controlUsed(id, true));
    for (const end of ["pointerup", "pointercancel"]) {
      control.addEventListener(end, () => hooks.controlUsed(id, control.matches(":focus-visible")));
    }
    control.addEventListener("focus", () => {
      if (control.matches(":focus-visible")) hooks.controlUsed(id, true);
    });
    control.addEventListener("blur", () => hooks.controlUsed(id, false));
    control.addEventListener("input", () => hooks.controlUsed(id, true));
  }
}
