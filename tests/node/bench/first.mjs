/** How long a newcomer waits for the first flock on a slow connection. */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { median } from "./rounds.mjs";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms; a fourth of the processor. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER = 4;

/** Serves a folder as static hosts do, with gzip. */
async function serveZipped(folder) {
  const zipped = new Map();
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.split("?")[0] ?? "/");
    const file = join(folder, name === "/" ? "index.html" : name);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    if (!zipped.has(file)) zipped.set(file, gzipSync(readFileSync(file), { level: 9 }));
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip" }).end(zipped.get(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready()));
  return server;
}

/**
 * Sent into the page before its scripts: notes when the first tick has been drawn, by whichever engine, when the page
 * answers, how much the layout shifts, and the longest block from the first tick on.
 */
function watchStart() {
  [window.shifted_, window.blocked_] = [0, 0];
  new PerformanceObserver((list) => {
    // What it takes to begin blocks nothing that moves.
    for (const { startTime, duration } of list.getEntries())
      if (startTime > (window.moved_ ?? Infinity)) window.blocked_ = Math.max(window.blocked_, duration);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted_ += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const core = (window.flockwright?.core.ticks() ?? 0) > 0;
    if (core || performance.getEntriesByName("flock").length > 0) window.moved_ ??= performance.now();
    if (core) window.answered_ = performance.now();
    else setTimeout(look, 10);
  };
  look();
}

/** A link whose scene is not the recorded opening. */
const LINK = "?v=8&scene=flock-limited";

/**
 * The built page's first visit: ms until the flock moves and until the page answers, and until the flock of a link moves
 * (medians of three); the largest layout shift and the longest block, ms, until `settle` ms later.
 */
export async function firstFlock(dist, executablePath, { visits = 3, settle = 3000 } = {}) {
  const server = await serveZipped(dist);
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--no-first-run", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  const [moved, answered, linked] = [[], [], []];
  let [shift, block] = [0, 0];
  for (let visit = 0; visit < 2 * visits; visit++) {
    const link = visit % 2 === 0 ? "" : LINK;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.addInitScript(watchStart);
    await page.goto(`http://127.0.0.1:${server.address().port}/${link}`, { waitUntil: "commit" });
    await page.waitForFunction(() => window.answered_, undefined, { timeout: 60_000 });
    await page.waitForTimeout(settle);
    const seen = await page.evaluate(() => ({
      moved: window.moved_,
      answered: window.answered_,
      shifted: window.shifted_,
      blocked: window.blocked_,
    }));
    if (link) linked.push(seen.moved);
    else {
      moved.push(seen.moved);
      answered.push(seen.answered);
      block = Math.max(block, seen.blocked);
    }
    shift = Math.max(shift, seen.shifted);
    await context.close();
  }
  await browser.close();
  server.close();
  return { ms: median(moved), answers: median(answered), link: median(linked), shift, block };
}

// By hand: CHROMIUM=... node tests/node/bench/first.mjs [--once] [folder of a built page ...]
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const short = process.argv.includes("--once") ? { visits: 1, settle: 0 } : {};
  const folders = process.argv.slice(2).filter((one) => one !== "--once");
  if (folders.length === 0) folders.push(fileURLToPath(new URL("../../../www/dist", import.meta.url)));
  for (const folder of folders) console.log(folder, await firstFlock(folder, process.env.CHROMIUM, short));
}
