import { describe, expect } from "vitest";
import { frameCost, watchFrames } from "../node/bench/browser.mjs";
import { inPage } from "../node/bench/contestants.mjs";
import { measure } from "../node/bench/rounds.mjs";
import { phone, row, test } from "./fixture";

describe("measuring this machine", () => {
  test("fills its table row by row, can be stopped, and copies what it has", async ({ open }) => {
    const { page } = await open("", {
      permissions: ["clipboard-read", "clipboard-write"],
      details: true,
    });
    await page.getByRole("button", { name: "Measure this machine" }).click();
    const dialog = page.getByRole("dialog", { name: "Measure this machine" });
    await dialog.getByRole("button", { name: "Measure", exact: true }).click();
    const rows = dialog.locator("tbody tr");
    await rows.first().and(page.locator("[data-state=done]")).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByText("Canceled.").waitFor();
    expect(await rows.first().locator("td").allTextContents()).toEqual([
      "1,000",
      expect.stringMatching(/^[\d,.]+$/),
      expect.stringMatching(/^[\d,.]+$/),
      expect.stringMatching(/^[\d,]+$/),
    ]);
    expect(await rows.last().locator("td").last().textContent()).toBe("\u2013");
    await dialog.getByRole("button", { name: "Copy as text" }).click();
    await page.getByText("Results copied as text").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Workload +Units +ns per unit +ms per tick +Ticks per s$/m);
    expect(copied).toMatch(/^spread, 9 in view +1,000 +[\d,.]+/m);
    // Once more, from the first row on.
    await dialog.getByRole("button", { name: "Measure again" }).click();
    await rows.first().and(page.locator("[data-state=done]")).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await dialog.isVisible()).toBe(false);
  });

  test("holds the shown run meanwhile, and lets it go on when the dialog is closed", async ({ open }) => {
    const { page } = await open("", { playing: true, details: true });
    const ticks = () => page.evaluate(() => window.flockwright.core.ticks());
    await page.waitForFunction(() => window.flockwright.core.ticks() > 0);
    await page.getByRole("button", { name: "Measure this machine" }).click();
    const dialog = page.getByRole("dialog", { name: "Measure this machine" });
    await dialog.getByRole("button", { name: "Measure", exact: true }).click();
    await dialog.locator("[data-state=running]").waitFor();
    const held = await ticks();
    await dialog.locator("[data-state=done]").first().waitFor();
    expect(await ticks()).toBe(held);
    await page.keyboard.press("Escape");
    await page.waitForFunction((before) => window.flockwright.core.ticks() > before, held);
  });

  test("is at hand on a phone, under Details, and fits its screen", async ({ open }) => {
    const { page } = await open("", phone);
    await page.getByRole("button", { name: "Details", exact: true }).tap();
    await page.getByRole("button", { name: "Measure this machine" }).tap();
    const frame = page.getByRole("region", { name: "Results" });
    await frame.waitFor();
    expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    const title = await page.getByRole("heading", { name: "Measure this machine" }).boundingBox();
    expect(title?.y).toBeGreaterThan(0);
  });
});

test("the number of units goes up to 500,000, with a hint of what this machine holds", async ({ open }) => {
  const { page } = await open("scene=murmuration&count=2000", { playing: true });
  const count = await row(page, "count");
  await count.getByText(/^This machine can run (about [\d,]+|all of them) in real time/).waitFor();
  await count.getByRole("slider").press("End");
  await page.waitForFunction(() => window.flockwright.core.views().count >= 500_000);
});

test("./build.sh bench: the page's core is timed by phases, and its frames besides the ticks", async ({
  open,
}) => {
  const { page: still } = await open("scene=patrol");
  const link = "scene=flock-wide&player.count=0&count=60";
  const [result] = await measure([[inPage("Chromium", still), { case: "few", units: 60, link }]], {
    ms: 0,
    budget: 0,
    least: 1,
  });
  expect(result).toMatchObject({ target: "Chromium", case: "few", units: 60 });
  expect(result?.perceive).toBeGreaterThanOrEqual(0);

  const { page } = await open(link, { playing: true, prepare: watchFrames });
  await page.waitForFunction(() => window.flockwright.core.ticks() > 2);
  const cost = await frameCost(page, { settle: 0, span: 0, least: 3 });
  expect(cost.frames).toBeGreaterThanOrEqual(3);
  expect(cost.median).toBeGreaterThan(0);
  expect(cost.draw).toBeGreaterThan(0);
});
