import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import {
  advance,
  chooseScene,
  contentOf,
  hashAt600,
  phone,
  row,
  said,
  share,
  showScenes,
  test,
} from "./fixture";

const link = (page: Page) => page.evaluate(() => window.flockwright.core.link());
const yours = (page: Page) =>
  page
    .locator("#yours .scene")
    .evaluateAll((all) => all.map((one) => one.querySelector(".scene-title")?.textContent ?? ""));
const waitForYours = (page: Page, names: string[]) => expect.poll(() => yours(page)).toEqual(names);

async function save(page: Page, name: string): Promise<void> {
  await showScenes(page);
  await page.locator("#save-preset").click();
  await page.locator("#preset-name").fill(name);
  await page.keyboard.press("Enter");
}

/** Drops files on the canvas, as a person does. */
async function drop(page: Page, ...files: { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, text } of all) data.items.add(new File([text], name, { type: "application/json" }));
    return data;
  }, files);
  await page.dispatchEvent("#stage", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("#stage", "drop", { dataTransfer: transfer });
}

describe("a person's presets", () => {
  test("are saved under a name, opened, renamed, deleted and brought back, and are there after a reload", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited");
    await (await row(page, "cohesion")).locator("input").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.search.includes("cohesion"));
    const saved = await link(page);
    await save(page, "Tight flock");
    await waitForYours(page, ["Tight flock"]);
    // A name is text, whatever it looks like.
    await chooseScene(page, "swarm");
    await save(page, "<img src=x onerror=alert(1)>");
    await waitForYours(page, ["Tight flock", "<img src=x onerror=alert(1)>"]);

    await page.locator('[data-preset="Tight flock"]').click();
    await page.waitForFunction(() => window.flockwright.core.scene() === "flock-limited");
    expect(await link(page)).toBe(saved);

    await showScenes(page);
    await page.getByRole("button", { name: "Change \u201cTight flock\u201d" }).click();
    await page.locator("#preset-name").fill("  ");
    await page.keyboard.press("Enter");
    expect(await page.locator("#preset-problem").textContent()).not.toBe("");
    await page.locator("#preset-name").fill("Tighter");
    await page.keyboard.press("Enter");
    await waitForYours(page, ["Tighter", "<img src=x onerror=alert(1)>"]);

    await page.getByRole("button", { name: "Change \u201cTighter\u201d" }).click();
    await page.locator("#preset-delete").press("Enter");
    await waitForYours(page, ["<img src=x onerror=alert(1)>"]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Undo");
    await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
    await waitForYours(page, ["Tighter", "<img src=x onerror=alert(1)>"]);

    await page.reload();
    await page.waitForFunction(() => window.flockwright);
    await showScenes(page);
    await waitForYours(page, ["Tighter", "<img src=x onerror=alert(1)>"]);
  });

  test("travel as a file", async ({ open }) => {
    const { page } = await open("scene=flock-narrow&seed=5");
    await save(page, "Ants");
    await waitForYours(page, ["Ants"]);
    const hash = await hashAt600(page);
    await share(page, "File");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save all presets" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("flockwright-presets.json");
    const text = (await contentOf(download)).toString();
    expect(JSON.parse(text)).toEqual({
      format: "flockwright-presets",
      version: 1,
      presets: [{ name: "Ants", link: "v=8&scene=flock-narrow&seed=5" }],
    });
    const friend = await open("scene=swarm");
    await drop(friend.page, { name: "presets.json", text });
    await waitForYours(friend.page, ["Ants"]);
    await friend.page.waitForFunction(() => window.flockwright.core.scene() === "flock-narrow");
    expect(await hashAt600(friend.page)).toBe(hash);
    // The same once more adds nothing.
    await drop(friend.page, { name: "presets.json", text });
    await said(friend.page, "already");
    expect(await yours(friend.page)).toEqual(["Ants"]);
  });

  test("a bad file gets a clear message and changes nothing", async ({ open }) => {
    const { page } = await open("scene=flock-limited&cohesion=2");
    const before = await link(page);
    const address = page.url();
    const presets = (entries: string) =>
      `{"format":"flockwright-presets","version":1,"presets":[${entries}]}`;
    const bad: [string, string, RegExp][] = [
      ["half.json", '{"format":"flockwright-presets","ver', /not JSON/],
      ["mixed.json", presets('{"name":"good","link":"v=8&scene=swarm"},{"name":"bad","link":3}'), /Preset 2/],
      ["kind.json", '{"format":"flockwright-potatoes"}', /potatoes/],
    ];
    for (const [name, text, reason] of bad) {
      await drop(page, { name, text });
      await expect.poll(() => page.locator("#notice-text").textContent()).toMatch(reason);
      expect(await page.locator("#notice-text").textContent()).toContain(name);
    }
    await drop(page, { name: "one.json", text: "1" }, { name: "two.json", text: "2" });
    await expect.poll(() => page.locator("#notice li").count()).toBe(2);
    expect(await link(page)).toBe(before);
    expect(await yours(page)).toEqual([]);
    expect(page.url()).toBe(address);
  });
});

test("what cannot be read is listed, opens nothing, and can be deleted", async ({ open }) => {
  const { page } = await open("scene=swarm", {
    storage: {
      "flockwright.presets": JSON.stringify([
        { name: "Torn" },
        { name: "Elsewhere", link: "v=8&scene=nowhere" },
        { name: "Mine", link: "v=8&scene=duel" },
      ]),
    },
  });
  await showScenes(page);
  await waitForYours(page, ["A preset that cannot be read", "Elsewhere", "Mine"]);
  const isDisabled = page
    .locator("#yours .scene")
    .evaluateAll((all) => all.map((one) => one.matches(":disabled")));
  expect(await isDisabled).toEqual([true, true, false]);
  await page.getByRole("button", { name: "Change \u201cA preset that" }).click();
  await page.locator("#preset-delete").click();
  await waitForYours(page, ["Elsewhere", "Mine"]);
  await showScenes(page);
  await page.locator('[data-preset="Mine"]').click();
  await page.waitForFunction(() => window.flockwright.core.scene() === "duel");
});

describe("where the browser stores nothing", () => {
  const message = /closed/;

  test("refused storage keeps presets until the page is closed, and says so", async ({ open }) => {
    const { page } = await open("scene=swarm", {
      prepare: () => {
        Object.defineProperty(window, "localStorage", {
          get: () => {
            throw new DOMException("refused", "SecurityError");
          },
        });
      },
    });
    await save(page, "Mine");
    await waitForYours(page, ["Mine"]);
    const notice = page.locator("#notice-text");
    expect(await notice.textContent()).toMatch(message);
    // Where one sees it: not under the gallery.
    expect(await notice.evaluate((line) => getComputedStyle(line).visibility)).toBe("visible");
    await page.locator("#look-button").click();
    await page.locator("#theme").click();
  });
});

test("saving a run says what of it is not kept, as copying its link does", async ({ open }) => {
  const { page } = await open("scene=flock-limited");
  await save(page, "Nothing done");
  await said(page, /^\u201cNothing done\u201d saved$/);
  await advance(page, 60);
  await page.locator("#stage").press("ArrowLeft");
  await save(page, "Flown");
  await said(
    page,
    /^\u201cFlown\u201d saved: these settings from the start, without what you did \(\d input/,
  );
});

test("presets that a file has just brought can be saved as one", async ({ open }) => {
  const { page } = await open("scene=swarm");
  await share(page, "File");
  const all = page.getByRole("button", { name: "Save all presets" });
  await expect.poll(() => all.isDisabled()).toBe(true);
  const presets = ["duel", "patrol"].map((scene) => ({ name: scene, link: `v=8&scene=${scene}` }));
  const text = JSON.stringify({ format: "flockwright-presets", version: 1, presets });
  await page
    .locator("#share-open")
    .setInputFiles({ name: "two.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect.poll(() => page.locator(".share-status").textContent()).toBe("2 presets were added.");
  await expect.poll(() => all.isDisabled()).toBe(false);
});

test("what another tab does takes the focus from no card", async ({ open }) => {
  const { page } = await open("scene=swarm");
  await save(page, "Mine");
  await waitForYours(page, ["Mine"]);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await showScenes(other);
  await other.locator('[data-preset="Mine"]').waitFor();
  await other.keyboard.press("Escape");
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute("data-preset") ?? document.activeElement?.tagName,
    );
  await page.locator('[data-preset="Mine"]').focus();
  // It remembers a theme, then saves a run: the cards here show that.
  await page.evaluate(() => {
    window.addEventListener("storage", () => document.body.classList.add("report"));
  });
  await other.locator("#look-button").click();
  await other.locator("#theme").click();
  await page.locator("body.report").waitFor();
  expect(await focused()).toBe("Mine");
  await save(other, "Theirs");
  await waitForYours(page, ["Mine", "Theirs"]);
  expect(await focused()).toBe("Mine");
});

test("every scene has a picture at once, in both themes", async ({ open }) => {
  const { page } = await open("scene=duel", { colorScheme: "light", playing: true });
  await showScenes(page);
  const scenes = await page.locator("#gallery [data-scene]").count();
  const sums = () =>
    page
      .locator("#gallery [data-scene] canvas")
      .evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).toDataURL()));
  await expect.poll(async () => (await sums()).length, { timeout: 20_000 }).toBe(scenes);
  const light = await sums();
  expect(new Set(light).size).toBe(scenes);
  const { width, height } = (await page.locator("#gallery .thumb").first().boundingBox()) ?? {
    width: 0,
    height: 0,
  };
  expect(width * height).toBeGreaterThan(5000);
  await page.keyboard.press("Escape");
  await page.locator("#look-button").click();
  await page.locator("#theme").click();
  const dark = await sums();
  for (const [card, sum] of light.entries()) expect(dark[card], `card ${card}`).not.toBe(sum);
});

test("on a phone the cards and their menus are large enough for a thumb", async ({ open }) => {
  const { page } = await open("scene=swarm", phone);
  await save(page, "Mine");
  await waitForYours(page, ["Mine"]);
  for (const target of ["#save-preset", '[data-preset="Mine"]', ".preset-more"]) {
    const box = await page.locator(target).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), target).toBeGreaterThanOrEqual(44);
  }
});
