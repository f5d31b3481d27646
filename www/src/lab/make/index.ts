/** "Make it": loaded when its tab is first seen, or when a link carries a wish. */

import type { Theme } from "../../stage/palette";
import { byId } from "../../ui/dom";
import { fetchOnApproach, fetchPart } from "../../ui/part";
import type { LikeWish, MakeHost } from "./host";
import type { MakeView } from "./view";
import { wishOf } from "./wish";

const load = async () => {
  const [view, { beginWith, workModule }] = await Promise.all([import("./view"), import("../../core/work")]);
  beginWith(await workModule());
  return view;
};

export class Make {
  private view: MakeView | undefined;
  private inSight = false;
  private theme: Theme = "dark";

  constructor(private readonly host: MakeHost) {
    fetchOnApproach(byId("lab-make"), load);
    host.panels.watch("make", (inSight) => {
      this.inSight = inSight;
      if (inSight) void this.show();
    });
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.view?.setTheme(theme);
  }

  /** Another run was opened. */
  opened(): void {
    this.view?.opened();
  }

  /** Shows the wish that a link carries, if it does. */
  follow(link: string): void {
    const wish = wishOf(link);
    if (!wish) return;
    this.host.panels.bring("make");
    void this.show().then((view) => view?.openWish(wish));
  }

  /** Shows a wish for a flock that is like something else, on the run that is open. */
  like(like: LikeWish): void {
    this.host.panels.bring("make");
    void this.show().then((view) => view?.openLike(like));
  }

  /** Once per frame, after the ticks. */
  frame(now: number): void {
    if (this.inSight && !this.host.core.failed) this.view?.frame(now);
  }

  private async show(): Promise<MakeView | undefined> {
    if (this.view) return this.view;
    const host = byId("make-view");
    const { MakeView } = await fetchPart(load);
    if (!this.view) {
      host.querySelector(".empty")?.remove();
      this.view = new MakeView(this.host);
      this.view.setTheme(this.theme);
    }
    return this.view;
  }
}
