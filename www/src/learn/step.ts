/** Steps of the course, parsed by the core from their text files (format: `src/lab/course/README.md`). */

import glossary from "../../../src/lab/course/GLOSSARY.md?raw";
import leftOut from "../../../src/lab/course/left-out.txt?raw";
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

/** Parses lines of the form "name: text". */
const named = (text: string) =>
  [...text.matchAll(/^(.*?): (.*)$/gm)].map(([, name = "", rest = ""]) => [name, rest] as const);

/** Topics of the sources that the course leaves out, each with a reason. */
export const LEFT_OUT: readonly (readonly [string, string])[] = named(leftOut);

/** Terms of the sources and their names here. */
export const NAMES: readonly (readonly [string, string])[] = glossary
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [name = "", source = "", here = ""] = line.replaceAll("`", "").slice(2, -2).split(" | ");
    return [name, `${here} (${source})`] as const;
  });

/** Plans for a class: a duration and the keys of the steps that fit into it. */
export const ORDERS: readonly (readonly [string, readonly string[]])[] = named(orders).map(
  ([time, keys]) => [time, keys.split(", ")] as const,
);

/** All steps in order. */
export function readSteps(course: CoreCourse): CourseStep[] {
  const steps = course.read(files);
  return files.flatMap((file, at) => (steps[at] ? [{ ...steps[at], file }] : []));
}
