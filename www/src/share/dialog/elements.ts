/** Small pieces that the sections of the share dialog are made of. */

import { copyText, refusal } from "../../ui/clipboard";
import { element, icon } from "../../ui/dom";

/** A button with an icon and a text. */
export function action(
  symbol: string,
  text: string,
  run: (event: MouseEvent) => void,
  primary = false,
): HTMLButtonElement {
  return element(
    "button",
    { class: primary ? "button primary" : "button", onclick: run },
    icon(symbol),
    element("span", text),
  );
}

/** Several lines to be copied. */
export function outputArea(
  id: string,
  label: string,
  rows: number,
): { row: HTMLElement; field: HTMLTextAreaElement; heading: HTMLElement } {
  const field = element("textarea.share-code", {
    id,
    readonly: true,
    rows,
    spellcheck: "false",
    wrap: "off",
  });
  const heading = element("label", { for: id }, label);
  return { row: element("div.share-field.stack", heading, field), field, heading };
}

/** Copies what a field shows. Where the browser refuses, the field is selected, ready for the keyboard. */
export async function copyFrom(
  field: HTMLTextAreaElement,
  what: string,
  say: (text: string) => void,
): Promise<void> {
  if (await copyText(field.value)) {
    say(`${what} copied`);
    return;
  }
  field.focus();
  field.select();
  say(`${refusal()}. The text is selected: copy it with Ctrl C or \u2318C.`);
}

/** The usual shape of what a section lists: a heading, a sentence, buttons. */
export function filePart(title: string, text: string, ...actions: HTMLElement[]): HTMLElement {
  return element(
    "section.share-part",
    element("h3", title),
    element("p.hints", text),
    element("div.actions", ...actions),
  );
}
