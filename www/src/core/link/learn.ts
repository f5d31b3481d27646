/** The step of the course that a link names: `learn=cohesion-alone`. The core never sees it. */
import { lastValue, withoutPairs } from "./query";

const LEARN = "learn";

export const learnOf = (query: string): string => lastValue(query, LEARN);

/** The link of the run and its view alone. */
export const withoutLearn = (query: string): string =>
  withoutPairs(query, (pair) => pair === LEARN || pair.startsWith(`${LEARN}=`));

/** The link with this step; without one for "". */
export const withLearn = (query: string, key: string): string =>
  key ? `${withoutLearn(query)}&${LEARN}=${key}` : withoutLearn(query);
