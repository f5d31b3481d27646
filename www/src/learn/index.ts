/** The course on the page: opened by its button or by a link, loaded when first opened. */

import { byId } from "../ui/dom";
import { fetchOnApproach, fetchPart } from "../ui/part";
import type { LearnHost } from "./host";
import type { Lesson } from "./lesson";

const loadLesson = () => import("./lesson");

export class Learn {
  private lesson: Lesson | undefined;
  private wanted = "";
  /** What was asked for last: it comes when it is loaded. */
  private asked = "";
  /** Whether a step opens its own run just now: it tells itself what is in it. */
  opens = false;

  constructor(private readonly host: LearnHost) {
    fetchOnApproach(byId("learn-button"), loadLesson);
    byId("learn-button").addEventListener("click", () => this.show(this.isAsked ? "" : "contents"));
  }

  /** What the address says: the key of a step, "contents", or nothing. */
  get key(): string {
    return this.wanted;
  }

  /** Whether it is open, or will be once it is loaded. */
  get isAsked(): boolean {
    return this.asked !== "";
  }

  /** Shows a step with its own run or, where it does not open that, with the one that is open, or the contents; "" closes. */
  show(key: string, opens = true): void {
    this.asked = key;
    byId("learn-button").setAttribute("aria-expanded", String(key !== ""));
    if (!key && !this.lesson) return;
    void fetchPart(loadLesson).then(({ Lesson }) => {
      if (this.asked !== key) return;
      const { host } = this;
      this.lesson ??= new Lesson({
        ...host,
        // The address of the step before keeps its key.
        open: (link) => {
          this.opens = true;
          host.open(link, () => (this.wanted = this.asked));
          this.opens = false;
        },
        go: (next) => this.show(next),
      });
      const shown = this.lesson.show(key, opens);
      this.wanted = shown;
      host.moved();
      host.covered();
    });
  }

  /** Another run is open. */
  opened(): void {
    this.lesson?.opened();
  }

  /** Once per frame. */
  frame(now: number): void {
    this.lesson?.frame(now);
  }
}
