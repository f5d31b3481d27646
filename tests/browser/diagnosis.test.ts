/** The diagnosis on the page: trouble is named at the tab, seen on the stage, and mended by a click. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { frame, showLab, test } from "./fixture";

const count = (page: Page) => page.evaluate(() => window.flockwright.core.watch.findingCount());

/** Runs until something is found, at most a minute of the run. */
async function untilFound(page: Page): Promise<void> {
  for (let round = 0; round < 18 && (await count(page)) === 0; round++) {
    await page.evaluate(() => window.flockwright.core.tick(200));
    await frame(page);
  }
}

test("trouble is named at the tab; Show brings it into sight, Why asks a bird, one click mends it", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited&cohesion=4&separation=0", { details: true });
  await untilFound(page);
  await page.locator("#lab-measure .badge").waitFor();
  await showLab(page, "measure");
  const finding = page.locator('[data-finding="collapse"]');
  await finding.waitFor();
  const scale = () => page.evaluate(() => window.flockwright.stage.camera.scale);
  const before = await scale();
  await finding.getByRole("button", { name: "Show" }).click();
  expect(await scale()).toBeGreaterThan(1.5 * before);
  const worst = await page.evaluate(() => window.flockwright.core.watch.findings()[0]?.units[0] ?? -1);
  await finding.getByRole("button", { name: "Why" }).click();
  await page.waitForFunction((unit) => window.flockwright.core.asked() === unit, worst);
  await page.keyboard.press("Escape");
  const link = () => page.evaluate(() => window.flockwright.core.link());
  const ill = await link();
  await finding
    .getByRole("button", { name: /^Try: / })
    .first()
    .click();
  expect(await link()).not.toBe(ill);
  expect(
    await finding
      .getByRole("button", { name: /^Tried/ })
      .first()
      .isDisabled(),
  ).toBe(true);
});

test("switched off, nothing looks, and that is remembered", async ({ open }) => {
  const { page } = await open("scene=flock-limited&cohesion=4&separation=0");
  await showLab(page, "measure");
  await page.locator("#measure-diagnose").uncheck();
  await untilFound(page);
  expect(await count(page)).toBe(0);
  expect(await page.locator(".findings-status").textContent()).toBe("Off.");
  await page.reload();
  await page.waitForFunction(() => (window.flockwright?.core.views().count ?? 0) > 0);
  await untilFound(page);
  expect(await count(page)).toBe(0);
});
