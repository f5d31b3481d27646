/** Steps of the course, parsed by the core from their text files (format: `src/lab/course/README.md`). */

import orders from "../../../src/lab/course/orders.txt?raw";
import type { CoreCourse, LessonStep, StepFile } from "../core/course";

/** A step with its file. */
export interface CourseStep extends LessonStep {
  file: StepFile;
}

const texts = import.meta.glob<string>("../../../src/lab/course/steps/*.txt", {
  query: "?raw",
  import: "default",
  eager: true,
});

const files: readonly StepFile[] = Object.entries(texts)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, text]) => ({ name: path.replace(/^.*\//, ""), text }));

/** A list of steps for a class. */
export interface Plan {
  /** Key in links. */
  key: string;
  title: string;
  steps: readonly CourseStep[];
  /** Keys in a link that name no step. */
  missing: readonly string[];
}

/** Plans for a class: those that fit into an hour or three, and all steps. */
export function plansOf(steps: readonly CourseStep[]): Plan[] {
  const lines = [...orders.matchAll(/^(.*?): (.*)$/gm)].map(([, title = "", keys = ""]) =>
    planOf(title, keys, steps),
  );
  return [...lines, planOf("A term", steps.map(({ key }) => key).join(), steps)];
}

/** Plan of the steps with these keys, in this order. */
export function planOf(title: string, keys: string, steps: readonly CourseStep[]): Plan {
  const wanted = keys.split(",").map((key) => key.trim());
  return {
    key: title.toLowerCase().replaceAll(" ", "-"),
    title,
    steps: wanted.flatMap((key) => steps.find((step) => step.key === key) ?? []),
    missing: wanted.filter((key) => key !== "" && !steps.some((step) => step.key === key)),
  };
}

/** All steps in order. */
export function readSteps(course: CoreCourse): CourseStep[] {
  const steps = course.read(files);
  return files.flatMap((file, at) => (steps[at] ? [{ ...steps[at], file }] : []));
}
