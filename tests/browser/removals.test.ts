/** What is removed by hand while a scene plays stops nothing: the run goes on, begins anew, and is there after a reload. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ready, said, small, test, unfoldAll } from "./fixture";

const link = (page: Page) => page.evaluate(() => window.flockwright.core.link());

/** The run goes on by itself, and nothing says that it stopped. */
async function plays(page: Page): Promise<void> {
  const ticks = () => page.evaluate(() => window.flockwright.core.ticks());
  const before = await ticks();
  await expect.poll(ticks, { timeout: 20_000 }).not.toBe(before);
  expect(await page.evaluate(() => window.flockwright.core.failed)).toBe(false);
  expect(await page.locator("#failure").isVisible()).toBe(false);
}

test.for(["evade", "duel", "leaders-pincer", "leader-following", "zombie-horde", "tile-chase"])(
  "%s plays on without its last group and without a behavior of its first",
  async (scene, { open }) => {
    const { page } = await open(`v=8&scene=${scene}`, small);
    await plays(page);
    for (const removes of [
      ':has(> .kind-choices) [aria-label^="Remove"]',
      '.behavior [aria-label^="Remove"]',
    ]) {
      await unfoldAll(page);
      const before = await link(page);
      // Folded away or not: the button is pressed as its key would.
      await page.locator(removes).last().dispatchEvent("click");
      await expect.poll(() => link(page)).not.toBe(before);
      await plays(page);
    }
    // Whoever hunted or feared the group is told nothing of ties to no one.
    expect((await page.evaluate(() => window.said)).join()).not.toContain("There is no");
    const left = await link(page);
    await page.evaluate(() => document.querySelector<HTMLElement>("#restart")?.click());
    await plays(page);
    await page.locator("#try").dispatchEvent("click");
    await plays(page);
    await page.locator("#try").dispatchEvent("click");
    await expect.poll(() => page.url()).toContain("groups=");
    await page.reload();
    await ready(page);
    await plays(page);
    expect((await link(page)).includes("groups=")).toBe(left.includes("groups="));
  },
);

test("the bird that is followed stays the same while others are caught, and its own end is said", async ({
  open,
}) => {
  const sharks =
    "scene=empty&seed=3&width=400&height=300&count=40&g1.count=4&g1.caught=remove&g1.catch_factor=3" +
    "&groups=units.nFish.rregular.bpoint.pwander*g1.nSharks.rregular.bpoint.ppursue.hunits";
  const { page } = await open(`${sharks}&look=1_u39_f`, { ...small, playing: false });
  await expect.poll(() => page.evaluate(() => window.flockwright.core.asked())).toBe(39);
  const step = (ticks: number) =>
    page.evaluate(async (count) => {
      const { core, stage } = window.flockwright;
      const before = core.revision;
      core.tick(count);
      const bumps = core.revision - before;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return { asked: core.asked(), followed: stage.followedUnit, count: core.views().count, bumps };
    }, ticks);
  let [now, removed] = [await step(1), 0];
  for (let at = 0; at < 300 && now.asked >= 0; at++) {
    const { count } = now;
    now = await step(10);
    removed += count - now.count;
    // A catch within a tick is a change of the run, on which the stage relies.
    if (now.count < count) expect(now.bumps).toBeGreaterThan(0);
    else expect(now.bumps).toBe(0);
    expect(now.followed).toBe(now.asked);
  }
  expect(removed).toBeGreaterThan(5);
  expect(now.asked).toBe(-1);
  await said(page, "The asked fish is gone.");
});
