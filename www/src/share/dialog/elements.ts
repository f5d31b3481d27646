/** Elements that several sections of the share dialog use. */

import { copyFailureText, copyText } from "../../ui/clipboard";
import { element, icon } from "../../ui/dom";

export function actionButton(
  symbol: string,
  text: string,
  run: (event: MouseEvent) => void,
  isPrimary = false,
): HTMLButtonElement {
  return element(
    "button",
    { class: isPrimary ? "button primary" : "button", onclick: run },
    icon(symbol),
    element("span", text),
  );
}

/** A read-only text area, from which text is copied, with its label. */
export function copyableText(
  id: string,
  label: string,
  rows: number,
): { row: HTMLElement; field: HTMLTextAreaElement; heading: HTMLElement } {
  const field = element("textarea.share-code", {
    id,
    readonly: true,
    rows,
    spellcheck: "false",
  });
  const heading = element("label", { for: id }, label);
  return { row: element("div.share-field.stack", heading, field), field, heading };
}

/** Copies a field's text to the clipboard. If the browser refuses, the text is selected for copying by keyboard. */
export async function copyField(
  field: HTMLTextAreaElement,
  label: string,
  say: (text: string) => void,
): Promise<void> {
  if (await copyText(field.value)) {
    say(`${label} copied`);
    return;
  }
  field.focus();
  field.select();
  say(`${copyFailureText()}. The text is selected: copy it with Ctrl C or \u2318C.`);
}

/** A part of a section of the share dialog: heading, sentence and buttons. */
export function filePart(title: string, text: string, ...actions: HTMLElement[]): HTMLElement {
  return element(
    "section.share-part",
    element("h3", title),
    element("p.hints", text),
    element("div.actions", ...actions),
  );
}
