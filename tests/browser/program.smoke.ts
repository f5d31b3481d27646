/** An exported HTML file in Firefox, opened from disk: it plays, and a drag sets its target. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer, { type Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { htmlFile } from "../../www/src/keep/export/programs/html";
import { Simulation } from "../node/core";
import { page as address } from "../node/export";
import { planOfRun } from "../node/program";

let browser: Browser;

beforeAll(async () => {
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX || "/usr/bin/firefox-esr",
    headless: true,
    extraPrefsFirefox: { "ui.prefersReducedMotion": 0 },
  });
});

afterAll(() => browser?.close());

test("an exported HTML file plays from disk, and a drag sets its target", async () => {
  const run = new Simulation("v=2&scene=leaders-pincer");
  const text = htmlFile(planOfRun(run), address);
  run.free();
  const folder = mkdtempSync(join(tmpdir(), "flockwright-"));
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  try {
    writeFileSync(join(folder, "run.html"), text);
    await page.setViewport({ width: 700, height: 500 });
    await page.goto(pathToFileURL(join(folder, "run.html")).href);
    const picture = () => page.evaluate(() => document.querySelector("canvas")?.toDataURL() ?? "");
    const moves = async () => {
      const before = await picture();
      expect(before.length).toBeGreaterThan(1000);
      await expect.poll(async () => (await picture()) !== before, { timeout: 15_000 }).toBe(true);
    };
    await moves();
    await page.mouse.move(300, 250);
    await page.mouse.down();
    await page.mouse.move(320, 240);
    await moves();
    await page.mouse.up();
    await moves();
    expect(errors).toEqual([]);
  } finally {
    await page.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
