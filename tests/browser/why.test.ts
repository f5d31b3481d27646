import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { advance, chooseScene, difference, frame, phone, pixels, said, test } from "./fixture";

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
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("side-make");
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("side-why");
    expect(await page.locator("#why-view").isVisible()).toBe(true);
    expect(await page.locator("#tune-view").isVisible()).toBe(false);
    expect(await page.locator("#why-empty").textContent()).toContain("Click a unit");
    await page.keyboard.press("ArrowRight");
    expect(await page.getAttribute("#side-measure", "aria-selected")).toBe("true");
    expect(await page.locator("#why-view").isVisible()).toBe(false);
    await page.keyboard.press("ArrowLeft");
    // The address names the panel, too, a moment later: what is asked is whether the browser remembers it.
    await page.waitForFunction(() => /look=\w*_tw/.test(location.search));
    await page.goto(page.url().replace(/&look=\w*/, ""));
    await page.locator("#why-view").waitFor({ state: "visible" });
    expect(await page.getAttribute("#side-why", "aria-selected")).toBe("true");
  });

  test("says where there is nobody to select", async ({ open }) => {
    const { page } = await open("scene=swarm&count=0", { empty: true });
    await page.locator("#stage").focus();
    await page.keyboard.press("]");
    await said(page, /^There are no units in this run\.$/);
  });

  test("opens where the reasons are when a unit is selected", async ({ open }) => {
    const { page } = await open();
    await advance(page, 60);
    await page.locator("#side .collapse").click();
    expect(await page.locator("#tune-view").isVisible()).toBe(false);
    const id = await page.evaluate(() => window.flockwright.stage.centralUnit());
    const at = await unitAt(page, id);
    await page.mouse.click(at.x, at.y);
    await page.locator("#inspector-body").waitFor({ state: "visible" });
    expect(await page.inputValue("#inspector-unit")).toBe(String(id));
    await page.locator("#side-tune").click();
    expect(await page.locator("#inspector-body").isVisible()).toBe(false);
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

/** What the panel shows, once it shows this unit. */
async function shown(page: Page, id: number) {
  await page.waitForFunction(
    (unit) => document.querySelector<HTMLInputElement>("#inspector-unit")?.value === String(unit),
    id,
  );
  await frame(page);
  const text = (selector: string) => page.locator(selector).textContent();
  const bars = await page.locator("#inspector-bars .bar-value").allTextContents();
  const numbers = bars.map((bar) => Number(bar.replace("\u2212", "-").replaceAll(",", "")));
  return {
    neighbors: await text("#inspector-counted"),
    leads: (await text("#inspector-leads")) ?? "",
    numbers,
  };
}

const inspect = (page: Page, id: number) =>
  page.evaluate((unit) => window.flockwright.core.inspect(unit), id);

describe("the inspector", () => {
  test("shows the core's numbers, and its bars add up to the net force", async ({ open }) => {
    const { page } = await open("scene=leaders-pincer");
    await advance(page, 200);
    await page.locator("#stage").focus();
    await page.keyboard.press("]");
    const first = await page.evaluate(() => window.flockwright.stage.centralUnit());
    const units = await page.evaluate(() => window.flockwright.core.views().count);
    let steered = 0;
    for (let step = 0; step < 4; step++) {
      const id = (first + step) % units;
      const found = await inspect(page, id);
      if (!found) throw new Error(`no unit ${id}`);
      const panel = await shown(page, id);
      expect(panel.neighbors).toBe(String(found.neighborCount));
      expect(panel.leads).toContain(found.leader ? "Leads" : `${found.aheadCount} ahead`);
      const net = Math.hypot(found.fx, found.fy);
      expect(panel.numbers.at(-1)).toBeCloseTo(net, net > 99 ? -1 : 0);
      const sum = panel.numbers.slice(0, -1).reduce((total, part) => total + part, 0);
      expect(Math.abs(sum - net)).toBeLessThanOrEqual(3 + 0.02 * net);
      const parts = found.forces.reduce((total, { fx }) => total + fx, 0);
      expect(parts).toBeCloseTo(found.sumX, 1);
      if (net > 0) steered++;
      await page.keyboard.press("]");
    }
    expect(steered).toBeGreaterThan(0);
  });

  test("says in full what kind of unit it is, and names the bow only where forces act there", async ({
    open,
  }) => {
    const { page } = await open("scene=leader-following");
    const net = page.locator("#inspector-bars .net .bar-label");
    const kind = page.locator("#inspector-group");
    const entry = page.locator("#inspector-unit");
    await page.locator("#side-why").click();
    for (const [scene, name, label] of [
      ["leader-following", "Soldiers", "Net force"],
      ["duel", "Line of sight", "Net, at the bow"],
      ["tile-chase", "Basic chase", "Net force"],
    ] as const) {
      await chooseScene(page, scene);
      await entry.fill("0");
      await entry.press("Enter");
      await frame(page);
      expect([scene, await kind.textContent(), await net.textContent()]).toEqual([scene, name, label]);
      // Only what is steered at its bow points elsewhere than it moves.
      expect(await page.locator("#inspector-drift").isVisible()).toBe(label.includes("bow"));
      expect(await kind.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  });

  test("goes to a typed number, stays through ticks and parameters, and lets go", async ({ open }) => {
    const { page } = await open("scene=leaders-pincer");
    await page.locator("#side-why").click();
    const entry = page.locator("#inspector-unit");
    await entry.fill("7");
    await page.keyboard.press("Enter");
    await shown(page, 7);
    await entry.fill("99999");
    await page.keyboard.press("Enter");
    expect(await entry.inputValue()).toBe("7");
    await advance(page, 30);
    await page.evaluate(() => window.flockwright.core.setKey("cohesion", 3));
    await page.locator("#restart").click();
    await advance(page, 30);
    const panel = await shown(page, 7);
    expect(panel.neighbors).toBe(String((await inspect(page, 7))?.neighborCount));
    await page.locator("#stage").focus();
    await page.keyboard.press("Escape");
    expect(await page.locator("#inspector-body").isVisible()).toBe(false);
    await page.keyboard.press("[");
    expect(await page.locator("#inspector-body").isVisible()).toBe(true);
    // As the button says that has the focus.
    await page.locator("#inspector-close").press("Escape");
    expect(await page.locator("#inspector-body").isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("stage");
  });

  test("draws what the unit sees, and takes it away again", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    await advance(page, 100);
    await page.locator("#side-why").click();
    const without = await pixels(page);
    await page.locator("#why-select").click();
    await advance(page, 0);
    expect(difference(without, await pixels(page))).toBeGreaterThan(500);
    await page.locator("#inspector-close").click();
    await advance(page, 0);
    expect(difference(without, await pixels(page))).toBeLessThan(20);
  });

  test("the camera follows by C and by its button until the view is panned", async ({ open }) => {
    const { page } = await open("scene=flock-wide");
    await page.locator("#stage").focus();
    await page.keyboard.press("]");
    await page.keyboard.press("c");
    expect(await page.getAttribute("#inspector-follow", "aria-pressed")).toBe("true");
    const id = Number(await page.inputValue("#inspector-unit"));
    const off = async () => {
      const middle = await page.evaluate(() => {
        const { stage } = window.flockwright;
        const { x, y } = stage.camera.center();
        return stage.camera.toScreen(x, y);
      });
      const at = await unitAt(page, id);
      return Math.hypot(at.x - middle.x, at.y - middle.y);
    };
    for (let round = 0; round < 3; round++) {
      await advance(page, 40);
      expect(await off()).toBeLessThan(3);
    }
    await page.keyboard.down("Shift");
    await page.mouse.move(640, 400);
    await page.mouse.down();
    await page.mouse.move(560, 380, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    expect(await page.getAttribute("#inspector-follow", "aria-pressed")).toBe("false");
    expect(await off()).toBeGreaterThan(30);
    await page.locator("#inspector-follow").click();
    await advance(page, 1);
    expect(await off()).toBeLessThan(3);
  });
});
