/** Query strings as text: links are cut and joined pair by pair, so that what is left stays as it was written. */

/** The query without the pairs that `isOut` selects. */
export function withoutPairs(query: string, isOut: (pair: string) => boolean): string {
  return query
    .split("&")
    .filter((pair) => !isOut(pair))
    .join("&");
}

/** The value of a key, the last one if there are several; "" if there is none. */
export function lastValue(query: string, key: string): string {
  return new URLSearchParams(query).getAll(key).at(-1) ?? "";
}
