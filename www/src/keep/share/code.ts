/** The tuned numbers for a game: constants in its language, or JSON. */

import { pageWith } from "../../link/address";
import { element } from "../../ui/dom";
import { download, fileName } from "../../ui/download";
import { action, copyFrom, outputArea } from "../dialog/parts";
import type { ShareSection } from "../dialog/section";
import { parametersJson } from "../export/json";
import { LANGUAGES } from "../export/languages";
import { type GameExport, readRun } from "../export/model";

interface Format {
  key: string;
  label: string;
  extension: string;
  write(run: GameExport, page: string): string;
}

const FORMATS: readonly Format[] = [
  ...LANGUAGES,
  { key: "json", label: "JSON", extension: "json", write: parametersJson },
];

export const codeSection: ShareSection = {
  key: "code",
  title: "Code",
  build(host) {
    const choice = element("select", { id: "share-language" });
    for (const { key, label } of FORMATS) choice.append(element("option", { value: key }, label));
    choice.value = FORMATS.find(({ key }) => key === host.store.get("language"))?.key ?? "rust";
    const { row, field } = outputArea("share-code", "Constants with units, meaning, order and formulas", 12);
    const format = () => FORMATS.find(({ key }) => key === choice.value) ?? (FORMATS[0] as Format);
    const show = () => {
      field.value = format().write(readRun(host.core), pageWith(host.link(), location.href));
      field.scrollTop = field.scrollLeft = 0;
    };
    choice.addEventListener("change", () => {
      host.store.set("language", choice.value);
      show();
    });
    const save = () => {
      const name = fileName(`flockwright-${host.core.scene()}`, format().extension);
      download(name, new Blob([field.value], { type: "text/plain;charset=utf-8" }));
      host.say(`Saved as ${name}`);
    };
    const body = element(
      "div",
      {},
      element(
        "p",
        { class: "hints" },
        "Use the numbers that you tuned in your own game. The comments explain what each one means and how they work together.",
      ),
      element(
        "div",
        { class: "share-field" },
        element("label", { for: "share-language" }, "Language"),
        choice,
      ),
      row,
      element(
        "div",
        { class: "actions" },
        action("copy", "Copy code", () => void copyFrom(field, "Code", host.say), true),
        action("download", "Download", save),
      ),
    );
    return { body, show };
  },
};
