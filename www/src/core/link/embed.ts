import { withoutPairs } from "./query";

/** What makes a link an embed: `embed=1` waits for Play, `embed=play` starts by itself. */
export type EmbedMode = "wait" | "play";

const isEmbed = (pair: string) => /^embed(=|$)/.test(pair);

/** How this query wants to be embedded; undefined for the whole playground. */
export function embedMode(query: string): EmbedMode | undefined {
  const pair = query.split("&").findLast(isEmbed);
  if (pair === undefined) return undefined;
  const value = pair.slice("embed=".length);
  if (value === "0") return undefined;
  return value === "play" ? "play" : "wait";
}

/** The link of the run alone. */
export function withoutEmbed(query: string): string {
  return withoutPairs(query, isEmbed);
}

/** The link of the run as an embed. */
export function asEmbed(link: string, mode: EmbedMode): string {
  return `${withoutEmbed(link)}&embed=${mode === "play" ? "play" : "1"}`;
}

const escapes: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const attribute = (text: string) => text.replace(/[&"<>]/g, (char) => escapes[char] ?? char);

/** The HTML that puts a run into another page, as wide as the text around it. */
export function snippet(href: string, title: string): string {
  const name = attribute(`Flockwright: ${title}`);
  const room = `style="width: 100%; aspect-ratio: 4 / 3; border: 0"`;
  return `<iframe src="${attribute(href)}" title="${name}" ${room} loading="lazy"></iframe>`;
}
