/**
 * How long wishes take in the page: until the first candidate meets all bands, until the exam is over, what came of it,
 * and how the page fares meanwhile. Run it by hand: CHROMIUM=... node tests/node/bench/wishes.mjs [WORD]
 */
import { openBrowser } from "./browser.mjs";

const ball = "polarization:0.95..,spacing:1.5..2.5,overlapping:..0.01,flocks_fixed:..1";
const rows = [
  ["a calm school, flock-limited", "scene=flock-limited", "calm"],
  [
    "a tight ball of 100, flock-limited",
    `scene=flock-limited&count=100&start_radius=0.2&wish=1,ball,s1,${ball}`,
  ],
  ["split and rejoin, flock-obstacles", "scene=flock-obstacles", "rejoin"],
  ["keep a distance, flock-limited", "scene=flock-limited&target=player", "distance"],
  ["a swirl, couzin", "scene=couzin", "swirl"],
  ["follow the leader, leader-following", "scene=leader-following", "follow"],
  ["a calm school, 500 units on the stage", "scene=flock-limited&count=500", "calm"],
].filter(([name]) => name.includes(process.argv[2] ?? ""));

/** Sent before the page's scripts: the times between frames, and blocks. */
function watch() {
  window.gaps_ = [];
  window.blocks_ = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.blocks_.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });
  let last = 0;
  const step = (now) => {
    if (last) window.gaps_.push(now - last);
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const browser = await openBrowser(process.env.CHROMIUM || "/usr/bin/chromium");
console.log("| wish | verdict after, s | verdict | frames above 20 ms | longest block, ms |");
console.log("|---|---|---|---|---|");
for (const [name, link, card] of rows) {
  const page = await browser.visit(`v=1&${link}`, watch);
  page.setDefaultTimeout(300_000);
  if (card) {
    await page.locator("#side-make").click();
    await page.locator(`[data-wish="${card}"]:not(:disabled)`).click();
  }
  await page.locator("#make-go").waitFor();
  await page.waitForTimeout(1000);
  const from = await page.evaluate(() => {
    window.gaps_.length = 0;
    return performance.now();
  });
  await page.locator("#make-go").click();
  await page.locator(".verdict").waitFor();
  const found = await page.evaluate((since) => {
    const gaps = window.gaps_;
    const blocks = window.blocks_.filter(([start]) => start >= since).map(([, duration]) => duration);
    return {
      seconds: (performance.now() - since) / 1000,
      verdict: document.querySelector(".verdict").textContent,
      why: document.querySelector(".in-the-way")?.textContent ?? "",
      slow: gaps.filter((gap) => gap > 20).length / gaps.length,
      longest: Math.max(0, ...blocks),
    };
  }, from);
  const { seconds, verdict, why, slow, longest } = found;
  console.log(
    `| ${name} | ${seconds.toFixed(1)} | ${verdict} ${why} | ${(100 * slow).toFixed(1)} % | ${longest.toFixed(0)} |`,
  );
  await page.context().close();
}
await browser.close();
