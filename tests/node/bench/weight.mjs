/** What the page weighs, and what its runs take in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { load } from "./contestants.mjs";
import { placed } from "./lap.mjs";

const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** The chunks that a chunk needs before it runs. */
function staticImports(code) {
  const found = code.matchAll(
    /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["']\.\/([^"']+\.js)["']/g,
  );
  return [...found].map(([, name]) => name);
}

/**
 * The built page's files after gzip -9, bytes: the wasm file, the JavaScript that the page needs to start, the
 * JavaScript that it fetches when it is idle or wanted, and the styles.
 */
export function sizes(dist) {
  const assets = join(dist, "assets");
  const files = readdirSync(assets);
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const initial = new Set();
  const follow = (name) => {
    if (initial.has(name)) return;
    initial.add(name);
    staticImports(readFileSync(join(assets, name), "utf8")).forEach(follow);
  };
  for (const [, name] of html.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)) follow(name);
  // Asked for at once, though not waited for: the page's own program, behind the opening.
  files.filter((name) => /^start-[^.]*\.js$/.test(name)).forEach(follow);
  const sum = (names) => names.reduce((bytes, name) => bytes + gzipped(join(assets, name)), 0);
  const scripts = files.filter((name) => name.endsWith(".js"));
  return {
    wasm: sum(files.filter((name) => name.endsWith(".wasm"))),
    script: sum([...initial]),
    lazyScript: sum(scripts.filter((name) => !initial.has(name))),
    styles: sum(files.filter((name) => name.endsWith(".css"))),
    html: gzipped(join(dist, "index.html")),
  };
}

/** Linear memory with a run of this workload in it after some ticks, bytes. */
export async function memoryOf({ units, link }, folder) {
  const { Simulation, memory } = await load(folder);
  const run = placed(new Simulation(link));
  run.tick(2);
  const bytes = memory.buffer.byteLength;
  run.free();
  return { units, bytes };
}
