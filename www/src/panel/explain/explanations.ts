/** Open explanations of the panel; their code is loaded with the first one. */
import type { Core } from "../../core";
import { fetchPart } from "../../ui/part";
import type { Block, Subject } from ".";

interface Open {
  block: Block | undefined;
  /** Whether values have changed since it was drawn. */
  stale: boolean;
}

export class Explanations {
  private readonly openExplanations = new Map<HTMLElement, Open>();

  constructor(private readonly core: Core) {}

  /** Shows the explanation of a parameter at the end of `host`, or removes it. */
  showExplanation(host: HTMLElement, subject: Subject, shown: boolean): void {
    const before = this.openExplanations.get(host);
    if (!shown) {
      before?.block?.root.remove();
      this.openExplanations.delete(host);
      return;
    }
    if (before) return;
    const entry: Open = { block: undefined, stale: false };
    this.openExplanations.set(host, entry);
    void fetchPart(() => import(".")).then(({ Block }) => {
      if (this.openExplanations.get(host) !== entry) return;
      entry.block = new Block(this.core, subject);
      host.insertBefore(entry.block.root, host.querySelector(".source"));
    });
  }

  /** Closes all explanations before the rows are rebuilt. */
  forget(): void {
    this.openExplanations.clear();
  }

  /** Schedules an update of the visible ones after values changed. */
  update(): void {
    for (const entry of this.openExplanations.values()) entry.stale = true;
  }

  /** Has to be called once per frame. */
  frame(): void {
    for (const [host, entry] of this.openExplanations) {
      if (!entry.block || !entry.stale || host.getClientRects().length === 0) continue;
      entry.block.update();
      entry.stale = false;
    }
  }
}
