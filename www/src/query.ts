/** Query strings as text: links are cut and joined pair by pair, so that what is left stays as it was written. */

/** The query without the pairs of which that is said. */
export function withoutPairs(query: string, isOut: (pair: string) => boolean): string {
  return query
    .split("&")
    .filter((pair) => !isOut(pair))
    .join("&");
}

/** What a query says for a key: of several the last holds; "" for none. */
export function lastValue(query: string, key: string): string {
  return new URLSearchParams(query).getAll(key).at(-1) ?? "";
}
