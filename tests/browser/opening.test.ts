/** What plays before the core is there, and what becomes of it. */
import { describe, expect, inject } from "vitest";
import { frame, drawn as test } from "./fixture";

/** Until when the core is held back. */
function later(): { come: () => void; there: Promise<void> } {
  let come = () => {};
  const there = new Promise<void>((done) => {
    come = done;
  });
  return { come, there };
}

const flies = () => performance.getEntriesByName("flock").length > 0;

describe("the recorded opening", () => {
  test("flies before the core is there, which then goes on with the very run of its link", async ({
    browser,
  }) => {
    const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
    const { come, there } = later();
    await page.route("**/*.wasm", async (route) => {
      await there;
      await route.continue();
    });
    await page.goto(inject("page"));
    await page.waitForFunction(flies);
    // A press before the page answers is none.
    await page.mouse.move(450, 320);
    await page.mouse.down();
    await page.keyboard.press("r");
    expect(await page.evaluate(() => window.flockwright === undefined)).toBe(true);
    expect(await page.locator("#chrome[data-waits]").count()).toBe(1);
    come();
    await page.waitForFunction(() => window.flockwright?.core.ticks() > 0);
    await page.mouse.up();
    const run = await page.evaluate(() => {
      const { core, clock } = window.flockwright;
      clock.playing = false;
      const [ticks, hash, inputs] = [core.ticks(), core.hash(), core.recorded()];
      core.restart();
      core.tick(ticks);
      return { ticks, same: core.hash() === hash, inputs };
    });
    expect(run.ticks).toBeGreaterThan(0);
    expect(run).toMatchObject({ same: true, inputs: 0 });
    expect(await page.locator("#chrome[data-waits]").count()).toBe(0);
    await page.context().close();
  });

  test("plays neither for links nor where less motion is asked for", async ({ browser }) => {
    for (const [query, reducedMotion] of [
      ["?v=8&scene=flock-wide", "no-preference"],
      ["", "reduce"],
    ] as const) {
      const page = await browser.newPage({ viewport: { width: 900, height: 640 }, reducedMotion });
      await page.goto(inject("page") + query);
      await page.waitForFunction(() => window.flockwright !== undefined);
      await frame(page);
      const fetched = await page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => name),
      );
      expect(fetched.filter((name) => /\/first-[^/]*\.js$/.test(name))).toHaveLength(1);
      expect(fetched.filter((name) => /\/opening-[^/]*\.json$/.test(name))).toEqual([]);
      await page.context().close();
    }
  });
});
