/** Many runs: what the page and its workers call of the core to evaluate, and search. */
import type { Evaluator, Study, StudyJob, StudyTask } from "../../pkg/flockwright.js";
import { glue } from "./glue";

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

/** Makes this thread's own instance of the core, from the module that the page has compiled. */
export function beginWith(module: WebAssembly.Module): void {
  glue.initSync({ module });
}
