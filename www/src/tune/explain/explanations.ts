/** The explanations that stand open in the panel. What draws them is fetched with the first one. */
import type { Core } from "../../core";
import { withAll } from "../../core/load";
import { element } from "../../ui/dom";
import { lazy, NOT_LOADED } from "../../ui/lazy";
import type { Block, Subject } from ".";

const load = lazy(() => withAll(import(".")));

/** How often a unit is looked up on the diagrams (ms): as often as one reads, and less where the answer takes long. */
const every = 150;
const restFactor = 6;

interface Open {
  subject: Subject;
  block: Block | undefined;
  /** Values have changed since it was drawn. */
  stale: boolean;
  /** The moment for which its unit was looked up. */
  seen: string;
}

export class Explanations {
  private readonly open = new Map<HTMLElement, Open>();
  /** When units are looked up again, and when the core is free again at all. */
  private nextAt = 0;
  private freeAt = 0;

  constructor(
    private readonly core: Core,
    private readonly selected: () => number,
  ) {}

  /** Shows the explanation of a parameter at the end of `host`, or takes it away. */
  show(host: HTMLElement, subject: Subject, shown: boolean): void {
    const before = this.open.get(host);
    if (!shown) {
      before?.block?.root.remove();
      this.open.delete(host);
      return;
    }
    if (before) return;
    host.querySelector(".explain-problem")?.remove();
    const entry: Open = { subject, block: undefined, stale: false, seen: "" };
    this.open.set(host, entry);
    load()
      .then(({ Block }) => {
        if (this.open.get(host) !== entry) return;
        entry.block = new Block(this.core, subject);
        host.insertBefore(entry.block.root, host.querySelector(".source"));
        entry.block.point(this.selected());
      })
      .catch(() => {
        if (this.open.get(host) !== entry) return;
        host.append(element("p.explain-problem", NOT_LOADED));
        this.open.delete(host);
      });
  }

  /** The rows are rebuilt: nothing is open. */
  forget(): void {
    this.open.clear();
  }

  /** Values have changed: the curves follow at the next frame. */
  update(): void {
    for (const entry of this.open.values()) entry.stale = true;
    this.nextAt = Math.min(this.nextAt, this.freeAt);
  }

  /** Once per frame: follows the values and the selected unit. */
  frame(now: number): void {
    if (this.open.size === 0 || now < this.nextAt) return;
    const unit = this.selected();
    const moment = `${unit} ${this.core.ticks()} ${this.core.revision}`;
    const start = performance.now();
    for (const [host, entry] of this.open) {
      const { block, stale } = entry;
      if (!block || !(stale || moment !== entry.seen) || !isSeen(host)) continue;
      if (stale) block.update();
      block.point(unit);
      entry.stale = false;
      entry.seen = moment;
    }
    this.freeAt = now + restFactor * (performance.now() - start);
    this.nextAt = Math.max(now + every, this.freeAt);
  }
}

/** Whether it is laid out at all: its section is unfolded, its tab is in front. */
const isSeen = (host: HTMLElement) => host.getClientRects().length > 0;
