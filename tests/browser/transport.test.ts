/** The controls below the canvas, and the timeline above them. */
import { describe, expect } from "vitest";
import { advance, frame, hashAt600, test, unfoldAll } from "./fixture";

describe("transport", () => {
  test("tick and hash belong together, and the timeline stands at the tick that is drawn", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited", { playing: true, details: true });
    const seen = await page.evaluate(async () => {
      const { core } = window.flockwright;
      const text = (id: string) => document.querySelector(id)?.textContent?.trim() ?? "";
      const hashes = new Map<string, string>();
      const seen = { pairs: new Set<string>(), wrong: 0, behind: 0 };
      for (let frame = 0; frame < 900 && seen.pairs.size < 4; frame++) {
        await new Promise(requestAnimationFrame);
        hashes.set(String(core.ticks()), core.hash());
        const [tick, hash] = [text("#tick"), text("#hash")];
        if (document.querySelector<HTMLInputElement>("#time-line")?.value !== String(core.ticks()))
          seen.behind++;
        if (!hashes.has(tick)) continue;
        seen.pairs.add(tick);
        if (hashes.get(tick) !== hash) seen.wrong++;
      }
      return { ...seen, pairs: seen.pairs.size };
    });
    expect(seen.pairs).toBeGreaterThan(2);
    expect(seen).toMatchObject({ wrong: 0, behind: 0 });
  });

  test("a run that plays is hashed twice a second; one that stands, at once", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { playing: true, details: true });
    const taken = await page.evaluate(async () => {
      const { core } = window.flockwright;
      const hash = core.hash.bind(core);
      const times: number[] = [];
      const timed = () => {
        times.push(performance.now());
        return hash();
      };
      Object.assign(core, { hash: timed });
      while (times.length < 6) await new Promise(requestAnimationFrame);
      return times;
    });
    expect(((taken.at(-1) ?? 0) - (taken[0] ?? 0)) / (taken.length - 1)).toBeGreaterThan(400);
    await page.locator("#play").click();
    for (const key of [".", ".", ","]) {
      await page.keyboard.press(key);
      const [shown, ticks] = await page.evaluate(async () => {
        const { core } = window.flockwright;
        while (core.seekGoal() !== undefined) await new Promise(requestAnimationFrame);
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        return [document.querySelector("#hash")?.textContent, core.hash()];
      });
      expect(shown).toBe(ticks);
    }
  });

  test("step runs one tick, restart goes back to the start, and the hash is shown", async ({ open }) => {
    const { page } = await open("", { details: true });
    for (let i = 0; i < 3; i++) await page.locator("#step").click();
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(3);
    await page.waitForFunction(() => document.querySelector("#tick")?.textContent?.trim() === "3");
    await page.waitForFunction(
      () => document.querySelector("#hash")?.textContent?.trim() === window.flockwright.core.hash(),
    );
    await page.evaluate(() => window.flockwright.core.tick(1200));
    await page.waitForFunction(() => document.querySelector("#tick")?.textContent === "1,203");
    await page.locator("#restart").click();
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(0);
  });

  test("a run that waits for less motion's sake goes on by a press, with the keys the flock's; a step stops it", async ({
    open,
  }) => {
    const { page } = await open();
    const plays = () => page.evaluate(() => window.flockwright.clock.playing);
    expect(await plays()).toBe(false);
    await page.locator("#still-play").click();
    expect([await plays(), await page.locator("#still").isVisible()]).toEqual([true, false]);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("stage");
    await page.keyboard.press(".");
    expect(await plays()).toBe(false);
    expect(await page.getAttribute("#play", "aria-pressed")).toBe("false");
  });

  test("the speed of time goes from 0.1x to 8x", async ({ open }) => {
    const { page } = await open("", { details: true });
    const speed = page.locator("#speed");
    await speed.focus();
    await page.keyboard.press("End");
    expect(await page.evaluate(() => window.flockwright.clock.speed)).toBe(8);
    await page.keyboard.press("Home");
    expect(await page.evaluate(() => window.flockwright.clock.speed)).toBe(0.1);
    // The arrow keys go from one round speed to the next, down the list to the faster ones.
    const seen: number[] = [];
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"]) {
      await page.keyboard.press(key);
      seen.push(await page.evaluate(() => window.flockwright.clock.speed));
    }
    expect(seen).toEqual([0.25, 0.5, 1, 0.5, 0.25, 0.1]);
  });

  test("a wrong text can be given up for a preset or for the scene's own text", async ({ open }) => {
    const { page } = await open("scene=tile-patrol");
    await unfoldAll(page);
    const corners = page.locator('[data-text="corners"]').first();
    const [field, problem] = [corners.locator("textarea"), corners.locator(".problem")];
    const own = await field.inputValue();
    const leaves = [
      () => corners.locator("select").selectOption("Rectangle"),
      () => corners.getByRole("button", { name: "Reset Corners" }).click(),
    ];
    for (const leave of leaves) {
      await field.fill("6 4\nnowhere");
      expect(await problem.textContent()).toContain("nowhere");
      await leave();
      expect([await field.inputValue(), await problem.textContent()]).toEqual([own, ""]);
    }
  });

  test("the timeline is filled up to its thumb, before the first tick as well", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    const shares = () =>
      page.locator("#time-line").evaluate((line: HTMLInputElement) => {
        const fill = document.getElementById("timeline")?.style.getPropertyValue("--fill");
        return [Number(fill), Number(line.value) / Math.max(1, Number(line.max))];
      });
    expect(await shares()).toEqual([0, 0]);
    await advance(page, 360);
    // The line is a minute long at first.
    expect(await shares()).toEqual([0.1, 0.1]);
  });

  test("only the main button holds the run on the timeline, and no menu does", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { playing: true });
    const ticks = () => page.evaluate(() => window.flockwright.core.ticks());
    const goesOn = async () => {
      const before = await ticks();
      await page.waitForFunction((tick) => window.flockwright.core.ticks() > tick + 1, before);
    };
    const rests = async () => {
      await frame(page);
      const before = await ticks();
      await frame(page);
      expect(await ticks()).toBe(before);
    };
    await goesOn();
    // Ahead of the run: going back would stop it.
    await page.locator("#time-line").hover({ position: { x: 60, y: 20 } });
    await page.mouse.down({ button: "right" });
    await goesOn();
    await page.mouse.up({ button: "right" });
    await page.mouse.down();
    await page.waitForFunction(() => window.flockwright.core.seekGoal() === undefined);
    await rests();
    // Where a menu opens, by a long press or Ctrl, the end of the press may never be reported.
    await page.locator("#time-line").dispatchEvent("contextmenu");
    await goesOn();
    await page.mouse.up();
  });

  test("a step that takes long does not reach into the run that starts over", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { details: true });
    await advance(page, 5);
    const toldToStart = (how: string) =>
      page.evaluate(async (id) => {
        const { core } = window.flockwright;
        const { tickPart } = core;
        // A tick that is not done within its frame.
        core.tickPart = () => false;
        document.querySelector<HTMLElement>("#step")?.click();
        core.tickPart = tickPart;
        document.querySelector<HTMLElement>(id)?.click();
        for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
        return core.ticks();
      }, how);
    expect(await toldToStart("#restart")).toBe(0);
    expect(await toldToStart("#dice")).toBe(0);
  });

  test("a typed seed and the dice make other runs; nonsense changes nothing", async ({ open }) => {
    const { page } = await open("", { details: true });
    const plain = await hashAt600(page);
    const seed = () => page.evaluate(() => window.flockwright.core.seed());
    await page.locator("#seed").fill("4242");
    await page.keyboard.press("Enter");
    expect(await seed()).toBe(4242);
    expect(await hashAt600(page)).not.toBe(plain);
    await page.locator("#seed").fill("<b>7</b>");
    await page.keyboard.press("Enter");
    expect(await seed()).toBe(4242);
    await page.keyboard.press("Escape");
    await page.locator("#dice").click();
    await page.waitForFunction(() => window.flockwright.core.seed() !== 4242);
    await page.locator("#seed").fill("4294967295");
    await page.keyboard.press("Enter");
    for (const width of [960, 1000, 1024, 1280, 1419, 1420, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      await frame(page);
      const hidden = await page.locator("#seed").evaluate((field) => field.scrollWidth - field.clientWidth);
      expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
    }
  });
});

test("while one only watches, the title alone stands in the sky; the pointer, the focus and a pause bring the rest back", async ({
  open,
}) => {
  const { page } = await open("scene=flock-wide", { playing: true, fresh: true });
  const seen = () => page.locator("#scene-line").evaluate((line) => getComputedStyle(line).opacity);
  await expect.poll(seen).toBe("0");
  await page.mouse.move(500, 500);
  await expect.poll(seen).toBe("1");
  await expect.poll(seen).toBe("0");
  await page.locator("#learn-button").focus();
  await expect.poll(seen).toBe("1");
  await page.locator("#stage").focus();
  await expect.poll(seen).toBe("0");
  await page.keyboard.press("Space");
  await expect.poll(seen).toBe("1");
});
