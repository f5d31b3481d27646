/** The run's numbers with what each means, or the force of its rules in a language. */

import { pageWith } from "../core/link/address";
import { element, options, setText } from "../ui/dom";
import { download, fileName } from "../ui/download";
import { fetchPart } from "../ui/part";
import { action, copyFrom, outputArea } from "./dialog/elements";
import type { ShareSection } from "./dialog/section";
import { parametersJson } from "./export/json";
import { readRun } from "./export/model";

const NUMBERS = "The numbers as you tuned them, with what each means and how they work together.";
const FORCE =
  "The rules of this run as functions to paste into your game. Call steer once per tick for each unit.";

const load = () =>
  fetchPart(async () => {
    const work = await import("../core/work");
    work.beginWith(await work.workModule());
    return work;
  });

export const codeSection: ShareSection = {
  key: "code",
  build(host) {
    const choice = element("select#share-language", ...options([["json", "JSON: the numbers"]]));
    const { row, field } = outputArea("share-code", "Text", 12);
    const hint = element("p.hints");
    const extensions = new Map([["json", "json"]]);
    const show = async () => {
      const language = choice.value;
      setText(hint, language === "json" ? NUMBERS : FORCE);
      field.value =
        language === "json"
          ? parametersJson(readRun(host.core), pageWith(host.link(), location.href))
          : (await load()).printForce(host.core.link(), language);
      field.scrollTop = field.scrollLeft = 0;
    };
    void load().then(({ forceLanguages }) => {
      for (const { key, label, extension } of forceLanguages()) {
        extensions.set(key, extension);
        choice.append(...options([[key, `${label}: the steering force`]]));
      }
    });
    choice.addEventListener("change", () => void show());
    const save = () => {
      const extension = extensions.get(choice.value) ?? "txt";
      const file = fileName(`flockwright-${host.core.scene()}`, extension);
      const type = extension === "json" ? "application/json" : "text/plain";
      download(file, new Blob([field.value], { type }));
      host.say(`Saved as ${file}`);
    };
    const body = element(
      "div",
      element("div.share-field.stack", element("label", { for: "share-language" }, "Format"), choice),
      hint,
      row,
      element(
        "div.actions",
        action("copy", "Copy code", () => void copyFrom(field, "Code", host.say), true),
        action("download", "Download", save),
      ),
    );
    return { body, show: () => void show() };
  },
};
