/** The course: opened by its button or a link, loaded when it is first opened. */

import { byId } from "../ui/dom";
import type { Page } from "../ui/page";
import { fetchOnApproach, fetchPart } from "../ui/part";
import type { Lesson } from "./lesson";

const loadLesson = () => import("./lesson");

/**
 * State of the course. `step`: key of the wanted step, a plan, or "contents". `addressStep`: key that the address has
 * until the wanted step is shown.
 */
type CourseState =
  | { phase: "closed" }
  | { phase: "loading"; step: string; addressStep: string }
  | { phase: "replacing run"; step: string; addressStep: string }
  | { phase: "shown"; step: string };

export class Course {
  private lesson: Lesson | undefined;
  private state: CourseState = { phase: "closed" };

  constructor(private readonly page: Page) {
    page.on("opened", () => this.lesson?.runOpened());
    fetchOnApproach(byId("learn-button"), loadLesson);
    byId("learn-button").addEventListener("click", () => this.showStep(this.isOpen ? "" : "contents"));
  }

  /** Key of the course in the address: that of a step, "contents", or "". */
  get addressKey(): string {
    const { state } = this;
    if (state.phase === "closed") return "";
    return state.phase === "shown" ? state.step : state.addressStep;
  }

  /** Whether the course is open or is being loaded. */
  get isOpen(): boolean {
    return this.state.phase !== "closed";
  }

  /** Whether a step is opening its own run, whose rules the step describes. */
  get isReplacingRun(): boolean {
    return this.state.phase === "replacing run";
  }

  /** Whether the shown step has a control for this parameter. */
  hasControl(key: string): boolean {
    return this.isOpen && (this.lesson?.hasControl(key) ?? false);
  }

  /**
   * Shows a step or the contents; "" closes the course. `opensRun`: opens the step's own run instead of keeping the
   * present one.
   */
  showStep(step: string, opensRun = true): void {
    byId("learn-button").setAttribute("aria-expanded", String(step !== ""));
    if (step === "") {
      this.state = { phase: "closed" };
      if (this.lesson) this.showLesson(this.lesson, "", opensRun);
      return;
    }
    // An address that opened the step with its run has the step's key already.
    const addressStep = opensRun ? this.addressKey : step;
    const loading: CourseState = { phase: "loading", step, addressStep };
    this.state = loading;
    void fetchPart(loadLesson).then(({ Lesson }) => {
      if (this.state !== loading) return;
      this.lesson ??= new Lesson(
        this.page,
        (next) => this.showStep(next),
        (link) => this.replaceRun(link),
      );
      this.showLesson(this.lesson, step, opensRun);
    });
  }

  private showLesson(lesson: Lesson, wanted: string, opensRun: boolean): void {
    const step = lesson.showPage(wanted, opensRun);
    this.state = step === "" ? { phase: "closed" } : { phase: "shown", step };
    this.page.touched();
    this.page.tell("changed");
    this.page.panels.measureInsets();
  }

  /** Opens the run of the wanted step. The entry of the history that is left keeps the former key. */
  private replaceRun(link: string): void {
    if (this.state.phase !== "loading") return;
    const { step, addressStep } = this.state;
    const replacing: CourseState = { phase: "replacing run", step, addressStep };
    this.state = replacing;
    this.page.open(link, () => {
      replacing.addressStep = step;
    });
  }

  /** Has to be called once per frame. */
  frame(now: number): void {
    this.lesson?.frame(now);
  }
}
