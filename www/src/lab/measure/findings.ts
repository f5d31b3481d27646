/** List of the findings of the diagnosis: where, since when, and a change of a parameter that may help. */
import type { FindingInfo } from "../../core/watch";
import { element, setText } from "../../ui/dom";
import { type KeyedItem, KeyedList } from "../../ui/keyed";
import type { Page } from "../../ui/page";
import { changeText } from "../../ui/values";

/** A finding of the diagnosis about one group, and the change that was tried against it (`undefined` if none). */
interface FindingEntry {
  key: string;
  finding: FindingInfo;
  triedText: string | undefined;
}

/** Time after which another change is offered if the finding remains, ticks. */
const PATIENCE_TICKS = 240;

export class Findings {
  readonly root = element("section.findings", { "aria-labelledby": "findings-title" });
  private readonly status = element("p.findings-status.note", { role: "status" });
  private readonly list = element("ul");
  private readonly items = new KeyedList<FindingEntry>(this.list, (entry) => this.makeItem(entry));
  /** Changes that were tried against findings, and the ticks at which they were made, by the keys of `FindingEntry`. */
  private readonly triedFixes = new Map<string, { text: string; tick: number }>();

  constructor(
    private readonly page: Page,
    private readonly bringIntoView: (finding: FindingInfo) => void,
  ) {
    this.root.append(element("h3#findings-title", "Diagnosis"), this.status, this.list);
  }

  /** Forgets the changes that were tried against findings, after another run was opened. */
  runOpened(): void {
    this.triedFixes.clear();
  }

  showFindings(findings: readonly FindingInfo[], tick: number, isOn: boolean): void {
    const countText = findings.length === 1 ? "1 finding." : `${findings.length} findings.`;
    setText(this.status, !isOn ? "Off." : findings.length === 0 ? "" : countText);
    this.root.hidden = isOn && findings.length === 0;
    this.root.dataset.state = !isOn ? "off" : findings.length === 0 ? "well" : "found";
    const keyed = findings.map((finding) => ({ key: `${finding.key} ${finding.group}`, finding }));
    this.forgetFixes(new Set(keyed.map(({ key }) => key)), tick);
    this.items.showValues(
      keyed.map((entry) => ({ ...entry, triedText: this.triedFixes.get(entry.key)?.text })),
    );
  }

  /** Forgets tried changes whose finding is gone, whose `PATIENCE_TICKS` are over, or that lie in the future. */
  private forgetFixes(presentKeys: ReadonlySet<string>, tick: number): void {
    for (const [key, tried] of this.triedFixes) {
      if (!presentKeys.has(key) || tick > tried.tick + PATIENCE_TICKS || tick < tried.tick)
        this.triedFixes.delete(key);
    }
  }

  private makeItem({ key, finding: { key: symptom, group, title } }: FindingEntry): KeyedItem<FindingEntry> {
    let shown: FindingEntry | undefined;
    const { page } = this;
    const symptomText = element("p");
    const placeText = element("p.hints");
    const onShown = (run: (finding: FindingInfo) => void) => () => shown && run(shown.finding);
    const tryButton = element("button.button", {
      "data-action": "try",
      onclick: onShown((finding) => this.tryFix(key, finding)),
    });
    const showButton = element(
      "button.button",
      { "data-action": "show", title: "Show it on the canvas", onclick: onShown(this.bringIntoView) },
      "Show",
    );
    const whyButton = element(
      "button.button",
      {
        "data-action": "why",
        onclick: onShown(({ units: [worst] }) => worst !== undefined && page.ask(worst)),
      },
      "Why",
    );
    const root = element(
      "li",
      { "data-finding": symptom, "data-group": group },
      element("h4", title),
      symptomText,
      placeText,
      element("div.finding-actions.actions", tryButton, showButton, whyButton),
    );
    const update = (entry: FindingEntry) => {
      shown = entry;
      const { finding, triedText } = entry;
      setText(symptomText, page.core.substituteNouns(finding.says, group));
      setText(placeText, whereText(finding));
      const fixText = this.fixText(finding);
      const hadFocus = tryButton === document.activeElement;
      setText(tryButton, triedText ? `Tried: ${triedText}` : `Try: ${fixText}`);
      tryButton.disabled = triedText !== undefined;
      tryButton.hidden = (triedText ?? fixText) === undefined;
      tryButton.classList.toggle("primary", triedText === undefined);
      if (hadFocus && (tryButton.disabled || tryButton.hidden)) showButton.focus();
      const [worst] = finding.units;
      whyButton.hidden = worst === undefined;
      whyButton.title = `Ask why it turns, number ${worst}`;
    };
    return { root, update };
  }

  /** The suggested change of a parameter as text; `undefined` if the finding suggests none. */
  private fixText({ fix }: FindingInfo): string | undefined {
    const info = fix && this.page.core.params().find(({ id }) => id === fix.param);
    return fix && info && changeText(info, info.value, fix.value);
  }

  /** Makes the change of a parameter that a finding suggests. */
  private tryFix(key: string, finding: FindingInfo): void {
    const { page } = this;
    const { fix } = finding;
    const text = this.fixText(finding);
    if (!fix || !text) return;
    this.triedFixes.set(key, { text, tick: page.core.ticks() });
    page.core.set(fix.param, fix.value);
    page.tell("changed");
    page.settled();
  }
}

function whereText({ label, ill, watched, since, culprit }: FindingInfo): string {
  const affectedText = `${label}: ${ill} of ${watched} watched`;
  const sinceText = `since tick ${since.toLocaleString("en-US")}`;
  const culpritText = culprit ? ` ${culprit}.` : "";
  return `${affectedText}, ${sinceText}.${culpritText}`;
}
