import { describe, expect } from "vitest";
import { pinnedHashes, sceneKeys } from "../node/pinned";
import { advance, difference, hashAt600, pixels, test } from "./fixture";

describe("every scene opens quietly, moves, and ends in Chromium where it ends natively", () => {
  test.for(sceneKeys)("%s", async (key, { open }) => {
    const { page } = await open(`scene=${key}`);
    expect(await page.evaluate(() => window.flockwright.core.scene())).toBe(key);
    expect(await page.locator("#notice").isVisible()).toBe(false);
    expect(await page.locator('[data-scene][aria-current="true"]').getAttribute("data-scene")).toBe(key);
    const before = await pixels(page);
    await advance(page, 30);
    expect(difference(before, await pixels(page))).toBeGreaterThan(300);
    expect(await hashAt600(page)).toBe(pinnedHashes[key]);
  });
});

test("the gallery opens every scene, and Back and Forward walk through them", async ({ open }) => {
  const { page } = await open();
  const gallery = await page
    .locator("[data-scene]")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.scene));
  expect([...gallery].sort()).toEqual([...sceneKeys].sort());
  const shown = (key: string) =>
    page.waitForFunction((wanted) => window.flockwright.core.scene() === wanted, key);
  const [first = "", ...others] = gallery as string[];
  for (const key of others) {
    await page.locator(`[data-scene="${key}"]`).click();
    await shown(key);
    await page.waitForFunction((wanted) => location.search.includes(wanted), key);
  }
  for (const key of [first, ...others].reverse().slice(1)) {
    await page.goBack();
    await shown(key);
  }
  for (const key of others) {
    await page.goForward();
    await shown(key);
  }
});
