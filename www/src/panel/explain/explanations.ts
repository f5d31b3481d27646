/** Open explanations of the panel; their code is loaded with the first one. */
import type { Core } from "../../core";
import { fetchPart } from "../../ui/part";
import type { ExplainedParam, Explanation } from ".";

interface OpenExplanation {
  explanation: Explanation | undefined;
  /** Whether values have changed since the explanation was drawn. */
  isStale: boolean;
}

export class Explanations {
  private readonly openExplanations = new Map<HTMLElement, OpenExplanation>();

  constructor(private readonly core: Core) {}

  /** Shows the explanation of a parameter at the end of `host`, or removes it. */
  showExplanation(host: HTMLElement, subject: ExplainedParam, shown: boolean): void {
    const before = this.openExplanations.get(host);
    if (!shown) {
      before?.explanation?.root.remove();
      this.openExplanations.delete(host);
      return;
    }
    if (before) return;
    const entry: OpenExplanation = { explanation: undefined, isStale: false };
    this.openExplanations.set(host, entry);
    void fetchPart(() => import(".")).then(({ Explanation }) => {
      if (this.openExplanations.get(host) !== entry) return;
      entry.explanation = new Explanation(this.core, subject);
      host.insertBefore(entry.explanation.root, host.querySelector(".source"));
    });
  }

  /** Closes all explanations before the rows are rebuilt. */
  forgetAll(): void {
    this.openExplanations.clear();
  }

  /** Schedules an update of the visible ones after values changed. */
  markStale(): void {
    for (const entry of this.openExplanations.values()) entry.isStale = true;
  }

  /** Has to be called once per frame. */
  frame(): void {
    for (const [host, entry] of this.openExplanations) {
      if (!entry.explanation || !entry.isStale || host.getClientRects().length === 0) continue;
      entry.explanation.update();
      entry.isStale = false;
    }
  }
}
