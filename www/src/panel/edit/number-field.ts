/** Field for a number of the editor: accepts a decimal comma or point, arrow keys step it, and Escape restores it. */
import { element } from "../../ui/dom";
import { typedNumber } from "../../ui/values";

/** `most`: the largest plausible number, which tells 1,200 from 1.2. `set` receives undefined for an invalid number. */
export function makeNumberField(
  label: string,
  value: number,
  most: number,
  set: (value: number | undefined) => void,
): HTMLInputElement {
  // The browser's number field would read 2,5 as 25 where points are the decimal sign.
  const input = element("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": label,
    value: Math.round(value * 10) / 10,
    onchange: () => set(typedNumber(input.value, most)),
  });
  const shownText = input.value;
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && input.value !== shownText) {
      event.preventDefault();
      input.value = shownText;
      input.select();
    }
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const typedValue = typedNumber(input.value, most);
    if (step === undefined || typedValue === undefined || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    // The new value includes what was typed, so the change is complete.
    input.value = String(typedValue + step);
    set(typedValue + step);
  });
  return input;
}
