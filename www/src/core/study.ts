/** Many runs: what the page and its workers call of the core to evaluate, search, breed and sweep. */
import type {
  Breeding,
  Evaluator,
  PlannedRuns,
  Study,
  StudyBreedingPlan,
  StudyJob,
  StudyTask,
} from "../../pkg/flockwright.js";
import { type Glue, glue } from "./glue";
import { join } from "./join";
import type { Modules } from "./load";

export type {
  Breeding,
  Evaluator,
  PlannedRuns,
  Study,
  StudyBreedingPlan,
  StudyCandidate,
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
export const newBreeding = (plan: Partial<StudyBreedingPlan>): Breeding => new glue.Breeding(plan);
export const newStudy = (task: Partial<StudyTask>): Study => new glue.Study(task);
export const newPlannedRuns = (...plan: ConstructorParameters<Glue["PlannedRuns"]>): PlannedRuns =>
  new glue.PlannedRuns(...plan);

/** Makes this thread's own instance of the core, from the modules that the page has compiled. */
export function beginWith({ core, rest }: Modules): void {
  join(glue.initSync({ module: core }), rest);
}
