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
  private readonly open = new Map<HTMLElement, Open>();

  constructor(private readonly core: Core) {}

  /** Shows the explanation of a parameter at the end of `host`, or removes it. */
  showExplanation(host: HTMLElement, subject: Subject, shown: boolean): void {
    const before = this.open.get(host);
    if (!shown) {
      before?.block?.root.remove();
      this.open.delete(host);
      return;
    }
    if (before) return;
    const entry: Open = { block: undefined, stale: false };
    this.open.set(host, entry);
    void fetchPart(() => import(".")).then(({ Block }) => {
      if (this.open.get(host) !== entry) return;
      entry.block = new Block(this.core, subject);
      host.insertBefore(entry.block.root, host.querySelector(".source"));
    });
  }

  /** Closes all explanations before the rows are rebuilt. */
  forget(): void {
    this.open.clear();
  }

  /** Schedules an update of the visible ones after values changed. */
  update(): void {
    for (const entry of this.open.values()) entry.stale = true;
  }

  /** Has to be called once per frame. */
  frame(): void {
    for (const [host, entry] of this.open) {
      if (!entry.block || !entry.stale || host.getClientRects().length === 0) continue;
      entry.block.update();
      entry.stale = false;
    }
  }
}
