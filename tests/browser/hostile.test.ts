import type { Page } from "playwright-core";
import { expect } from "vitest";
import { crowd, hostileQueries } from "../node/hostile";
import { advance, difference, frame, pixels, ready, test } from "./fixture";

/** However long a tick takes, the page goes on drawing and obeys. */
async function answersWhilePlaying(page: Page): Promise<void> {
  const play = page.locator("#play");
  await play.click();
  for (let i = 0; i < 5; i++) await frame(page);
  await play.click();
  expect(await play.getAttribute("aria-pressed")).toBe("false");
}

test("a hostile link opens a working page with one dismissable line", async ({ open }) => {
  const { page } = await open("", { viewport: { width: 1000, height: 640 } });
  // Without a graphics processor, a frame of a hundred thousand units takes as long as it takes.
  page.setDefaultTimeout(90_000);
  const [here] = page.url().split("?");
  const scripts = await page.locator("script").count();
  for (const { name, query, complaint } of hostileQueries) {
    await page.goto(`${here}?${query}`);
    await ready(page);
    const notice = page.locator("#notice");
    expect(await notice.isVisible(), name).toBe(complaint);
    if (complaint) {
      expect((await page.locator("#notice-text").textContent())?.length, name).toBeGreaterThan(10);
      const box = await notice.boundingBox();
      expect(box?.height, name).toBeLessThan(100);
      await page.locator("#notice-close").click();
      await notice.waitFor({ state: "hidden" });
    }
    // Nothing of the link became an element, and nothing of it ran (a dialog would be a complaint).
    expect(await page.locator("#injected, img[src=x], b, [onerror], [onload]").count(), name).toBe(0);
    expect(await page.locator("script").count(), name).toBe(scripts);
    if ((await page.evaluate(() => window.flockwright.core.views().count)) > crowd) {
      await answersWhilePlaying(page);
      continue;
    }
    const before = await pixels(page);
    await advance(page, 30);
    expect(difference(before, await pixels(page)), name).toBeGreaterThan(100);
  }
});

test("a world so narrow that all birds see all others says how slow it is, and offers fewer", async ({
  open,
}) => {
  const { page } = await open("v=8&scene=murmuration&width=10");
  page.setDefaultTimeout(90_000);
  const play = page.locator("#play");
  if ((await play.getAttribute("aria-pressed")) === "false") await play.click();
  await page.locator("#slow-fewer").waitFor();
  expect(await page.locator("#slow-text").textContent()).toMatch(
    /^6,001 starlings, so close together .*: a tick takes about/,
  );
});
