import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { describe, expect } from "vitest";
import { advance, frame, row, test } from "./fixture";

declare global {
  interface Window {
    /** What had the focus, by its id, scene or parameter. */
    focused: string[];
  }
}

describe("with the keyboard alone", () => {
  const ticks = (page: Page) => page.evaluate(() => window.flockwright.core.ticks());

  test("Space plays and pauses, the period steps, R restarts", async ({ open }) => {
    const { page } = await open();
    await page.locator("#stage").focus();
    await page.keyboard.press(".");
    await page.keyboard.press(".");
    await expect.poll(() => ticks(page)).toBe(2);
    await page.keyboard.press("Space");
    expect(await page.getAttribute("#play", "aria-pressed")).toBe("true");
    await page.waitForFunction(() => window.flockwright.core.ticks() > 4);
    await page.keyboard.press("Space");
    expect(await page.getAttribute("#play", "aria-pressed")).toBe("false");
    await page.keyboard.press("r");
    expect(await ticks(page)).toBe(0);
  });

  test("Space pauses after a click on whatever does something at once, too", async ({ open }) => {
    const { page } = await open("", { permissions: ["clipboard-read", "clipboard-write"], details: true });
    const pressed = ["#lab-make", "#lab-measure", "#dice"];
    const sliders = ["#time-line", "#plain input >> nth=0"];
    let playing = false;
    for (const button of [...pressed, ...sliders]) {
      await page.locator(button).click();
      await page.keyboard.press("Space");
      playing = !playing;
      expect(await page.getAttribute("#play", "aria-pressed"), button).toBe(String(playing));
    }
    // Who types, goes on typing.
    await page.locator("#seed").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("12");
    expect(await page.inputValue("#seed")).toBe("12");
  });

  test("the arrow keys fly the player's craft", async ({ open }) => {
    const { page } = await open("scene=leaders-pincer");
    const heading = () =>
      page.evaluate(() => {
        const { role, hx, hy } = window.flockwright.core.views();
        const craft = role.indexOf(2);
        return Math.atan2(hy[craft] ?? 0, hx[craft] ?? 0);
      });
    await page.locator("#stage").focus();
    await advance(page, 60);
    const before = await heading();
    await page.keyboard.down("ArrowRight");
    await advance(page, 30);
    await page.keyboard.up("ArrowRight");
    const turned = Math.sin((await heading()) - before);
    expect(turned).toBeGreaterThan(0.01);
  });

  test("on a Mac, where no key that is let go while Command is down is reported, the craft stops turning", async ({
    open,
  }) => {
    const { page } = await open("scene=leaders-pincer");
    // What the craft hears, tick by tick.
    const inputs = async () => {
      await advance(page, 1);
      return page.evaluate(() => window.flockwright.core.recorded());
    };
    await page.locator("#stage").focus();
    await page.keyboard.down("ArrowRight");
    expect(await inputs()).toBe(1);
    // With Command down the arrow is let go, of which the page hears nothing.
    await page.keyboard.down("Meta");
    expect(await inputs(), "let go").toBe(2);
    await page.keyboard.up("Meta");
    expect(await inputs()).toBe(2);
    await page.keyboard.down("ArrowLeft");
    expect(await inputs()).toBe(3);
    await page.keyboard.up("ArrowLeft");
    expect(await inputs()).toBe(4);
  });

  test("single keys typed into a control stay there", async ({ open }) => {
    const { page } = await open("", { details: true });
    await page.locator("#stage").focus();
    await page.keyboard.press(".");
    await page.locator("#seed").focus();
    await page.keyboard.press("r");
    await page.keyboard.press(".");
    await expect.poll(() => ticks(page)).toBe(1);
    // Sliders and buttons do nothing with letters and signs: they go on to the page.
    await (await row(page, "cohesion")).locator("input").first().focus();
    await page.keyboard.press(".");
    await expect.poll(() => ticks(page)).toBe(2);
    await page.locator("#more").focus();
    await page.keyboard.press(".");
    await expect.poll(() => ticks(page)).toBe(3);
    await page.keyboard.press("w");
    await page.locator("#ask").waitFor();
  });

  test("S opens Share and goes on in it, and what is done there gives the focus back", async ({ open }) => {
    const { page } = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#stage").focus();
    await page.keyboard.press("s");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("This moment");
    await page.keyboard.press("Enter");
    await page.locator("#share").waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("share-button");
  });

  test("? opens help and Escape closes it", async ({ open }) => {
    const { page } = await open();
    await page.locator("#stage").focus();
    await page.keyboard.press("?");
    await page.locator("#help-dialog").waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    await page.locator("#help-dialog").waitFor({ state: "hidden" });
  });
});

test("anyone who asks for less motion gets a paused page with a visible Play", async ({ open }) => {
  const { page } = await open();
  expect(await page.getAttribute("#play", "aria-pressed")).toBe("false");
  expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(0);
  expect(await page.locator("#play").isVisible()).toBe(true);
  await page.locator("#play").click();
  await page.waitForFunction(() => window.flockwright.core.ticks() > 5);
});

test("the theme button goes through system, dark and light, and the choice is remembered", async ({
  open,
}) => {
  const { page } = await open("", { colorScheme: "light" });
  const theme = () => page.getAttribute("html", "data-theme");
  expect(await theme()).toBe("light");
  const look = page.getByRole("button", { name: "Look", exact: true });
  await look.click();
  await page.locator("#theme").click();
  expect(await theme()).toBe("dark");
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await look.click();
  await page.locator("#theme").click();
  expect(await theme()).toBe("light");
});

test("with the system's own colors, sliders, switches and pressed buttons are seen", async ({ open }) => {
  const { page } = await open("scene=flock-limited", { forcedColors: "active", details: true });
  await advance(page, 60);
  const colors = async (where: string) => {
    const { data } = PNG.sync.read(await page.locator(where).first().screenshot());
    const counts = new Map<number, number>();
    for (let at = 0; at < data.length; at += 4) {
      const color = data.readUIntBE(at, 3);
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return counts;
  };
  for (const slider of ["#time-line", '[data-param="alignment"] input[type="range"]']) {
    if (slider.includes("alignment")) await row(page, "alignment");
    const [, second = 0] = [...(await colors(slider)).values()].sort((a, b) => b - a);
    expect(second, slider).toBeGreaterThan(60);
  }
  const look = async (where: string) => [...(await colors(where))].sort(([, a], [, b]) => b - a)[0]?.[0];
  const leaders = '[data-param="leaders"] input[type="checkbox"]';
  await (await row(page, "leaders")).evaluate((one) => one.scrollIntoView({ block: "center" }));
  const on = await look(leaders);
  await page.locator(leaders).click();
  await page.mouse.move(640, 300);
  await frame(page);
  expect(await look(leaders)).not.toBe(on);
  const play = await look("#play");
  await page.locator("#play").click();
  await page.mouse.move(640, 300);
  await frame(page);
  expect(await look("#play")).not.toBe(play);
});
