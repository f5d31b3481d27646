/** What the page weighs, and what its runs take in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { load } from "./contestants.mjs";
import { placed } from "./lap.mjs";

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The chunks that a chunk needs before it runs. */
function staticImports(code) {
  const found = code.matchAll(
    /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["']\.\/([^"']+\.js)["']/g,
  );
  return [...found].map(([, name]) => name);
}

/** The scripts by which the flock of a link flies, and what the recorded opening, and the page around, need besides. */
export function fetchedFirst(dist) {
  const assets = join(dist, "assets");
  const files = readdirSync(assets);
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const [initial, first, page] = [new Set(), new Set(), new Set()];
  const follow = (name, to = initial) => {
    if (initial.has(name) || to.has(name)) return;
    to.add(name);
    for (const other of staticImports(readFileSync(join(assets, name), "utf8"))) follow(other, to);
  };
  for (const [, name] of html.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)) follow(name);
  // Asked for at once, though not waited for: what runs the core, behind the opening.
  for (const name of files.filter((one) => /^start-[^.]*\.js$/.test(one))) follow(name);
  for (const name of files.filter((one) => /^opening-[^.]*\.js$/.test(one))) follow(name, first);
  for (const name of files.filter((one) => /^page-[^.]*\.js$/.test(one))) follow(name, page);
  return { initial, first, page };
}

/**
 * The built page's files as they travel, after gzip -9, bytes: the core, and that of
 * workers; the JavaScript by which the flock of a link flies, what the recorded opening, and the page
 * around, need besides, and what is fetched when the page is idle, or wanted; and the styles.
 */
export function sizes(dist) {
  const assets = join(dist, "assets");
  const files = readdirSync(assets);
  const { initial, first, page } = fetchedFirst(dist);
  const sum = (names) => names.reduce((bytes, name) => bytes + gzipped(readFileSync(join(assets, name))), 0);
  const scripts = files.filter((name) => name.endsWith(".js"));
  return {
    wasm: sum(files.filter((name) => /^flockwright_bg-[^.]*\.wasm$/.test(name))),
    workWasm: sum(files.filter((name) => /^work_bg-[^.]*\.wasm$/.test(name))),
    npmWasm: sum(files.filter((name) => /^npm_bg-[^.]*\.wasm$/.test(name))),
    script: sum([...initial]),
    opening: sum([...first]),
    pageScript: sum([...page]),
    lazyScript: sum(scripts.filter((name) => ![initial, first, page].some((those) => those.has(name)))),
    styles: sum(files.filter((name) => name.endsWith(".css"))),
    html: gzipped(readFileSync(join(dist, "index.html"))),
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
