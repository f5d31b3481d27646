import { describe, expect, inject } from "vitest";
import { advance, chooseScene, frame, said, test, travel } from "./fixture";

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
      `${inject("page")}?v=8&scene=flock-limited&cohesion=2`,
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

  test("copies the run's numbers, with the tuned value, and downloads them", async ({ open }) => {
    const { page } = await open("scene=flock-limited&cohesion=2.35", clipboard);
    await page.locator("#share-more").click();
    await page.locator("#share-tab-code").click();
    const code = page.locator("#share-code");
    const text = await code.inputValue();
    expect(text).toContain('"value": 2.35,');
    expect(text).toContain("scene=flock-limited&cohesion=2.35");
    await page.getByRole("button", { name: "Copy code" }).click();
    await page.waitForFunction(() =>
      /copied/i.test(document.querySelector(".share-status")?.textContent ?? ""),
    );
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
    const button = page.getByRole("button", { name: "Download" });
    const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(file.suggestedFilename()).toBe("flockwright-flock-limited.json");
  });

  test("shows the run that going back has opened behind it", async ({ open }) => {
    const { page } = await open("scene=duel&chase=2", clipboard);
    await chooseScene(page, "swarm");
    await page.keyboard.press("s");
    await page.locator("#share-tab-code").click();
    const code = page.locator("#share-code");
    expect(await code.inputValue()).toContain("scene=swarm");
    await travel(page, -1);
    await page.waitForFunction(() => window.flockwright.core.scene() === "duel");
    await frame(page);
    expect(await code.inputValue()).toContain("scene=duel&chase=2");
    await page.locator("#share-tab-link").click();
    await travel(page, 1);
    await page.waitForFunction(() => window.flockwright.core.scene() === "swarm");
    await frame(page);
    expect(await page.locator("#share-link").inputValue()).toMatch(/scene=swarm$/);
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
    expect(await read()).toEqual({ ...wanted, src: `${base}?v=8&scene=flock-limited&seed=7&embed=1` });
    await page.locator("#share-starts").check();
    expect(await read()).toEqual({ ...wanted, src: `${base}?v=8&scene=flock-limited&seed=7&embed=play` });
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

test("what was done in the run is left out of the link unless it is asked for, and both ways of copying say so", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited", clipboard);
  await page.locator("#copy-link").click();
  await said(page, "it opens this exact flock");
  await advance(page, 40);
  await page.locator('[data-param="cohesion"]').getByRole("slider").press("PageUp");
  await page.locator("#copy-link").click();
  await said(page, "without what you did (1 input).");
  await page.locator("#share-more").click();
  const field = page.locator("#share-link");
  const heading = () => page.locator('label[for="share-link"]').textContent();
  const done = page.getByRole("checkbox", { name: /^Include what you did in this run/ });
  expect(await heading()).toContain("without what you did in the run");
  for (const option of [done, page.getByRole("checkbox", { name: /^Start at this moment/ })]) {
    await option.check();
    expect(await heading()).toContain("the same flock, tick by tick");
    expect(await field.inputValue()).toContain("&ev=");
    await option.uncheck();
    expect(await heading()).toContain("without what you did in the run");
    expect(await field.inputValue()).not.toContain("&ev=");
  }
  // A link with what was done says that it has it.
  await done.check();
  const { page: other } = await open(new URL(await field.inputValue()).search.slice(1), clipboard);
  await other.locator("#copy-link").click();
  await said(other, "it opens this exact flock");
});

test("who drags in a run that a link has begun makes another one, and what is copied says so", async ({
  open,
}) => {
  const { page } = await open("v=8&scene=flock-limited&at=60&ev=H.1uo.1e4R2s", clipboard);
  await page.waitForFunction(() => window.flockwright.core.ticks() === 60);
  const copied = async (words: string) => {
    await page.locator("#copy-link").click();
    await said(page, words);
    return new URL(await page.evaluate(() => navigator.clipboard.readText())).search.slice(1);
  };
  await advance(page, 200);
  expect(await copied("it opens this exact flock")).toMatch(/^v=8&scene=flock-limited&at=60&ev=\w/);
  await page.mouse.move(560, 300);
  await page.mouse.down();
  await page.mouse.move(600, 320);
  await page.mouse.up();
  const inputs = await page.evaluate(() => window.flockwright.core.recorded());
  expect(inputs).toBeGreaterThan(2);
  expect(await copied(`without what you did (${inputs} inputs)`)).toBe("v=8&scene=flock-limited");
  await expect.poll(() => new URL(page.url()).search).toBe("?v=8&scene=flock-limited");
});

test("the moment of a link is that at which the dialog was opened, although the run goes on behind it", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited");
  await advance(page, 40);
  await page.locator("#share-more").click();
  const moment = page.getByRole("checkbox", { name: "Start at this moment, tick 40" });
  await moment.waitFor();
  await advance(page, 25);
  await moment.check();
  expect(await page.locator("#share-link").inputValue()).toMatch(/&at=40$/);
});
