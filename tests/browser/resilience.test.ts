import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { palettes } from "../../www/src/stage/palette";
import { advance, countColor, drawn, frame, pixels, rgb, showLab, test } from "./fixture";

declare global {
  interface Window {
    /** Draws frames at this rate for a simulated time. */
    showFrames: (hz: number, seconds: number) => void;
    /** Lets simulated time pass without a frame. */
    letPass: (seconds: number) => void;
  }
}

/** Takes the page's time and frames into the test's hand. */
function takeTime(page: Page): Promise<void> {
  return page.evaluate(() => {
    let now = performance.now();
    let last = 0;
    const waiting = new Map<number, FrameRequestCallback>();
    return new Promise<void>((taken) => {
      // The frame that the browser owes still comes from it; the page then asks here for the next.
      requestAnimationFrame(() => taken());
      performance.now = () => now;
      window.requestAnimationFrame = (callback) => {
        waiting.set(++last, callback);
        return last;
      };
      window.cancelAnimationFrame = (handle) => void waiting.delete(handle);
      window.letPass = (seconds) => {
        now += 1000 * seconds;
      };
      window.showFrames = (hz, seconds) => {
        for (let shown = 0; shown < Math.round(hz * seconds); shown++) {
          now += 1000 / hz;
          const due = [...waiting.values()];
          waiting.clear();
          for (const callback of due) callback(now);
        }
      };
    });
  });
}

const ticks = (page: Page) => page.evaluate(() => window.flockwright.core.ticks());
const play = (page: Page) =>
  page.evaluate(() => {
    window.flockwright.clock.playing = true;
  });

describe("simulated time", () => {
  test("is real time on a fast display", async ({ open }) => {
    // A small window: hundreds of frames are drawn, most of them without a graphics processor.
    const { page } = await open("scene=flock-wide", { viewport: { width: 480, height: 360 } });
    await takeTime(page);
    await play(page);
    await page.evaluate(() => window.showFrames(60, 0.1));
    const before = await ticks(page);
    await page.evaluate(() => window.showFrames(144, 2));
    expect(Math.abs((await ticks(page)) - before - 120)).toBeLessThanOrEqual(1);
    expect(await page.evaluate(() => window.flockwright.clock.speedShare)).toBe(1);
  });

  test("stands still in a hidden tab: after an hour the run goes on where it was", async ({ open }) => {
    const { page } = await open("scene=flock-limited&seed=3");
    await takeTime(page);
    await play(page);
    await page.evaluate(() => window.showFrames(60, 2));
    const before = await ticks(page);
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    await page.evaluate(() => {
      // A hidden tab gets no frames; should the browser send one all the same, the page does not take it.
      window.showFrames(1, 5);
      window.letPass(3600);
    });
    expect(await ticks(page)).toBe(before);
    await hide(false);
    await page.evaluate(() => window.showFrames(60, 1));
    const after = await ticks(page);
    expect(after - before).toBeGreaterThanOrEqual(58);
    expect(after - before).toBeLessThanOrEqual(63);
    // Nothing was lost: it says neither that it is slow nor ends elsewhere than a run without the pause.
    expect(await page.evaluate(() => window.flockwright.clock.speedShare)).toBe(1);
    const [hash, straight] = await page.evaluate((count) => {
      const { core } = window.flockwright;
      const paused = core.hash();
      core.restart();
      core.tick(count);
      return [paused, core.hash()];
    }, after);
    expect(hash).toBe(straight);
  });
});

drawn("a zoomed browser draws as sharply as the screen is, and the run does not notice", async ({ open }) => {
  const { page } = await open("scene=flock-wide&look=1_d0r01", { colorScheme: "dark" });
  await advance(page, 60);
  const hash = await page.evaluate(() => window.flockwright.core.hash());
  const session = await page.context().newCDPSession(page);
  for (const zoom of [1.5, 0.67, 3]) {
    const [width, height] = [Math.round(1280 / zoom), Math.round(800 / zoom)];
    await session.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: zoom,
      mobile: false,
    });
    await page.waitForFunction(
      ([wide, ratio]) => innerWidth === wide && Math.abs(devicePixelRatio - ratio) < 0.01,
      [width, zoom] as const,
    );
    await frame(page);
    await frame(page);
    const sizes = await page.evaluate(() => {
      const { host } = window.flockwright.stage;
      return [...host.querySelectorAll("canvas")].map((one) => [
        one.width - host.clientWidth * devicePixelRatio,
        one.height - host.clientHeight * devicePixelRatio,
      ]);
    });
    expect(Math.max(...sizes.flat().map(Math.abs)), `zoom ${zoom}`).toBeLessThanOrEqual(1);
    expect(countColor(await pixels(page), rgb(palettes.dark.roles[0])), `zoom ${zoom}`).toBeGreaterThan(100);
    // The world is fitted anew when the panels have found their places.
    await page.waitForFunction(() => {
      const { insets, fitted } = window.flockwright.stage.camera;
      return fitted && insets.top + insets.bottom < innerHeight && insets.right < innerWidth;
    });
  }
  expect(await page.evaluate(() => window.flockwright.core.hash())).toBe(hash);
});

test("a part that comes late does not come between what is done meanwhile", async ({ open }) => {
  const { page } = await open("scene=path-patrol", { details: true });
  const late = async (part: string) => {
    let deliver = () => {};
    const report = new Promise<void>((done) => {
      deliver = done;
    });
    await page.route(`**/${part}-*.js`, (route) => report.then(() => route.continue()));
    return deliver;
  };
  const deliverEditor = await late("edit");
  await page.keyboard.press("e");
  await page.locator("#seed").fill("12");
  deliverEditor();
  await page.locator("#edit-tools").waitFor();
  await page.keyboard.type("34");
  expect(await page.locator("#seed").inputValue()).toBe("1234");
  await page.locator("#stage").focus();
  await page.keyboard.press("e");
  await page.locator("#learn-button").waitFor();
  const deliverLesson = await late("learn");
  await page.locator("#learn-button").click();
  await page.locator("#learn-button").click();
  deliverLesson();
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/learn-")),
  );
  await frame(page);
  expect(await page.locator("#learn").isVisible()).toBe(false);
});

test("where the browser starts no workers, Make it says so, and the flock flies on", async ({ open }) => {
  const { page } = await open("scene=flock-limited", {
    playing: true,
    prepare: () => {
      Object.assign(window, { Worker: undefined });
    },
  });
  await showLab(page, "make");
  await page.locator("[data-wish]:not([disabled])").first().click();
  await page.locator(".make-problem").waitFor();
  expect(await page.locator(".make-problem").textContent()).toContain("This needs workers");
  const ticks = await page.evaluate(() => window.flockwright.core.ticks());
  await page.waitForFunction((before) => window.flockwright.core.ticks() > before, ticks);
});
