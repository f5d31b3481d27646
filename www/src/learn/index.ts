/** Access to the course, which is opened by its button or a link; its code is fetched at the first use. */

import { byId } from "../ui/dom";
import type { Page } from "../ui/page";
import { fetchOnApproach, fetchPart } from "../ui/part";
import type { Lesson } from "./lesson";

const loadLesson = () => import("./lesson");

/**
 * State of the course. `step`: key of the step or plan that is or will be shown, or "contents". `addressStep`: key that
 * the address has until then.
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

  /** Key of the course for the address: of a step or plan, "contents", or "" while the course is closed. */
  get addressKey(): string {
    const { state } = this;
    if (state.phase === "closed") return "";
    return state.phase === "shown" ? state.step : state.addressStep;
  }

  /** Whether the course is open, or opens once its code has loaded. */
  get isOpen(): boolean {
    return this.state.phase !== "closed";
  }

  /** Whether a step is opening its own run; the step's text introduces the rules in it, so no notice has to. */
  get isReplacingRun(): boolean {
    return this.state.phase === "replacing run";
  }

  /** Whether the shown step has a slider or field for the parameter with this key. */
  hasControl(key: string): boolean {
    return this.isOpen && (this.lesson?.hasControl(key) ?? false);
  }

  /** Shows a step, a plan or the contents by key; "" closes the course. `opensRun`: also opens the step's own run. */
  showStep(step: string, opensRun = true): void {
    byId("learn-button").setAttribute("aria-expanded", String(step !== ""));
    if (step === "") {
      this.state = { phase: "closed" };
      if (this.lesson) this.showLesson(this.lesson, "", opensRun);
      return;
    }
    // Without `opensRun`, the address names the step already; else it keeps its key until the code has loaded.
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

  /** Opens the run of the wanted step. The history entry that is left keeps the key that the course had. */
  private replaceRun(link: string): void {
    if (this.state.phase !== "loading") return;
    const { step, addressStep } = this.state;
    const replacing: CourseState = { phase: "replacing run", step, addressStep };
    this.state = replacing;
    this.page.open(link, () => {
      replacing.addressStep = step;
    });
  }

  /**
   * Updates the shown step: its verdict, the values of its rule and so on; has to be called once per frame (`now`: ms).
   */
  frame(now: number): void {
    this.lesson?.frame(now);
  }
}
