/** Dialog that asks what each column of a table of tracks is, if the table has no known format. */
import type { TrackPreview } from "../../core/work";
import { element, optionElements } from "../../ui/dom";
import { scrollableTable, tableHead, tableRow } from "../../ui/table";
import { recordingDialog } from "./picture";

/** Kinds of columns that are read as tracks, and their labels in the dialog; the unit of time is asked separately. */
const ASKED_ROLES = [
  ["frame", "Number of the frame"],
  ["time", "or time"],
  ["id", "Animal (none if there is one)"],
  ["x", "x"],
  ["y", "y"],
  ["w", "Width, if x is a box's corner"],
  ["h", "Height, if y is a box's corner"],
] as const;

const TIME_UNITS = [
  ["time", "s"],
  ["time_ms", "ms"],
  ["time_min", "min"],
  ["time_us", "\u00b5s"],
] as const;

/**
 * Opens the dialog that asks for the columns. `reason`: message about the failed reading, shown first; `open`: opens
 * the recording with the chosen columns, and rejects with a message for people.
 */
export function chooseColumns(
  name: string,
  { names, rows, found }: TrackPreview,
  reason: string,
  open: (columns: string) => Promise<void>,
): void {
  const foundRoles = new Map<string, number>(found);
  const columns = names.map((one, at): [string, string] => [String(at + 1), `${at + 1}: ${one}`]);
  const unit = element("select", { "aria-label": "Time is in" }, ...optionElements(TIME_UNITS));
  const selects = ASKED_ROLES.map(([role, label]) => {
    const columnOptions = optionElements([["", "none"], ...columns]);
    const select = element("select", { id: `tracks-column-${role}`, "aria-label": label }, ...columnOptions);
    select.value = String(foundRoles.get(role) ?? "");
    return [role, label, select] as const;
  });
  const fields: HTMLElement[] = selects.map(([role, label, select]) =>
    element(
      "div.tracks-field.across",
      element("label", { for: `tracks-column-${role}` }, label),
      role === "time" ? element("span.across", select, unit) : select,
    ),
  );
  const pairsInput = element("input#tracks-wide", { type: "checkbox" });
  if (names.includes("x1") && names.includes("x2"))
    fields.push(
      element(
        "label.tracks-field.across",
        { for: pairsInput.id },
        pairsInput,
        "x1, y1, x2, y2 are an animal each",
      ),
    );
  const body = element("tbody", ...rows.map(([first = "", ...rest]) => tableRow(first, rest)));
  const table = scrollableTable("First rows", element("table", tableHead(names), body));
  const questionText = `Which column of ${name} is which? A frame or a time is needed.`;
  const submitColumns = () => {
    const chosenRoles = selects.filter(([, , select]) => select.value !== "");
    const roleTexts = chosenRoles.map(
      ([role, , { value }]) => `${role === "time" ? unit.value : role}=${value}`,
    );
    return open(pairsInput.checked ? "wide" : roleTexts.join(","));
  };
  recordingDialog(
    questionText,
    [table, ...fields],
    "Read",
    submitColumns,
    reason.replace(/ Say which is which.*$/, ""),
  );
}
