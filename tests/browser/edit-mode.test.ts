/** Edit mode among all else: where the focus is, and what becomes of an edit when another run is opened. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { chooseScene, edit, frame, layoutText, phone, screenOf, small, test, travel } from "./fixture";

const quiet = { ...small, playing: false };

/** What has the focus: its id, or what it says. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: active } = document;
    return active === document.body ? "nothing" : active?.id || active?.textContent;
  });

const walls = (page: Page) => page.evaluate(() => window.flockwright.core.scenery().walls.length);

test("the key that starts to edit hands the other keys to the canvas, wherever the focus was", async ({
  open,
}) => {
  const { page } = await open("scene=path-patrol", { ...quiet, details: true });
  expect(await focused(page)).toBe("nothing");
  await page.keyboard.press("e");
  await page.locator("#edit-tools").waitFor();
  await expect.poll(() => focused(page)).toBe("stage");
  await page.keyboard.press("Tab");
  expect(await page.locator(".edit-say").textContent()).toMatch(/^Node 1 of 7 on the path of Round walkers/);
  const before = await layoutText(page);
  await page.keyboard.press("ArrowRight");
  expect(await layoutText(page)).not.toBe(before);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("#edit-tools").waitFor({ state: "detached" });
  await page.locator("#dice").focus();
  await page.keyboard.press("e");
  await page.locator("#edit-tools").waitFor();
  await expect.poll(() => focused(page)).toBe("stage");
});

test("a tool that has done all it can, or goes away, gives the focus to the canvas", async ({ open }) => {
  const { page } = await open("scene=queue-door&wa=100-50-100-350-3", quiet);
  await page.keyboard.press("e");
  await page.locator("#edit-tools").waitFor();
  await page.locator("#edit-tools").getByLabel("Object").selectOption({ label: "Wall 1" });
  expect(await walls(page)).toBe(1);
  const button = (name: string) => page.locator("#edit-tools").getByRole("button", { name, exact: true });
  await button("Delete").press("Enter");
  expect(await walls(page)).toBe(0);
  expect(await focused(page)).toBe("stage");
  await button("Reset").press("Enter");
  expect(await walls(page)).toBeGreaterThan(1);
  expect(await focused(page)).toBe("stage");
  await page.keyboard.press("e");
  await page.locator("#edit-tools").waitFor({ state: "detached" });
  expect(await focused(page)).toBe("stage");
});

test("every field of the tools is on the screen beside open panels, and none moves the world", async ({
  open,
}) => {
  const scenes = ["path-patrol", "queue-door", "tile-chase", "leader-following"];
  const { page } = await open("scene=path-patrol", quiet);
  await page.keyboard.press("e");
  for (const scene of scenes) {
    await chooseScene(page, scene);
    for (const width of [960, 1024, 1199, 1280]) {
      await page.setViewportSize({ width, height: 768 });
      await frame(page);
      const heights = new Set<number>();
      const cut: string[] = [];
      const look = async (what: string) => {
        await frame(page);
        const seen = await page.locator("#edit-tools").evaluate((tools) => {
          const box = tools.getBoundingClientRect();
          const fields = [...tools.querySelectorAll(".edit-second :is(input, select, button)")];
          const out = fields.filter((field) => {
            const { left, right, top, bottom } = field.getBoundingClientRect();
            if (right === left) return false;
            const at = document.elementFromPoint((left + right) / 2, bottom - 3);
            return (
              left < box.left || right > box.right || top < box.top || bottom > box.bottom || at !== field
            );
          });
          return { height: box.height, out: out.map((field) => field.getAttribute("aria-label")) };
        });
        heights.add(seen.height);
        if (seen.out.length > 0) cut.push(`${what}: ${seen.out}`);
      };
      for (const tool of ["obstacle", "wall", "path", "start", "tiles", "select"]) {
        const button = page.locator(`[data-tool="${tool}"]`);
        if (!(await button.isVisible())) continue;
        await button.click();
        await look(tool);
      }
      const objects = page.locator("#edit-tools").getByLabel("Object");
      const kinds = await objects.locator("option").allTextContents();
      for (const kind of new Set(kinds.slice(1).map((name) => name.replace(/\d+$/, "")))) {
        await objects.selectOption({ index: kinds.findIndex((name) => name.startsWith(kind)) });
        await look(kind);
      }
      expect([cut, heights.size], `${scene}, ${width} px`).toEqual([[], 1]);
    }
  }
});

test("numbers are typed with a comma or a point, and stepped by the arrow keys", async ({ open }) => {
  const { page } = await open("scene=flock-obstacles", quiet);
  await page.keyboard.press("e");
  await page.locator("#edit-tools").waitFor();
  await page.keyboard.press("Tab");
  const field = (label: string) => page.locator("#edit-tools").getByLabel(label, { exact: true });
  const first = () => page.evaluate(() => window.flockwright.core.scenery().obstacles[0]?.x);
  for (const [text, x] of [
    ["120,5", 120.5],
    ["130.5", 130.5],
    ["1e2", 100],
  ] as const) {
    await field("X").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    expect(await first()).toBe(x);
    expect(await field("X").inputValue()).toBe(String(x));
  }
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  expect(await first()).toBe(101);
  // What is no number changes nothing.
  await page.keyboard.press("Control+a");
  await page.keyboard.type("left");
  await page.keyboard.press("Enter");
  expect([await first(), await field("X").inputValue()]).toEqual([101, "101"]);
  await page.locator('[data-tool="start"]').click();
  await field("How many").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1,200");
  await page.keyboard.press("Enter");
  const count = () => page.evaluate(() => window.flockwright.core.groups()[0]?.count);
  expect(await count()).toBe(1200);
  await page.keyboard.press("ArrowDown");
  expect(await count()).toBe(1199);
});

test("what is drawn in one run is not put into the next", async ({ open }) => {
  const { page } = await open("scene=flock-wide", quiet);
  const state = async () => [
    await page.evaluate(() => window.flockwright.core.scene()),
    await layoutText(page),
  ];
  await chooseScene(page, "flock-obstacles");
  await page.keyboard.press("e");
  await page.locator("#edit-tools").waitFor();
  await frame(page);
  // The browser's own key for the way back, while a disc is being dragged.
  const [disc] = await page.evaluate(() => window.flockwright.core.scenery().obstacles);
  const at = await screenOf(page, disc?.x ?? 0, disc?.y ?? 0);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 40, at.y + 20, { steps: 3 });
  await travel(page, -1);
  await expect.poll(state).toEqual(["flock-wide", ""]);
  await page.mouse.move(at.x + 60, at.y + 20);
  await page.mouse.up();
  await frame(page);
  expect(await state()).toEqual(["flock-wide", ""]);
  // Nor has it the other end of a wall that was begun there.
  await page.locator('[data-tool="wall"]').click();
  await page.mouse.click(at.x, at.y);
  await chooseScene(page, "flock-limited");
  await frame(page);
  await page.mouse.click(at.x + 80, at.y + 30);
  await frame(page);
  expect(await state()).toEqual(["flock-limited", ""]);
});

test("freeing all tiles gives the focus to the canvas", async ({ open }) => {
  const { page } = await open("scene=tile-chase&tiles=10-5-1_-6_-7", quiet);
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Free all" }).press("Enter");
  expect(await page.locator(".edit-count").textContent()).toBe("No tiles blocked");
  expect(await focused(page)).toBe("stage");
});

test("Escape leaves edit mode step by step wherever the focus is, and gives up what is being typed", async ({
  open,
}) => {
  const { page } = await open("scene=queue-door&wa=100-50-100-350-3", quiet);
  const tools = page.locator("#edit-tools");
  const start = async () => {
    await page.keyboard.press("e");
    await tools.waitFor();
  };
  await start();
  await tools.getByLabel("Object").selectOption({ label: "Wall 1" });
  const x = tools.getByLabel("From X");
  await x.fill("200");
  await x.press("Escape");
  expect(await x.inputValue()).toBe("100");
  await x.press("Escape");
  expect(await x.count()).toBe(0);
  await tools.locator('[data-tool="wall"]').press("Enter");
  await tools.locator('[data-tool="wall"]').press("Escape");
  expect(await tools.locator('[data-tool="select"]').getAttribute("aria-pressed")).toBe("true");
  await tools.locator('[data-tool="select"]').press("Escape");
  await tools.waitFor({ state: "detached" });
  expect(await focused(page)).toBe("stage");
  expect(await walls(page)).toBe(1);
  await start();
  await page.locator("#stage").press("Escape");
  await tools.waitFor({ state: "detached" });
});

test("on a phone's side the tools stand beside what is edited, and Done takes them away", async ({
  open,
}) => {
  const { page } = await open("scene=path-patrol", {
    ...phone,
    fresh: true,
    viewport: { width: 844, height: 390 },
  });
  await edit(page);
  await page.locator("#edit-tools").waitFor();
  const tools = await page.locator("#edit-tools").boundingBox();
  const right = () =>
    page.evaluate(() => {
      const { camera } = window.flockwright.stage;
      const { width } = window.flockwright.core.scenery();
      return camera.toScreen(width, 0).x;
    });
  await expect.poll(right).toBeLessThanOrEqual(tools?.x ?? 0);
  await page.locator('[data-tool="path"]').tap();
  expect(await page.locator(".edit-say").textContent()).not.toMatch(/Enter|Arrows|Tab /);
  await page.getByRole("button", { name: "Done" }).tap();
  await page.locator("#edit-tools").waitFor({ state: "detached" });
});
