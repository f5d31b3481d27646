/** Report of a search: in how many runs, with seeds that the search did not use, the best candidate meets the wish. */
import type { ParamInfo } from "../../core";
import type { MeasureInfo } from "../../core/watch";
import type { StudyExam, StudyReport } from "../../core/work";
import { element } from "../../ui/dom";
import { bandNumberText, bandText } from "./band";
import { candidateChangeText } from "./candidates";

/** Share of runs in which all bands must be met for the wish to count as met. */
const GOOD_SHARE = 0.9;

const hasPassed = ({ passed, of }: StudyExam) => of > 0 && passed >= GOOD_SHARE * of;

export function reportView(
  { exam, longer, changes }: StudyReport,
  measures: readonly MeasureInfo[],
  params: readonly ParamInfo[],
  use: () => void,
): HTMLElement {
  // The wished range (band) that the fewest runs meet is named if the wish is not met.
  const [leastMetBand] = [...longer.bands].sort((a, b) => a.met - b.met);
  const isMet = hasPassed(exam) && hasPassed(longer);
  const listedChanges = changes.map((change) => element("li", candidateChangeText(change, params)));
  return element(
    "div.report.column.firm",
    { tabindex: -1, role: "group", "aria-label": "Result" },
    element(
      "p.verdict",
      element("strong", `${exam.passed} of ${exam.of}`),
      " runs with seeds that the search never saw meet the wish; at twice the length ",
      element("strong", `${longer.passed} of ${longer.of}`),
      ".",
    ),
    !isMet &&
      leastMetBand &&
      element(
        "p.in-the-way",
        `Not met: ${goalInWords(leastMetBand.goal, measures)}. ${nearestText(leastMetBand)}`,
      ),
    element("ul.report-changes.flow", ...listedChanges),
    element("div.actions", element("button#make-use.button.primary", { onclick: use }, "Use this flock")),
  );
}

function goalInWords(goal: string, measures: readonly MeasureInfo[]): string {
  const [key = "", range = ""] = goal.split("=");
  const info = measures.find((measure) => measure.key === key);
  const [low, high] = range.split("*")[0]?.split("..") ?? [];
  const endNumber = (text: string | undefined) => (text ? Number(text) : undefined);
  const band = { measure: key, low: endNumber(low), high: endNumber(high ?? low) };
  return `${info?.label ?? key} ${bandText(band, info?.unit ?? "")}`;
}

function nearestText({ summary }: StudyExam["bands"][number]): string {
  if (!summary) return "There was nothing to measure.";
  return `The best that was found comes to ${bandNumberText(summary.mean)} (${bandNumberText(summary.min)} to ${bandNumberText(summary.max)}).`;
}
