import { keysOf, readValue, withValue } from "./query";

/** What makes a link an embed: `embed=1` waits for Play, `embed=play` starts by itself. */
export type EmbedMode = "wait" | "play";

const EMBED = "embed";

/** How this query wants to be embedded; undefined for the whole playground. */
export function embedMode(query: string): EmbedMode | undefined {
  const value = readValue(query, EMBED);
  if (!keysOf(query).includes(EMBED) || value === "0") return undefined;
  return value === "play" ? "play" : "wait";
}

/** The link of the run as an embed. */
export function asEmbed(link: string, mode: EmbedMode): string {
  return withValue(link, EMBED, mode === "play" ? "play" : "1");
}

const escapes: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const attribute = (text: string) => text.replace(/[&"<>]/g, (char) => escapes[char] ?? char);

/** The HTML that puts a run into another page, as wide as the text around it. */
export function snippet(href: string, title: string): string {
  const name = attribute(`Flockwright: ${title}`);
  const room = `style="width: 100%; aspect-ratio: 4 / 3; border: 0"`;
  return `<iframe src="${attribute(href)}" title="${name}" ${room} loading="lazy"></iframe>`;
}
