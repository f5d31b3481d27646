/** Steps of the course, parsed by the core from their text files (format: `src/lab/course/README.md`). */

import orders from "../../../src/lab/course/orders.txt?raw";
import type { CoreCourse, LessonStep, StepFile } from "../core/course";

/** A step of the course, with the file that declares it. */
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
  /** Key in links. */
  key: string;
  title: string;
  steps: readonly CourseStep[];
  /** Keys in a link that name no step. */
  unknownSteps: readonly string[];
}

/** Plans for a class: those that fit into an hour or three, and all steps. */
export function classPlans(steps: readonly CourseStep[]): CoursePlan[] {
  const lines = [...orders.matchAll(/^(.*?): (.*)$/gm)].map(([, title = "", keys = ""]) =>
    makePlan(title, keys, steps),
  );
  return [...lines, makePlan("A term", steps.map(({ key }) => key).join(), steps)];
}

/** Plan with the steps of these keys, which are separated by commas, in their order. */
export function makePlan(title: string, keys: string, steps: readonly CourseStep[]): CoursePlan {
  const wanted = keys.split(",").map((key) => key.trim());
  return {
    key: title.toLowerCase().replaceAll(" ", "-"),
    title,
    steps: wanted.flatMap((key) => steps.find((step) => step.key === key) ?? []),
    unknownSteps: wanted.filter((key) => key !== "" && !steps.some((step) => step.key === key)),
  };
}

/** All steps in order. */
export function readSteps(course: CoreCourse): CourseStep[] {
  const steps = course.readSteps(STEP_FILES);
  return STEP_FILES.flatMap((file, at) => (steps[at] ? [{ ...steps[at], file }] : []));
}
