/** Dialog that asks for a new preset's name, and renames or deletes a preset. */

import { element, icon, makeDialog, setText } from "../../ui/dom";
import { showDialog } from "../../ui/notices";
import { cleanName, MAX_NAME_LENGTH, messageOf } from "../../ui/plain";
import type { StoredPreset } from "./library";

interface PresetActions {
  /** `save` and `rename` throw an Error, whose message is shown, if they refuse the name. */
  save(name: string): void;
  rename(preset: StoredPreset, to: string): void;
  remove(preset: StoredPreset): void;
}

export class PresetDialog {
  private readonly title: HTMLElement;
  private readonly nameField = element("input#preset-name", {
    type: "text",
    autocomplete: "off",
    maxlength: 2 * MAX_NAME_LENGTH,
  });
  private readonly problemText = element("p#preset-problem.problem.spaced", { role: "alert" });
  private readonly confirmButton = element("button.button.primary", { type: "submit" });
  private readonly existingActions: HTMLElement;
  private readonly form: HTMLFormElement;
  private readonly dialog: HTMLDialogElement;
  private preset: StoredPreset | undefined;

  constructor(private readonly actions: PresetActions) {
    const onclick = () => this.remove();
    const remove = element("button#preset-delete.button", { onclick }, icon("trash"), "Delete");
    this.existingActions = element("div.actions", remove);
    this.form = element(
      "form",
      element("label", { for: "preset-name" }, "Name"),
      this.nameField,
      this.problemText,
      element("div.actions", this.confirmButton),
    );
    this.nameField.setAttribute("aria-describedby", "preset-problem");
    const { dialog, title } = makeDialog("preset", "any", this.form, this.existingActions);
    this.dialog = dialog;
    this.title = title;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.nameField.addEventListener("input", () => this.showProblem(""));
  }

  /** Asks for a name under which the shown run becomes a preset. */
  openNew(suggestion: string): void {
    this.showDialog(undefined, "Save this run", "Save", suggestion);
  }

  openExisting(preset: StoredPreset): void {
    this.showDialog(preset, "Your preset", "Rename", preset.name);
  }

  private showDialog(preset: StoredPreset | undefined, title: string, confirm: string, name: string): void {
    this.preset = preset;
    setText(this.title, title);
    setText(this.confirmButton, confirm);
    this.existingActions.hidden = preset === undefined;
    // A preset that cannot be read (its link is empty) can be deleted, but not renamed.
    this.form.hidden = preset?.link === "";
    this.showProblem("");
    this.nameField.value = name;
    showDialog(this.dialog);
    this.nameField.focus();
    this.nameField.select();
  }

  private submit(): void {
    if (cleanName(this.nameField.value) === "") {
      this.showProblem("Type a name first.");
      return;
    }
    try {
      const { preset } = this;
      const name = this.nameField.value;
      this.dialog.close();
      if (!preset) this.actions.save(name);
      else if (cleanName(name) !== preset.name) this.actions.rename(preset, name);
    } catch (error) {
      this.dialog.showModal();
      this.showProblem(messageOf(error));
    }
  }

  private remove(): void {
    const { preset } = this;
    this.dialog.close();
    if (preset) this.actions.remove(preset);
  }

  private showProblem(text: string): void {
    setText(this.problemText, text);
    if (text) this.nameField.setAttribute("aria-invalid", "true");
    else this.nameField.removeAttribute("aria-invalid");
  }
}
