/** Editing the layout on the canvas: by mouse, by finger and by keys alone; and the link of it all. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import {
  frame,
  layoutText,
  type Open,
  edit as openEditor,
  param,
  phone,
  screenOf,
  small,
  test,
} from "./fixture";

const stop = (page: Page) =>
  page.evaluate(() => {
    window.flockwright.clock.playing = false;
  });

const scenery = (page: Page) => page.evaluate(() => window.flockwright.core.scenery());

/** Waits until the world has been fitted into what is left free. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let [same, last] = [0, -1];
    while (same < 4) {
      await new Promise((done) => requestAnimationFrame(done));
      const { version } = window.flockwright.stage.camera;
      same = version === last ? same + 1 : 0;
      last = version;
    }
  });
}

async function edit(page: Page, tool?: string): Promise<void> {
  await stop(page);
  await openEditor(page);
  await page.locator("#edit-tools").waitFor();
  await settle(page);
  if (tool) await choose(page, tool);
}

async function choose(page: Page, tool: string): Promise<void> {
  await page.locator(`[data-tool="${tool}"]`).click();
  await frame(page);
}

/** A control under the tools, by its name. */
const field = (page: Page, label: string) => page.locator("#edit-tools").getByLabel(label, { exact: true });

async function drag(page: Page, from: [number, number], ...to: [number, number][]): Promise<void> {
  const start = await screenOf(page, ...from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const place of to) {
    const at = await screenOf(page, ...place);
    await page.mouse.move(at.x, at.y, { steps: 2 });
  }
  await page.mouse.up();
  await frame(page);
}

async function click(page: Page, x: number, y: number): Promise<void> {
  const at = await screenOf(page, x, y);
  await page.mouse.click(at.x, at.y);
  await frame(page);
}

/** The link in the address bar, and the hash after 120 ticks from its start. */
const hashOf = (page: Page) =>
  page.evaluate(() => {
    const { core } = window.flockwright;
    core.restart();
    core.tick(120);
    return core.hash();
  });

/** The obstacle tool with a new one at 60, 60: the layout then, and on the screen its place and one beside it. */
async function withObstacle(open: Open) {
  const { page } = await open("scene=flock-obstacles", small);
  await edit(page, "obstacle");
  await click(page, 60, 60);
  const [from, to] = [await screenOf(page, 60, 60), await screenOf(page, 90, 60)];
  return { page, first: await layoutText(page), from, to };
}

describe("with the mouse", () => {
  test("obstacles are drawn, moved, resized and deleted, while the run goes on", async ({ open }) => {
    const { page } = await open("scene=flock-obstacles", small);
    await page.evaluate(() => window.flockwright.core.tick(50));
    const before = (await scenery(page)).obstacles.length;
    await edit(page, "obstacle");
    const ticks = await page.evaluate(() => window.flockwright.core.ticks());
    await drag(page, [60, 60], [85, 60]);
    let { obstacles } = await scenery(page);
    expect(obstacles).toHaveLength(before + 1);
    expect(obstacles.at(-1)).toEqual({ x: 60, y: 60, radius: 25 });
    expect(await page.locator(".edit-say").textContent()).toBe(
      `Rock ${before + 1} of ${before + 1}, at 60, 60, radius 25`,
    );

    await choose(page, "select");
    await drag(page, [60, 60], [90, 100]);
    await drag(page, [115, 100], [130, 100]);
    ({ obstacles } = await scenery(page));
    expect(obstacles.at(-1)).toEqual({ x: 90, y: 100, radius: 40 });
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(ticks);
    expect(await page.evaluate(() => window.flockwright.core.target().kind)).not.toBe("pointer");

    // What can be taken hold of shows it.
    const cursorAt = async (x: number, y: number) => {
      const at = await screenOf(page, x, y);
      await page.mouse.move(at.x, at.y);
      return page.evaluate(() => document.querySelector<HTMLElement>("#stage")?.style.cursor);
    };
    expect(await cursorAt(90, 100)).toBe("grab");
    expect(await cursorAt(130, 100)).toBe("ew-resize");
    expect(await cursorAt(90, 170)).toBe("default");

    await page.getByRole("button", { name: "Delete" }).click();
    expect((await scenery(page)).obstacles).toHaveLength(before);
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    expect(await layoutText(page)).toBe("");
  });

  test("nothing is undone while something is dragged", async ({ open }) => {
    const { page, first, from, to } = await withObstacle(open);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 2 });
    await page.keyboard.press("Control+z");
    expect(await layoutText(page)).toBe(first);
    await page.mouse.up();
    expect(await layoutText(page)).not.toBe(first);
    await page.keyboard.press("Control+z");
    expect(await layoutText(page)).toBe(first);
  });

  test("keys do nothing to what is being dragged: it lies where it is dropped", async ({ open }) => {
    const { page, first, from, to } = await withObstacle(open);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 2 });
    for (const key of ["Delete", "ArrowDown", "+", "Tab", "Enter"]) await page.keyboard.press(key);
    expect(await layoutText(page)).toBe(first);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("stage");
    await page.mouse.up();
    const { obstacles } = await scenery(page);
    expect(obstacles.at(-1)).toMatchObject({ x: 90, y: 60 });
    await page.keyboard.press("Control+z");
    expect(await layoutText(page)).toBe(first);
    // Once it is dropped, they are its own again.
    await page.keyboard.press("Control+y");
    await page.keyboard.press("Delete");
    expect((await scenery(page)).obstacles).toHaveLength(obstacles.length - 1);
  });

  test("Escape takes back what is being dragged, and nothing else", async ({ open }) => {
    const { page, first, from, to } = await withObstacle(open);
    for (const [start, end] of [
      [from, to],
      [to, from],
    ] as const) {
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 2 });
      await page.keyboard.press("Escape");
      await page.mouse.move(start.x, start.y + 20);
      await page.mouse.up();
      expect(await layoutText(page)).toBe(first);
      expect(await page.locator('[data-tool="obstacle"]').getAttribute("aria-pressed")).toBe("true");
    }
  });

  test("walls are drawn by a drag or two taps, and an empty place pans", async ({ open }) => {
    const { page } = await open("scene=flock-wide", small);
    await edit(page, "wall");
    await drag(page, [100, 50], [100, 350]);
    await click(page, 300, 60);
    await click(page, 450, 60);
    expect(await layoutText(page)).toBe("wa=100-50-100-350-3_300-60-450-60");
    await choose(page, "select");
    await drag(page, [100, 350], [160, 350]);
    expect(await layoutText(page)).toBe("wa=100-50-160-350-3_300-60-450-60");
    const x = await page.evaluate(() => window.flockwright.stage.camera.originX);
    await drag(page, [300, 200], [340, 200]);
    expect(await page.evaluate(() => window.flockwright.stage.camera.originX)).toBeGreaterThan(x);
    expect(await layoutText(page)).toBe("wa=100-50-160-350-3_300-60-450-60");
  });

  test("a path is drawn anew, gets a node between, and its end is chosen", async ({ open }) => {
    const { page } = await open("scene=path-patrol", small);
    await edit(page, "path");
    await page.getByRole("button", { name: "New path" }).click();
    await click(page, 100, 300);
    await click(page, 500, 300);
    await click(page, 300, 300);
    expect(await layoutText(page)).toBe("path=100-300_300_500");
    await drag(page, [300, 300], [300, 200]);
    expect(await layoutText(page)).toBe("path=100-300_300-200_500-300");
    await drag(page, [560, 380], [600, 400]);
    expect(await layoutText(page)).toBe("path=100-300_300-200_500-300_600-400");
    await field(page, "At the end").selectOption({ label: "Stop" });
    expect((await param(page, "at_end")).value).toBe(0);
    await field(page, "Group").selectOption({ label: "Patrol" });
    await click(page, 600, 300);
    expect(await layoutText(page)).toContain("patrol.path=");
  });

  test("a group starts where its area is drawn, as many as are typed", async ({ open }) => {
    const { page } = await open("scene=zombie-horde", small);
    await edit(page, "start");
    await field(page, "Group").selectOption({ label: "Survivors" });
    await field(page, "Shape").selectOption({ label: "Disk" });
    await field(page, "X").fill("200");
    await field(page, "X").press("Enter");
    await field(page, "Radius").fill("30");
    await field(page, "Radius").press("Enter");
    await field(page, "How many").fill("9");
    await field(page, "How many").press("Enter");
    await frame(page);
    expect(await layoutText(page)).toMatch(/^survivors\.start=200-225-30$/);
    const off = await page.evaluate(() => {
      const { core } = window.flockwright;
      core.restart();
      const group = core.groups().find(({ key }) => key === "survivors");
      const views = core.views();
      return Array.from({ length: group?.count ?? 0 }, (_, k) => {
        const id = (group?.start ?? 0) + k;
        return Math.hypot((views.x[id] ?? 0) - 200, (views.y[id] ?? 0) - 225);
      });
    });
    expect(off).toHaveLength(9);
    expect(Math.max(...off)).toBeLessThanOrEqual(30.01);
    await drag(page, [400, 300], [440, 300]);
    expect(await layoutText(page)).toBe("survivors.start=400-300-40");
    await field(page, "Shape").selectOption({ label: "Rectangle" });
    await drag(page, [300, 100], [330, 120]);
    expect(await layoutText(page)).toBe("survivors.start=300-100-60-40");
  });

  test("birds are painted in and rubbed out, each an undo, and the link has them", async ({ open }) => {
    const { page } = await open("scene=open-sky", small);
    const birds = () => page.evaluate(() => window.flockwright.core.groups()[0]?.count ?? 0);
    await page.locator("#add-button").click();
    await page.locator("#add").getByRole("button", { name: "Birds", exact: true }).click();
    await stop(page);
    await settle(page);
    const before = await birds();
    await drag(page, [100, 100], [260, 100], [260, 200]);
    const more = await birds();
    expect(more).toBeGreaterThan(before + 20);
    // They are there where they were painted.
    const near = await page.evaluate((first) => {
      const { x, y } = window.flockwright.core.views();
      return Math.hypot((x[first] ?? 0) - 105, (y[first] ?? 0) - 100);
    }, before);
    expect(near).toBeLessThan(20);
    const link = await page.evaluate(() => window.flockwright.core.link());
    expect(link).toContain(`count=${more}`);
    await page.keyboard.press("Control+z");
    await expect.poll(birds).toBe(before);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(birds).toBe(more);
    await choose(page, "rub");
    await drag(page, [100, 100], [180, 100]);
    const less = await birds();
    expect(less).toBeLessThan(more);
    await page.keyboard.press("Control+z");
    await expect.poll(birds).toBe(more);
    // A recording has every stroke.
    const { hash, again } = await page.evaluate(() => {
      const { core } = window.flockwright;
      core.tick(60);
      const [hash, tick] = [core.hash(), core.ticks()];
      core.openRecording(core.recording());
      core.tick(tick);
      return { hash, again: core.hash() };
    });
    expect(again).toBe(hash);
  });

  test("tiles are painted and freed", async ({ open }) => {
    const { page } = await open("scene=tile-chase", small);
    await edit(page, "tiles");
    await drag(page, [10 * 16 + 8, 5 * 16 + 8], [10 * 16 + 8, 8 * 16 + 8]);
    expect(await layoutText(page)).toBe("tiles=10-5-1_-6_-7_-8");
    await drag(page, [10 * 16 + 8, 6 * 16 + 8], [10 * 16 + 8, 7 * 16 + 8]);
    expect(await layoutText(page)).toBe("tiles=10-5-1_-8");
    expect(await page.locator(".edit-count").textContent()).toBe("2 tiles blocked");
    // The keys know the tiles, too.
    const report = () => page.locator(".edit-say").textContent();
    await page.locator("#stage").focus();
    await page.keyboard.press("ArrowRight");
    const [, column, row] = (await report())?.match(/^Column (\d+), row (\d+), free$/) ?? [];
    await page.keyboard.press("Enter");
    expect(await layoutText(page)).toContain(`_${column}-${row}`);
    await page.keyboard.press("ArrowUp");
    expect(await report()).toBe(`Column ${column}, row ${Number(row) - 1}, free`);
    await page.keyboard.press("ArrowDown");
    expect(await report()).toBe(`Column ${column}, row ${row}, blocked`);
    await page.keyboard.press("Enter");
    expect(await layoutText(page)).toBe("tiles=10-5-1_-8");
    await page.getByRole("button", { name: "Free all" }).click();
    expect(await page.evaluate(() => window.flockwright.core.scenery().tiles?.blocked.length)).toBe(0);
  });
});

test("the flag of a group's goal is dragged like any other thing, and is one step to undo", async ({
  open,
}) => {
  const { page, complaints } = await open(
    "scene=empty&groups=units.parrive&goal=place&goal_x=0.25&goal_y=0.5&count=5",
    small,
  );
  await edit(page);
  const goal = () =>
    page.evaluate(() =>
      window.flockwright.core.destinations().map(({ x, y }) => [Math.round(x), Math.round(y)]),
    );
  const [from] = await goal();
  if (!from) throw new Error("no goal");
  const camera = () => page.evaluate(() => window.flockwright.stage.camera.version);
  const before = await camera();
  const to: [number, number] = [(from[0] ?? 0) + 100, (from[1] ?? 0) - 60];
  await drag(page, [from[0] ?? 0, from[1] ?? 0], to);
  expect(await goal()).toEqual([to]);
  expect(await camera(), "the stage stays").toBe(before);
  expect(await page.evaluate(() => window.flockwright.core.link())).toMatch(/goal_x=0\.\d+/);
  await page.keyboard.press("ArrowRight");
  await frame(page);
  expect(await goal()).toEqual([[to[0] + 5, to[1]]]);
  await page.keyboard.press("Delete");
  expect(await goal()).toEqual([[to[0] + 5, to[1]]]);
  for (let undone = 0; undone < 2; undone++) await page.keyboard.press("Control+z");
  await frame(page);
  expect(await goal()).toEqual([from]);
  expect(complaints).toEqual([]);
});

test("with a finger: a tap puts an obstacle, a drag moves and resizes it, two fingers still zoom", async ({
  open,
}) => {
  const { page } = await open("scene=flock-wide", { ...phone, playing: true });
  await stop(page);
  const session = await page.context().newCDPSession(page);
  const touch = async (...path: [number, number][]) => {
    const points = await Promise.all(path.map(([x, y]) => screenOf(page, x, y)));
    const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await send("touchStart", points.slice(0, 1));
    for (const point of points.slice(1)) await send("touchMove", [point]);
    await send("touchEnd", []);
    await frame(page);
  };
  await edit(page);
  await page.locator("#edit-tools").waitFor();
  await settle(page);
  await page.locator('[data-tool="obstacle"]').tap();
  await frame(page);
  await touch([200, 200]);
  const [made] = (await scenery(page)).obstacles;
  expect(made?.x).toBeCloseTo(200, -0.5);
  const radius = made?.radius ?? 0;
  await touch([200, 200], [230, 210], [260, 230]);
  await touch([260 + radius, 230], [270 + radius, 230], [290 + radius, 230]);
  const [moved] = (await scenery(page)).obstacles;
  expect(Math.abs((moved?.x ?? 0) - 260)).toBeLessThan(3);
  expect(Math.abs((moved?.radius ?? 0) - radius - 30)).toBeLessThan(4);
  // A tap that follows hard upon a drag is sometimes no click to Chromium.
  const wall = page.locator('[data-tool="wall"]');
  const chosen = async () => {
    await wall.tap();
    return wall.getAttribute("aria-pressed");
  };
  await expect.poll(chosen).toBe("true");
  await settle(page);
  await touch([100, 300]);
  // The first end of the wall is marked.
  await page.waitForFunction(() => {
    const layer = document.querySelector<HTMLCanvasElement>('[data-layer="editor"]');
    const { x, y } = window.flockwright.stage.camera.toScreen(100, 300);
    const side = 12 * devicePixelRatio;
    const [left = 0, top = 0] = [x, y].map((at) => (at - 6) * devicePixelRatio);
    const around = layer?.getContext("2d")?.getImageData(left, top, side, side);
    return around?.data.some((value) => value > 0);
  });
  const size = await page.locator('[data-tool="obstacle"]').boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const scale = await page.evaluate(() => window.flockwright.stage.camera.scale);
  const a = await screenOf(page, 100, 300);
  await session.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [a, { x: a.x + 60, y: a.y }],
  });
  await session.send("Input.dispatchTouchEvent", {
    type: "touchMove",
    touchPoints: [a, { x: a.x + 120, y: a.y }],
  });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(await page.evaluate(() => window.flockwright.stage.camera.scale)).toBeGreaterThan(scale);
  expect((await scenery(page)).obstacles).toHaveLength(1);
});

test("with the keys alone: add, go through, move, resize, delete, undo, leave", async ({ open }) => {
  const { page } = await open("scene=flock-wide", small);
  const said = () => page.locator(".edit-say").textContent();
  await stop(page);
  await page.locator("#stage").focus();
  await page.keyboard.press("e");
  await page.locator("#edit-tools").waitFor();
  expect(await page.getAttribute("#stage", "aria-label")).toMatch(/^The layout\. Tab goes/);
  await page.locator('[data-tool="obstacle"]').focus();
  await page.keyboard.press("Enter");
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowRight");
  // However long the key is held.
  for (let k = 0; k < 3; k++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  const { width, obstacles } = await scenery(page);
  expect(obstacles).toHaveLength(1);
  const middle = await field(page, "X").inputValue();
  for (let k = 0; k < 2; k++) {
    await field(page, "X").fill("1e5");
    await field(page, "X").press("Enter");
    await expect.poll(() => field(page, "X").inputValue()).toBe(String(width));
  }
  await field(page, "X").fill(middle);
  await field(page, "X").press("Enter");
  await page.locator("#stage").focus();
  const [made] = (await scenery(page)).obstacles;
  expect(await said()).toMatch(/^Rock 1 of 1, at /);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  expect(await said()).toMatch(/^Rock 1 of 1/);
  for (let k = 0; k < 3; k++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("+");
  const [moved] = (await scenery(page)).obstacles;
  expect([moved?.x, moved?.y, moved?.radius]).toEqual([
    (made?.x ?? 0) - 1,
    (made?.y ?? 0) + 15,
    (made?.radius ?? 0) + 2,
  ]);
  expect(await said()).toBe(`Rock 1 of 1, at ${moved?.x}, ${moved?.y}, radius ${moved?.radius}`);
  await page.keyboard.press("Delete");
  expect((await scenery(page)).obstacles).toEqual([]);
  await page.keyboard.press("Control+z");
  expect((await scenery(page)).obstacles).toEqual([moved]);
  await page.keyboard.press("Control+Shift+z");
  expect((await scenery(page)).obstacles).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await page.locator("#edit-tools").count()).toBe(0);
  expect(await page.getAttribute("#stage", "aria-label")).toMatch(/^The flock\. Drag anywhere/);
  expect(await page.evaluate(() => window.flockwright.core.target().kind)).not.toBe("pointer");
});

test("the link of an edited layout opens the same run", async ({ open }) => {
  const { page } = await open("scene=zombie-horde&seed=5", small);
  await edit(page, "obstacle");
  await drag(page, [500, 220], [540, 220]);
  // What is edited does not move under the hand: the tools keep their height.
  const version = await page.evaluate(() => window.flockwright.stage.camera.version);
  await choose(page, "start");
  await choose(page, "wall");
  await settle(page);
  expect(await page.evaluate(() => window.flockwright.stage.camera.version)).toBe(version);
  await drag(page, [400, 40], [400, 300]);
  const hash = await hashOf(page);
  await page.waitForFunction(() => location.search.includes("wa=") && location.search.includes("ob="));
  expect(new URL(page.url()).search).toMatch(/^[\w.?=&%+-]+$/);
  await page.reload();
  await page.waitForFunction(() => (window.flockwright?.core.views().count ?? 0) > 0);
  expect(await page.locator("#notice").isVisible()).toBe(false);
  expect(await hashOf(page)).toBe(hash);
});
