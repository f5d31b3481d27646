/** The course: opened by its button or a link, loaded when it is first opened. */

import { byId } from "../ui/dom";
import type { Page } from "../ui/page";
import { fetchOnApproach, fetchPart } from "../ui/part";
import type { Lesson } from "./lesson";

const loadLesson = () => import("./lesson");

export class Learn {
  private lesson: Lesson | undefined;
  private wantedStep = "";
  /** Step that was requested last, opened when the code has loaded. */
  private askedStep = "";
  /** Whether a step is opening its own run; the step itself then describes its rules. */
  opens = false;

  constructor(private readonly page: Page) {
    page.on("opened", () => this.lesson?.opened());
    fetchOnApproach(byId("learn-button"), loadLesson);
    byId("learn-button").addEventListener("click", () => this.showStep(this.isAsked ? "" : "contents"));
  }

  /** Key of the course in the address: that of a step, "contents", or "". */
  get key(): string {
    return this.wantedStep;
  }

  /** Whether the course is open or is being loaded. */
  get isAsked(): boolean {
    return this.askedStep !== "";
  }

  /** Whether the shown step has a control for this parameter. */
  controls(key: string): boolean {
    return this.isAsked && (this.lesson?.controls(key) ?? false);
  }

  /**
   * Shows a step or the contents; "" closes the course. `opens`: opens the step's own run instead of keeping the
   * present one.
   */
  showStep(key: string, opens = true): void {
    this.askedStep = key;
    // With the present run, the address stays.
    if (!opens) this.wantedStep = key;
    byId("learn-button").setAttribute("aria-expanded", String(key !== ""));
    if (!key && !this.lesson) return;
    void fetchPart(loadLesson).then(({ Lesson }) => {
      if (this.askedStep !== key) return;
      const { page } = this;
      this.lesson ??= new Lesson(
        page,
        (next) => this.showStep(next),
        // The address of the former step keeps its key.
        (link) => {
          this.opens = true;
          page.open(link, () => (this.wantedStep = this.askedStep));
          this.opens = false;
        },
      );
      const shown = this.lesson.showText(key, opens);
      this.wantedStep = shown;
      page.touched();
      page.tell("changed");
      page.panels.measure();
    });
  }

  /** Has to be called once per frame. */
  frame(now: number): void {
    this.lesson?.frame(now);
  }
}
