/**
 * Puts the core with shared memory into the built page, which then loads it where it can: `node add.mjs PACKAGE DIST`.
 * The page may be served meanwhile: its files come first, its name in the page's head last.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const files = ["flockwright.js", "flockwright_bg.wasm", "helper.js"];

/** The head that names the folder. What the head has fetched at once is the usual core, which such a page may not need. */
function offer(html, folder) {
  const [ask] = html.match(/ *<link rel="preload"[^>]*\.wasm"[^>]*>\n?/) ?? [];
  const name = `    <meta name="shared-core" content="./${folder}/">\n`;
  if (ask) return html.replace(ask, () => name);
  const before = /( *<meta name="shared-core" content=")[^"]*(">)/;
  if (!before.test(html)) throw new Error("The built page has no place for a core with shared memory.");
  return html.replace(before, (_, start, end) => `${start}./${folder}/${end}`);
}

const [from, dist] = process.argv.slice(2);
const texts = files.map((file) => readFileSync(join(from, file)));
const hash = createHash("sha256");
for (const text of texts) hash.update(text);
const folder = `assets/core-${hash.digest("hex").slice(0, 8)}`;
const page = join(dist, "index.html");
const html = offer(readFileSync(page, "utf8"), folder);
mkdirSync(join(dist, folder), { recursive: true });
for (const file of files) cpSync(join(from, file), join(dist, folder, file));
writeFileSync(`${page}.new`, html);
renameSync(`${page}.new`, page);
