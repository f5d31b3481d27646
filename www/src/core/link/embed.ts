import { keysOf, readValue, withValue } from "./query";

/** How the page starts inside another page: "wait" (`embed=1`) waits for Play, "play" (`embed=play`) starts at once. */
export type EmbedMode = "wait" | "play";

const EMBED_KEY = "embed";

/** Returns the embed mode of a query; `undefined` for the whole page, without `embed` or with `embed=0`. */
export function embedMode(query: string): EmbedMode | undefined {
  const value = readValue(query, EMBED_KEY);
  if (!keysOf(query).includes(EMBED_KEY) || value === "0") return undefined;
  return value === "play" ? "play" : "wait";
}

/** Returns a run's link with the key `embed`. */
export function asEmbed(link: string, mode: EmbedMode): string {
  return withValue(link, EMBED_KEY, mode === "play" ? "play" : "1");
}

const HTML_ESCAPES: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

/** Text for use as text or attribute value in HTML. */
export const escapeHtml = (text: string) => text.replace(/[&"<>]/g, (char) => HTML_ESCAPES[char] ?? char);

/** Returns the HTML of a frame that shows a run in another page, as wide as the surrounding text. */
export function embedSnippet(href: string, title: string): string {
  const name = escapeHtml(`Flockwright: ${title}`);
  const frameStyle = `style="width: 100%; aspect-ratio: 4 / 3; border: 0"`;
  return `<iframe src="${escapeHtml(href)}" title="${name}" ${frameStyle} loading="lazy"></iframe>`;
}
