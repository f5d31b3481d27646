/**
 * Diagnosis and measures of the run. The diagnosis is on unless it is switched off. Measuring starts when the Measure
 * tab is first opened and continues behind other tabs, so that changes made there are on the time axis. The tab's
 * content is loaded when it is first shown.
 */

import { byId, element } from "../../ui/dom";
import type { Page } from "../../ui/page";
import { fetchOnApproach, fetchPart } from "../../ui/part";
import type { MeasureView } from "./view";

const load = () => import("./view");

/** Interval between two updates, ms. */
const INTERVAL = 200;

export class Monitor {
  private readonly badges = [...document.querySelectorAll("#lab-button, #lab-measure")].map((tab) =>
    tab.appendChild(element("span.badge", { hidden: true })),
  );
  private view: MeasureView | undefined;
  private diagnosing: boolean;
  private revision = -1;
  private replayed = -1;
  private nextAt = 0;
  private count = 0;

  constructor(private readonly page: Page) {
    this.diagnosing = page.store.get("diagnosis") !== "off";
    fetchOnApproach(byId("lab-button"), load);
    page.panels.watch("measure", (inSight) => {
      this.nextAt = 0;
      if (inSight) void this.show();
      this.apply();
    });
    page.on("opened", () => this.opened());
  }

  /** Starts again after another run was opened. */
  private opened(): void {
    this.view?.begin();
    this.apply();
    this.revision = -1;
    this.nextAt = 0;
  }

  /** Has to be called once per frame, after the ticks. */
  frame(now: number): void {
    const { core } = this.page;
    if (core.failed) return;
    if (core.revision !== this.revision || core.replayed !== this.replayed) {
      this.revision = core.revision;
      this.replayed = core.replayed;
      this.apply();
      if (this.measuring) this.view?.changed();
    }
    if (now < this.nextAt) return;
    this.nextAt = now + INTERVAL;
    this.showCount(core.watch.findingCount());
    if (this.measuring) this.view?.update(this.inSight);
  }

  private get inSight(): boolean {
    return this.page.panels.view === "measure";
  }

  private get measuring(): boolean {
    return this.inSight || this.view !== undefined;
  }

  private apply(): void {
    const { watch } = this.page.core;
    watch.setMeasuring(this.measuring);
    watch.setDiagnosing(this.diagnosing);
    if (!this.measuring) this.view?.rest();
  }

  private async show(): Promise<void> {
    if (this.view) return;
    const { MeasureView } = await fetchPart(load);
    this.view ??= new MeasureView(this.page, this.diagnosing, (on) => {
      this.diagnosing = on;
      this.page.store.set("diagnosis", on ? "on" : "off");
      this.apply();
    });
    this.nextAt = 0;
  }

  private showCount(count: number): void {
    if (count === this.count) return;
    this.count = count;
    const words = count === 1 ? " 1 finding" : ` ${count} findings`;
    for (const badge of this.badges) {
      badge.hidden = count === 0;
      badge.replaceChildren(String(count), element("span.unseen", words.replace(/ \d+/, "")));
    }
  }
}
