import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { advance, phone, test } from "./fixture";

/** Where a unit is on the screen (CSS px of the page). */
const unitAt = (page: Page, id: number) =>
  page.evaluate((unit) => {
    const { core, stage } = window.flockwright;
    const { x, y } = core.views();
    const at = stage.camera.toScreen(x[unit] ?? 0, y[unit] ?? 0);
    const box = stage.host.getBoundingClientRect();
    return { x: at.x + box.x, y: at.y + box.y };
  }, id);

describe("the right panel", () => {
  test("goes by arrow keys from tab to tab, and shows the last one again", async ({ open }) => {
    const { page } = await open();
    await page.locator("#side-tune").focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("side-why");
    expect(await page.locator("#why-view").isVisible()).toBe(true);
    expect(await page.locator("#tune-view").isVisible()).toBe(false);
    expect(await page.locator("#why-empty").textContent()).toContain("Click a unit");
    await page.keyboard.press("ArrowRight");
    expect(await page.getAttribute("#side-measure", "aria-selected")).toBe("true");
    expect(await page.locator("#why-view").isVisible()).toBe(false);
    await page.keyboard.press("ArrowLeft");
    await page.reload();
    await page.locator("#why-view").waitFor({ state: "visible" });
    expect(await page.getAttribute("#side-why", "aria-selected")).toBe("true");
  });

  test("opens where the reasons are when a unit is selected", async ({ open }) => {
    const { page } = await open();
    await advance(page, 60);
    await page.locator("#side .collapse").click();
    expect(await page.locator("#tune-view").isVisible()).toBe(false);
    const id = await page.evaluate(() => window.flockwright.stage.centralUnit());
    const at = await unitAt(page, id);
    await page.mouse.click(at.x, at.y);
    await page.locator("#inspector-title", { hasText: `Unit ${id}` }).waitFor({ state: "visible" });
    await page.locator("#side-tune").click();
    expect(await page.locator("#inspector").isVisible()).toBe(false);
    expect(await page.locator("#tune-view").isVisible()).toBe(true);
  });

  test("is three of five sheets on a phone", async ({ open }) => {
    const { page } = await open("", phone);
    for (const [tab, view] of [
      ["tune", "#tune-view"],
      ["why", "#why-view"],
      ["measure", "#side"],
    ] as const) {
      await page.locator(`[data-tab="${tab}"]`).tap();
      expect(await page.locator(view).isVisible(), tab).toBe(true);
    }
    await page.locator('[data-tab="scenes"]').tap();
    expect(await page.locator("#side").isVisible()).toBe(false);
  });
});
