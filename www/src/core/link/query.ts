/**
 * The one reader of query strings. Links are cut and joined pair by pair, so that what is left stays as it was written.
 * The page's own keys, which the core passes over: `learn` (a step of the course), `look` (the view), `wish` (what a flock
 * should be like) and `embed`.
 */

import list from "../../../../src/core/session/trackers.txt?raw";

/** Keys that mail programs, networks and advertisers hang on links; with `*`, the beginning of several. */
const trackers = list.split("\n").filter(Boolean);

const isTracker = (key: string) =>
  trackers.some((known) => (known.endsWith("*") ? key.startsWith(known.slice(0, -1)) : key === known));

/** What stands behind addresses in texts: brackets, quotes, the end of a sentence; and what browsers and HTML make of it. */
const BEHIND =
  /(?:[&\s)\]}><,;:.!?"'`\\\u201d\u201c\u2019\u2018\u00bb\u00ab\u2026]|&(?:#|[a-z0-9]){1,6};|%(?:20|09|0a|0d|22|27|3c|3e|5c|60|e2%80%(?:9[cd89]|a6)|c2%(?:bb|ab|a0)))$/i;

/** A query as it was meant, of one that was pasted: the core reads links alike (`query_of`). */
export function asMeant(pasted: string): string {
  let query = pasted.trim();
  for (let end = BEHIND.exec(query); end; end = BEHIND.exec(query)) query = query.slice(0, end.index);
  return query.replace(/(?:\\|%5c)([_*&\-.=~#])/gi, "$1");
}

/** The query as it was meant: `&amp;`, which HTML makes of `&`, is `&`. Of nothing but trackers, nothing is left. */
export function cleanQuery(query: string): string {
  const plain = query.replace(/(^|&)(?:amp;)+/gi, "$1");
  return keysOf(plain).every((key) => key === "" || isTracker(key)) ? "" : plain;
}

/** What the page's own address asks for; some programs put `#` before the question mark. */
export function askedFor(): string {
  const { search, hash } = location;
  const fragment = hash.includes("=") ? hash.replace(/^#[!/?]*/, "") : "";
  return cleanQuery(asMeant(search.slice(1) || fragment));
}

/** What a link can say besides which run it means. */
const NO_RUN = ["v", "learn", "look", "embed", ""];

/** Whether a query says which run it means. */
export function namesRun(query: string): boolean {
  return keysOf(query).some((key) => !NO_RUN.includes(key) && !isTracker(key));
}

/** The key of a pair, in whichever of its ways a query spells it. */
function keyOf(pair: string): string {
  const key = pair.split("=", 1)[0] ?? "";
  if (!/[%+]/.test(key)) return key;
  const [plain = ""] = new URLSearchParams(key).keys();
  return plain;
}

/** The keys of a query, in order. */
export function keysOf(query: string): string[] {
  return query.split("&").map(keyOf);
}

/** The value of a key, the last one if there are several; "" if there is none. */
export function readValue(query: string, key: string): string {
  const pair = query.split("&").findLast((one) => keyOf(one) === key) ?? "";
  const [value = ""] = new URLSearchParams(pair).values();
  return value;
}

/** The query without these keys; what is left stays as it was written. */
export function without(query: string, ...keys: string[]): string {
  return query
    .split("&")
    .filter((pair) => !keys.includes(keyOf(pair)))
    .join("&");
}

/** The query with this value of a key, which stands last; without the key for "". */
export function withValue(query: string, key: string, value: string): string {
  const rest = without(query, key);
  return value ? `${rest}&${key}=${value}` : rest;
}
