import { describe, expect } from "vitest";
import { palettes } from "../../www/src/stage/palette";
import { advance, countColor, difference, pixels, rgb, drawn as test } from "./fixture";

declare global {
  interface Window {
    coreMemory: WebAssembly.Memory;
  }
}

/** Gives tests the core's memory, which the page keeps to itself. */
function keepMemory(): void {
  type Instantiate = (
    module: WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ) => Promise<WebAssembly.Instance>;
  const instantiate = WebAssembly.instantiate as Instantiate;
  const keeping: Instantiate = async (...from) => {
    const made = await instantiate(...from);
    window.coreMemory = made.exports.memory as WebAssembly.Memory;
    return made;
  };
  WebAssembly.instantiate = keeping as typeof WebAssembly.instantiate;
}

/** A flock with leaders and without trails, each unit in the color of its role. */
const BY_ROLE = "v=8&scene=flock-narrow&look=1_d0r01";

describe("the flock is drawn", () => {
  test("with units in their role's color, moving from picture to picture", async ({ open }) => {
    const { page } = await open(BY_ROLE, { colorScheme: "dark" });
    const { leader, roles } = palettes.dark;
    const before = await pixels(page);
    expect(countColor(before, rgb(roles[0]))).toBeGreaterThan(200);
    await advance(page, 30);
    const after = await pixels(page);
    expect(difference(before, after)).toBeGreaterThan(500);
    // A new leader takes its color within some frames.
    await expect.poll(async () => countColor(await pixels(page), rgb(leader))).toBeGreaterThan(20);
  });

  test("in the light theme too", async ({ open }) => {
    const { page } = await open(BY_ROLE, { colorScheme: "light" });
    expect(countColor(await pixels(page), rgb(palettes.light.roles[0]))).toBeGreaterThan(200);
  });

  test("by Canvas 2D where WebGL2 is missing", async ({ open }) => {
    const { page } = await open(BY_ROLE, { colorScheme: "dark", storage: { "flockwright.renderer": "2d" } });
    expect(await page.evaluate(() => window.flockwright.stage.backend)).toBe("canvas2d");
    const before = await pixels(page);
    expect(countColor(before, rgb(palettes.dark.roles[0]))).toBeGreaterThan(200);
    await advance(page, 30);
    expect(difference(before, await pixels(page))).toBeGreaterThan(500);
  });

  test("where it is, though the core's memory grows while a frame is made", async ({ open }) => {
    const { page } = await open("scene=patrol", { prepare: keepMemory });
    await advance(page, 30);
    const before = await pixels(page);
    await page.evaluate(() => {
      const { core, stage } = window.flockwright;
      const { target, shots } = core;
      const growing = <T>(call: () => T) => {
        window.coreMemory.grow(1);
        return call.call(core);
      };
      Object.assign(core, { target: () => growing(target), shots: () => growing(shots) });
      stage.invalidate();
      stage.draw();
    });
    expect(difference(before, await pixels(page))).toBeLessThan(20);
  });

  test("by itself: the page plays once it is open", async ({ open }) => {
    const { page } = await open("", { playing: true });
    expect(await page.getAttribute("#play", "aria-pressed")).toBe("true");
    const before = await pixels(page);
    await page.waitForFunction(() => window.flockwright.core.ticks() > 30);
    expect(difference(before, await pixels(page))).toBeGreaterThan(500);
  });
});

test("resizing the window changes neither the run nor the shape of a unit", async ({ open }) => {
  const { page } = await open();
  const hash = () => page.evaluate(() => window.flockwright.core.hash());
  const scale = () => page.evaluate(() => window.flockwright.stage.camera.scale);
  const stretch = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLCanvasElement>("#stage canvas"), (canvas) => {
        const { width, height } = canvas.getBoundingClientRect();
        return (canvas.width / width) * (height / canvas.height);
      }),
    );
  const [hashBefore, scaleBefore] = [await hash(), await scale()];
  for (const ratio of await stretch()) expect(ratio).toBeCloseTo(1, 2);
  await page.setViewportSize({ width: 700, height: 900 });
  await page.waitForFunction((old) => window.flockwright.stage.camera.scale !== old, scaleBefore);
  for (const ratio of await stretch()) expect(ratio).toBeCloseTo(1, 2);
  expect(await hash()).toBe(hashBefore);
});

test("a dense screen gets dense canvases", async ({ open }) => {
  const { page } = await open("", { deviceScaleFactor: 3 });
  const density = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("#stage canvas");
    return canvas ? canvas.width / canvas.getBoundingClientRect().width : 0;
  });
  expect(density).toBeGreaterThanOrEqual(2);
});
