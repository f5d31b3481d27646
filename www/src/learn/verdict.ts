/** What a step says of the solution: one sentence about what is on the screen now. */
import type { LessonState } from "../core/course";

/** How a rule of one's own compares with the built-in one. */
interface Agreement {
  same: number;
  states: number;
  first?: { difference: string };
}

/** Of a solved step, with the goals' values of the same sample as those that are shown; `at`: s of the run. */
export function goalsVerdict(at: number, goals: LessonState["goals"]): string {
  const after = `after ${at.toFixed(1)} s`;
  return goals.every(([, holds]) => holds) ? `It holds, ${after}.` : `Solved ${after}. It does not hold now.`;
}

/** Of a rule, for the text that stands there. */
export function agreementVerdict({ same, states, first }: Agreement): string {
  return first
    ? `It agrees in ${same} of ${states} states. ${first.difference} One of them:`
    : `It agrees in all ${states} states.`;
}
