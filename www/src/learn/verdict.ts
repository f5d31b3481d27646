/** What a step says of the solution: one sentence about what is on the screen now. */
/** How a rule of one's own compares with the built-in one. */
interface Agreement {
  same: number;
  states: number;
  first?: { difference: string };
}

/** Of a solved step; `at`: when all its goals had held for long enough, s of the run. */
export const goalsVerdict = (at: number): string => `Solved: it held, after ${at.toFixed(1)} s.`;

/** Of a rule, for the text that stands there. */
export function agreementVerdict({ same, states, first }: Agreement): string {
  return first
    ? `It agrees in ${same} of ${states} states. ${first.difference} One of them:`
    : `It agrees in all ${states} states.`;
}
