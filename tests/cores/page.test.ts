/** The built page with the core whose memory helpers share, on the host that isolates it, in Chromium. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { isolationHeaders } from "../../www/security";
import { hashAt600, test } from "../browser/fixture";
import { sabotage } from "../browser/trap";
import { crowds, pinnedHashes } from "../node/pinned";

declare global {
  interface Window {
    /** The page's helpers, in the order in which they were started. */
    started: { worker: Worker; ended: boolean }[];
  }
}

const LARGE_COUNT = 100_000;
const large = crowds.find(({ link }) => link.includes(`count=${LARGE_COUNT}`)) as (typeof crowds)[0];

/** A machine with four processors, whatever this one has; the page's helpers are kept at hand. */
function four(): void {
  Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 4 });
  window.started = [];
  window.Worker = class extends Worker {
    constructor(...parts: ConstructorParameters<typeof Worker>) {
      super(...parts);
      if (!String(parts[0]).endsWith("helper.js")) return;
      const one = { worker: this, ended: false };
      const end = this.terminate.bind(this);
      this.terminate = () => {
        one.ended = true;
        end();
      };
      window.started.push(one);
    }
  };
}

const failing = { contentType: "text/javascript", body: "throw new Error('no helper');" };

const processors = (page: Page) => page.locator("#processors").textContent();
const ended = (page: Page) => page.evaluate(() => window.started.map((one) => one.ended));

const helpers = (page: Page) => page.workers().filter((worker) => worker.url().endsWith("helper.js"));

/** Opens a link, runs it, and gives its hash. */
const hashOf = (page: Page, { link, ticks }: { link: string; ticks: number }) =>
  page.evaluate(
    ([link, ticks]) => {
      const { core } = window.flockwright;
      core.open(link);
      while (!core.placePart(1000));
      core.tick(ticks);
      return core.hash();
    },
    [link, ticks] as const,
  );

/** Has helpers asked for: by a crowd whose ticks take long. */
const callHelpers = (page: Page) =>
  page.evaluate((link) => {
    const { core } = window.flockwright;
    core.open(link);
    while (!core.placePart(1000));
    for (let tick = 0; tick < 4; tick++) core.tick(1);
  }, large.link);

/** Has all helpers come. */
async function gather(page: Page): Promise<void> {
  await callHelpers(page);
  await expect.poll(() => page.evaluate(() => window.flockwright.core.processors().count)).toBe(4);
}

describe.skipIf(!process.env.CHROMIUM)("the page with shared memory", () => {
  test("says so, and a short tick wakes no one", async ({ open }) => {
    const { page } = await open("v=8&scene=flock-wide", { details: true, prepare: four });
    expect(await page.evaluate(() => window.flockwright.core.views().x.buffer.toString())).toContain(
      "Shared",
    );
    expect(await hashAt600(page)).toBe(pinnedHashes["flock-wide"]);
    await expect.poll(() => processors(page)).toBe("1 of 4: more where ticks take long");
    expect(await ended(page)).toEqual([]);
  });

  test("runs with the usual core on a host that does not isolate it, and says so", async ({ open }) => {
    const { page } = await open("v=8&scene=flock-wide", { base: "plainPage", details: true, prepare: four });
    await expect
      .poll(() => processors(page))
      .toBe("1, because its host does not isolate the page, which shared memory needs");
    expect(await hashAt600(page)).toBe(pinnedHashes["flock-wide"]);
    const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(files.filter((name) => /flockwright_bg[^/]*\.wasm$/.test(name))).toHaveLength(1);
  });

  test("has helpers come where ticks take long, and every run is that of one thread", async ({ open }) => {
    const { page } = await open(large.link, { details: true, playing: true, prepare: four });
    await expect.poll(() => processors(page)).toBe("4 of 4");
    await page.locator("#play").click();
    for (const crowd of crowds) {
      expect(await hashOf(page, crowd), crowd.link).toBe(crowd.hash);
      await gather(page);
      expect(await hashOf(page, crowd), crowd.link).toBe(crowd.hash);
    }
  });

  test("goes on without a helper that is ended in the middle of a run", async ({ open }) => {
    const { page } = await open(large.link, { details: true, prepare: four });
    await gather(page);
    await hashOf(page, { ...large, ticks: 2 });
    await page.evaluate(() => window.started[0]?.worker.terminate());
    // Browsers let it go on for a while. One that was busy from its first moment may not be listed at all.
    await expect.poll(() => helpers(page).length).toBeLessThan(3);
    await page.waitForTimeout(1000);
    const hash = await page.evaluate((ticks) => {
      const { core } = window.flockwright;
      core.tick(ticks);
      return core.hash();
    }, large.ticks - 2);
    expect(hash).toBe(large.hash);
  });

  test("goes on with those that arrive, and alone where none does", async ({ open }) => {
    for (const arriving of [1, 0]) {
      const { page, complaints } = await open("v=8", { details: true, prepare: four });
      let asked = 0;
      await page.route("**/helper.js", (route) => {
        asked++;
        if (asked <= arriving) return route.continue();
        if (asked === 2) return route.fulfill({ ...failing, headers: isolationHeaders });
        return route.abort();
      });
      await callHelpers(page);
      await expect.poll(async () => (await ended(page)).filter(Boolean).length).toBe(3 - arriving);
      await expect.poll(() => processors(page)).toContain(`${1 + arriving} of 4`);
      expect(await hashOf(page, large)).toBe(large.hash);
      complaints.length = 0;
    }
  });

  test("leaves a trap by a fresh instance with helpers of its own", async ({ open }) => {
    const { page, complaints } = await open(large.link, { details: true, playing: true, prepare: sabotage });
    const allCome = () =>
      expect
        .poll(() =>
          page.evaluate(() => {
            const { count, most } = window.flockwright.core.processors();
            return most - count;
          }),
        )
        .toBe(0);
    await expect.poll(() => helpers(page).length).toBeGreaterThan(0);
    await allCome();
    const before = helpers(page);
    await page.evaluate(() => {
      window.trapNextTick = true;
    });
    const failure = page.locator("#failure");
    await failure.waitFor({ state: "visible" });
    await expect.poll(() => helpers(page).length).toBe(0);
    await page.evaluate(() => {
      window.trapNextTick = false;
    });
    await page.locator("#failure-reset").click();
    await failure.waitFor({ state: "hidden" });
    await expect.poll(() => helpers(page).length).toBe(before.length);
    await allCome();
    expect(helpers(page).some((worker) => before.includes(worker))).toBe(false);
    await page.locator("#play").click();
    expect(await hashOf(page, large)).toBe(large.hash);
    complaints.length = 0;
  });

  test("grows to 200,000 units and draws them", async ({ open }) => {
    const { page } = await open("v=8&scene=flock-wide", { details: true, prepare: four });
    const before = await page.evaluate(() => window.flockwright.core.memory());
    await gather(page);
    const grown = await page.evaluate(async () => {
      const { core, stage } = window.flockwright;
      core.open(
        "scene=flock-wide&wide_radius_factor=10&leaders=off&target=nobody&player.count=0&count=1000&width=9152.9&height=9152.9",
      );
      core.tick(1);
      core.setKey("count", 200_000);
      while (!core.placePart(1000));
      const hash = () => {
        core.restart();
        while (!core.placePart(1000));
        core.tick(2);
        return core.hash();
      };
      const together = hash();
      const link = core.link();
      stage.draw();
      const alone = core.sideRun(link);
      alone.workAlone?.();
      while (!alone.placePart(1000));
      alone.tick(2);
      const { x } = core.views();
      return {
        memory: core.memory(),
        units: core.views().count,
        moved: x.some((value) => value !== 0),
        together,
        alone: (alone as unknown as { hash(): string }).hash(),
      };
    });
    expect(grown.units).toBe(200_000);
    expect(grown.memory / before).toBeGreaterThan(4);
    expect(grown.moved).toBe(true);
    expect(grown.together).toBe(grown.alone);
  });
});
