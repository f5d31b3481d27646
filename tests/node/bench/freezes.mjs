/**
 * What links, files and storages that ask for too much do to the page: how long until it shows itself, its longest
 * block, how soon it answers a click, and the memory of the core, then and after leaving. Blocks are told in ms of the
 * processor, and of the clock: on a busy machine that is much more. Run it by hand, all rows or those whose name
 * contains a word: node tests/node/bench/freezes.mjs [WORD]. With `--once` it goes through all of that without patience,
 * and measures nothing.
 */
import { openBrowser } from "./browser.mjs";
import { rows } from "./large.mjs";

/** Sent before the page's scripts: notes blocks, and when the page shows itself. */
function watch() {
  const look = () => {
    if (document.getElementById("chrome")?.checkVisibility({ visibilityProperty: true }))
      window.shown_ = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener(
    "pointerdown",
    (event) => {
      const begun = event.timeStamp;
      requestAnimationFrame(() => window.clicks_?.push(performance.now() - begun));
    },
    true,
  );
  window.clicks_ = [];
}

/** Drops a file on the page, as a person does. */
async function drop(page, text) {
  const dataTransfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "file.json", { type: "application/json" }));
    return data;
  }, text);
  await page.dispatchEvent("#stage", "dragover", { dataTransfer });
  await page.dispatchEvent("#stage", "drop", { dataTransfer });
}

/** Notes the tasks of the page's main thread; what is returned stops that and tells the longest, in ms. */
async function traceTasks(page) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"], recordMode: "recordAsMuchAsPossible" },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    const renderers = events.filter(
      ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
    );
    const main = new Set(renderers.map(({ pid, tid }) => `${pid} ${tid}`));
    const tasks = events.filter(
      ({ name, ph, pid, tid }) => name.endsWith("RunTask") && ph === "X" && main.has(`${pid} ${tid}`),
    );
    const longest = (key) => Math.max(0, ...tasks.map((task) => (task[key] ?? 0) / 1000));
    return { processor: longest("tdur"), clock: longest("dur") };
  };
}

const browser = await openBrowser(process.env.CHROMIUM || "/usr/bin/chromium");
console.log(
  "| what | shown, s | longest block, ms of the processor (of the clock) | click answered, ms | memory, MB | after leaving, MB |",
);
console.log("|---|---|---|---|---|---|");
const once = process.argv.includes("--once");
const [word = ""] = process.argv.slice(2).filter((one) => one !== "--once");
/** Between clicks, and before it is looked at, ms. */
const WHILE = once ? 50 : 1500;
for (const [name, link, { stored, file } = {}] of rows.filter(([name]) => name.includes(word))) {
  const page = await browser.visit(`v=8&${link}`, watch, stored && { "flockwright.presets": stored });
  try {
    const stop = await traceTasks(page);
    await page.waitForFunction(() => window.shown_ !== undefined, undefined, { timeout: 60_000 });
    if (file) await drop(page, file);
    for (let click = 0; click < 4; click++) {
      await page.waitForTimeout(WHILE);
      await page.mouse.click(640, 400);
    }
    await page.waitForTimeout(WHILE);
    const found = await page.evaluate(() => ({
      shown: window.shown_,
      click: Math.max(...window.clicks_),
      memory: window.flockwright.core.memory(),
    }));
    const longest = await stop();
    const left = await page.evaluate(async (wait) => {
      document.querySelector("#strip button")?.click();
      await new Promise((resolve) => setTimeout(resolve, wait));
      return window.flockwright.core.memory();
    }, WHILE + 500);
    const mb = (bytes) => Math.round(bytes / 2 ** 20);
    const block = `${Math.round(longest.processor)} (${Math.round(longest.clock)})`;
    console.log(
      `| ${name} | ${(found.shown / 1000).toFixed(1)} | ${block} | ${Math.round(found.click)} | ${mb(found.memory)} | ${mb(left)} |`,
    );
  } catch (error) {
    console.log(`| ${name} | ${String(error).slice(0, 80)} |`);
    if (once) process.exitCode = 1;
  }
  await page.close();
}
await browser.close();
