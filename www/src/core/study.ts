/** Many runs: what the page and its workers call of the core to evaluate, and search. */
import type { Evaluator, Study, StudyJob, StudyTask } from "../../pkg/flockwright.js";
import { glue } from "./glue";
import { join } from "./join";
import type { Modules } from "./load";

export type {
  Evaluator,
  Study,
  StudyChange,
  StudyExam,
  StudyJob,
  StudyOutcome,
  StudyProgress,
  StudyReport,
  StudyTask,
} from "../../pkg/flockwright.js";

// Made by the artifact that runs on this thread, which is known when they are called.

export const newEvaluator = (job: StudyJob): Evaluator => new glue.Evaluator(job);
export const newStudy = (task: Partial<StudyTask>): Study => new glue.Study(task);

/** Makes this thread's own instance of the core, from the modules that the page has compiled. */
export function beginWith({ core, rest }: Modules): void {
  join(glue.initSync({ module: core }), rest);
}
