/** Which units around the inspected one count, and why others do not: the marks of the canvas with their numbers. */
import { colorOf } from "../../canvas/inspected-frame";
import { type Mark, markPath } from "../../canvas/inspection";
import type { Palette } from "../../canvas/palette";
import type { GroupInfo, Inspection, Reason } from "../../core";
import { element, setText, svg } from "../../ui/dom";
import { reasonTexts } from "./words";

/** In the order of `Inspection.reasonCounts`. */
const REASONS: readonly Reason[] = ["angle", "far", "kind", "cap"];

interface Line {
  root: HTMLElement;
  value: HTMLElement;
  words: HTMLElement;
  mark: SVGElement;
}

/** Of which groups the units are that count: their own group alone needs no words. */
export function countedText(
  { neighbors, neighborCount, group }: CountedUnits,
  groups: readonly Ranged[],
): string {
  const of = groups
    .map(({ key, label, start, count }) => ({
      key,
      label,
      many: neighbors.filter((id) => id >= start && id < start + count).length,
    }))
    .filter(({ many }) => many > 0);
  // More than can be named are only counted.
  const told = neighbors.length === neighborCount && of.some(({ key }) => key !== group);
  return told ? `counted: ${of.map(({ label, many }) => `${many} of ${label}`).join(", ")}` : "counted";
}

type CountedUnits = { neighbors: readonly number[]; neighborCount: number; group: string };
type Ranged = Pick<GroupInfo, "key" | "label" | "start" | "count">;

export class InspectorLegend {
  readonly root = element("ul#inspector-legend", { "aria-label": "Units around it" });
  private readonly lines = new Map<Mark, Line>();

  constructor() {
    this.add("counted", "counted");
    this.add("near", "too close: separation pushes away");
    this.add("ahead", "in its narrow view: it follows them");
    for (const reason of REASONS) this.add(reason, reasonTexts[reason]);
  }

  show(inspection: Inspection, groups: readonly Ranged[], palette: Palette): void {
    const { neighborCount, neighbors, group, crowd, regions, reasonCounts } = inspection;
    const counted = this.lines.get("counted");
    if (counted) {
      const named = { neighbors: [...neighbors], neighborCount, group };
      setText(counted.words, countedText(named, groups));
    }
    this.count("counted", neighborCount, true, palette.mark);
    const separates = regions.some(({ key }) => key === "separation");
    this.count("near", crowd.length, separates, colorOf(inspection, "separation", palette));
    this.count("ahead", inspection.aheadCount, inspection.canLead, palette.leader);
    for (const [index, reason] of REASONS.entries()) {
      const count = reasonCounts[index] ?? 0;
      this.count(reason, count, reason !== "cap" || count > 0, palette.text);
    }
  }

  private count(key: Mark, count: number, shown: boolean, color: string): void {
    const line = this.lines.get(key);
    if (!line) return;
    line.root.hidden = !shown;
    line.root.classList.toggle("none", count === 0);
    line.mark.style.stroke = color;
    setText(line.value, count.toLocaleString("en-US"));
  }

  private add(key: Mark, text: string): void {
    const mark = svg("path", { d: markPath(key, key === "angle" ? 3.5 : 5) });
    if (key === "ahead") mark.setAttribute("stroke-dasharray", "1.5 2.5");
    if (key === "far") mark.setAttribute("stroke-dasharray", "2 2.5");
    if (key === "near") mark.setAttribute("stroke-width", "2.5");
    const drawing = svg("svg.legend-mark", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, mark);
    const value = element("span.legend-value", { id: `inspector-${key}` });
    const words = element("span", text);
    const root = element("li", drawing, value, words);
    this.lines.set(key, { root, value, words, mark });
    this.root.append(root);
  }
}
