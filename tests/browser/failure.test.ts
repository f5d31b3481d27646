import { describe, expect } from "vitest";
import { palettes } from "../../www/src/stage/palette";
import { advance, countColor, difference, drawn, pixels, rgb, test } from "./fixture";
import { sabotage } from "./trap";

describe("a crash of the core", () => {
  test("is shown, and the reset runs the same link again", async ({ open }) => {
    const { page, complaints } = await open("v=8&scene=flock-limited&seed=5&cohesion=2", {
      prepare: sabotage,
      playing: true,
    });
    const link = await page.evaluate(() => window.flockwright.core.link());
    await page.evaluate(() => {
      window.trapNextTick = true;
    });
    const failure = page.locator("#failure");
    await failure.waitFor({ state: "visible" });
    expect(await page.evaluate(() => window.flockwright.core.failed)).toBe(true);
    expect(await failure.textContent()).toMatch(/stopped/i);
    await page.evaluate(() => {
      window.trapNextTick = false;
    });
    await page.locator("#failure-reset").click();
    await failure.waitFor({ state: "hidden" });
    await page.waitForFunction(
      () => !window.flockwright.core.failed && window.flockwright.core.views().count > 0,
    );
    expect(await page.evaluate(() => window.flockwright.core.link())).toBe(link);
    expect(new URL(page.url()).search).toBe(`?${link}`);
    const before = await pixels(page);
    await advance(page, 30);
    expect(difference(before, await pixels(page))).toBeGreaterThan(300);
    // Reporting the crash on the console is right.
    complaints.length = 0;
  });
});

describe("a crash of someone who only looks on", () => {
  for (const [name, says] of [
    ["simulation_diagnoseTick", "Diagnosis"],
    ["simulation_measureTick", "Measuring"],
    ["simulation_inspect", "Asking birds"],
    ["overlays_fill", "Drawing on all birds"],
  ] as const) {
    test(`${says} is switched off, and the run goes on`, async ({ open }) => {
      const { page, complaints } = await open("v=8&scene=flock-limited&seed=5", {
        prepare: sabotage,
        playing: true,
      });
      // While it plays: something comes in, and someone looks on in every frame.
      await page.evaluate(() => {
        const { core } = window.flockwright;
        core.setKey("cohesion", 2.5);
        core.pointer(300, 200);
        const look = () => {
          core.watch.setMeasuring(true);
          core.watch.setDiagnosing(true);
          core.inspect(3);
          core.overlay("forces", 100);
          if (core.instances === 1) requestAnimationFrame(look);
        };
        look();
      });
      await page.waitForFunction(() => window.flockwright.core.ticks() > 60);
      const at = await page.evaluate((trapped) => {
        window.trapNextLook = trapped;
        return window.flockwright.core.ticks();
      }, name);
      await page.waitForFunction(() => window.flockwright.core.instances === 2);
      await page.waitForFunction((tick) => window.flockwright.core.ticks() > tick + 20, at);
      expect(await page.evaluate(() => window.flockwright.core.failed)).toBe(false);
      expect(await page.locator("#failure").isVisible()).toBe(false);
      const said = (await page.locator("#notice-text").textContent()) ?? "";
      expect(said).toMatch(/switched off .* The run goes on\./);
      expect(said.startsWith(says), said).toBe(true);
      // It answers, and it is the run of its inputs.
      const found = await page.evaluate(() => {
        const { core, clock } = window.flockwright;
        clock.playing = false;
        core.setKey("alignment", 1.5);
        const { link, events } = core.recording();
        return { link, events, tick: core.ticks(), hash: core.hash() };
      });
      expect(found.events).toContain("cohesion*2.5");
      expect(found.events).toContain("alignment*1.5");
      const { page: other } = await open(`${found.link}&at=${found.tick}&ev=${found.events}`);
      await other.waitForFunction(
        (tick) =>
          window.flockwright.core.seekGoal() === undefined && window.flockwright.core.ticks() === tick,
        found.tick,
      );
      expect(await other.evaluate(() => window.flockwright.core.hash())).toBe(found.hash);
      complaints.length = 0;
    });
  }
});

test("an embed whose core crashes says so, and leads to the playground with the same link", async ({
  open,
}) => {
  const { page, complaints } = await open("v=8&scene=swarm&seed=5&embed=play", {
    prepare: sabotage,
    playing: true,
  });
  await page.evaluate(() => {
    window.trapNextTick = true;
  });
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toMatch(/stopped.*playground/);
  expect(await page.locator("#embed-play").isDisabled()).toBe(true);
  expect(await page.locator("#embed-open").getAttribute("href")).toContain("?v=8&scene=swarm&seed=5");
  complaints.length = 0;
});

describe("a lost WebGL context", () => {
  drawn("comes back with the flock, which ran on", async ({ open }) => {
    const { page, complaints } = await open("v=8&look=1_d0r01", { colorScheme: "dark" });
    await advance(page, 10);
    expect(await page.evaluate(() => window.flockwright.stage.backend)).toBe("webgl2");
    const lose = (lost: boolean) =>
      page.evaluate((wanted) => {
        for (const canvas of document.querySelectorAll<HTMLCanvasElement>("#stage canvas")) {
          const gl = canvas.getContext("webgl2");
          if (!gl) continue;
          const held = window as unknown as { lose?: WEBGL_lose_context | null };
          held.lose ??= gl.getExtension("WEBGL_lose_context");
          if (wanted) held.lose?.loseContext();
          else held.lose?.restoreContext();
        }
      }, lost);
    await lose(true);
    await page.locator("#context").waitFor({ state: "visible" });
    await advance(page, 10);
    await lose(false);
    await page.locator("#context").waitFor({ state: "hidden" });
    await advance(page, 10);
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(30);
    expect(countColor(await pixels(page), rgb(palettes.dark.roles[0]))).toBeGreaterThan(200);
    complaints.length = 0;
  });
});
