/** The tab "Make it", which searches parameters for a wished flock; its code is fetched at the first use. */

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

  /** Opens the tab with the wish of a link, if the link has one. */
  openWishOf(link: string): void {
    const wish = readValue(link, "wish");
    if (!wish) return;
    this.page.panels.bringView("make");
    void this.showView().then((view) => view?.openWish(wish));
  }

  /** Opens the tab with the wish that the open run resembles a recording of animals. */
  openRecordingWish(like: RecordingWish): void {
    this.page.panels.bringView("make");
    void this.showView().then((view) => view?.openLike(like));
  }

  /** Has to be called once per frame (`now` in ms), after the ticks. */
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
