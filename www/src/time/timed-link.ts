/** Links that say something of time: the tick they start at, and what was done in the run. */

/** The link itself where it has such a part, else undefined: the core's own link says all that it said. */
export function timedLink(query: string): string | undefined {
  const pairs = new URLSearchParams(query);
  return pairs.has("at") || pairs.has("ev") ? query : undefined;
}
