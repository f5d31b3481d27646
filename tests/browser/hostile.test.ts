import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { crowd, hostileQueries } from "../node/hostile";
import { advance, difference, frame, param, pixels, test } from "./fixture";

/** Those that the page itself has to cope with. What the core makes of all of them is tested under Node. */
const forThePage = new Set([
  "broken escapes",
  "huge counts",
  "HTML in values",
  "HTML in keys",
  "control characters",
  "100 kB of noise",
  "20,000 pairs",
  "nothing at all",
]);

/** However long a tick takes, the page goes on drawing and obeys. */
async function answersWhilePlaying(page: Page): Promise<void> {
  const play = page.locator("#play");
  await play.click();
  for (let i = 0; i < 5; i++) await frame(page);
  await play.click();
  expect(await play.getAttribute("aria-pressed")).toBe("false");
}

describe("a hostile link opens a working page with one dismissable line", () => {
  const queries = hostileQueries.filter(({ name }) => forThePage.has(name));
  test("of every kind", () => expect(queries.length).toBe(forThePage.size));
  test.for(queries)("$name", async ({ query, complaint }, { open }) => {
    const { page } = await open(query, { viewport: { width: 1000, height: 640 } });
    const notice = page.locator("#notice");
    expect(await notice.isVisible()).toBe(complaint);
    if (complaint) {
      expect((await page.locator("#notice-text").textContent())?.length).toBeGreaterThan(10);
      const box = await notice.boundingBox();
      expect(box?.height).toBeLessThan(100);
      await page.locator("#notice-close").click();
      await notice.waitFor({ state: "hidden" });
    }
    // Nothing of the link became an element, and nothing of it ran (a dialog would be a complaint).
    expect(await page.locator("#injected, img[src=x], b, [onerror], [onload]").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(1);
    if ((await page.evaluate(() => window.flockwright.core.views().count)) > crowd)
      return answersWhilePlaying(page);
    const before = await pixels(page);
    await advance(page, 30);
    expect(difference(before, await pixels(page))).toBeGreaterThan(100);
  });
});

test("what is valid in a bad link is kept", async ({ open }) => {
  const { page } = await open("v=1&scene=flock-narrow&seed=11&cohesion=2&nonsense=1&alignment=NaN");
  expect(
    await page.evaluate(() => [window.flockwright.core.scene(), window.flockwright.core.seed()]),
  ).toEqual(["flock-narrow", 11]);
  expect((await param(page, "cohesion")).value).toBe(2);
  expect(await page.locator("#notice").isVisible()).toBe(true);
});
