/** Worker that evaluates runs, such as those of a search. */
import { Evaluator, type StudyJob, type StudyOutcome } from "../work";
import { serveTasks } from "./serve";

export interface EvaluationTasks {
  evaluate: { input: StudyJob; output: StudyOutcome };
}

serveTasks<EvaluationTasks>({
  evaluate(job) {
    const evaluator = new Evaluator(job);
    while (!evaluator.part(Number.POSITIVE_INFINITY));
    const outcome = evaluator.outcome();
    evaluator.free();
    return outcome;
  },
});
