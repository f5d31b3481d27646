/** Asks which column of a table is which, where their names do not say it. */
import type { TrackPreview } from "../../core/work";
import { element, options } from "../../ui/dom";
import { framed, headings, row } from "../../ui/table";
import { recordingDialog } from "./picture";

/** What a table must have: our name, and what to ask for. */
const ASKED = [
  ["id", "Who it is"],
  ["frame", "Number of the frame"],
  ["time", "Time, s"],
  ["x", "x"],
  ["y", "y"],
] as const;

/** What was chosen, as the core reads it; nothing chosen is left out. */
export function choiceText(chosen: readonly (readonly [role: string, name: string])[]): string {
  return chosen
    .filter(([, name]) => name !== "")
    .map(([role, name]) => `${role}=${name}`)
    .join(",");
}

/** Opens a dialog; `open` tries a choice and rejects with a sentence, which is shown. */
export function chooseColumns(
  name: string,
  { names, rows, found }: TrackPreview,
  why: string,
  open: (columns: string) => Promise<void>,
): void {
  const known = new Map<string, string>(found);
  const selects = ASKED.map(([role, label]) => {
    const all = options([["", "none"], ...names.map((one): [string, string] => [one, one])]);
    const select = element("select", { id: `tracks-column-${role}`, "aria-label": label }, ...all);
    select.value = known.get(role) ?? "";
    return [role, label, select] as const;
  });
  const fields = selects.map(([role, label, select]) =>
    element("div.tracks-field.across", element("label", { for: `tracks-column-${role}` }, label), select),
  );
  const body = element("tbody", ...rows.map(([first = "", ...rest]) => row(first, rest)));
  const table = framed("First rows", element("table", headings(names), body));
  const says = `Which column of ${name} is which? A frame or a time is needed.`;
  const send = () => open(choiceText(selects.map(([role, , select]) => [role, select.value])));
  recordingDialog(says, [table, ...fields], "Read", send, why.replace(/ Say which is which.*$/, ""));
}
