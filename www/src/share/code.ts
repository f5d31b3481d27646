/** The run's numbers, with what each means. */

import { pageWith } from "../core/link/address";
import { element, setText } from "../ui/dom";
import { download, fileName } from "../ui/download";
import { action, copyFrom, outputArea } from "./dialog/elements";
import type { ShareSection } from "./dialog/section";
import { parametersJson } from "./export/json";
import { readRun } from "./export/model";

export const codeSection: ShareSection = {
  key: "code",
  title: "Code",
  build(host) {
    const { row, field } = outputArea("share-code", "The run as JSON", 12);
    const hint = element("p.hints");
    setText(hint, "The numbers as you tuned them, with what each means and how they work together.");
    const show = () => {
      field.value = parametersJson(readRun(host.core), pageWith(host.link(), location.href));
      field.scrollTop = field.scrollLeft = 0;
    };
    const save = () => {
      const file = fileName(`flockwright-${host.core.scene()}`, "json");
      download(file, new Blob([field.value], { type: "application/json" }));
      host.say(`Saved as ${file}`);
    };
    const body = element(
      "div",
      hint,
      row,
      element(
        "div.actions",
        action("copy", "Copy code", () => void copyFrom(field, "Code", host.say), true),
        action("download", "Download", save),
      ),
    );
    return { body, show };
  },
};
