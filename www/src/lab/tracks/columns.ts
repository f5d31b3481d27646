/** Asks which column of a table is which, where the table has no declared format. */
import type { TrackPreview } from "../../core/work";
import { element, options } from "../../ui/dom";
import { framed, headings, row } from "../../ui/table";
import { recordingDialog } from "./picture";

/** Roles that are asked for, and their labels; times have a unit of their own. */
const ASKED = [
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
 * Opens a dialog; `open` opens the recording with the chosen columns. If that fails, it rejects with an error whose
 * message is shown.
 */
export function chooseColumns(
  name: string,
  { names, rows, found }: TrackPreview,
  why: string,
  open: (columns: string) => Promise<void>,
): void {
  const known = new Map<string, number>(found);
  const columns = names.map((one, at): [string, string] => [String(at + 1), `${at + 1}: ${one}`]);
  const unit = element("select", { "aria-label": "Time is in" }, ...options(TIME_UNITS));
  const selects = ASKED.map(([role, label]) => {
    const all = options([["", "none"], ...columns]);
    const select = element("select", { id: `tracks-column-${role}`, "aria-label": label }, ...all);
    select.value = String(known.get(role) ?? "");
    return [role, label, select] as const;
  });
  const fields: HTMLElement[] = selects.map(([role, label, select]) =>
    element(
      "div.tracks-field.across",
      element("label", { for: `tracks-column-${role}` }, label),
      role === "time" ? element("span.across", select, unit) : select,
    ),
  );
  const pairs = element("input#tracks-wide", { type: "checkbox" });
  if (names.includes("x1") && names.includes("x2"))
    fields.push(
      element("label.tracks-field.across", { for: pairs.id }, pairs, "x1, y1, x2, y2 are an animal each"),
    );
  const body = element("tbody", ...rows.map(([first = "", ...rest]) => row(first, rest)));
  const table = framed("First rows", element("table", headings(names), body));
  const says = `Which column of ${name} is which? A frame or a time is needed.`;
  const send = () => {
    const chosen = selects.filter(([, , select]) => select.value !== "");
    const roles = chosen.map(([role, , { value }]) => `${role === "time" ? unit.value : role}=${value}`);
    return open(pairs.checked ? "wide" : roles.join(","));
  };
  recordingDialog(says, [table, ...fields], "Read", send, why.replace(/ Say which is which.*$/, ""));
}
