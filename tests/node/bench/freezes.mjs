/**
 * What links that ask for too much do to the page: how long until it shows itself, its longest block, how soon it
 * answers a click, and the memory of the core, then and after leaving. Run it by hand: node tests/node/bench/freezes.mjs
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

const rows = [
  ["512 discs, 500,000 units: flock-wide", `scene=flock-wide&${many}&ob=${discs}`],
  ["512 discs, 500,000 units: rts-group", `scene=rts-group&${many}&ob=${discs}`],
  ["512 discs, 500,000 units: zombie-horde", `scene=zombie-horde&${many}&ob=${discs}`],
  [
    "4,096 blocked tiles, 3 x 500,000",
    `scene=tile-chase&${many}&prey.count=500000&groups=trolls*prey*g1.btile&g1.count=500000&tiles=${tiles}`,
  ],
  ["two such presets in storage", "scene=flock-limited", presets],
  [
    "a unit selected, all drawn: zombie-horde, 2 x 120,000",
    "scene=zombie-horde&count=120000&survivors.count=120000&look=1_u7_ovantlkgp",
  ],
  ["20,000 units of length 40 in 100 x 100", "scene=flock-wide&count=20000&length=40&width=100&height=100"],
  ["500,000 units of length 40 in 100 x 100", `scene=flock-wide&${many}&length=40&width=100&height=100`],
  [
    "three groups of 500,000, 64 walls",
    `scene=leaders-pincer&${many}&interceptors.count=500000&player.count=500000&view=off&interceptors.view=off&wa=${walls}`,
  ],
];

/** Sent before the page's scripts: notes blocks, and when the page shows itself. */
function watch() {
  window.blocks_ = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.blocks_.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });
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

const browser = await openBrowser(process.env.CHROMIUM || "/usr/bin/chromium");
console.log("| what | shown, s | longest block, ms | click answered, ms | memory, MB | after leaving, MB |");
console.log("|---|---|---|---|---|---|");
for (const [name, link, stored] of rows) {
  const page = await browser.visit(`v=1&${link}`, watch, stored && { "flockwright.presets": stored });
  try {
    await page.waitForFunction(() => window.shown_ !== undefined, undefined, { timeout: 60_000 });
    for (let click = 0; click < 5; click++) {
      await page.waitForTimeout(1500);
      await page.mouse.click(640, 400);
    }
    await page.waitForTimeout(1500);
    const found = await page.evaluate(() => ({
      shown: window.shown_,
      longest: Math.max(0, ...window.blocks_.map(([, duration]) => duration)),
      click: Math.max(...window.clicks_),
      memory: window.flockwright.core.memory(),
    }));
    const left = await page.evaluate(async () => {
      document.querySelector("#strip button")?.click();
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return window.flockwright.core.memory();
    });
    const mb = (bytes) => Math.round(bytes / 2 ** 20);
    console.log(
      `| ${name} | ${(found.shown / 1000).toFixed(1)} | ${Math.round(found.longest)} | ${Math.round(found.click)} | ${mb(found.memory)} | ${mb(left)} |`,
    );
  } catch (error) {
    console.log(`| ${name} | ${String(error).slice(0, 80)} |`);
  }
  await page.close();
}
await browser.close();
