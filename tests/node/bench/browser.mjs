/** The built page in headless Chromium: its core as a contestant, and what a frame costs it. */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";
import { median } from "./rounds.mjs";

const www = fileURLToPath(new URL("../../../www", import.meta.url));

/** Serves www/dist with the page's own headers, and starts the browser. */
export async function openBrowser(executablePath) {
  const server = await preview({ root: www, logLevel: "error", preview: { host: "127.0.0.1", port: 4390 } });
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--no-first-run", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  const base = server.resolvedUrls.local[0];
  return {
    version: browser.version(),
    /** A page that stands still, or plays. */
    async open(link, { playing = false, prepare } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: playing ? "no-preference" : "reduce",
      });
      const page = await context.newPage();
      if (prepare) await page.addInitScript(prepare);
      await page.goto(`${base}?${link}`);
      await page.waitForFunction(() => (window.flockwright?.core.views().count ?? 0) > 0);
      return page;
    },
    /** A page at a link, whatever becomes of it, with this in its local storage. */
    async visit(link, prepare, storage = {}, viewport = { width: 1280, height: 800 }) {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, storage);
      await page.addInitScript(prepare);
      await page.goto(`${base}?${link}`, { waitUntil: "commit" });
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * Sent into the page before its scripts: notes what each frame takes, and in it ticks, drawing, and counts and hash for
 * the status line. Without a graphics processor a program paints the units, on the processors that the page needs
 * itself, and the page waits for it: what is measured is the page, so nothing is painted.
 */
export function watchFrames() {
  for (const call of ["drawArrays", "drawArraysInstanced"]) WebGL2RenderingContext.prototype[call] = () => {};
  const parts = { ticks: 0, draw: 0, numbers: 0 };
  window.frames_ = [];
  let core;
  let shown = -1;
  /** Sums up what calls of a method take. */
  const time = (object, name, part) => {
    const call = object[name].bind(object);
    object[name] = (...args) => {
      const begun = performance.now();
      const result = call(...args);
      parts[part] += performance.now() - begun;
      return result;
    };
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      if (!core && window.flockwright) {
        core = window.flockwright.core;
        time(core, "tickPart", "ticks");
        time(core, "hash", "numbers");
        time(core, "meanNeighbors", "numbers");
        time(window.flockwright.stage, "draw", "draw");
      }
      Object.assign(parts, { ticks: 0, draw: 0, numbers: 0 });
      const begun = performance.now();
      callback(now);
      const all = performance.now() - begun;
      // Frames that show what the one before showed cost next to nothing: they would flatter.
      if (core && core.ticks() !== shown) window.frames_.push({ all, ...parts });
      shown = core?.ticks() ?? -1;
    });
}

/**
 * What a frame of a page with `watchFrames` takes on the main thread besides its ticks, ms, over frames that show
 * another tick than the one before: the median, and that which one in twenty exceeds. Frames of the first `settle` ms
 * place everything, and fetch what the page may need later: those of the `span` ms thereafter count,
 * and more until there are `least`.
 */
export async function frameCost(page, { settle = 4000, span = 12_000, least = 20 } = {}) {
  await page.waitForTimeout(settle);
  const settled = await page.evaluate(() => window.frames_.length);
  await page.waitForTimeout(span);
  await page.waitForFunction((count) => window.frames_.length >= count, settled + least, { timeout: 60_000 });
  const all = (await page.evaluate(() => window.frames_)).slice(settled);
  // The numbers below the picture are read a few times a second: how many frames share that cost depends on how fast
  // the machine paints, so it is told apart.
  const besides = all.map((frame) => frame.all - frame.ticks - frame.numbers).sort((a, b) => a - b);
  return {
    frames: besides.length,
    median: median(besides),
    p95: besides[Math.floor(besides.length * 0.95)],
    draw: median(all.map(({ draw }) => draw)),
    numbers: Math.max(...all.map(({ numbers }) => numbers)),
  };
}
