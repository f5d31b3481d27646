/** The help dialog: how to play, roles, the course, all keys, and the switch for single-key shortcuts. */

import type { Core } from "../../core";
import { byId, element } from "../../ui/dom";
import { showDialog } from "../../ui/notices";
import type { Store } from "../../ui/store";
import { midSentence } from "../../ui/values";
import { KEYBOARD_SHORTCUTS, weightParams } from "./keyboard";

export class HelpDialog {
  private readonly dialog = byId<HTMLDialogElement>("help-dialog");
  private readonly shortcutsBox = byId<HTMLInputElement>("shortcuts");

  constructor(
    private readonly core: Core,
    store: Store,
    /** Opens the course, whose own button is hidden in a low window. */
    learn: () => void,
  ) {
    this.shortcutsBox.checked = store.get("shortcuts") !== "off";
    this.shortcutsBox.addEventListener("change", () => {
      store.set("shortcuts", this.shortcutsBox.checked ? "on" : "off");
      this.listShortcuts();
    });
    byId("help").addEventListener("click", () => this.open());
    byId("help-learn").addEventListener("click", () => {
      this.dialog.close();
      learn();
    });
    byId("help-close").addEventListener("click", () => this.dialog.close());
  }

  get shortcutsOn(): boolean {
    return this.shortcutsBox.checked;
  }

  open(): void {
    if (this.dialog.open) return;
    this.listShortcuts();
    const legendItems = [...document.querySelectorAll("#legend li")].map((item) => item.cloneNode(true));
    byId("help-who").replaceChildren(...legendItems);
    byId("help-who-title").hidden = legendItems.length === 0;
    showDialog(this.dialog);
    byId("help-close").focus();
  }

  /** Lists the keyboard shortcuts that work at present in the dialog. */
  private listShortcuts(): void {
    const rules = weightParams(this.core.params());
    const rows = KEYBOARD_SHORTCUTS.filter((line) => this.shortcutsOn || line.isAlwaysOn).flatMap((line) => {
      if (!Object.values(line.keys).some(({ name }) => name === "rule"))
        return keyRow(line.keyLabels, this.core.substituteNouns(line.description));
      if (rules.length === 0) return [];
      const names = rules.map((info) => midSentence(info.label)).join(", ");
      return keyRow(line.keyLabels.slice(0, rules.length), `Turn off or on: ${names}`);
    });
    byId("keys")
      .querySelector("tbody")
      ?.replaceChildren(...rows);
  }
}

function keyRow(keys: readonly string[], what: string): HTMLElement {
  const keyCaps = keys.map((key) => element("kbd", key));
  return element("tr", element("th", { scope: "row" }, ...keyCaps), element("td", what));
}
