/** Writes a run as one HTML file that plays it without a server; the file contains the core, compressed. */
import script from "../../../npm/file.ts?worker&url";
import { escapeHtml } from "../../core/link/embed";

const CORE_FILE = new URL("../../../pkg-npm/npm_bg.wasm", import.meta.url);

async function fetchFile(from: string | URL): Promise<Response> {
  const response = await fetch(from);
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
  return response;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Returns the text of an HTML file that plays the run of a link. Rejects if code or core cannot be fetched. */
export async function htmlFile(link: string, title: string): Promise<string> {
  const [code, wasm] = await Promise.all([
    fetchFile(script).then((file) => file.text()),
    fetchFile(CORE_FILE),
  ]);
  const packed = wasm.body?.pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  html { color-scheme: light dark; }
  body { margin: 0; height: 100dvh; }
  flock-view { height: 100%; aspect-ratio: auto; }
</style>
<body>
<script type="text/plain" id="core" data-link="${escapeHtml(link)}">${base64(bytes)}</script>
<script type="module">${code.replace(/<\/(?=script)/gi, "<\\/")}</script>
</body>
</html>
`;
}
