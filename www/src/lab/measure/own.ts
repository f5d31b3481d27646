/** Field in which a person writes a measure, which becomes a part of the run's link. */

import { element } from "../../ui/dom";
import { messageOf } from "../../ui/plain";

const exampleMeasure = `measure slow "Share of the slow"
be count(i in all where i.speed < 30) / count(i in all) in 0..1`;

/** Makes the field for the text of a measure. `plot` opens the run with the measure, or throws a message for people. */
export function ownMeasure(plot: (text: string) => void): HTMLElement {
  const text = element(
    "textarea#own-measure",
    { rows: 4, spellcheck: "false", "aria-label": "Text of the measure" },
    exampleMeasure,
  );
  const status = element("p.note", { role: "status" });
  const plotButton = element(
    "button.button",
    {
      onclick: () => {
        try {
          plot(text.value);
        } catch (error) {
          status.textContent = messageOf(error);
        }
      },
    },
    "Plot it",
  );
  return element(
    "details.measure-part",
    element("summary", "A measure of your own"),
    element(
      "p.note",
      "One line over all birds, in the language of rules. The link of the run carries it; it becomes a plot, a column of the file and a goal.",
    ),
    text,
    plotButton,
    status,
  );
}
