/** Query strings as text: links are cut and joined pair by pair, so that what is left stays as it was written. */

import list from "../../../../src/core/session/trackers.txt?raw";

/** Keys that mail programs, networks and advertisers hang on links; with `*`, the beginning of several. */
const trackers = list.split("\n").filter(Boolean);

const isTracker = (key: string) =>
  trackers.some((known) => (known.endsWith("*") ? key.startsWith(known.slice(0, -1)) : key === known));

/** The query as it was meant: `&amp;`, which HTML makes of `&`, is `&`. Of nothing but trackers, nothing is left. */
export function cleanQuery(query: string): string {
  const plain = query.replace(/(^|&)(?:amp;)+/gi, "$1");
  return withoutPairs(plain, (pair) => isTracker(pair.split("=", 1)[0] ?? "")) && plain;
}

/** What the page's own address asks for. */
export function askedFor(): string {
  return cleanQuery(location.search.slice(1));
}

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
