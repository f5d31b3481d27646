/** Elements that all rows of the panel have: a help text with its button, and a reset button. */
import { element, icon } from "../ui/dom";

/** Text of a parameter's help. */
interface ParamDoc {
  label: string;
  doc: string;
  source: string;
  choices?: readonly { label: string; doc: string }[];
}

interface RowHelp {
  /** Button that opens and closes the help. */
  button: HTMLButtonElement;
  text: HTMLElement;
}

/** Builds the help of a parameter. `toggled` is called with the help's element at each opening and closing. */
export function makeHelp(
  id: string,
  { label, doc, source, choices = [] }: ParamDoc,
  toggled: (text: HTMLElement, isShown: boolean) => void,
): RowHelp {
  const text = element("div.doc.stack.note", { id, hidden: true }, element("p", doc));
  if (choices.length > 0) {
    const entries = choices.map((one) => element("div", element("dt", one.label), element("dd", one.doc)));
    text.append(element("dl", ...entries));
  }
  if (source) text.append(element("p.source", source));
  const button = element(
    "button.icon-button.small.help",
    { "aria-label": `About ${label}`, "aria-expanded": "false", "aria-controls": id, title: doc },
    "?",
  );
  button.addEventListener("click", () => {
    text.hidden = !text.hidden;
    button.setAttribute("aria-expanded", String(!text.hidden));
    toggled(text, !text.hidden);
    if (!text.hidden) text.scrollIntoView({ block: "nearest" });
  });
  return { button, text };
}

export function makeReset(label: string): HTMLButtonElement {
  return element("button.icon-button.small.reset", { "aria-label": `Reset ${label}` }, icon("reset"));
}
