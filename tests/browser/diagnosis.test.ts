/** The diagnosis: trouble that sliders make is named, and one click mends it. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { difference, frame, param, pixels, row, showLab, test } from "./fixture";

/** Runs so many ticks, and lets the page see them. */
async function go(page: Page, ticks: number): Promise<void> {
  await page.evaluate((count) => window.flockwright.core.tick(count), ticks);
  await frame(page);
}

const badge = (page: Page) => page.locator("#lab-measure .badge");

describe("diagnosis", () => {
  test("a slider makes trouble, the tab says so, one click mends it", async ({ open }) => {
    const { page } = await open("scene=swarm");
    await go(page, 300);
    expect(await badge(page).isVisible()).toBe(false);
    const limit = (await row(page, "steering_limit")).locator('input[type="range"]');
    await limit.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      () => window.flockwright.core.params().find(({ key }) => key === "steering_limit")?.value === 0.5,
    );
    await go(page, 480);
    await badge(page).waitFor();
    expect(await badge(page).textContent()).toBe("1 finding");

    await showLab(page, "measure");
    const finding = page.locator('[data-finding="saturation"]');
    await finding.waitFor();
    expect(await finding.locator(".finding-where").textContent()).toMatch(
      /Swarm: 1\d of 16 watched units, since tick \d+/,
    );
    const [told] = await page.evaluate(() => window.flockwright.core.watch.findings());
    expect(told?.since).toBeGreaterThanOrEqual(300);
    expect(told?.since).toBeLessThan(780);
    await finding.getByRole("button", { name: "Try: Steering limit 0.5" }).click();
    expect((await param(page, "steering_limit")).value).toBe(8);
    expect(await finding.getByRole("button", { name: /^Tried/ }).isDisabled()).toBe(true);
    await page.waitForFunction(() => !new URLSearchParams(location.search).has("steering_limit"));
    await go(page, 600);
    await finding.waitFor({ state: "detached" });
    await badge(page).waitFor({ state: "hidden" });
    expect(await page.locator(".findings-status").textContent()).toBe("No problems found.");
    // The click is a change like any other: it stands on the time axis.
    expect(await page.locator(".measure-change").first().textContent()).toContain("Steering limit");
  });

  test("units are marked on the canvas; Show brings them into sight, and Why inspects one", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited&separation=0");
    await go(page, 1500);
    const plain = await pixels(page);
    await showLab(page, "measure");
    const finding = page.locator('[data-finding="collapse"]');
    await finding.waitFor();
    await frame(page);
    expect(difference(plain, await pixels(page))).toBeGreaterThan(100);
    const scale = () => page.evaluate(() => window.flockwright.stage.camera.scale);
    const before = await scale();
    await finding.getByRole("button", { name: "Show" }).click();
    expect(await scale()).toBeGreaterThan(1.5 * before);
    const [told] = await page.evaluate(() => window.flockwright.core.watch.findings());
    const worst = told?.units[0] ?? -1;
    await finding.getByRole("button", { name: "Why" }).click();
    await page.waitForFunction((unit) => window.flockwright.core.asked() === unit, worst);
  });

  test("the same trouble of two groups: each is told with its values now, and keeps the focus", async ({
    open,
  }) => {
    const { page } = await open("scene=rts-group&rts_separation=0&magenta.rts_separation=0");
    await showLab(page, "measure");
    await go(page, 1200);
    const finding = (group: string) => page.locator(`[data-finding="collapse"][data-group="${group}"]`);
    await finding("magenta").waitFor();
    await finding("magenta").getByRole("button", { name: "Show" }).focus();
    await page.evaluate(() => window.flockwright.core.setKey("rts_separation", 0.01));
    await finding("blue").getByRole("button", { name: "RTS separation 0.01" }).waitFor();
    const focused = await page.evaluate(() => {
      const { activeElement: active } = document;
      return [active?.textContent, active?.closest<HTMLElement>("[data-finding]")?.dataset.group];
    });
    expect(focused).toEqual(["Show", "magenta"]);
  });

  test("switched off, nothing looks, and that is remembered", async ({ open }) => {
    const { page } = await open("scene=swarm&steering_limit=0.5");
    await showLab(page, "measure");
    await page.locator("#measure-diagnose").uncheck();
    await go(page, 480);
    expect(await page.evaluate(() => window.flockwright.core.watch.findingCount())).toBe(0);
    expect(await page.locator(".findings-status").textContent()).toBe("Off.");
    await page.reload();
    await page.waitForFunction(() => (window.flockwright?.core.views().count ?? 0) > 0);
    await go(page, 480);
    expect(await page.evaluate(() => window.flockwright.core.watch.findingCount())).toBe(0);
    await page.locator("#measure-diagnose").check();
    await go(page, 480);
    await badge(page).waitFor();
  });
});
