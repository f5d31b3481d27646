/**
 * The same page in Firefox, over WebDriver BiDi: every scene opens, moves and ends where it ends natively; dragging,
 * sliders and links work. Headless Firefox has no WebGL2, so this is the Canvas 2D renderer, too.
 */
import { fileURLToPath } from "node:url";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageHeaders } from "../../www/security";
import { Simulation } from "../node/core";
import { pinnedHashes, sceneKeys } from "../node/pinned";
import { type Served, serve } from "./server";

const dist = fileURLToPath(new URL("../../www/dist", import.meta.url));
const complaints: string[] = [];
let server: Served;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await serve(dist, "/", pageHeaders);
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX || "/usr/bin/firefox-esr",
    headless: true,
    // The page waits at tick 0 for anyone who asks for less motion; nothing is fetched from outside.
    extraPrefsFirefox: {
      "ui.prefersReducedMotion": 1,
      "app.update.enabled": false,
      "browser.safebrowsing.downloads.remote.enabled": false,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
    },
  });
  page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 700 });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${String(error)}`));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(query: string): Promise<void> {
  await page.goto(`${server.url}?${query}`);
  await page.waitForFunction(() => (window.flockwright?.core.views().count ?? 0) > 0);
}

/** The hash at tick 600 of the run that is open. */
const hashAt600 = () =>
  page.evaluate(() => {
    const { core } = window.flockwright;
    core.restart();
    core.tick(600);
    return core.hash();
  });

/** Runs some ticks, draws, and counts the bytes of the stage's canvases that are others than before. */
const changed = (ticks: number) =>
  page.evaluate((count) => {
    const { core, stage } = window.flockwright;
    const shot = () =>
      [...stage.host.querySelectorAll("canvas")].map(
        (one) => one.getContext("2d")?.getImageData(0, 0, one.width, one.height).data,
      );
    stage.draw();
    const before = shot();
    core.tick(count);
    stage.draw();
    return shot().reduce((sum, data, layer) => {
      data?.forEach((byte, at) => {
        if (byte !== before[layer]?.[at]) sum++;
      });
      return sum;
    }, 0);
  }, ticks);

describe("every scene opens quietly, moves, and ends in Firefox where it ends natively", () => {
  test.each(sceneKeys.filter((key) => key !== "empty"))("%s", async (key) => {
    await open(`scene=${key}`);
    expect(await page.evaluate(() => window.flockwright.core.scene())).toBe(key);
    expect(await page.$eval("#notice", (one) => (one as HTMLElement).hidden)).toBe(true);
    expect(await changed(30)).toBeGreaterThan(100);
    expect(await hashAt600()).toBe(pinnedHashes[key]);
  });
});

test("a drag is what the flock hunts, until the button is up", async () => {
  await open("scene=flock-limited");
  const target = () => page.evaluate(() => window.flockwright.core.target().kind);
  await page.mouse.move(500, 300);
  await page.mouse.down();
  await page.mouse.move(520, 320, { steps: 3 });
  expect(await target()).toBe("pointer");
  await page.mouse.up();
  await page.evaluate(() => window.flockwright.core.tick(1));
  expect(await target()).not.toBe("pointer");
});

test("a slider tunes the run by the keyboard, and the link carries it", async () => {
  // As someone left the page who has opened all parameters.
  await page.evaluate(() => localStorage.setItem("flockwright.parameters", "open"));
  await open("scene=flock-limited&seed=7");
  const before = await hashAt600();
  // The rows of a part come when it is unfolded. Cohesion has its slider above the list.
  await page.evaluate(() => {
    const all = document.querySelector<HTMLElement>("#all");
    if (!all?.checkVisibility()) document.querySelector<HTMLElement>("#more")?.click();
  });
  await page.waitForSelector("#controls .part-fold");
  await page.evaluate(() => {
    const folded = () => document.querySelector<HTMLElement>('#controls .part-fold[aria-expanded="false"]');
    for (let round = 0; round < 300; round++) folded()?.click();
  });
  await page.waitForSelector('[data-param="alignment"] input[type="range"]');
  await page.focus('[data-param="alignment"] input[type="range"]');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.search === `?${window.flockwright.core.link()}`);
  const link = await page.evaluate(() => location.search.slice(1));
  expect(link).toBe("v=8&scene=flock-limited&seed=7&alignment=1.1");
  const hash = await hashAt600();
  expect(hash).not.toBe(before);
  await open(link);
  expect(await hashAt600()).toBe(hash);
  // The same link in the core alone, as Node runs it.
  const run = new Simulation(link);
  run.tick(600);
  expect(run.hash()).toBe(hash);
  run.free();
});

test("three groups with nine behaviors, said by a link, end where they end in the core alone", async () => {
  const link =
    "v=8&scene=empty&groups=units.pcohesion-alignment-separation-fright-unrest.fg1*g1.rmonster.ppursue-wander.hunits*" +
    "g2.rsoldier.pleader_following-crowd_separation.og1&g1.count=2&g2.count=12&count=60";
  await open(link);
  const run = new Simulation(link);
  run.tick(600);
  expect(await hashAt600()).toBe(run.hash());
  run.free();
});

test("a link with a recipe and a rule of its own, told of when it is opened, ends where it ends in the core alone", async () => {
  const run = new Simulation("v=8&scene=leaders-pincer&count=60");
  const drift =
    "keep angle = 0 then wrap(angle + random(-1, 1) * 6 * dt)\nsteer seek(rotate(h, sin(angle)))\n";
  expect(run.setRule(0, "crowded")).toEqual([]);
  expect(run.setRule(1, drift)).toEqual([]);
  const link = run.link();
  run.tick(600);
  await open(link);
  expect(await page.$eval("#notice-text", (one) => one.textContent)).toBe(
    "A rule of its own steers here: “Own”.",
  );
  expect(await hashAt600()).toBe(run.hash());
  run.free();
});

test("the share menu opens, this moment first", async () => {
  await page.click("#share-button");
  expect(await page.$eval("#share button", (first) => first.textContent)).toMatch(/^This moment/);
});

test("Firefox had nothing to complain about", () => {
  expect(complaints).toEqual([]);
});
