/** Links that say something of time: the tick they start at, and what was done in the run. */
import { withoutPairs } from "../query";

/** The link itself where it has such a part, else undefined: the core's own link says all that it said. */
export function timedLink(query: string): string | undefined {
  const pairs = new URLSearchParams(query);
  return pairs.has("at") || pairs.has("ev") ? query : undefined;
}

/** The link of the run from its start, before anything is done in it. */
export function withoutTime(query: string): string {
  const timed = (pair: string) => ["at", "ev"].some((key) => new URLSearchParams(pair).has(key));
  return withoutPairs(query, timed);
}
