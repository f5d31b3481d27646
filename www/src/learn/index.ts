/** The course on the page: opened by its button or by a link, loaded when first opened. */

import { byId } from "../ui/dom";
import type { Page } from "../ui/page";
import { fetchOnApproach, fetchPart } from "../ui/part";
import type { Lesson } from "./lesson";

const loadLesson = () => import("./lesson");

export class Learn {
  private lesson: Lesson | undefined;
  private wanted = "";
  /** What was asked for last: it comes when it is loaded. */
  private asked = "";
  /** Whether a step opens its own run just now: it tells itself what is in it. */
  opens = false;

  constructor(private readonly page: Page) {
    page.on("opened", () => this.lesson?.opened());
    fetchOnApproach(byId("learn-button"), loadLesson);
    byId("learn-button").addEventListener("click", () => this.showStep(this.isAsked ? "" : "contents"));
  }

  /** What the address says: the key of a step, "contents", or nothing. */
  get key(): string {
    return this.wanted;
  }

  /** Whether it is open, or will be once it is loaded. */
  get isAsked(): boolean {
    return this.asked !== "";
  }

  /** The step on show asks where this parameter leads, and has no answer yet. */
  predicts(key: string): boolean {
    return this.isAsked && (this.lesson?.predicts(key) ?? false);
  }

  /** Shows a step with its own run or, where it does not open that, with the one that is open, or the contents; "" closes. */
  showStep(key: string, opens = true): void {
    this.asked = key;
    // With the run that is open, nothing of the address changes.
    if (!opens) this.wanted = key;
    byId("learn-button").setAttribute("aria-expanded", String(key !== ""));
    if (!key && !this.lesson) return;
    void fetchPart(loadLesson).then(({ Lesson }) => {
      if (this.asked !== key) return;
      const { page } = this;
      this.lesson ??= new Lesson(
        page,
        (next) => this.showStep(next),
        // The address of the step before keeps its key.
        (link) => {
          this.opens = true;
          page.open(link, () => (this.wanted = this.asked));
          this.opens = false;
        },
      );
      const shown = this.lesson.showText(key, opens);
      this.wanted = shown;
      page.touched();
      page.panels.measure();
    });
  }

  /** Once per frame. */
  frame(now: number): void {
    this.lesson?.frame(now);
  }
}
