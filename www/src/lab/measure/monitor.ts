/**
 * Switches diagnosis and measures of the run on and off. The diagnosis is on unless a person switches it off. Measuring
 * starts when the Measure tab is first opened and then goes on while other tabs are open, so that the plots include
 * changes that are made there.
 */

import { byId, element } from "../../ui/dom";
import type { Page } from "../../ui/page";
import { fetchOnApproach, fetchPart } from "../../ui/part";
import type { MeasureView } from "./view";

const loadView = () => import("./view");

/** Interval between two updates of the tab and the number of findings, ms. */
const UPDATE_INTERVAL = 200;

export class MeasureTab {
  private readonly badges = [...document.querySelectorAll("#lab-button, #lab-measure")].map((tab) =>
    tab.appendChild(element("span.badge", { hidden: true })),
  );
  private view: MeasureView | undefined;
  private isDiagnosing: boolean;
  private seenRevision = -1;
  private seenReplayed = -1;
  private nextUpdate = 0;
  private findingCount = 0;

  constructor(private readonly page: Page) {
    this.isDiagnosing = page.store.get("diagnosis") !== "off";
    fetchOnApproach(byId("lab-button"), loadView);
    page.panels.watchView("measure", (inSight) => {
      this.nextUpdate = 0;
      if (inSight) void this.showView();
      this.applyState();
    });
    page.on("opened", () => this.runOpened());
  }

  /** Applies the switches of diagnosis and measuring to the run that was just opened. */
  private runOpened(): void {
    this.view?.runOpened();
    this.applyState();
    this.seenRevision = -1;
    this.nextUpdate = 0;
  }

  /** Has to be called once per frame (`now` in ms), after the ticks. */
  frame(now: number): void {
    const { core } = this.page;
    if (core.failed) return;
    if (core.revision !== this.seenRevision || core.replayed !== this.seenReplayed) {
      this.seenRevision = core.revision;
      this.seenReplayed = core.replayed;
      this.applyState();
      this.view?.runChanged();
    }
    if (now < this.nextUpdate) return;
    this.nextUpdate = now + UPDATE_INTERVAL;
    this.showCount(core.watch.findingCount());
    this.view?.update(this.isInSight);
  }

  private get isInSight(): boolean {
    return this.page.panels.view === "measure";
  }

  private applyState(): void {
    const { watch } = this.page.core;
    watch.setMeasuring(this.isInSight || this.view !== undefined);
    watch.setDiagnosing(this.isDiagnosing);
  }

  private async showView(): Promise<void> {
    if (this.view) return;
    const { MeasureView } = await fetchPart(loadView);
    this.view ??= new MeasureView(this.page, this.isDiagnosing, (on) => {
      this.isDiagnosing = on;
      this.page.store.set("diagnosis", on ? "on" : "off");
      this.applyState();
    });
    this.nextUpdate = 0;
  }

  private showCount(count: number): void {
    if (count === this.findingCount) return;
    this.findingCount = count;
    for (const badge of this.badges) {
      badge.hidden = count === 0;
      badge.replaceChildren(String(count), element("span.unseen", count === 1 ? " finding" : " findings"));
    }
  }
}
