/** Tables with column headings and row headings, in a scrolling frame. */
import { element } from "./dom";

/** Head of a table with these column headings; `titles`: tooltips by heading. */
export const tableHead = (texts: readonly string[], titles?: ReadonlyMap<string, string>): HTMLElement =>
  element(
    "thead",
    element("tr", ...texts.map((text) => element("th", { scope: "col", title: titles?.get(text) }, text))),
  );

export const tableRow = (heading: string, cells: readonly string[]): HTMLElement =>
  element("tr", element("th", { scope: "row" }, heading), ...cells.map((text) => element("td", text)));

export const scrollableTable = (label: string, table: HTMLElement): HTMLElement =>
  element("div.table-frame", { tabindex: 0, role: "region", "aria-label": label }, table);
