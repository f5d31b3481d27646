/** Section of the share dialog that prints the steering rules of the run as source code. */

import { pageWith } from "../core/link/address";
import { element, optionElements, setText } from "../ui/dom";
import { download, fileName } from "../ui/download";
import { fetchPart } from "../ui/part";
import { actionButton, copyableText, copyField } from "./dialog/elements";
import type { ShareSection } from "./dialog/section";

const FORCE_NOTE =
  "The rules of this run as functions to paste into your game. Call steer once per tick for everyone.";

const UNITY_NOTE =
  ": take the core itself, a C library with one C# file. ./build.sh c makes both; src/c in the sources says how to use them.";

const loadPrinter = () =>
  fetchPart(async () => {
    const work = await import("../core/work");
    work.setWorkModule(await work.workModule());
    return work;
  });

export const codeSection: ShareSection = {
  key: "code",
  build(host) {
    const choice = element("select#share-language");
    const { row, field } = copyableText("share-code", "Text", 12);
    const hint = element("p.hints", "Loading the program that writes it \u2026");
    const extensions = new Map<string, string>();
    const showCode = async () => {
      const { printForce, forceLanguages } = await loadPrinter();
      if (extensions.size === 0) {
        for (const { key, label, extension } of forceLanguages()) {
          extensions.set(key, extension);
          choice.append(...optionElements([[key, label]]));
        }
        setText(hint, FORCE_NOTE);
      }
      // The code names the run's link, which needs the full URL outside the page.
      const link = host.core.link();
      field.value = printForce(link, choice.value).replace(link, () => pageWith(link, location.href));
      field.scrollTop = field.scrollLeft = 0;
      for (const button of [copyButton, downloadButton]) button.disabled = field.value === "";
    };
    choice.addEventListener("change", () => void showCode());
    const saveCode = () => {
      const file = fileName(`flockwright-${host.core.scene()}`, extensions.get(choice.value) ?? "txt");
      download(file, new Blob([field.value], { type: "text/plain" }));
      host.say(`Saved as ${file}`);
    };
    const copyButton = actionButton("copy", "Copy code", () => void copyField(field, "Code", host.say), true);
    const downloadButton = actionButton("download", "Download", saveCode);
    copyButton.disabled = downloadButton.disabled = true;
    const body = element(
      "div",
      element("div.share-field.stack", element("label", { for: "share-language" }, "Format"), choice),
      hint,
      row,
      element("div.actions", copyButton, downloadButton),
      element("p.hints", element("strong", "Unity, C#"), UNITY_NOTE),
    );
    return { body, showSection: () => void showCode() };
  },
};
