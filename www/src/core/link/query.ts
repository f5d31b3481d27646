/**
 * The only reader of query strings. Queries are split and joined pair by pair, so that other pairs stay as they were
 * written. Keys that only the page reads: `learn` (a step of the course), `look` (the view), `wish` (a search of Make
 * it) and `embed`.
 */

import list from "../../../../src/core/session/trackers.txt?raw";

/** Keys that mail programs, networks and advertisers add to links for tracking; `*` stands for any end. */
const TRACKER_KEYS = list.split("\n").filter(Boolean);

const isTracker = (key: string) =>
  TRACKER_KEYS.some((known) => (known.endsWith("*") ? key.startsWith(known.slice(0, -1)) : key === known));

/** Characters after an address in running text (brackets, quotes, end of a sentence), also percent- or HTML-encoded. */
const TRAILING_TEXT =
  /(?:[&\s)\]}><,;:.!?"'`\\\u201d\u201c\u2019\u2018\u00bb\u00ab\u2026]|&(?:#|[a-z0-9]){1,6};|%(?:20|09|0a|0d|22|27|3c|3e|5c|60|e2%80%(?:9[cd89]|a6)|c2%(?:bb|ab|a0)))$/i;

/**
 * Returns the query of a pasted text without what follows it in running text and without Markdown's backslashes, like
 * `query_of` in the core.
 */
export function queryOf(pasted: string): string {
  let query = pasted.trim();
  for (let end = TRAILING_TEXT.exec(query); end; end = TRAILING_TEXT.exec(query))
    query = query.slice(0, end.index);
  return query.replace(/(?:\\|%5c)([_*&\-.=~#])/gi, "$1");
}

/** Returns the query with `&amp;`, which mail programs write for `&`, decoded; "" if it has only tracking keys. */
export function cleanQuery(query: string): string {
  const decoded = query.replace(/(^|&)(?:amp;)+/gi, "$1");
  return keysOf(decoded).every((key) => key === "" || isTracker(key)) ? "" : decoded;
}

/** Query of the page's own address, also from its fragment: some programs put `#` before the question mark. */
export function pageQuery(): string {
  const { search, hash } = location;
  const fragment = hash.includes("=") ? hash.replace(/^#[!/?]*/, "") : "";
  return cleanQuery(queryOf(search.slice(1) || fragment));
}

/** Keys of a query that say nothing about the run. */
const KEYS_WITHOUT_RUN = ["v", "learn", "look", "embed", ""];

/** Returns whether a query has a key that says something about the run. */
export function namesRun(query: string): boolean {
  return keysOf(query).some((key) => !KEYS_WITHOUT_RUN.includes(key) && !isTracker(key));
}

/** Decoded key of a pair `key=value`. */
function keyOf(pair: string): string {
  const key = pair.split("=", 1)[0] ?? "";
  if (!/[%+]/.test(key)) return key;
  const [plain = ""] = new URLSearchParams(key).keys();
  return plain;
}

/** Decoded keys of a query, in order. */
export function keysOf(query: string): string[] {
  return query.split("&").map(keyOf);
}

/** Value of a key in a query: the last one if there are several, "" if there is none. */
export function readValue(query: string, key: string): string {
  const pair = query.split("&").findLast((one) => keyOf(one) === key) ?? "";
  const [value = ""] = new URLSearchParams(pair).values();
  return value;
}

/** Returns the query without these keys; other pairs stay as they were written. */
export function withoutKeys(query: string, ...keys: string[]): string {
  return query
    .split("&")
    .filter((pair) => !keys.includes(keyOf(pair)))
    .join("&");
}

/** Returns the query with this pair at its end, in place of others with the key; "" only removes them. */
export function withValue(query: string, key: string, value: string): string {
  const otherPairs = withoutKeys(query, key);
  return value ? `${otherPairs}&${key}=${value}` : otherPairs;
}
