/** The report of a search: how often the best candidate meets the wish on unseen seeds. */
import type { ParamInfo } from "../../core";
import type { MeasureInfo } from "../../core/watch";
import type { StudyExam, StudyReport } from "../../core/work";
import { element } from "../../ui/dom";
import { bandText, numberText } from "./band";
import { changeText } from "./candidates";

/** Nine in ten unseen runs meet all bands. */
const ENOUGH = 0.9;

const isEnough = ({ passed, of }: StudyExam) => passed >= ENOUGH * of;

/** The band that is met least often. */
export function inTheWay({ longer }: StudyReport): StudyExam["bands"][number] | undefined {
  return [...longer.bands].sort((a, b) => a.met - b.met)[0];
}

export class ReportView {
  readonly root: HTMLElement;

  constructor(
    report: StudyReport,
    private readonly measures: readonly MeasureInfo[],
    params: readonly ParamInfo[],
    use: () => void,
  ) {
    const { exam, longer, changes } = report;
    const met = isEnough(exam) && isEnough(longer);
    const verdict = element("p.verdict");
    const way = inTheWay(report);
    verdict.append(
      element("strong", `${exam.passed} of ${exam.of}`),
      " runs with seeds that the search never saw meet the wish; at twice the length ",
      element("strong", `${longer.passed} of ${longer.of}`),
      ".",
    );
    const why =
      !met && way
        ? element("p.in-the-way", `Not met: ${this.goalWords(way.goal)}. ${this.nearest(way)}`)
        : undefined;
    const listed = changes.slice(0, 3).map((change) => element("li", changeText(change, params)));
    this.root = element(
      "div.report.column.firm",
      { tabindex: -1, role: "group", "aria-label": "Result" },
      verdict,
      why && why,
      element("ul.report-changes.flow", ...listed),
      element("div.actions", element("button#make-use.button.primary", { onclick: use }, "Make it my run")),
    );
  }

  focus(): void {
    this.root.focus({ preventScroll: true });
  }

  private goalWords(goal: string): string {
    const [key = "", range = ""] = goal.split("=");
    const info = this.measures.find((measure) => measure.key === key);
    const [low, high] = range.split("*")[0]?.split("..") ?? [];
    const end = (text: string | undefined) => (text ? Number(text) : undefined);
    const band = { measure: key, low: end(low), high: end(high ?? low) };
    return `${info?.label ?? key} ${bandText(band, info?.unit ?? "")}`;
  }

  private nearest({ summary }: StudyExam["bands"][number]): string {
    if (!summary) return "There was nothing to measure.";
    return `The best that was found comes to ${numberText(summary.mean)} (${numberText(summary.min)} to ${numberText(summary.max)}).`;
  }
}
