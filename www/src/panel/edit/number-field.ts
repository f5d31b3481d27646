/** Text field for a number: accepts a decimal comma or point, arrow keys step it, Escape restores it. */
import { element } from "../../ui/dom";
import { typedNumber } from "../../ui/values";

/**
 * Builds a field for a number. `max`: largest plausible value, which tells 1,200 from 1.2; `set`: called with the new
 * value, undefined if invalid.
 */
export function makeNumberField(
  label: string,
  value: number,
  max: number,
  set: (value: number | undefined) => void,
): HTMLInputElement {
  // A native number field would read 2,5 as 25 where the decimal sign is a point.
  const input = element("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": label,
    value: Math.round(value * 10) / 10,
    onchange: () => set(typedNumber(input.value, max)),
  });
  const shownText = input.value;
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && input.value !== shownText) {
      event.preventDefault();
      input.value = shownText;
      input.select();
    }
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const typedValue = typedNumber(input.value, max);
    if (step === undefined || typedValue === undefined || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    // An arrow key adds its step to the number in the field, and the sum is applied at once.
    input.value = String(typedValue + step);
    set(typedValue + step);
  });
  return input;
}
