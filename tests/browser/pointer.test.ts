import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { phone, screenOf, test } from "./fixture";

/**
 * The clock stands still; the ticks run here. Returns the mean distance of the leaders to a world point over them:
 * who leads changes all the time, so that one tick alone says little.
 */
const leadersTo = (page: Page, x: number, y: number, ticks: number) =>
  page.evaluate(
    ([tx = 0, ty = 0, count = 0]) => {
      let [sum, leaders] = [0, 0];
      for (let tick = 0; tick < count; tick++) {
        window.flockwright.core.tick(1);
        const views = window.flockwright.core.views();
        for (let i = 0; i < views.count; i++) {
          if (((views.flags[i] ?? 0) & 1) === 0) continue;
          sum += Math.hypot((views.x[i] ?? 0) - tx, (views.y[i] ?? 0) - ty);
          leaders++;
        }
      }
      return sum / leaders;
    },
    [x, y, ticks],
  );

const target = (page: Page) => page.evaluate(() => window.flockwright.core.target());

describe("dragging on the stage", () => {
  test("makes the pointer the flock's prey, and letting go gives it its own target back", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-wide");
    await page.evaluate(() => window.flockwright.core.tick(60));
    const own = await target(page);
    const { width, height } = await page.evaluate(() => window.flockwright.core.scenery());
    const at = await screenOf(page, width / 2, height / 2);

    await page.mouse.move(at.x - 60, at.y - 40);
    await page.mouse.down();
    await page.mouse.move(at.x - 20, at.y, { steps: 4 });
    await page.mouse.move(at.x, at.y, { steps: 4 });
    const held = await target(page);
    expect(held.kind).toBe("pointer");
    expect(held.x).toBeCloseTo(width / 2, 0);
    expect(held.y).toBeCloseTo(height / 2, 0);

    const before = await leadersTo(page, held.x, held.y, 30);
    await leadersTo(page, held.x, held.y, 600);
    const after = await leadersTo(page, held.x, held.y, 120);
    expect(after).toBeLessThan(0.7 * before);

    await page.mouse.up();
    expect((await target(page)).kind).toBe(own.kind);
  });

  test("starts at the press, without a move", async ({ open }) => {
    const { page } = await open("scene=leaders-pincer");
    const at = await screenOf(page, 500, 300);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    expect((await target(page)).kind).toBe("pointer");
    await page.mouse.up();
    expect((await target(page)).kind).not.toBe("pointer");
  });

  test("works with a finger, and the page does not scroll under it", async ({ open }) => {
    const { page } = await open("scene=leaders-pincer", phone);
    const at = await screenOf(page, 600, 200);
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [at]);
    await touch("touchMove", [{ x: at.x, y: at.y - 30 }]);
    await touch("touchMove", [{ x: at.x, y: at.y - 60 }]);
    expect((await target(page)).kind).toBe("pointer");
    await touch("touchEnd", []);
    expect((await target(page)).kind).not.toBe("pointer");
    expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);
  });
});

test("the wheel zooms at the cursor, and a double click fits the world again", async ({ open }) => {
  const { page } = await open();
  const scale = () => page.evaluate(() => window.flockwright.stage.camera.scale);
  const at = await screenOf(page, 500, 300);
  const fitted = await scale();
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((old) => window.flockwright.stage.camera.scale > old * 1.1, fitted);
  const still = await screenOf(page, 500, 300);
  expect(Math.hypot(still.x - at.x, still.y - at.y)).toBeLessThan(2);
  await page.mouse.dblclick(at.x, at.y);
  await page.waitForFunction((old) => Math.abs(window.flockwright.stage.camera.scale - old) < 1e-3, fitted);
});
