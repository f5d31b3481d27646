import type { Page } from "playwright-core";
import { expect } from "vitest";
import { sceneKeys } from "../node/pinned";
import { advance, chooseScene, difference, pixels, showScenes, drawn as test, travel } from "./fixture";

const gallery = (page: Page) =>
  page
    .locator("[data-scene]")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.scene ?? ""));

const shown = (page: Page, key: string) =>
  page.waitForFunction((wanted) => window.flockwright.core.scene() === wanted, key);

test("every scene opens from the gallery quietly and moves; Back and Forward walk through them", {
  timeout: 180_000,
}, async ({ open }) => {
  const { page } = await open();
  const scenes = await gallery(page);
  expect([...scenes].sort()).toEqual([...sceneKeys].sort());
  const walk = [...scenes, ...scenes.slice(0, 1)];
  for (const key of walk.slice(1)) {
    await chooseScene(page, key);
    await shown(page, key);
    await page.waitForFunction((wanted) => location.search.includes(wanted), key);
    expect(await page.locator("#notice").isVisible(), key).toBe(false);
    expect(await page.locator('[data-scene][aria-current="true"]').getAttribute("data-scene")).toBe(key);
    const before = await pixels(page);
    await advance(page, 30);
    // In the empty scene there is no one to move.
    if (key !== "empty") expect(difference(before, await pixels(page)), key).toBeGreaterThan(300);
  }
  for (const key of walk.toReversed().slice(1)) {
    await travel(page, -1);
    await shown(page, key);
  }
  for (const key of walk.slice(1)) {
    await travel(page, 1);
    await shown(page, key);
  }
});

test("on a short screen the gallery still shows the whole card of the scene, at least six beside each other", async ({
  open,
}) => {
  const { page } = await open("scene=queue-door", { viewport: { width: 1440, height: 620 } });
  await showScenes(page);
  const box = (selector: string) =>
    page.evaluate(
      (at) => (document.querySelector(at) as HTMLElement).getBoundingClientRect().toJSON(),
      selector,
    );
  const [gallery, card] = [await box("#gallery"), await box('#gallery [aria-current="true"]')];
  expect(card.top).toBeGreaterThanOrEqual(gallery.top);
  expect(card.bottom).toBeLessThanOrEqual(gallery.bottom);
  const row = await page.locator("#gallery .chapter:nth-of-type(1) .scene:visible").evaluateAll((cards) => {
    const tops = cards.map((one) => one.getBoundingClientRect().top);
    return tops.filter((top) => top === tops[0]).length;
  });
  expect(row).toBeGreaterThanOrEqual(6);
});
