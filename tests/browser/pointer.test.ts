import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { advance, frame, freeGround, goTo, phone, said, screenOf, test } from "./fixture";

/** The clock stands still; the ticks run here. Returns the mean distance of all units to a world point over them. */
const distanceTo = (page: Page, x: number, y: number, ticks: number) =>
  page.evaluate(
    ([tx = 0, ty = 0, count = 0]) => {
      let sum = 0;
      for (let tick = 0; tick < count; tick++) {
        window.flockwright.core.tick(1);
        const views = window.flockwright.core.views();
        for (let i = 0; i < views.count; i++)
          sum += Math.hypot((views.x[i] ?? 0) - tx, (views.y[i] ?? 0) - ty) / views.count;
      }
      return sum / count;
    },
    [x, y, ticks],
  );

const target = (page: Page) => page.evaluate(() => window.flockwright.core.target());

/** Where a unit is on the page: this one, or the next that no control covers. */
const unitOn = async (page: Page, id: number) => {
  const { x, y } = await page.evaluate((first) => {
    const { core, stage } = window.flockwright;
    const views = core.views();
    for (let unit = first; unit < views.count; unit++) {
      const [x = 0, y = 0] = [views.x[unit], views.y[unit]];
      const at = stage.camera.toScreen(x, y);
      if (stage.host.contains(document.elementFromPoint(at.x, at.y))) return { x, y };
    }
    throw new Error("all units are covered");
  }, id);
  return screenOf(page, x, y);
};

/** A run that is known until tick 400 and stands at 100; `known` tells how far it is known, and who goes where. */
async function standing(page: Page) {
  await page.evaluate(() => {
    const { core } = window.flockwright;
    core.tick(400);
    core.seek(100);
    while (!core.seekPart(100));
  });
  return () =>
    page.evaluate(() => {
      const { core } = window.flockwright;
      return { end: core.end(), goals: core.destinations().map(({ x, y }) => [x, y]) };
    });
}

/** Longer than an order waits for a second click; by the page's own timers, which end in their order however slow it is. */
const settled = (page: Page) => page.evaluate(() => new Promise((done) => setTimeout(done, 600)));

async function toucher(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((at, id) => ({ ...at, id })) });
}

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

    const before = await distanceTo(page, held.x, held.y, 30);
    await distanceTo(page, held.x, held.y, 600);
    const after = await distanceTo(page, held.x, held.y, 120);
    expect(after).toBeLessThan(0.7 * before);

    await page.mouse.up();
    expect((await target(page)).kind).toBe(own.kind);
  });

  test("starts without a move where the press stays, and is then no click on a unit", async ({ open }) => {
    const { page } = await open("scene=leaders-pincer");
    const at = await unitOn(page, 5);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await expect.poll(async () => (await target(page)).kind).toBe("pointer");
    await page.mouse.up();
    expect((await target(page)).kind).not.toBe("pointer");
    await frame(page);
    expect(await page.locator("#ask").isVisible()).toBe(false);
  });

  test("works with a finger, and the page does not scroll under it", async ({ open }) => {
    const { page } = await open("scene=leaders-pincer", phone);
    const { width, height } = await page.evaluate(() => window.flockwright.core.scenery());
    const at = await screenOf(page, width / 4, height / 4);
    const touch = await toucher(page);
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
  const at = await screenOf(page, 300, 200);
  const fitted = await scale();
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((old) => window.flockwright.stage.camera.scale > old * 1.1, fitted);
  const still = await screenOf(page, 300, 200);
  expect(Math.hypot(still.x - at.x, still.y - at.y)).toBeLessThan(2);
  await page.mouse.dblclick(at.x, at.y);
  await page.waitForFunction((old) => Math.abs(window.flockwright.stage.camera.scale - old) < 1e-3, fitted);
});

describe("what was recorded stays", () => {
  test("when a unit is clicked, and when a double click shows the whole world", async ({ open }) => {
    const { page } = await open("scene=rts-group");
    const known = await standing(page);
    const before = await known();
    expect(before.end).toBe(400);
    const unit = await unitOn(page, 30);
    await page.mouse.click(unit.x, unit.y);
    await page.locator("#ask").waitFor({ state: "visible" });
    // Closed: a wheel that turns over the answer moves no ground.
    await page.keyboard.press("Escape");
    await page.mouse.move(560, 300);
    await page.mouse.wheel(0, -200);
    await frame(page);
    expect(await page.evaluate(() => window.flockwright.stage.camera.fitted)).toBe(false);
    const ground = { x: 560, y: 420 };
    await page.mouse.dblclick(ground.x, ground.y);
    await settled(page);
    expect(await page.evaluate(() => window.flockwright.stage.camera.fitted)).toBe(true);
    expect(await known()).toEqual(before);
  });

  test("when a finger taps a unit, and when two zoom, one after the other", async ({ open }) => {
    const { page } = await open("scene=rts-group", phone);
    const known = await standing(page);
    const before = await known();
    const unit = await unitOn(page, 30);
    await page.touchscreen.tap(unit.x, unit.y);
    await expect.poll(() => page.evaluate(() => window.flockwright.core.asked())).toBe(30);
    await settled(page);
    const touch = await toucher(page);
    const [one, other] = [
      { x: 150, y: 200 },
      { x: 240, y: 200 },
    ];
    const scale = () => page.evaluate(() => window.flockwright.stage.camera.scale);
    const fitted = await scale();
    // Not one by one: the second finger has to land before the first one means anything.
    await Promise.all([touch("touchStart", [one]), touch("touchStart", [one, other])]);
    await touch("touchMove", [one, { x: 300, y: 200 }]);
    await touch("touchEnd", []);
    expect(await scale()).toBeGreaterThan(1.2 * fitted);
    await settled(page);
    expect(await known()).toEqual(before);
  });

  test("when the mouse's own button goes back in the browser", async ({ open }) => {
    const { page } = await open("scene=rts-group");
    const known = await standing(page);
    const ground = await freeGround(page);
    await page.evaluate(({ x, y }) => {
      const mouse = { bubbles: true, pointerId: 1, pointerType: "mouse", clientX: x, clientY: y };
      const host = document.querySelector("#stage");
      host?.dispatchEvent(new PointerEvent("pointerdown", { ...mouse, button: 3, buttons: 8 }));
      host?.dispatchEvent(new PointerEvent("pointerup", { ...mouse, button: 3, buttons: 0 }));
    }, ground);
    await settled(page);
    expect((await known()).end).toBe(400);
  });

  test("when a click on the ground would mean nothing", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    const known = await standing(page);
    const corner = await screenOf(page, 1, 1);
    await page.mouse.click(corner.x, corner.y);
    await settled(page);
    expect((await known()).end).toBe(400);
  });
});

describe("a click on the ground", () => {
  test("sends a company there", async ({ open }) => {
    const { page } = await open("scene=rts-group");
    const known = await standing(page);
    const ground = await freeGround(page);
    await page.mouse.click(ground.x, ground.y);
    await expect.poll(async () => (await known()).end).toBe(100);
    // The run is paused: the order stands where it was given until a tick has seen it.
    expect(await target(page)).toMatchObject({ kind: "pointer" });
    await page.evaluate(() => window.flockwright.core.tick(1));
    await expect.poll(async () => (await target(page)).kind).not.toBe("pointer");
    const [blue] = await page.evaluate(() => window.flockwright.core.destinations());
    expect(blue?.x).toBeCloseTo(ground.world.x, 0);
    expect(blue?.y).toBeCloseTo(ground.world.y, 0);
  });

  test("sends it there although another press comes at once, be it a click or the start of a pan", async ({
    open,
  }) => {
    for (const button of ["left", "middle"] as const) {
      const { page } = await open("scene=rts-group");
      const known = await standing(page);
      const ground = await freeGround(page);
      const unit = await unitOn(page, 30);
      await page.mouse.click(ground.x, ground.y);
      await page.mouse.move(unit.x, unit.y);
      await page.mouse.down({ button });
      await page.mouse.up({ button });
      await expect.poll(async () => (await known()).end).toBe(100);
      await page.evaluate(() => window.flockwright.core.tick(1));
      await expect.poll(async () => (await target(page)).kind).not.toBe("pointer");
      const [[x, y] = []] = (await known()).goals;
      expect([Math.round(x ?? 0), Math.round(y ?? 0)], button).toEqual([ground.world.x, ground.world.y]);
    }
  });

  test("that waits for a second click does not reach the scene that is opened meanwhile", async ({
    open,
  }) => {
    const { page } = await open("scene=rts-group");
    const ground = await freeGround(page);
    const card = await page.locator('[data-scene="tile-chase"]').elementHandle();
    await page.mouse.click(ground.x, ground.y);
    // At once: the order waits for a fraction of a second.
    await card?.evaluate((one: HTMLElement) => one.click());
    await page.waitForFunction(() => window.flockwright.core.scene() === "tile-chase");
    await settled(page);
    expect((await target(page)).kind).not.toBe("pointer");
    expect(await page.evaluate(() => window.flockwright.core.recorded())).toBe(0);
  });

  test("that waits for a second click does not reach a run that starts over meanwhile", async ({ open }) => {
    const { page } = await open("scene=rts-group");
    await page.evaluate(() => window.flockwright.core.tick(10));
    const ground = await freeGround(page);
    for (const button of ["restart", "dice"]) {
      await page.mouse.click(ground.x, ground.y);
      // At once: the order waits for a fraction of a second.
      await page.evaluate((id) => document.getElementById(id)?.click(), button);
      await settled(page);
      expect((await target(page)).kind, button).not.toBe("pointer");
      expect(await page.evaluate(() => window.flockwright.core.recorded()), button).toBe(0);
    }
  });

  test("is over when a paused run goes to another tick, in the past or beyond its end", async ({ open }) => {
    const { page } = await open("scene=rts-group");
    await page.evaluate(() => {
      const { core } = window.flockwright;
      core.tick(40);
      core.pointer(100, 100);
      core.tick(20);
      core.release();
      core.tick(40);
    });
    const ground = await freeGround(page);
    const order = async () => {
      await page.mouse.click(ground.x, ground.y);
      await expect.poll(async () => (await target(page)).kind).toBe("pointer");
    };
    const jump = async (tick: number) => {
      await goTo(page, tick);
      await page.waitForFunction((wanted) => {
        const { core } = window.flockwright;
        return core.seekGoal() === undefined && core.ticks() === wanted;
      }, tick);
      await settled(page);
    };
    const end = () => page.evaluate(() => window.flockwright.core.end());
    await order();
    await jump(50);
    // There the pointer was held: that is not let go, and so nothing is replaced.
    expect(await end()).toBe(100);
    expect((await target(page)).kind).toBe("pointer");
    await jump(100);
    await order();
    await jump(130);
    expect((await target(page)).kind).not.toBe("pointer");
    const marks = await page.evaluate(() => [...window.flockwright.core.marks()]);
    expect(marks.slice(-3), "first tick, last tick, kind").toEqual([100, 100, 0]);
  });

  test.for([true, false])(
    "puts prey on another tile, at once or when the run goes on; playing: %s",
    async (playing, { open }) => {
      const { page } = await open("scene=tile-chase", { playing });
      const ground = await freeGround(page);
      const at = await page.evaluate((world) => {
        const [prey] = window.flockwright.core.groups().filter(({ key }) => key === "prey");
        return { unit: prey?.start ?? 0, ...world };
      }, ground.world);
      await page.mouse.click(ground.x, ground.y);
      const off = () =>
        page.evaluate(({ unit, x, y }) => {
          const views = window.flockwright.core.views();
          return Math.hypot((views.x[unit] ?? 0) - x, (views.y[unit] ?? 0) - y);
        }, at);
      const { tiles } = await page.evaluate(() => window.flockwright.core.scenery());
      if (!playing) {
        await expect.poll(async () => (await target(page)).kind).toBe("pointer");
        await page.keyboard.press(".");
      }
      await expect.poll(off).toBeLessThan(4 * (tiles?.size ?? 0));
    },
  );
});

test("anyone who drags or flies on a long way to another tick is told that no one follows yet", async ({
  open,
}) => {
  const { page } = await open("scene=leaders-pincer");
  await goTo(page, 9000000);
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await said(page, /On the way to .*: birds react once it is there/);
  await page.mouse.move(560, 300);
  await page.mouse.down();
  await page.mouse.move(600, 320, { steps: 3 });
  await said(page, "On the way to");
  await page.mouse.up();
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => window.flockwright.core.recorded())).toBe(0);
});

test("a target that is held on the way to another tick is one when it is reached", async ({ open }) => {
  const { page } = await open("scene=flock-limited");
  await advance(page, 60);
  await page.mouse.move(560, 300);
  await page.mouse.down();
  await page.mouse.move(600, 320, { steps: 3 });
  await page.keyboard.press("Home");
  await page.waitForFunction(() => {
    const { core } = window.flockwright;
    return core.ticks() === 0 && core.target().kind === "pointer";
  });
  await page.mouse.up();
});

test("the craft of a scene with a player is flown by dragging it; a drag elsewhere stays the target", async ({
  open,
}) => {
  const { page } = await open("scene=flock-wide");
  const craft = () =>
    page.evaluate(() => {
      const { core } = window.flockwright;
      const unit = core.groups().find(({ label }) => label === "Player")?.start ?? -1;
      const { x, y, hx, hy } = core.views();
      return { x: x[unit] ?? 0, y: y[unit] ?? 0, hx: hx[unit] ?? 0, hy: hy[unit] ?? 0 };
    });
  expect(await page.locator("#scene-line").textContent()).toContain(
    "Drag the craft to fly it, or use the arrow keys.",
  );
  await advance(page, 1);
  const before = await craft();
  const from = await screenOf(page, before.x, before.y);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // To the right of its way.
  await page.mouse.move(from.x - 150 * before.hy, from.y + 150 * before.hx, { steps: 4 });
  for (let part = 0; part < 6; part++) {
    await frame(page);
    await advance(page, 10);
  }
  const after = await craft();
  expect(before.hx * after.hy - before.hy * after.hx).toBeGreaterThan(0.1);
  expect((await target(page))?.kind).not.toBe("pointer");
  await page.mouse.up();
  expect(await page.evaluate(() => window.flockwright.core.recorded())).toBeGreaterThan(1);
});
