import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { OVERLAY_LIST } from "../../www/src/panel/look/overlay-kinds";
import { advance, difference, frame, pixels, row, showList, test } from "./fixture";

/** A few ticks, each drawn. */
async function drawn(page: Page): Promise<void> {
  for (let round = 0; round < 4; round++) await advance(page, 1);
}

const on = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("#overlays input:checked")].map((box) => box.id),
  );

describe("overlays", () => {
  const hasPotential = ({ key }: { key: string }) => key === "potential";
  const others = OVERLAY_LIST.filter((kind) => !hasPotential(kind));
  // Only groups with potentials have something to show for the potential.
  const parts = [
    { scene: "rts-group", kinds: others.slice(0, 3) },
    { scene: "rts-group", kinds: others.slice(3) },
    { scene: "swarm", kinds: OVERLAY_LIST.filter(hasPotential) },
  ];
  test.for(parts)("each is switched by its key and by its box, and shows: %#", async (part, { open }) => {
    const { scene, kinds } = part;
    const { page } = await open(`scene=${scene}&look=1_o`, { viewport: { width: 1000, height: 620 } });
    await page.locator("#look-button").click();
    await page.locator("#look-more summary").click();
    for (const { key, letter } of kinds) {
      // All need the same present.
      await page.evaluate(() => window.flockwright.core.restart());
      await advance(page, 90);
      const before = await pixels(page);
      await page.locator("#stage").focus();
      await page.keyboard.press(letter);
      expect(await on(page)).toEqual([`overlay-${key}`]);
      await expect
        .poll(async () => difference(before, await pixels(page)), { message: key })
        .toBeGreaterThan(60);
      await page.locator(`#overlay-${key}`).click();
      expect(await on(page)).toEqual([]);
      await advance(page, 0);
      expect(difference(before, await pixels(page)), key).toBeLessThan(30);
    }
  });

  test("D takes them all away and brings them back; without them the core is not asked", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    await page.evaluate(() => {
      const { core } = window.flockwright;
      const real = core.overlay.bind(core);
      Object.assign(window, { asked: 0 });
      core.overlay = (kind, most) => {
        Object.assign(window, { asked: (window as unknown as { asked: number }).asked + 1 });
        return real(kind, most);
      };
    });
    const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
    await drawn(page);
    expect(await asked()).toBe(0);
    await page.locator("#stage").focus();
    await page.keyboard.press("k");
    await page.keyboard.press("n");
    await expect.poll(asked).toBeGreaterThan(1);
    await page.keyboard.press("d");
    expect(await on(page)).toEqual([]);
    const before = await asked();
    await drawn(page);
    expect(await asked()).toBe(before);
    await page.locator("#stage").focus();
    await page.keyboard.press("d");
    expect((await on(page)).sort()).toEqual(["overlay-density", "overlay-neighbors"]);
  });

  test("all of them at once on two thousand units leave the page in motion", async ({ open }) => {
    const { page } = await open("scene=flock-limited&count=2000&width=2400&height=1800");
    await page.locator("#stage").focus();
    for (const { letter } of OVERLAY_LIST) await page.keyboard.press(letter);
    await page.keyboard.press("]");
    await page.locator("#play").click();
    // However slowly it draws: it goes on, and answers.
    await page.waitForFunction(() => window.flockwright.core.ticks() > 20, undefined, { timeout: 50_000 });
    expect(await page.evaluate(() => window.flockwright.core.failed)).toBe(false);
    await page.locator("#play").click();
  });
});

test("a run that stands still is not drawn anew, though a bird is asked, until something changes", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited", { viewport: { width: 1000, height: 640 } });
  await page.locator("#stage").focus();
  await page.keyboard.press("]");
  await page.waitForFunction(() => window.flockwright.core.answer() !== undefined);
  await page.evaluate(() => {
    const counted = window as unknown as { drawn: number };
    counted.drawn = 0;
    const drawOver = () => {
      counted.drawn++;
    };
    window.flockwright.stage.addPainter({ drawsUnder: false, drawsOver: true, drawOver });
  });
  const drawings = () => page.evaluate(() => (window as unknown as { drawn: number }).drawn);
  const drawnIn40Frames = async () => {
    const before = await drawings();
    for (let pair = 0; pair < 20; pair++) await frame(page);
    return (await drawings()) - before;
  };
  // Marks of leaders fade for a while.
  await expect.poll(drawnIn40Frames).toBe(0);
  const before = await drawings();
  await showList(page);
  await (await row(page, "cohesion")).getByRole("slider").press("PageUp");
  await expect.poll(drawings).toBeGreaterThan(before);
});
