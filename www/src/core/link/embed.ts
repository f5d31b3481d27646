import { keysOf, readValue, withValue } from "./query";

/** Kind of an embed: `embed=1` waits for Play, `embed=play` starts by itself. */
export type EmbedMode = "wait" | "play";

const EMBED = "embed";

/** Returns the embed mode of a query; `undefined` for the whole playground. */
export function embedMode(query: string): EmbedMode | undefined {
  const value = readValue(query, EMBED);
  if (!keysOf(query).includes(EMBED) || value === "0") return undefined;
  return value === "play" ? "play" : "wait";
}

/** Returns the run's link as an embed. */
export function asEmbed(link: string, mode: EmbedMode): string {
  return withValue(link, EMBED, mode === "play" ? "play" : "1");
}

const escapes: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const attribute = (text: string) => text.replace(/[&"<>]/g, (char) => escapes[char] ?? char);

/** Returns the HTML that embeds a run in another page, as wide as the surrounding text. */
export function snippet(href: string, title: string): string {
  const name = attribute(`Flockwright: ${title}`);
  const room = `style="width: 100%; aspect-ratio: 4 / 3; border: 0"`;
  return `<iframe src="${attribute(href)}" title="${name}" ${room} loading="lazy"></iframe>`;
}
