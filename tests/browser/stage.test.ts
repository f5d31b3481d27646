/** The stage is the window: what a newcomer sees of the flock, and what it takes to change something. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { palettes } from "../../www/src/canvas/palette";
import { violations } from "./axe";
import {
  advance,
  countColor,
  drawn,
  frame,
  type OpenOptions,
  param,
  phone,
  pixels,
  rgb,
  said,
  test,
} from "./fixture";

/** The share of the window at whose points something other than the stage is pressed. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const steps = 60;
    let away = 0;
    for (let row = 0; row < steps; row++) {
      for (let column = 0; column < steps; column++) {
        const [x, y] = [((column + 0.5) * innerWidth) / steps, ((row + 0.5) * innerHeight) / steps];
        if (!document.elementFromPoint(x, y)?.closest("#stage")) away++;
      }
    }
    return away / steps ** 2;
  });

const visits: [string, OpenOptions, number][] = [
  ["1440 x 900", { viewport: { width: 1440, height: 900 } }, 0.25],
  ["1024 x 768", { viewport: { width: 1024, height: 768 } }, 0.3],
  ["390 x 844", phone, 0.3],
  ["844 x 390", { ...phone, viewport: { width: 844, height: 390 } }, 0.3],
];

describe("on the first visit", () => {
  test.for(visits)(
    "controls cover little of %s, and nothing is out of order",
    async ([, options, most], { open }) => {
      const { page } = await open("", { ...options, fresh: true, playing: true });
      const share = await covered(page);
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThanOrEqual(most);
      expect(await page.locator("#scene-title").textContent()).not.toBe("");
      expect(await violations(page)).toEqual([]);
    },
  );

  test("there are a few plain sliders, and all parameters one press away", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { fresh: true });
    const names = await page.locator("#plain label").allTextContents();
    expect(names).toEqual([
      "Speed",
      "Agility",
      "Togetherness",
      "Alignment",
      "Personal space",
      "Sight",
      "How many",
    ]);
    expect(await page.locator("#controls").isVisible()).toBe(false);
    await page.locator("#all-parameters").click();
    expect(await page.locator('[data-param="cohesion"]').isVisible()).toBe(true);
    // What was opened stays open.
    await page.reload();
    await page.locator('[data-param="cohesion"]').waitFor({ state: "visible" });
  });

  test("after a press the hint says what a click does, the text makes way, and comes back at its title", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited", { fresh: true });
    const [hint, about] = [page.locator("#hint"), page.locator("#scene-about")];
    expect(await hint.textContent()).toMatch(/Drag anywhere/);
    expect(await about.isVisible()).toBe(true);
    await page.mouse.click(700, 700);
    await expect.poll(() => hint.textContent()).toMatch(/why it turns/);
    expect(await about.isVisible()).toBe(false);
    await page.locator("#scene-title").click();
    expect(await about.isVisible()).toBe(true);
    const unit = await page.evaluate(() => {
      const { core, stage } = window.flockwright;
      const views = core.views();
      const [left, right] = [400, 1000];
      for (let id = 0; id < views.count; id++) {
        const at = stage.camera.toScreen(views.x[id] ?? 0, views.y[id] ?? 0);
        if (at.x > left && at.x < right && at.y > 200 && at.y < 600) return at;
      }
      return { x: 0, y: 0 };
    });
    await page.mouse.move(unit.x, unit.y);
    await page.locator("#stage.asks").waitFor();
    await page.mouse.click(unit.x, unit.y);
    await hint.waitFor({ state: "hidden" });
    expect(await page.locator("#ask").isVisible()).toBe(true);
  });

  test("a predator comes in one press, hunts the flock, which fears it, and goes with one undo", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited", { fresh: true });
    await page.locator("#predator").click();
    const hunted = () =>
      page.evaluate(() => {
        const [main, ...others] = window.flockwright.core.composition();
        const hunter = others.find(({ hunts }) => hunts.includes(main?.key ?? ""));
        return { hunter: hunter !== undefined, fears: main?.fears.includes(hunter?.key ?? "") };
      });
    expect(await hunted()).toEqual({ hunter: true, fears: true });
    expect(await page.locator("#predator").isVisible()).toBe(false);
    await page.evaluate(() => window.flockwright.core.tick(120));
    await page.keyboard.press("Control+z");
    await expect.poll(hunted).toEqual({ hunter: false, fears: false });
  });
});

describe("as a newcomer would", () => {
  test("make the flock twice as fast: one slider", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { fresh: true });
    const speed = page.locator('[data-plain="thrust"]');
    const slider = speed.locator("input");
    const before = (await param(page, "thrust")).value;
    await slider.focus();
    for (let presses = 0; (await speed.locator("output").textContent()) !== "2\u00d7"; presses++) {
      expect(presses).toBeLessThan(60);
      await page.keyboard.press("ArrowRight");
    }
    expect((await param(page, "thrust")).value / before).toBeCloseTo(4, 0);
    await page.waitForFunction(() => new URLSearchParams(location.search).has("thrust"));
  });

  test("send it to a friend: one button", async ({ open }) => {
    const { page } = await open("scene=flock-limited", {
      fresh: true,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.locator("#copy-link").click();
    await said(page, /copied/i);
  });

  test.for(["speed", "fast", "size", "how many", "fear", "noise"])(
    "a search finds %s",
    async (word, { open }) => {
      const scene = word === "fear" ? "evade" : word === "noise" ? "zombie-horde" : "flock-limited";
      const { page } = await open(`scene=${scene}`);
      await page.locator("#filter").fill(word);
      expect(await page.locator("#controls .row:visible").count()).toBeGreaterThan(0);
    },
  );
});

describe("the world reaches every edge of the window", () => {
  const corners = (page: Page) =>
    page.evaluate(() => {
      const { stage, core } = window.flockwright;
      const { width, height, edges } = core.scenery();
      const copies = stage.camera.copies(0);
      const inside = ([x = 0, y = 0]: number[]) =>
        copies.some((copy) => {
          const at = stage.camera.toWorld(x - copy.x, y - copy.y);
          return at.x >= 0 && at.x <= width && at.y >= 0 && at.y <= height;
        });
      const all = [
        [1, 1],
        [innerWidth - 1, 1],
        [1, innerHeight - 1],
        [innerWidth - 1, innerHeight - 1],
      ];
      return { wraps: edges === "wrap", all: all.every(inside) };
    });

  drawn(
    "where it wraps as itself, where it has walls by its ground, in portrait and landscape",
    async ({ open }) => {
      const { page } = await open("", { ...phone, fresh: true });
      const scenes = await page.evaluate(() => window.flockwright.core.scenes.map(({ key }) => key));
      for (const size of [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
      ]) {
        await page.setViewportSize(size);
        await frame(page);
        for (const scene of scenes) {
          await page.evaluate((key) => {
            window.flockwright.core.open(`v=8&scene=${key}`);
            window.flockwright.stage.draw();
          }, scene);
          const { wraps, all } = await corners(page);
          expect(all, scene).toBe(wraps);
        }
      }
      const image = await pixels(page);
      const { plate, ground } = palettes.light;
      const bare = countColor(image, rgb(plate)) + countColor(image, rgb(ground));
      expect(bare / (image.width * image.height)).toBeGreaterThan(0.5);
    },
  );

  test("a press beyond an edge that wraps means the place that is seen there", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { fresh: true });
    const [seen, world] = await page.evaluate(() => {
      const { stage, core } = window.flockwright;
      const { width } = core.scenery();
      return [stage.camera.toScreen(width + 20, 200), width] as const;
    });
    await page.mouse.move(seen.x, seen.y);
    await page.mouse.down();
    await page.mouse.move(seen.x + 1, seen.y + 8);
    const { x } = await page.evaluate(() => window.flockwright.core.target());
    await page.mouse.up();
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(world / 2);
  });
});

describe("a scene", () => {
  const line = (page: Page) => page.locator("#scene-line").textContent();
  const linked = (page: Page, version: string) =>
    page.waitForFunction((wanted) => window.flockwright.core.link().startsWith(wanted), version);

  test("is as in the book at one press, says so, and one press brings it back", async ({ open }) => {
    const { page } = await open("v=8&scene=duel&seed=4", { fresh: true });
    const ours = await line(page);
    const button = page.locator("#original");
    expect(await button.textContent()).toBe("As in the book");
    await button.click();
    await linked(page, "v=8&scene=duel&seed=4");
    expect(await line(page)).not.toBe(ours);
    expect(await button.textContent()).toBe("Back to ours");
    await button.click();
    await linked(page, "v=8&scene=duel&seed=4");
    expect(await line(page)).toBe(ours);
    await page.goBack();
    await linked(page, "v=8&scene=duel&seed=4");
  });

  test("says that a person has changed it, and no longer once that is taken back", async ({ open }) => {
    const { page } = await open("scene=flock-wide&cohesion=3", { fresh: true });
    expect(await line(page)).toMatch(/One thing differs from the scene\.$/);
    await page.evaluate(() => {
      const { core } = window.flockwright;
      const cohesion = core.params().find(({ key }) => key === "cohesion");
      if (cohesion) core.set(cohesion.id, cohesion.default);
    });
    await expect.poll(() => line(page)).not.toMatch(/your change/);
  });
});

describe("the look", () => {
  test("is chosen on the stage, kept in the link, and given up with another scene", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { fresh: true });
    await page.locator("#look-button").click();
    await page.locator("#look").waitFor({ state: "visible" });
    expect(await violations(page)).toEqual([]);
    await page.getByText("Speed", { exact: true }).locator("visible=true").last().click();
    await page
      .locator('#look [value="0"][name="look-trails"]')
      .evaluate((radio: HTMLInputElement) => radio.click());
    await page.waitForFunction(() => new URLSearchParams(location.search).get("look") === "1_d0s01");
    await page.reload();
    await page.waitForFunction(() => window.flockwright?.stage.appearance.color === "speed");
    await page.locator("#look-usual").click();
    await page.waitForFunction(() => !new URLSearchParams(location.search).has("look"));
  });

  test.for(["webgl2", "2d"])("changes what is drawn, by %s", async (renderer, { open }) => {
    const { page } = await open("scene=flock-limited&look=1_d0r01", {
      fresh: true,
      colorScheme: "dark",
      storage: { "flockwright.renderer": renderer },
    });
    await advance(page, 120);
    const counted = async () => countColor(await pixels(page), rgb(palettes.dark.roles[0]));
    expect(await counted()).toBeGreaterThan(500);
    await page.evaluate(() => {
      const { stage } = window.flockwright;
      stage.setAppearance({ trails: 2, color: "heading", glow: true, size: 2 });
      stage.draw();
    });
    expect(await counted()).toBeLessThan(300);
  });

  drawn("trails are those of the ticks, however many a frame has", async ({ open }) => {
    // Without leaders: their rings come and go by the clock.
    const { page } = await open("scene=school-orbit&look=1_d2h01", { fresh: true });
    const picture = async (step: number) => {
      await page.evaluate((ticks) => {
        const { core, stage } = window.flockwright;
        core.restart();
        stage.draw();
        for (let tick = 1; tick <= 120; tick++) {
          core.tick(1);
          stage.noteTick();
          if (tick % ticks === 0) stage.draw();
        }
        stage.invalidate();
        stage.draw();
      }, step);
      return pixels(page);
    };
    const [often, seldom] = [await picture(1), await picture(8)];
    let off = 0;
    for (let i = 0; i < often.data.length; i += 4)
      if (Math.abs((often.data[i + 1] ?? 0) - (seldom.data[i + 1] ?? 0)) > 24) off++;
    expect(off).toBeLessThan(20);
  });
});
