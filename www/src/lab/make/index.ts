/** The tab "Make it"; loaded when it is first opened or when a link carries a wish. */

import { readValue } from "../../core/link/query";
import { byId } from "../../ui/dom";
import type { Page } from "../../ui/page";
import { fetchOnApproach, fetchPart } from "../../ui/part";
import type { MakeView } from "./view";
import type { RecordingWish } from "./wish";

const loadView = async () => {
  const [view, { setWorkModule, workModule }] = await Promise.all([
    import("./view"),
    import("../../core/work"),
  ]);
  setWorkModule(await workModule());
  return view;
};

export class MakeTab {
  private view: MakeView | undefined;

  constructor(private readonly page: Page) {
    fetchOnApproach(byId("lab-make"), loadView);
    page.panels.watchView("make", (inSight) => inSight && void this.showView());
    page.on("opened", () => this.view?.runOpened());
  }

  /** Shows the wish of a link, if it has one. */
  openWishOf(link: string): void {
    const wish = readValue(link, "wish");
    if (!wish) return;
    this.page.panels.bringView("make");
    void this.showView().then((view) => view?.openWish(wish));
  }

  /** Shows a wish for a flock like a recording, on the open run. */
  openRecordingWish(like: RecordingWish): void {
    this.page.panels.bringView("make");
    void this.showView().then((view) => view?.openLike(like));
  }

  /** Has to be called once per frame, after the ticks. */
  frame(now: number): void {
    if (this.page.panels.view === "make" && !this.page.core.failed) this.view?.frame(now);
  }

  private async showView(): Promise<MakeView | undefined> {
    if (this.view) return this.view;
    const { MakeView } = await fetchPart(loadView);
    this.view ??= new MakeView(this.page);
    return this.view;
  }
}
