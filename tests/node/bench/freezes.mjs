/**
 * What links, files and storages that ask for too much do to the page: how long until it shows itself, its longest
 * block, how soon it answers a click, and the memory of the core, then and after leaving. Blocks are told in ms of the
 * processor, and of the clock: on a busy machine that is much more. Run it by hand, all rows or those whose name
 * contains a word: node tests/node/bench/freezes.mjs [WORD]
 */
import { openBrowser } from "./browser.mjs";

const discs = Array.from({ length: 512 }, (_, k) => `${100 + (k % 32) * 20}-${100 + (k >> 5) * 20}-100`).join(
  "_",
);
const walls = Array.from({ length: 64 }, (_, k) => `0-${10 * k}-600-${10 * k}-2`).join("_");
const tiles = Array.from({ length: 64 }, (_, k) => `0-${k}-64`).join("_");
const many = "count=500000";
const preset = `v=1&scene=rts-group&${many}&ob=${discs}`;
const presets = JSON.stringify({
  format: "flockwright-presets",
  version: 1,
  presets: [1, 2].map((k) => ({ name: `Preset ${k}`, link: `${preset}&seed=${k}` })),
});

const parameters = JSON.stringify({
  format: "flockwright-parameters",
  version: 1,
  scene: "flock-limited",
  groups: [
    {
      key: "boids",
      parameters: Object.fromEntries(Array.from({ length: 40_000 }, (_, k) => [`key${k}`, { value: k }])),
    },
  ],
});
const named = (name, link) => ({ format: "flockwright-presets", version: 1, presets: [{ name, link }] });
const marks = JSON.stringify(named(`a${"\u0301\u0323".repeat(60_000)}`, "v=1&scene=swarm"));
const ands = JSON.stringify({
  ...named("", ""),
  presets: Array.from({ length: 40 }, (_, k) => ({
    name: `Preset ${k}`,
    link: `v=1&scene=swarm${"&".repeat(65_000)}`,
  })),
});
const recording = JSON.stringify({
  format: "flockwright-run",
  version: 1,
  link: "v=1&scene=flock-wide&count=20000",
  events: Array.from({ length: 20_000 }, (_, k) => `G0.ob*3d${k % 900}-90-20`).join(""),
  ticks: 60,
});

const rows = [
  ["512 discs, 500,000 units: flock-wide", `scene=flock-wide&${many}&ob=${discs}`],
  ["512 discs, 500,000 units: rts-group", `scene=rts-group&${many}&ob=${discs}`],
  ["512 discs, 500,000 units: zombie-horde", `scene=zombie-horde&${many}&ob=${discs}`],
  [
    "4,096 blocked tiles, 3 x 500,000",
    `scene=tile-chase&${many}&prey.count=500000&groups=trolls*prey*g1.btile&g1.count=500000&tiles=${tiles}`,
  ],
  ["two such presets in storage", "scene=flock-limited", { stored: presets }],
  [
    "a unit selected, all drawn: zombie-horde, 2 x 120,000",
    "scene=zombie-horde&count=120000&survivors.count=120000&look=1_u7_ovantlkgp",
  ],
  ["clicks in zombie-horde, 2 x 60,000", "scene=zombie-horde&count=60000&survivors.count=60000"],
  ["20,000 units of length 40 in 100 x 100", "scene=flock-wide&count=20000&length=40&width=100&height=100"],
  ["500,000 units of length 40 in 100 x 100", `scene=flock-wide&${many}&length=40&width=100&height=100`],
  [
    "three groups of 500,000, 64 walls",
    `scene=leaders-pincer&${many}&interceptors.count=500000&player.count=500000&view=off&interceptors.view=off&wa=${walls}`,
  ],
  ["parameters file with 40,000 keys", "scene=flock-limited", { file: parameters }],
  ["preset with a name of 120,000 combining marks", "scene=flock-limited", { file: marks }],
  ["40 presets with 65,000 &, in storage", "scene=flock-limited", { stored: ands }],
  ["recording with 20,000 layouts", "scene=flock-limited", { file: recording }],
];

/** Sent before the page's scripts: notes blocks, and when the page shows itself. */
function watch() {
  const look = () => {
    if (document.getElementById("chrome")?.hidden === false) window.shown_ = performance.now();
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
const [, , word = ""] = process.argv;
for (const [name, link, { stored, file } = {}] of rows.filter(([name]) => name.includes(word))) {
  const page = await browser.visit(`v=1&${link}`, watch, stored && { "flockwright.presets": stored });
  try {
    const stop = await traceTasks(page);
    await page.waitForFunction(() => window.shown_ !== undefined, undefined, { timeout: 60_000 });
    if (file) await drop(page, file);
    for (let click = 0; click < 4; click++) {
      await page.waitForTimeout(1500);
      await page.mouse.click(640, 400);
    }
    await page.waitForTimeout(1500);
    const found = await page.evaluate(() => ({
      shown: window.shown_,
      click: Math.max(...window.clicks_),
      memory: window.flockwright.core.memory(),
    }));
    const longest = await stop();
    const left = await page.evaluate(async () => {
      document.querySelector("#strip button")?.click();
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return window.flockwright.core.memory();
    });
    const mb = (bytes) => Math.round(bytes / 2 ** 20);
    const block = `${Math.round(longest.processor)} (${Math.round(longest.clock)})`;
    console.log(
      `| ${name} | ${(found.shown / 1000).toFixed(1)} | ${block} | ${Math.round(found.click)} | ${mb(found.memory)} | ${mb(left)} |`,
    );
  } catch (error) {
    console.log(`| ${name} | ${String(error).slice(0, 80)} |`);
  }
  await page.close();
}
await browser.close();
