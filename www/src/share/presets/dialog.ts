/** Dialog that names a run, and renames or deletes a preset. */

import { element, icon, makeDialog, setText } from "../../ui/dom";
import { showDialog } from "../../ui/notices";
import { cleanName, LONGEST_NAME, messageOf } from "../../ui/plain";
import type { StoredPreset } from "./library";

export interface PresetActions {
  /** `save` and `rename` throw an Error whose message says why they are refused. */
  save(name: string): void;
  rename(preset: StoredPreset, to: string): void;
  remove(preset: StoredPreset): void;
}

export class PresetDialog {
  private readonly title: HTMLElement;
  private readonly name = element("input#preset-name", {
    type: "text",
    autocomplete: "off",
    maxlength: 2 * LONGEST_NAME,
  });
  private readonly problem = element("p#preset-problem.problem.spaced", { role: "alert" });
  private readonly confirm = element("button.button.primary", { type: "submit" });
  private readonly others: HTMLElement;
  private readonly form: HTMLFormElement;
  private readonly dialog: HTMLDialogElement;
  private preset: StoredPreset | undefined;

  constructor(private readonly actions: PresetActions) {
    const onclick = () => this.remove();
    const remove = element("button#preset-delete.button", { onclick }, icon("trash"), "Delete");
    this.others = element("div.actions", remove);
    this.form = element(
      "form",
      element("label", { for: "preset-name" }, "Name"),
      this.name,
      this.problem,
      element("div.actions", this.confirm),
    );
    this.name.setAttribute("aria-describedby", "preset-problem");
    const { dialog, title } = makeDialog("preset", "any", this.form, this.others);
    this.dialog = dialog;
    this.title = title;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.name.addEventListener("input", () => this.complain(""));
  }

  /** Asks for a name for the shown run. */
  openNew(suggestion: string): void {
    this.showDialog(undefined, "Save this run", "Save", suggestion);
  }

  openExisting(preset: StoredPreset): void {
    this.showDialog(preset, "Your preset", "Rename", preset.name);
  }

  private showDialog(preset: StoredPreset | undefined, title: string, confirm: string, name: string): void {
    this.preset = preset;
    setText(this.title, title);
    setText(this.confirm, confirm);
    this.others.hidden = preset === undefined;
    // An entry that cannot be read cannot be renamed.
    this.form.hidden = preset?.link === "";
    this.complain("");
    this.name.value = name;
    showDialog(this.dialog);
    this.name.focus();
    this.name.select();
  }

  private submit(): void {
    if (cleanName(this.name.value) === "") {
      this.complain("Type a name first.");
      return;
    }
    try {
      const { preset } = this;
      const name = this.name.value;
      this.dialog.close();
      if (!preset) this.actions.save(name);
      else if (cleanName(name) !== preset.name) this.actions.rename(preset, name);
    } catch (error) {
      this.dialog.showModal();
      this.complain(messageOf(error));
    }
  }

  private remove(): void {
    const { preset } = this;
    this.dialog.close();
    if (preset) this.actions.remove(preset);
  }

  private complain(text: string): void {
    setText(this.problem, text);
    if (text) this.name.setAttribute("aria-invalid", "true");
    else this.name.removeAttribute("aria-invalid");
  }
}
