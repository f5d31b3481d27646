/** The page with shared memory in Firefox: its helpers come, and a large crowd is that of one thread. */
import puppeteer from "puppeteer-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { crowds } from "../node/pinned";

const profile = {
  "ui.prefersReducedMotion": 1,
  "app.update.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
};

test.skipIf(!process.env.FIREFOX)("Firefox has helpers, too", async () => {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX as string,
    headless: true,
    extraPrefsFirefox: profile,
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 3 });
  });
  await page.goto(`${inject("page")}?v=8`);
  await page.waitForFunction(() => (window.flockwright?.core.views().count ?? 0) > 0);
  const shared = await page.evaluate(() => String(window.flockwright.core.views().x.buffer));
  expect(shared).toContain("Shared");
  // Helpers are asked for by a crowd whose ticks take long.
  await page.evaluate((link) => {
    const { core } = window.flockwright;
    core.open(link);
    while (!core.placePart(1000));
    for (let tick = 0; tick < 4; tick++) core.tick(1);
  }, crowds[0]?.link as string);
  await page.waitForFunction(() => window.flockwright.core.processors().count === 3);
  for (const { link, ticks, hash } of crowds) {
    const same = await page.evaluate(
      (link, ticks) => {
        const { core, stage } = window.flockwright;
        core.open(link);
        while (!core.placePart(1000));
        core.tick(ticks);
        stage.draw();
        return [core.processors().count, core.hash()];
      },
      link,
      ticks,
    );
    expect(same, link).toEqual([3, hash]);
  }
  expect(complaints).toEqual([]);
});
