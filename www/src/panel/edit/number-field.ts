/** A number of the editor: typed with a comma or a point, or stepped by the arrow keys; Escape gives up what was typed. */
import { element } from "../../ui/dom";
import { typedNumber } from "../../ui/values";

/** `most`: the largest number that makes sense, which tells 1,200 from 1.2. `set` gets undefined for what is no number. */
export function numberField(
  label: string,
  value: number,
  most: number,
  set: (value: number | undefined) => void,
): HTMLInputElement {
  // No number field of the browser: where points mark decimals, it takes 2,5 for 25.
  const input = element("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": label,
    value: Math.round(value * 10) / 10,
    onchange: () => set(typedNumber(input.value, most)),
  });
  const shown = input.value;
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && input.value !== shown) {
      event.preventDefault();
      input.value = shown;
      input.select();
    }
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const now = typedNumber(input.value, most);
    if (step === undefined || now === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    // What was typed is in it: the change is done.
    input.value = String(now + step);
    set(now + step);
  });
  return input;
}
