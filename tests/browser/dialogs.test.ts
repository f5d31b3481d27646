import { describe, expect } from "vitest";
import { violations } from "./axe";
import { frame, type OpenOptions, phone, row, showScenes, test } from "./fixture";

const desk = (colorScheme: "light" | "dark"): OpenOptions => ({ colorScheme });
const hand = (colorScheme: "light" | "dark"): OpenOptions => ({ ...phone, colorScheme });

describe("axe-core finds no violation in any tab of the share dialog", () => {
  const sizes: [string, OpenOptions][] = [
    ["desktop, light", desk("light")],
    ["phone, dark", hand("dark")],
  ];
  test.for(sizes)("%s", async ([, options], { open }) => {
    const { page } = await open("scene=flock-limited&cohesion=2", options);
    await page.locator("#share-more").click();
    const tabs = page.locator('#share-dialog [role="tab"]');
    await tabs.first().waitFor();
    for (let tab = 0; tab < (await tabs.count()); tab++) {
      await tabs.nth(tab).click();
      await frame(page);
      expect(await violations(page)).toEqual([]);
    }
  });
});

describe("axe-core finds no violation in", () => {
  const sizes: [string, OpenOptions][] = [
    ["desktop, dark", desk("dark")],
    ["phone, light", hand("light")],
  ];
  test.for(sizes)(
    "the dialogs of presets and the line that brings one back: %s",
    async ([, options], { open }) => {
      const { page } = await open("scene=swarm", options);
      await showScenes(page);
      await page.locator("#save-preset").click();
      await page.locator("#preset-name").fill(" ");
      await page.keyboard.press("Enter");
      expect(await violations(page)).toEqual([]);
      await page.locator("#preset-name").fill("Mine");
      await page.keyboard.press("Enter");
      await page.locator(".preset-more").click();
      expect(await violations(page)).toEqual([]);
      await page.locator("#preset-delete").click();
      await page.locator("#preset-undo").waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

  test("an embed", async ({ open }) => {
    const { page } = await open("scene=swarm&embed=1", {
      colorScheme: "light",
      viewport: { width: 320, height: 240 },
    });
    expect(await violations(page)).toEqual([]);
  });

  test("the views of the side panel", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { details: true });
    for (const view of await page.locator('#side [role="tab"]').all()) {
      await view.click();
      await frame(page);
      expect(await violations(page)).toEqual([]);
    }
  });
});

describe("axe-core finds no violation in edit mode, whatever the tool", () => {
  const cases: [string, string, OpenOptions][] = [
    ["desktop, light", "path-patrol", { colorScheme: "light" }],
    ["phone, dark", "tile-chase", { ...phone, colorScheme: "dark" }],
  ];
  test.for(cases)("%s", async ([, scene, options], { open }) => {
    const { page } = await open(`scene=${scene}`, options);
    await page.locator(".edit-toggle").click();
    await page.locator("#edit-tools").waitFor();
    const tools = await page.locator("[data-tool]:visible").all();
    expect(tools.length).toBeGreaterThan(2);
    for (const tool of tools) {
      await tool.click();
      expect(await violations(page), (await tool.textContent()) ?? "").toEqual([]);
    }
  });
});

describe("the help", () => {
  test("lists every key from the one table, and only what works while single keys are off", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited");
    await page.locator("#help").click();
    const keys = () => page.locator("#keys kbd").allTextContents();
    const all = await keys();
    for (const key of ["Space", ".", "R", "1", "0", "S", "F", "?", "Escape"]) expect(all).toContain(key);
    await page.locator("#shortcuts").uncheck();
    const few = await keys();
    expect(few).toContain("Space");
    expect(few).not.toContain("R");
    await page.keyboard.press("Escape");
    await page.locator("#stage").focus();
    await page.keyboard.press("s");
    await page.keyboard.press(".");
    expect(await page.locator("#share-dialog").count()).toBe(0);
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(0);
    // It is remembered.
    await page.reload();
    await page.waitForFunction(() => (window.flockwright?.core.views().count ?? 0) > 0);
    expect(await page.locator("#shortcuts").isChecked()).toBe(false);
  });

  test("or any dialog that a press on a toolbar opened leaves the keys to the flock when it closes", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited", { details: true });
    for (const name of ["help"]) {
      await page.locator(`#${name}`).click();
      await page.locator(`#${name}-close`).click();
      expect(await page.evaluate(() => document.activeElement?.id), name).toBe("stage");
    }
    // Without a mouse, the way goes on where it was.
    await page.locator("#help").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("help");
  });

  test("keys typed into a dialog or a field of the page stay there", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    await showScenes(page);
    await page.locator("#save-preset").click();
    await page.locator("#preset-name").fill("");
    await page.keyboard.type("srf.?h1");
    expect(await page.locator("#preset-name").inputValue()).toBe("srf.?h1");
    await page.keyboard.press("Escape");
    await (await row(page, "cohesion")).locator("input").first().focus();
    await page.keyboard.press("s");
    expect(await page.locator("#share-dialog").count()).toBe(0);
  });
});
