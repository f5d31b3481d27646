/** Findings of the diagnosis: place, duration, and suggested changes. */
import type { FindingInfo } from "../../core/watch";
import { element, setText } from "../../ui/dom";
import type { Page } from "../../ui/page";
import { changeText } from "../../ui/values";

/** Button that has the focus: its finding, group and action. */
type FocusedAction = Record<"finding" | "group" | "action", string | undefined>;

/** Ticks that a suggested change gets before the next one is offered. */
const patienceTicks = 240;

export class Findings {
  readonly root = element("section.findings", { "aria-labelledby": "findings-title" });
  private readonly status = element("p.findings-status.note", { role: "status" });
  private readonly list = element("ul");
  private drawnState = "";
  /** For each finding, the change that was tried and its tick. */
  private readonly triedFixes = new Map<string, { text: string; tick: number }>();

  constructor(
    private readonly page: Page,
    private readonly bringIntoView: (finding: FindingInfo) => void,
  ) {
    this.root.append(element("h3#findings-title", "Diagnosis"), this.status, this.list);
  }

  begin(): void {
    this.triedFixes.clear();
  }

  showFindings(findings: readonly FindingInfo[], tick: number, on: boolean): void {
    const countText = findings.length === 1 ? "1 finding." : `${findings.length} findings.`;
    setText(this.status, !on ? "Off." : findings.length === 0 ? "" : countText);
    this.root.hidden = on && findings.length === 0;
    this.root.dataset.state = !on ? "off" : findings.length === 0 ? "well" : "found";
    for (const [key, tried] of this.triedFixes) {
      const isOver = !findings.some((finding) => keyOf(finding) === key);
      if (isOver || tick > tried.tick + patienceTicks || tick < tried.tick) this.triedFixes.delete(key);
    }
    // The list is rebuilt only after a change, so that buttons keep their focus.
    const values = findings.length > 0 ? this.page.core.params() : [];
    const drawn = JSON.stringify(
      findings.map((one) => [
        keyOf(one),
        one.since,
        one.fix,
        one.fix && values.find(({ id }) => id === one.fix?.param)?.value,
        one.culprit,
        this.triedFixes.get(keyOf(one))?.text,
      ]),
    );
    if (drawn !== this.drawnState) {
      this.drawnState = drawn;
      const focused = this.focusedAction();
      this.list.replaceChildren(...findings.map((finding) => this.makeItem(finding, tick)));
      if (focused) this.refocus(focused);
    }
    for (const [index, finding] of findings.entries()) {
      const placeText = this.list.children[index]?.querySelector(".finding-where");
      if (placeText) setText(placeText, whereText(finding));
    }
  }

  private makeItem(finding: FindingInfo, tick: number): HTMLElement {
    const actions = element("div.finding-actions.actions");
    const fix = this.fixButton(finding, tick);
    if (fix) actions.append(fix);
    const button = (name: string, text: string, title: string, run: () => void) => {
      const actionButton = element("button.button", { "data-action": name, title, onclick: run }, text);
      actions.append(actionButton);
    };
    button("show", "Show", "Show it on the canvas", () => this.bringIntoView(finding));
    const [worst] = finding.units;
    if (worst !== undefined)
      button("why", "Why", `Ask why it turns, number ${worst}`, () => this.page.ask(worst));
    return element(
      "li",
      { "data-finding": finding.key, "data-group": finding.group },
      element("h4", finding.title),
      element("p", this.page.core.substituteNouns(finding.says, finding.group)),
      element("p.finding-where.hints"),
      actions,
    );
  }

  private fixButton(finding: FindingInfo, tick: number): HTMLButtonElement | undefined {
    const tried = this.triedFixes.get(keyOf(finding));
    if (tried) {
      const text = `Tried: ${tried.text}`;
      return element("button.button", { "data-action": "try", disabled: true }, text);
    }
    const { fix } = finding;
    const info = fix && this.page.core.params().find(({ id }) => id === fix.param);
    if (!fix || !info) return undefined;
    const text = changeText(info, info.value, fix.value);
    const tryButton = element("button.button.primary", { "data-action": "try" }, `Try: ${text}`);
    tryButton.addEventListener("click", () => {
      this.triedFixes.set(keyOf(finding), { text, tick });
      this.page.core.set(fix.param, fix.value);
      this.page.tell("changed");
      this.page.settled();
    });
    return tryButton;
  }

  private focusedAction(): FocusedAction | undefined {
    const action = document.activeElement?.closest<HTMLElement>(".findings [data-action]");
    const item = action?.closest<HTMLElement>("[data-finding]");
    if (!action || !item) return undefined;
    return { finding: item.dataset.finding, group: item.dataset.group, action: action.dataset.action };
  }

  private refocus({ finding, group, action }: FocusedAction): void {
    const items = [...this.list.querySelectorAll<HTMLElement>("[data-finding]")];
    const item = items.find(({ dataset }) => dataset.finding === finding && dataset.group === group);
    const buttons = [...(item?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? [])];
    (buttons.find((button) => button.dataset.action === action) ?? buttons[0])?.focus();
  }
}

function keyOf({ key, group }: FindingInfo): string {
  return `${key} ${group}`;
}

function whereText({ label, ill, watched, since, culprit }: FindingInfo): string {
  const affectedText = `${label}: ${ill} of ${watched} watched`;
  const sinceText = `since tick ${since.toLocaleString("en-US")}`;
  const culpritText = culprit ? ` ${culprit}.` : "";
  return `${affectedText}, ${sinceText}.${culpritText}`;
}
