/**
 * How long wishes take in the page: until the search is over, until the exam is over, what came of
 * it, and how the page fares before and meanwhile: how many frames are late, and what processor time the page's own thread
 * takes for one, which does not depend on who paints, nor on who else is at work. Run it by hand: CHROMIUM=... node tests/node/bench/wishes.mjs [WORD [WIDTHxHEIGHT]].
 * With `--once` each search is begun, and nothing is measured.
 */
import { openBrowser } from "./browser.mjs";

const ball = "polarization:0.95..,spacing:1.5..2.5,overlapping:..0.01,flocks:1..1";
const rows = [
  ["a calm school, flock-limited", "scene=flock-limited", "calm"],
  ["a tight ball of 100, flock-wide", `scene=flock-wide&count=100&start_radius=0.3&wish=1,ball,s1,${ball}`],
  ["split and rejoin, flock-obstacles", "scene=flock-obstacles", "rejoin"],
  ["keep a distance, flock-limited", "scene=flock-limited&target=player", "distance"],
  ["a swirl, couzin", "scene=couzin", "swirl"],
  ["follow the leader, leader-following", "scene=leader-following", "follow"],
  ["a calm school, 500 units on the stage", "scene=flock-limited&count=500", "calm"],
];
const once = process.argv.includes("--once");
const [word = "", size = "1280x800"] = process.argv.slice(2).filter((one) => one !== "--once");

/** A wish that has no verdict by then is given up, and the next one is measured. */
const PATIENCE = once ? 60_000 : 300_000;

/** Sent before the page's scripts: the times between frames, blocks, and when the search was over. */
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
    const told = document.querySelector(".make-progress")?.textContent ?? "";
    const best = document.querySelector("#make-best")?.dataset.whole === "true";
    if (best) window.met_ ??= performance.now();
    // A search may go on after a playoff: the last time counts.
    if (told.includes("testing the best")) window.searched_ ||= performance.now();
    else if (told.includes("tried")) window.searched_ = 0;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const [width, height] = size.split("x").map(Number);
const browser = await openBrowser(process.env.CHROMIUM || "/usr/bin/chromium");
console.log(
  "| wish | one that meets it in all of its runs after, s | search over after, s | verdict after, s | verdict | frames above 20 ms: before | searching | processor time of the page per frame, ms: before | searching | longest block, ms |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const [name, link, card] of rows.filter(([name]) => name.includes(word))) {
  const page = await browser.visit(`v=8&${link}`, watch, {}, { width, height });
  page.setDefaultTimeout(PATIENCE);
  if (card) {
    await page.getByRole("button", { name: "Lab", exact: true }).click();
    await page.getByRole("tab", { name: "Make it" }).click();
    await page.locator(`[data-wish="${card}"]:not(:disabled)`).click();
  }
  await page.locator("#make-go").waitFor();
  if (once) {
    await page.locator("#make-go").click();
    await page.locator(".make-progress", { hasText: "tried" }).waitFor();
    console.log(`| ${name} | begun |`);
    await page.context().close();
    continue;
  }
  await page.waitForTimeout(1000);
  const thread = await page.context().newCDPSession(page);
  await thread.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await thread.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
  await page.evaluate(() => {
    window.gaps_.length = 0;
  });
  const atFirst = await worked();
  await page.waitForTimeout(3000);
  const atStart = await worked();
  const { from, before, frames } = await page.evaluate(() => {
    const gaps = window.gaps_;
    const before = gaps.filter((gap) => gap > 20).length / gaps.length;
    const frames = gaps.length;
    gaps.length = 0;
    return { from: performance.now(), before, frames };
  });
  await page.locator("#make-go").click();
  await page
    .locator(".verdict")
    .waitFor()
    .catch(() => undefined);
  const atEnd = await worked();
  const found = await page.evaluate((since) => {
    const gaps = window.gaps_;
    const blocks = window.blocks_.filter(([start]) => start >= since).map(([, duration]) => duration);
    return {
      met: window.met_ && (window.met_ - since) / 1000,
      searched: window.searched_ && (window.searched_ - since) / 1000,
      seconds: (performance.now() - since) / 1000,
      verdict: document.querySelector(".verdict")?.textContent,
      why: document.querySelector(".in-the-way")?.textContent ?? "",
      slow: gaps.filter((gap) => gap > 20).length / gaps.length,
      searching: gaps.length,
      longest: Math.max(0, ...blocks),
    };
  }, from);
  const { met, searched, seconds, verdict, why, slow, searching, longest } = found;
  // Without a single frame there is no share.
  const percent = (share) => (Number.isNaN(share) ? "no frames" : `${(100 * share).toFixed(1)} %`);
  const cells = [
    name,
    met?.toFixed(1) ?? "never",
    searched ? searched.toFixed(1) : "never",
    verdict ? seconds.toFixed(1) : `none in ${seconds.toFixed(0)}`,
    `${verdict ?? "still searching"} ${why}`.trim(),
    percent(before),
    percent(slow),
    ((atStart - atFirst) / frames).toFixed(1),
    ((atEnd - atStart) / searching).toFixed(1),
    longest.toFixed(0),
  ];
  console.log(`| ${cells.join(" | ")} |`);
  await page.context().close();
}
await browser.close();
