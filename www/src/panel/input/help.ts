/** The help dialog: how to play, roles, the course, all keys, and the switch for single-key shortcuts. */

import type { Core } from "../../core";
import { byId, element } from "../../ui/dom";
import { showDialog } from "../../ui/notices";
import type { Store } from "../../ui/store";
import { midSentence } from "../../ui/values";
import { KEY_LINES, rulesOf } from "./keyboard";

export class Help {
  private readonly dialog = byId<HTMLDialogElement>("help-dialog");
  private readonly shortcuts = byId<HTMLInputElement>("shortcuts");

  constructor(
    private readonly core: Core,
    store: Store,
    /** Opens the course; needed where the window is too low for its button. */
    learn: () => void,
  ) {
    this.shortcuts.checked = store.get("shortcuts") !== "off";
    this.shortcuts.addEventListener("change", () => {
      store.set("shortcuts", this.shortcuts.checked ? "on" : "off");
      this.list();
    });
    byId("help").addEventListener("click", () => this.open());
    byId("help-learn").addEventListener("click", () => {
      this.dialog.close();
      learn();
    });
    byId("help-close").addEventListener("click", () => this.dialog.close());
  }

  get shortcutsOn(): boolean {
    return this.shortcuts.checked;
  }

  open(): void {
    if (this.dialog.open) return;
    this.list();
    const legendItems = [...document.querySelectorAll("#legend li")].map((item) => item.cloneNode(true));
    byId("help-who").replaceChildren(...legendItems);
    byId("help-who-title").hidden = legendItems.length === 0;
    showDialog(this.dialog);
    byId("help-close").focus();
  }

  /** Lists the keys that work now in the dialog. */
  private list(): void {
    const rules = rulesOf(this.core.params());
    const on = this.shortcutsOn;
    const rows = KEY_LINES.filter((line) => on || line.always).flatMap((line) => {
      if (!Object.values(line.keys).some(({ name }) => name === "rule"))
        return keyRow(line.shown, this.core.substituteNouns(line.what));
      if (rules.length === 0) return [];
      const names = rules.map((info) => midSentence(info.label)).join(", ");
      return keyRow(line.shown.slice(0, rules.length), `Turn off or on: ${names}`);
    });
    byId("keys")
      .querySelector("tbody")
      ?.replaceChildren(...rows);
  }
}

function keyRow(keys: readonly string[], what: string): HTMLElement {
  const caps = keys.map((key) => element("kbd", key));
  return element("tr", element("th", { scope: "row" }, ...caps), element("td", what));
}
