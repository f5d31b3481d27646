/** Steps and plans of the course. The core parses the steps from text files (format: `src/lab/course/README.md`). */

import orders from "../../../src/lab/course/orders.txt?raw";
import type { CoreCourse, LessonStep, StepFile } from "../core/course";

/** A step of the course, with its file. */
export interface CourseStep extends LessonStep {
  file: StepFile;
}

const STEP_TEXTS = import.meta.glob<string>("../../../src/lab/course/steps/*.txt", {
  query: "?raw",
  import: "default",
  eager: true,
});

const STEP_FILES: readonly StepFile[] = Object.entries(STEP_TEXTS)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, text]) => ({ name: path.replace(/^.*\//, ""), text }));

/** A list of steps for a class. */
export interface CoursePlan {
  /** Key of the plan in links. */
  key: string;
  title: string;
  steps: readonly CourseStep[];
  /** Keys in a plan's link that belong to no step. */
  unknownSteps: readonly string[];
}

/** Plans for a class: those of `orders.txt`, for one and three hours, and one with all steps. */
export function classPlans(steps: readonly CourseStep[]): CoursePlan[] {
  const lines = [...orders.matchAll(/^(.*?): (.*)$/gm)].map(([, title = "", keys = ""]) =>
    makePlan(title, keys, steps),
  );
  return [...lines, makePlan("A term", steps.map(({ key }) => key).join(), steps)];
}

/** Plan of the steps with these keys, which have commas between them. */
export function makePlan(title: string, keys: string, steps: readonly CourseStep[]): CoursePlan {
  const wantedKeys = keys.split(",").map((key) => key.trim());
  return {
    key: title.toLowerCase().replaceAll(" ", "-"),
    title,
    steps: wantedKeys.flatMap((key) => steps.find((step) => step.key === key) ?? []),
    unknownSteps: wantedKeys.filter((key) => key !== "" && !steps.some((step) => step.key === key)),
  };
}

/** All steps, in the order of their files. */
export function readSteps(course: CoreCourse): CourseStep[] {
  const steps = course.readSteps(STEP_FILES);
  return STEP_FILES.flatMap((file, at) => (steps[at] ? [{ ...steps[at], file }] : []));
}
