/**
 * Which preset is being opened. If it freezes the page, nothing takes the note away, and the next start finds it: that
 * preset is set aside, so that the page opens.
 */
import type { Store } from "../../ui/store";

const KEY = "presets.opening";

/** Another tab that opens a preset just now takes no longer, ms. */
const BUSY = 3000;

export class Trial {
  constructor(
    private readonly store: Store,
    private readonly now: () => number = Date.now,
  ) {}

  /** The link that froze the page when it was opened last. */
  frozen(): string | undefined {
    const [, time = "", link = ""] = /^(\d+) ([\s\S]+)$/.exec(this.store.kept(KEY) ?? "") ?? [];
    return link && this.now() - Number(time) >= BUSY ? link : undefined;
  }

  begin(link: string): void {
    this.store.set(KEY, `${this.now()} ${link}`);
  }

  end(): void {
    if (this.store.kept(KEY)) this.store.set(KEY, "");
  }
}
