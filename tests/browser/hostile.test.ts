import type { Page } from "playwright-core";
import { expect } from "vitest";
import { crowd, hostileQueries } from "../node/hostile";
import { advance, difference, frame, param, pixels, ready, small, test } from "./fixture";

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
  // Without a graphics processor, a frame of half a million units takes as long as it takes.
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

/** Crowds are placed in parts of no time at all: as many frames as one wants are drawn meanwhile. */
const hurry = () => {
  const place = () => {
    const { core } = window.flockwright;
    const placePart = core.placePart.bind(core);
    core.placePart = () => placePart(0);
  };
  Object.defineProperty(window, "flockwright", {
    configurable: true,
    set(value) {
      Object.defineProperty(window, "flockwright", { value, configurable: true });
      place();
    },
  });
};

const state = (page: Page) => page.locator("#time-says span");
const cancel = (page: Page) => page.locator("#time-says button", { hasText: "Cancel" });
const units = (page: Page) => page.evaluate(() => window.flockwright.core.views().count);

test("a large crowd is opened with progress, the page is there meanwhile, and it can be left", async ({
  open,
}) => {
  const { page } = await open("", small);
  const [here] = page.url().split("?");
  await page.addInitScript(hurry);
  await page.goto(`${here}?v=8&scene=rts-group&count=500000`);
  await expect.poll(() => state(page).innerText()).toMatch(/^Placing birds: \d+ %$/);
  expect(await page.locator("#chrome").isVisible()).toBe(true);
  expect(await units(page)).toBe(0);
  await cancel(page).click();
  await ready(page);
  expect(await page.evaluate(() => window.flockwright.core.scene())).not.toBe("rts-group");
});

test("a change that makes a large crowd shows its progress and can be taken back", async ({ open }) => {
  const { page } = await open("", small);
  const [here] = page.url().split("?");
  await page.addInitScript(hurry);
  await page.goto(`${here}?v=8&scene=flock-wide`);
  await ready(page);
  const before = await units(page);
  const { value } = await param(page, "count");
  await page.evaluate(() => window.flockwright.core.setKey("count", 500_000));
  await expect.poll(() => state(page).innerText()).toMatch(/^Placing birds: \d+ %$/);
  expect(await units(page)).toBe(before);
  await cancel(page).click();
  await expect.poll(() => state(page).innerText()).toBe("");
  expect(await units(page)).toBe(before);
  expect((await param(page, "count")).value).toBe(value);
});
