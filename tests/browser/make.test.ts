/** "Make it": wishes, the search beside the page, and living candidates. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./axe";
import { advance, contentOf, frame, phone, said, test } from "./fixture";

declare global {
  interface Window {
    /** Frames that were asked for. */
    asked?: number;
  }
}

/** Few units in a small world: a run of a search takes a few milliseconds. */
const SMALL = "scene=flock-limited&seed=3&count=24&width=240&height=180";
/** A search takes as long as the machine needs. */
const LONG = 180_000;

const patient = (page: Page) => page.context().setDefaultTimeout(LONG);
const links = (page: Page) =>
  page.locator(".candidate").evaluateAll((all) => all.map((one) => one.textContent ?? ""));

async function showCards(page: Page): Promise<void> {
  patient(page);
  await page.locator("#side-make:visible, #tabs:visible [data-tab='make']").first().click();
  await page.locator('[data-wish="calm"]:not(:disabled)').waitFor();
}

async function surprise(page: Page): Promise<void> {
  await showCards(page);
  await page.locator('[data-wish="surprise"]').click();
  await page.locator(".candidate").nth(8).waitFor();
}

describe("a wish", { timeout: LONG }, () => {
  test("is made by the keyboard: from a card to a run, and back by undo", async ({ open }) => {
    const { page } = await open(SMALL);
    patient(page);
    const before = await page.evaluate(() => window.flockwright.core.link());
    await page.locator("#side-tune").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator('[data-wish="calm"]:not(:disabled)').focus();
    await page.keyboard.press("Enter");
    await page.locator("#make-go").focus();
    await page.keyboard.press("Enter");
    // The best of the first generation is enough for this.
    await page.locator("#make-stop").focus();
    await page.keyboard.press("Enter");
    await page.locator(".verdict").waitFor();
    expect(await page.locator(".verdict").textContent()).toMatch(/\d+ of 20 .* \d+ of 20\.$/);
    await page.locator(".candidate").nth(8).waitFor();
    expect(await page.locator(".candidate .match").count()).toBe(9);
    await page.locator("#make-use").focus();
    await page.keyboard.press("Enter");
    const made = await page.evaluate(() => window.flockwright.core.link());
    expect(made).not.toBe(before);
    await page.waitForFunction((link) => location.search.includes(link), made);
    await page.locator("#edit-bar button").first().click();
    await page.waitForFunction((link) => window.flockwright.core.link() === link, before);
    // The report is a file.
    await page.locator(".report summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#make-save").click()]);
    expect(download.suggestedFilename()).toBe("flockwright-wish.json");
  });

  test("that cannot be met is told, with the band that is in the way", async ({ open }) => {
    const wish = "1,calm,s1,polarization:0.2..,overlapping:0.9..,~cohesion:0..1:linear,~thrust:100..200:log";
    const { page } = await open(`${SMALL}&wish=${wish}`);
    patient(page);
    await page.locator("#make-go").click();
    // The best so far can be taken while the search goes on.
    await page.locator("#make-best").waitFor();
    await page.locator("#make-best").press("Enter");
    expect(await page.locator("#make-best").textContent()).toMatch(
      /as wished in 0 of 3 runs|the best of all so far/,
    );
    await page.waitForFunction(() => window.flockwright.core.link().includes("thrust="));
    // It may have ended by itself.
    await page.evaluate(() => document.getElementById("make-stop")?.click());
    await page.locator(".in-the-way").waitFor();
    expect(await page.locator(".in-the-way").textContent()).toMatch(/^Not met: Overlapping at least 0\.9\./);
    expect(await page.locator(".verdict").textContent()).toMatch(/^0 of 20/);
  });

  test("has bands that are moved by keys, left open at the ends, and added and left out", async ({
    open,
  }) => {
    const { page } = await open(SMALL);
    await showCards(page);
    await page.locator('[data-wish="calm"]').click();
    const low = page.getByRole("slider", { name: "Polarization, at least" });
    await low.focus();
    await page.keyboard.press("ArrowLeft");
    expect(await low.getAttribute("aria-valuetext")).toBe("0.84");
    // A band keeps one of its ends.
    await page.keyboard.press("Home");
    expect(await low.getAttribute("aria-valuetext")).toBe("0.84");
    const high = page.getByRole("slider", { name: "Polarization, at most" });
    await high.focus();
    await page.keyboard.press("PageDown");
    expect(await page.locator(".band").first().locator(".band-text").textContent()).toBe("0.84 to 0.9");
    await page.locator(".add-band").selectOption("milling");
    expect(await page.locator(".band").count()).toBe(4);
    await page.getByRole("button", { name: "Leave out Milling" }).click();
    expect(await page.locator(".band").count()).toBe(3);
    // Back to the cards, the focus goes to one of them.
    await page.getByRole("button", { name: "All wishes" }).press("Enter");
    expect(await page.locator(".wish:focus").count()).toBe(1);
  });

  test("travels in a link: who opens it gets the same bands and the same candidates", async ({ open }) => {
    const prepare = () => {
      navigator.clipboard.writeText = async (text) => {
        (window as unknown as { copied: string }).copied = text;
      };
    };
    const { page } = await open(SMALL, { prepare });
    await showCards(page);
    await page.locator('[data-wish="stream"]').click();
    await page.locator("#make-link").click();
    await said(page, "Copied!");
    const address = new URL(await page.evaluate(() => (window as unknown as { copied: string }).copied));
    const found = async (page: Page) => {
      await page.locator("#make-go").click();
      await page.locator("#make-stop").click();
      await page.locator(".candidate").nth(8).waitFor();
      return links(page);
    };
    const { page: friend } = await open(address.search.slice(1));
    patient(friend);
    await friend.locator(".band").nth(2).waitFor();
    const text = (page: Page) => page.locator(".band-text").allTextContents();
    expect(await text(friend)).toEqual(await text(page));
    expect(await found(friend)).toEqual(await found(page));
  });
});

describe("the candidates", { timeout: LONG }, () => {
  test("are the same with one worker, with three, and with none", async ({ open }) => {
    const prepares = [
      () => Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 }),
      () => Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 }),
      () => Object.defineProperty(window, "Worker", { value: undefined }),
    ];
    const found: string[][] = [];
    const workers: number[] = [];
    for (const prepare of prepares) {
      const { page } = await open(SMALL, { prepare });
      await surprise(page);
      found.push(await links(page));
      workers.push(page.workers().length);
    }
    expect(found[0]?.length).toBe(9);
    expect(new Set(found[0]).size).toBe(9);
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
    expect(workers).toEqual([1, 3, 0]);
  });

  test("do not miss a worker that dies: another one does its work", async ({ open }) => {
    const { page: calm } = await open(SMALL);
    await surprise(calm);
    const wanted = await links(calm);
    const prepare = () => {
      // The first worker stumbles over its third run.
      const { Worker: Real } = window;
      let made = 0;
      window.Worker = class extends Real {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          if (made++ > 0) return;
          let orders = 0;
          const post = this.postMessage.bind(this) as (message: unknown) => void;
          this.postMessage = (message: unknown) => {
            if (orders++ !== 3) post(message);
            else this.dispatchEvent(new ErrorEvent("error", { message: "made up" }));
          };
        }
      };
    };
    const { page } = await open(SMALL, { prepare });
    await surprise(page);
    expect(await links(page)).toEqual(wanted);
  });

  test("breed on, are pinned, and saved as a preset", async ({ open }) => {
    const { page } = await open(SMALL);
    await surprise(page);
    const first = await links(page);
    await page.getByRole("button", { name: "Keep candidate 2 for the next nine" }).click();
    await page.getByRole("button", { name: "More like these 1" }).click();
    await expect.poll(() => links(page)).not.toEqual(first);
    await page.getByRole("button", { name: "Save candidate 1 as a preset" }).click();
    await said(page, "saved");
  });

  test("are still pictures with reduced motion, and play on request", async ({ open }) => {
    const { page } = await open(SMALL);
    await surprise(page);
    const picture = () =>
      page
        .locator(".living")
        .first()
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    // It is drawn once, when its flock had time to form.
    await page.locator('.living[data-drawn="true"]').nth(8).waitFor();
    const still = await picture();
    for (let i = 0; i < 20; i++) await frame(page);
    expect(await picture()).toBe(still);
    await page.locator("#candidates").getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(picture).not.toBe(still);
  });
});

describe("A and B", { timeout: LONG }, () => {
  test("run on one clock and with one seed, say what differs, and either is kept", async ({ open }) => {
    const other = "v=1&scene=flock-limited&seed=9&count=24&cohesion=4&width=240&height=180";
    const { page } = await open(`${SMALL}&ab=${encodeURIComponent(other)}`, { playing: true });
    patient(page);
    const pair = page.locator(".compare");
    await pair.waitFor();
    await page.waitForFunction(() => {
      const ticks = document.querySelector<HTMLElement>(".compare")?.dataset.ticks?.split(" ") ?? [];
      return Number(ticks[0]) > 20 && ticks[0] === ticks[1];
    });
    expect(await page.locator(".differences li").allTextContents()).toEqual(["Cohesion \u2191 4"]);
    // Whoever drags in one picture, drags in both.
    const box = await page.locator(".pair canvas").first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 80, (box?.y ?? 0) + 60);
    await page.mouse.up();
    expect(await violations(page)).toEqual([]);
    // As a wipe, B lies over A from a border on that keys move.
    await page.getByRole("button", { name: "Wipe" }).click();
    const [a, b] = await page.locator(".pair canvas").all();
    expect(await b?.boundingBox()).toEqual(await a?.boundingBox());
    await page.getByRole("slider", { name: "Where A ends" }).press("End");
    expect(await page.locator(".pair").evaluate((one) => one.style.getPropertyValue("--border"))).toBe(
      "100%",
    );
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep B" }).click();
    await page.waitForFunction(
      () => location.search.includes("seed=3") && location.search.includes("cohesion=4"),
    );
    expect(await page.locator(".compare").isVisible()).toBe(true);
  });
});

describe("A and B in another page", { timeout: LONG }, () => {
  /** An embed of a small run and another one, which has no stage to wait for. */
  const openPair = async (page: Page, other: string, mode: string) => {
    const [here] = page.url().split("?");
    await page.goto(`${here}?${SMALL}&ab=${encodeURIComponent(other)}&embed=${mode}`);
  };

  test("play on one clock, and lead to the playground with both", async ({ open }) => {
    const { page } = await open(SMALL);
    await openPair(page, "v=1&scene=flock-limited&seed=9&count=24&cohesion=4&width=240&height=180", "1");
    const drawn = page.locator('#embed-pair canvas[data-drawn="true"]');
    await expect.poll(() => drawn.count()).toBe(2);
    const before = await drawn.first().screenshot();
    await page.locator("#embed-poster").click();
    await expect.poll(async () => (await drawn.first().screenshot()).equals(before)).toBe(false);
    expect(await page.locator("#embed-play").getAttribute("aria-pressed")).toBe("true");
    expect(await page.locator("#embed-open").getAttribute("href")).toContain("ab=");
  });

  test("rest while they are out of sight, and go on when they are seen", async ({ open }) => {
    const { page } = await open(SMALL, { base: "plainPage", playing: true });
    const other = encodeURIComponent(`${SMALL}&cohesion=4`);
    const [here = ""] = page.url().split("?");
    // A page of the same site: browsers hold the frames of others by themselves.
    const around = new URL("blog.html", here).href;
    const embed = `<iframe src="${here}?${SMALL}&ab=${other}&embed=play" width="480" height="300"
      style="position: absolute; top: 6000px; border: 0"></iframe>`;
    await page.route(around, (route) => route.fulfill({ contentType: "text/html", body: embed }));
    await page.addInitScript(() => {
      const request = window.requestAnimationFrame.bind(window);
      window.asked = 0;
      window.requestAnimationFrame = (callback) => {
        window.asked = (window.asked ?? 0) + 1;
        return request(callback);
      };
    });
    await page.goto(around);
    const inner = await (await page.waitForSelector("iframe")).contentFrame();
    if (!inner) throw new Error("no frame");
    await inner.locator('#embed-play[aria-pressed="true"]').waitFor({ state: "attached" });
    await page.waitForTimeout(500);
    const asked = () => inner.evaluate(() => window.asked ?? 0);
    const resting = await asked();
    await page.waitForTimeout(1000);
    expect(await asked()).toBeLessThanOrEqual(resting + 1);
    await page.evaluate(() => scrollTo(0, 6000));
    await inner.waitForFunction((from) => (window.asked ?? 0) > from + 10, resting);
    await inner.locator('#embed-pair canvas[data-drawn="true"]').nth(1).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(500);
    const again = await asked();
    await page.waitForTimeout(1000);
    expect(await asked()).toBeLessThanOrEqual(again + 1);
  });

  test("say so where they are too large", async ({ open }) => {
    const { page } = await open(SMALL);
    await openPair(page, "scene=flock-wide&count=500000", "play");
    await expect.poll(() => page.locator("#embed-title").textContent()).toContain("not compared");
  });
});

describe("a map", { timeout: LONG }, () => {
  test("over one parameter is nine flocks, over two a grid that is read and opened by keys", async ({
    open,
  }) => {
    const { page } = await open(SMALL);
    await showCards(page);
    await page.locator('[data-wish="map"]').click();
    await page.locator("#map-x").selectOption("cohesion");
    await page.locator("#map-go").click();
    await page.locator(".candidate").nth(8).waitFor();
    expect(await page.locator(".candidate").last().textContent()).toContain("Cohesion \u2191 10");
    await page.locator("#map-y").selectOption("alignment");
    await page.locator("#map-go").click();
    await page.getByText("81 of 81 points").waitFor();
    await page.locator("#map-measure").selectOption("polarization");
    expect(await violations(page)).toEqual([]);
    await page.locator(".map-cell").last().focus();
    await page.keyboard.press("ArrowRight");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    const lines = (await contentOf(download)).toString().trim().split("\n");
    expect(lines.length).toBe(82);
    expect(lines[0]).toMatch(/^"Alignment","Cohesion",polarization,polarization_se,/);
    const cell = page.locator(".map-cell").nth(4);
    // Nothing is under the mouse.
    await page.mouse.move(5, 5);
    await cell.focus();
    expect(await page.locator(".map-about").textContent()).toMatch(
      /^Cohesion 5, Alignment 10: [\d.]+\u00a0\u00b1\u00a0[\d.e-]+$/,
    );
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.search.includes("cohesion=5&alignment=10"));
  });
});

describe("a strip", { timeout: LONG }, () => {
  const showStrip = async (page: Page) => {
    await showCards(page);
    await page.locator('[data-wish="map"]').click();
    await page.locator("#map-x").selectOption("cohesion");
    await page.locator("#map-go").click();
    await page.locator(".candidate").nth(8).waitFor();
    await advance(page, 30);
  };
  /** The run's cohesion, and its tick: of a run that is opened anew, 0. */
  const state = (page: Page) =>
    page.evaluate(() => {
      const { core } = window.flockwright;
      return [core.params().find(({ key }) => key === "cohesion")?.value, core.ticks()];
    });
  const undo = (page: Page) => page.locator("#edit-bar button").first();
  const middle = async (page: Page, at: number) => {
    const box = await page.locator(".candidate").nth(at).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 20 };
  };

  test("is dragged through and gone through by keys: the run morphs, in a step that is undone", async ({
    open,
  }) => {
    const { page } = await open(SMALL);
    await showStrip(page);
    const slider = page.getByRole("slider", { name: "Cohesion" });
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^1\.00.×, between flocks 1 and 2$/);
    const box = await slider.boundingBox();
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
    await page.mouse.move((box?.x ?? 0) + 100, y);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 200, y, { steps: 3 });
    const [moved = 0] = await state(page);
    expect(moved).toBeGreaterThan(3);
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0), y, { steps: 3 });
    // It goes on meanwhile: nobody has to let go, and nothing is opened anew.
    expect(await state(page)).toEqual([10, 30]);
    await page.mouse.up();
    await page.waitForFunction(() => location.search.includes("cohesion=10"));
    expect(await page.locator('.candidate[aria-pressed="true"]').getAttribute("data-candidate")).toBe("8");
    await undo(page).click();
    expect(await state(page)).toEqual([1, 30]);
    expect(await undo(page).isDisabled()).toBe(true);
    expect(Number(await slider.inputValue())).toBeCloseTo(0.8, 6);

    // Pictures are dragged through as one reads, and pressed as before.
    const [from, to] = [await middle(page, 0), await middle(page, 4)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    const [between = 0, tick] = await state(page);
    expect(Math.abs(between - 5)).toBeLessThan(0.2);
    expect(tick).toBe(30);

    await slider.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("PageUp");
    expect(await state(page)).toEqual([1.25, 30]);
    await page.keyboard.press("ArrowRight");
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/, between flocks 2 and 3$/);
    await page.keyboard.press("PageDown");
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^1\.25.×, flock 2$/);
    expect(await violations(page)).toEqual([]);
    await page.locator(".candidate").nth(3).click();
    expect(await state(page)).toEqual([3.75, 0]);
    expect(await slider.inputValue()).toBe("3");
  });

  test("follows a finger that goes across, and scrolls with one that goes up", async ({ open }) => {
    const { page } = await open(SMALL, phone);
    await showStrip(page);
    const session = await page.context().newCDPSession(page);
    const swipe = async (dx: number, dy: number) => {
      const { x, y } = await middle(page, 0);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
      await touch("touchStart", { x, y });
      for (let i = 1; i <= 8; i++) await touch("touchMove", { x: x + (dx * i) / 8, y: y + (dy * i) / 8 });
      await touch("touchEnd");
    };
    await swipe(230, 5);
    const [across = 0, tick] = await state(page);
    expect(across).toBeGreaterThan(2);
    expect(tick).toBe(30);
    const top = () => page.locator("#side-body").evaluate((body) => body.scrollTop);
    const before = await top();
    await swipe(2, -100);
    await expect.poll(top).toBeGreaterThan(before);
    expect(await state(page)).toEqual([across, 30]);
    expect(await violations(page)).toEqual([]);
    // On the map above, a finger looks first.
    const square = page.locator(".map-cell").nth(4);
    await square.tap();
    expect(await page.locator(".map-about").textContent()).toMatch(/^Cohesion 5: /);
    expect(await state(page)).toEqual([across, 30]);
    await square.tap();
    expect(await state(page)).toEqual([5, 0]);
    expect(await square.getAttribute("aria-selected")).toBe("true");
  });
});

describe("nothing is wrong for those who cannot see, and thumbs reach all, with", { timeout: LONG }, () => {
  test.for([
    ["a mouse", {}],
    ["a phone", phone],
  ] as const)("%s", async ([, options], { open }) => {
    const { page } = await open(SMALL, options);
    await showCards(page);
    expect(await violations(page)).toEqual([]);
    await page.locator('[data-wish="calm"]').click();
    await page.locator(".make-more .make-more summary").click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "All wishes" }).click();
    await page.locator('[data-wish="surprise"]:not(:disabled)').click();
    await page.locator(".candidate").nth(8).waitFor();
    expect(await violations(page)).toEqual([]);
    const link = await page.evaluate(() => window.flockwright.core.link());
    if (options === phone) await page.locator('[data-candidate="3"]').tap();
    else await page.locator('[data-candidate="3"]').click();
    await page.waitForFunction((before) => window.flockwright.core.link() !== before, link);
  });
});
