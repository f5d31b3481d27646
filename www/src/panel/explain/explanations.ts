/** Explanations that are open in the panel; the code that draws them is loaded when the first one is opened. */
import type { Core } from "../../core";
import { fetchPart } from "../../ui/part";
import type { ExplainedParam, Explanation } from ".";

interface OpenExplanation {
  explanation: Explanation | undefined;
  /** Whether values have changed since the explanation was last updated. */
  isStale: boolean;
}

export class Explanations {
  private readonly openExplanations = new Map<HTMLElement, OpenExplanation>();

  constructor(private readonly core: Core) {}

  /** Adds the explanation of a parameter to its help (`host`), above the help's source, or removes the explanation. */
  showExplanation(host: HTMLElement, subject: ExplainedParam, isShown: boolean): void {
    const openedBefore = this.openExplanations.get(host);
    if (!isShown) {
      openedBefore?.explanation?.root.remove();
      this.openExplanations.delete(host);
      return;
    }
    if (openedBefore) return;
    const entry: OpenExplanation = { explanation: undefined, isStale: false };
    this.openExplanations.set(host, entry);
    void fetchPart(() => import(".")).then(({ Explanation }) => {
      if (this.openExplanations.get(host) !== entry) return;
      entry.explanation = new Explanation(this.core, subject);
      host.insertBefore(entry.explanation.root, host.querySelector(".source"));
    });
  }

  /** Forgets all explanations, whose rows are about to be rebuilt. */
  forgetAll(): void {
    this.openExplanations.clear();
  }

  /** Marks all explanations for an update, since values have changed. */
  markStale(): void {
    for (const entry of this.openExplanations.values()) entry.isStale = true;
  }

  /** Has to be called once per frame: updates visible explanations of changed values. */
  frame(): void {
    for (const [host, entry] of this.openExplanations) {
      if (!entry.explanation || !entry.isStale || host.getClientRects().length === 0) continue;
      entry.explanation.update();
      entry.isStale = false;
    }
  }
}
