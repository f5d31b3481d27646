/** Many runs: what the page and its workers call of the core to evaluate, search, breed and sweep. */
import {
  Evaluator,
  initSync,
  Litter,
  PlannedRuns,
  readGoal,
  Study,
  type StudyCandidate,
  type StudyChange,
  type StudyExam,
  type StudyGoal,
  type StudyJob,
  type StudyKennel,
  type StudyOutcome,
  type StudyProgress,
  type StudyReport,
  type StudyTask,
} from "../../pkg/flockwright.js";

export type {
  StudyCandidate,
  StudyChange,
  StudyExam,
  StudyGoal,
  StudyJob,
  StudyKennel,
  StudyOutcome,
  StudyProgress,
  StudyReport,
  StudyTask,
};
export { Evaluator, Litter, PlannedRuns, readGoal, Study };

/** Makes this thread's own instance of the core, from the module that the page has compiled. */
export function beginWith(module: WebAssembly.Module): void {
  initSync({ module });
}
