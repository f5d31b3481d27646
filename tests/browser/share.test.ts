import { describe, expect, inject } from "vitest";
import { test } from "./fixture";

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

describe("the share dialog", () => {
  test("opens by its button and by S, goes from tab to tab by the arrow keys, and gives the focus back", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited&cohesion=2");
    await page.locator("#share-more").click();
    const dialog = page.locator("#share-dialog");
    await dialog.waitFor({ state: "visible" });
    const selected = () => page.locator('#share-dialog [role="tab"][aria-selected="true"]').textContent();
    expect(await selected()).toBe("Link");
    expect(await page.locator("#share-link").inputValue()).toBe(
      `${inject("page")}?v=1&scene=flock-limited&cohesion=2`,
    );
    const tabs = await page.locator('#share-dialog [role="tab"]').allTextContents();
    for (const title of [...tabs.slice(1), tabs[0]]) {
      await page.keyboard.press("ArrowRight");
      expect(await selected()).toBe(title);
      expect(await page.locator('#share-dialog [role="tabpanel"]:visible').count()).toBe(1);
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("share-more");
    await page.locator("#stage").focus();
    await page.keyboard.press("s");
    await dialog.waitFor({ state: "visible" });
  });

  test("copies code in every language, with the tuned value, and downloads it", async ({ open }) => {
    const { page } = await open("scene=flock-limited&cohesion=2.35", clipboard);
    await page.locator("#share-more").click();
    await page.locator("#share-tab-code").click();
    const code = page.locator("#share-code");
    const expected: [string, string][] = [
      ["rust", "pub const COHESION: f32 = 2.35;"],
      ["csharp", "public const float Cohesion = 2.35f;"],
      ["gdscript", "const COHESION: float = 2.35"],
      ["javascript", "cohesion: 2.35,"],
      ["typescript", "cohesion: 2.35,"],
      ["json", '"value": 2.35,'],
    ];
    for (const [language, line] of expected) {
      await page.locator("#share-language").selectOption(language);
      const text = await code.inputValue();
      expect(text).toContain(line);
      expect(text).toContain("scene=flock-limited&cohesion=2.35");
    }
    await page.getByRole("button", { name: "Copy code" }).click();
    await page.waitForFunction(() =>
      /copied/i.test(document.querySelector(".share-status")?.textContent ?? ""),
    );
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("flockwright-flock-limited.json");
  });

  test("gives a snippet of the chosen size that opens the run as an embed", async ({ open }) => {
    const { page } = await open("scene=flock-limited&seed=7");
    await page.locator("#share-more").click();
    await page.locator("#share-tab-embed").click();
    await page.locator("#share-size").selectOption({ label: "Your own size" });
    await page.locator("#share-width").fill("720");
    await page.locator("#share-height").fill("405");
    const read = async () => {
      const text = await page.locator("#share-snippet").inputValue();
      const attribute = (name: string) =>
        new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1]?.replaceAll("&amp;", "&");
      expect(text).toMatch(/^<iframe [^<>]*><\/iframe>$/);
      return {
        src: attribute("src"),
        width: attribute("width"),
        height: attribute("height"),
        title: attribute("title"),
      };
    };
    const base = inject("page");
    const wanted = { width: "720", height: "405", title: "Flockwright: Flock, limited view" };
    expect(await read()).toEqual({ ...wanted, src: `${base}?v=1&scene=flock-limited&seed=7&embed=1` });
    await page.locator("#share-starts").check();
    expect(await read()).toEqual({ ...wanted, src: `${base}?v=1&scene=flock-limited&seed=7&embed=play` });
    await page.locator("#share-width").fill("no");
    expect(await page.getAttribute("#share-width", "aria-invalid")).toBe("true");
    expect(await read()).toMatchObject({ width: "720" });
  });

  test("where the clipboard is refused, the text is selected to be copied by hand", async ({ open }) => {
    const { page } = await open("", {
      prepare: () => {
        Object.defineProperty(navigator, "clipboard", {
          value: { writeText: () => Promise.reject(new Error("refused")) },
        });
      },
    });
    await page.locator("#share-more").click();
    await page.locator("#share-panel-link").getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction(() =>
      /refused/.test(document.querySelector(".share-status")?.textContent ?? ""),
    );
    const selection = await page.locator("#share-link").evaluate((field: HTMLTextAreaElement) => {
      return document.activeElement === field && field.value.slice(field.selectionStart, field.selectionEnd);
    });
    expect(selection).toBe(await page.locator("#share-link").inputValue());
  });
});
