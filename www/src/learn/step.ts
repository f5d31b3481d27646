/** The steps of the course, as their text files say them: `src/lab/course/README.md` has the format, and the core reads them. */

import glossary from "../../../src/lab/course/GLOSSARY.md?raw";
import leftOut from "../../../src/lab/course/left-out.txt?raw";
import orders from "../../../src/lab/course/orders.txt?raw";
import type { CoreCourse, LessonStep, StepFile } from "../core/course";

/** A step, and the file that says it. */
export interface Step extends LessonStep {
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

/** Lines with a name, a colon and the rest. */
const named = (text: string) =>
  [...text.matchAll(/^(.*?): (.*)$/gm)].map(([, name = "", rest = ""]) => [name, rest] as const);

/** What the sources name and the course does not do: a name and a reason in each line. */
export const LEFT_OUT: readonly (readonly [string, string])[] = named(leftOut);

/** What the sources call a thing, and what it is here. */
export const NAMES: readonly (readonly [string, string])[] = glossary
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [name = "", source = "", here = ""] = line.replaceAll("`", "").slice(2, -2).split(" | ");
    return [name, `${here} (${source})`] as const;
  });

/** For a class: how much time there is, and the keys of the steps that fit into it. */
export const ORDERS: readonly (readonly [string, readonly string[]])[] = named(orders).map(
  ([time, keys]) => [time, keys.split(", ")] as const,
);

/** All steps, in their order. */
export function readSteps(course: CoreCourse): Step[] {
  const steps = course.read(files);
  return files.flatMap((file, at) => (steps[at] ? [{ ...steps[at], file }] : []));
}
