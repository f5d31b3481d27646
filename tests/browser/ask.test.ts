/** Ask a bird: a person's ways to the question, and what comes of it. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { advance, phone, test } from "./fixture";

/** Where a bird is on the screen that no panel covers, CSS px of the page. */
const someBird = (page: Page, first = 0) =>
  page.evaluate((first) => {
    const { core, stage } = window.flockwright;
    const views = core.views();
    const box = stage.host.getBoundingClientRect();
    for (let id = first; id < views.count; id++) {
      const at = stage.camera.toScreen(views.x[id] ?? 0, views.y[id] ?? 0);
      const [x, y] = [at.x + box.x, at.y + box.y];
      const top = document.elementFromPoint(x, y);
      const isNearest = core.nearest(views.x[id] ?? 0, views.y[id] ?? 0) === id;
      if (isNearest && top?.closest("#stage") && x > 100 && y > 100) return { id, x, y };
    }
    throw new Error("nobody is in sight");
  }, first);

const sentence = (page: Page) => page.locator("#ask-sentence").textContent();

/** Waits until an answer is there. */
const answered = (page: Page) =>
  page.waitForFunction(() => /^It .*\.$/.test(document.querySelector("#ask-sentence")?.textContent ?? ""));

describe("ask a bird", () => {
  test("a shared answer that stands still is shared as moving once time goes on", async ({ open }) => {
    const { page } = await open();
    // Ask a bird has loaded before the link is opened.
    await page.locator("#stage").press("w");
    await answered(page);
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      history.pushState(null, "", "?scene=open-sky&seed=31&look=1_u17_p");
      window.dispatchEvent(new PopStateEvent("popstate"));
    });
    await answered(page);
    expect(await page.evaluate(() => window.flockwright.clock.playing)).toBe(false);
    await page.locator("#stage").press(" ");
    await expect.poll(() => page.url()).toMatch(/look=1_u17(&|$)/);
  });

  test("a click says why it turns, a button what would be without a force, and the run is untouched", async ({
    open,
  }) => {
    const { page } = await open();
    await advance(page, 120);
    const before = await page.evaluate(() => [
      window.flockwright.core.hash(),
      window.flockwright.core.link(),
    ]);
    const bird = await someBird(page);
    await page.mouse.move(bird.x, bird.y);
    await page.waitForFunction(() => window.flockwright.clock.speed === 0.25);
    await page.mouse.click(bird.x, bird.y);
    await answered(page);
    expect(await sentence(page)).toMatch(
      /^It (turns left, \d+\u00b0|turns right, \d+\u00b0|goes (almost )?straight on)/,
    );
    const bars = page.locator(".ask-bars li");
    expect(await bars.count()).toBeGreaterThanOrEqual(2);
    await page
      .getByRole("button", { name: /^Without / })
      .first()
      .click();
    await page.waitForFunction(() =>
      /after \d s|No difference/.test(document.querySelector("#ask-difference")?.textContent ?? ""),
    );
    const after = await page.evaluate(() => [window.flockwright.core.hash(), window.flockwright.core.link()]);
    expect(after).toEqual(before);
    await page.keyboard.press("Escape");
    expect(await page.locator("#ask").isVisible()).toBe(false);
    await page.mouse.move(4, 4);
    await page.waitForFunction(() => window.flockwright.clock.speed === 1);
  });

  test("W asks one in sight, with the keys at the heading of its answer, and lets it fly on", async ({
    open,
  }) => {
    const { page } = await open();
    await advance(page, 60);
    await page.locator("#stage").focus();
    await page.keyboard.press("w");
    await answered(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("ask-name");
    // To those who do not see it, it says the sentence, once.
    const said = await page.locator("#ask-says").textContent();
    expect(said).toContain(await sentence(page));
    const first = await page.evaluate(() => new URLSearchParams(location.search).get("look") ?? "");
    await page.keyboard.press("]");
    await page.waitForFunction((look) => new URLSearchParams(location.search).get("look") !== look, first);
    await page.keyboard.press("w");
    expect(await page.locator("#ask").isVisible()).toBe(false);
  });

  test("a link opens the bird with its ghost", async ({ open }) => {
    const { page } = await open("scene=open-sky&at=90&look=1_u5_w0");
    await answered(page);
    await page.waitForFunction(() => document.querySelector('.ask-without[aria-pressed="true"]') !== null);
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(90);
  });

  const RIDDLE = "scene=open-sky&seed=31&at=210&look=1_u78_g";
  /** The riddle is open. */
  const question = (page: Page) => page.getByRole("group", { name: "Which way will it turn?" });

  test("a riddle's link tells nothing; an arrow key guesses, the verdict is announced, and another bird is next", async ({
    open,
  }) => {
    const { page } = await open(RIDDLE);
    await question(page).waitFor();
    expect(await page.locator("#ask").innerText()).not.toMatch(/\u00b0|pull|push/);
    const told = page.locator("#ask-says");
    expect(await told.textContent()).toMatch(/^Bird 78.* Which way will it turn\?$/);
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(210);
    await page.keyboard.press("ArrowRight");
    await answered(page);
    expect(await told.textContent()).toMatch(/^Bird 78\. Not right this time\. It turns left, \d+\u00b0: /);
    expect(await page.locator("#ask").innerText()).toContain("0 of 1 right");
    await page.getByRole("button", { name: "Another bird" }).click();
    await question(page).waitFor();
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBeGreaterThan(210);
  });

  test("a riddle whose bird is gone or has another turn says so, and the flock flies", async ({ open }) => {
    for (const [look, changed, text] of [
      ["u7000", "", "There is no bird 7000"],
      ["u78", "&cohesion=0", "is not worth a guess"],
    ]) {
      const { page } = await open(`scene=open-sky&seed=31&at=210${changed}&look=1_${look}_g`, {
        playing: true,
      });
      await page.waitForFunction((text) => document.body.innerText.includes(text), text ?? "");
      await page.waitForFunction(() => window.flockwright.core.ticks() > 215);
    }
  });

  test("in a frame, a tap on a ghost guesses", async ({ open }) => {
    const { page } = await open(`${RIDDLE}&embed=1`, { playing: true });
    await question(page).waitFor();
    const ghost = await page.evaluate(() => {
      const { core, stage } = window.flockwright;
      const { x, y, hx, hy } = core.views();
      const at = stage.camera.toScreen(x[78] ?? 0, y[78] ?? 0);
      return { x: at.x + 60 * (hx[78] ?? 0), y: at.y + 60 * (hy[78] ?? 0) };
    });
    await page.mouse.click(ghost.x, ghost.y);
    await answered(page);
    expect(await page.locator(".riddle-verdict").textContent()).toBe("Not straight this time.");
  });

  test("pointing into the last five seconds goes there", async ({ open }) => {
    const { page } = await open();
    await advance(page, 330);
    const bird = await someBird(page);
    await page.mouse.click(bird.x, bird.y);
    await answered(page);
    await page.waitForFunction(() => window.flockwright.core.askedPast()[0] === 30);
    await page.getByRole("slider", { name: "The last five seconds" }).fill("100");
    await page.waitForFunction(() => window.flockwright.core.ticks() === 130);
    expect(await page.locator("#ask").isVisible()).toBe(true);
  });

  test("the answer stands below the sliders, whichever bird is asked, and the old one goes at once", async ({
    open,
  }) => {
    const { page } = await open("", { playing: true, storage: { "flockwright.open": "" } });
    await advance(page, 120);
    const ask = page.locator("#ask");
    const boxes: string[] = [];
    for (let round = 0; round < 3; round++) {
      const bird = await someBird(page, 20 * round);
      await page.mouse.click(bird.x, bird.y);
      await answered(page);
      await page.waitForFunction(
        (id) => document.querySelector("#ask-name")?.textContent?.includes(`${id}`),
        bird.id,
      );
      const { x, y, width } = (await ask.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      boxes.push([x, y, width].join(" "));
    }
    expect(new Set(boxes).size).toBe(1);
    const panel = await page.locator("#panel").boundingBox();
    const { x, y, height } = (await ask.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    expect(x).toBe(panel?.x);
    expect(y).toBeGreaterThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0));
    const dock = await page.locator("#dock").boundingBox();
    expect(y + height).toBeLessThanOrEqual(dock?.y ?? 0);
    // Between the click and the sentence, nothing tells of the bird before.
    const during = await page.evaluate(() => {
      document.querySelector<HTMLElement>("#stage")?.focus();
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "]", code: "BracketRight", bubbles: true }));
      return (document.querySelector("#ask") as HTMLElement).hidden;
    });
    expect(during).toBe(true);
    await answered(page);
  });

  test("a click stops time; Play goes on in slow motion, with a sentence for two seconds each", async ({
    open,
  }) => {
    const { page } = await open("", { playing: true, storage: { "flockwright.open": "" } });
    await advance(page, 120);
    const bird = await someBird(page);
    await page.mouse.click(bird.x, bird.y);
    await answered(page);
    expect(await page.locator("#ask-name").textContent()).toMatch(/stopped at \d+\.\d s$/);
    expect(await page.evaluate(() => window.flockwright.clock.playing)).toBe(false);
    await page.locator("#play").click();
    await page.waitForFunction(() => window.flockwright.clock.playing && window.flockwright.clock.speed < 1);
    const gaps = await page.evaluate(async () => {
      const host = document.querySelector("#ask-sentence") as HTMLElement;
      const times: number[] = [];
      new MutationObserver(() => times.push(performance.now())).observe(host, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      await new Promise((done) => setTimeout(done, 6000));
      return times.slice(1).map((time, at) => time - (times[at] ?? 0));
    });
    expect(
      gaps.every((gap) => gap > 1900),
      String(gaps),
    ).toBe(true);
  });

  test("a bird that was shared while time stood still opens so, with its sentence", async ({ open }) => {
    const { page } = await open("scene=open-sky&at=90&look=1_u5_p", { playing: true });
    await answered(page);
    expect(
      await page.evaluate(() => [window.flockwright.core.ticks(), window.flockwright.clock.playing]),
    ).toEqual([90, false]);
    const { page: other } = await open("scene=open-sky&at=90&look=1_u5", {
      playing: true,
      prepare: () => {
        const look = () => {
          const ask = document.querySelector<HTMLElement>("#ask");
          if (ask?.hidden === false) document.body.dataset.asked = String(window.flockwright.core.ticks());
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
    });
    // Time has waited for the sentence: it stood within a frame or two of play.
    const asked = () => other.evaluate(() => Number(document.body.dataset.asked));
    await expect.poll(asked).toBeGreaterThan(0);
    expect(await asked()).toBeLessThanOrEqual(96);
    await other.waitForFunction(() => window.flockwright.core.ticks() > 100);
  });

  test("in a picture of another size, the answer is around the copy of the bird that is in it", async ({
    open,
  }) => {
    const run = "scene=open-sky&seed=31&at=210";
    const { page: first } = await open(run);
    await first.waitForFunction(() => window.flockwright.core.ticks() === 210);
    // In the right half of the world, of which a phone shows less than the picture.
    const bird = await first.evaluate(() => {
      const { x } = window.flockwright.core.views();
      return x.findIndex((place) => place > 0.7 * window.flockwright.core.scenery().width);
    });
    const { page } = await open(`${run}&look=1_u${bird}_p`, phone);
    await answered(page);
    const isDrawn = await page.evaluate((bird) => {
      const { core, stage } = window.flockwright;
      const [width, height] = [1920, 1080];
      let pixels = new Uint8ClampedArray();
      stage.drawInSize(width, height, (layers) => {
        const { x, y } = core.views();
        const at = stage.camera.toScreen(x[bird] ?? 0, y[bird] ?? 0);
        const world = core.scenery().width * stage.camera.scale;
        const left = at.x - world * Math.round((at.x - width / 2) / world);
        const top = at.y - world * Math.round((at.y - height / 2) / world);
        const context = layers.at(-1)?.getContext("2d");
        pixels = context?.getImageData(left - 60, top - 60, 120, 120).data ?? pixels;
      });
      return pixels.some((value) => value > 0);
    }, bird);
    expect(isDrawn).toBe(true);
  });

  test("on a phone it is a sheet that leaves the bird in sight", async ({ open }) => {
    const { page } = await open("", phone);
    await advance(page, 60);
    const bird = await someBird(page);
    await page.touchscreen.tap(bird.x, bird.y);
    await answered(page);
    const box = await page.locator("#ask").boundingBox();
    expect(box?.width).toBeGreaterThan(360);
    const { selected } = await page.evaluate(() => {
      const { core, stage } = window.flockwright;
      const id = core.asked();
      const { x, y } = core.views();
      return { selected: stage.camera.toScreen(x[id] ?? 0, y[id] ?? 0) };
    });
    expect(selected.y).toBeLessThan(box?.y ?? 0);
    // One sheet at a time.
    await page.locator("#scene-title").click();
    expect(await page.locator("#ask").isVisible()).toBe(false);
    await page.locator("#scene-title").click();
    await page.locator("#more").click();
    await page.locator("#stage").focus();
    await page.keyboard.press("w");
    // It opens when there is a sentence.
    await page.locator("#ask").waitFor();
    expect(await page.locator("#all").isVisible()).toBe(false);
  });
});
