/** What "+" places is real at once: one event, one undo, hard, seen and feared. */
import { expect } from "vitest";
import { frame, test } from "./fixture";

test("a rock, a wall and a hunter are placed while it plays, each taken back by one undo; a name is changed", async ({
  open,
}) => {
  const { page } = await open("scene=open-sky", { playing: true, fresh: true });
  const add = async (name: string) => {
    await page.locator("#add-button").click();
    await page.locator("#add").getByRole("button", { name, exact: true }).click();
    await page.locator("#edit-tools").waitFor();
    await frame(page);
  };
  const at = (x: number, y: number) =>
    page.evaluate(
      ([x = 0, y = 0]) => {
        const { camera } = window.flockwright.stage;
        const params = window.flockwright.core.params();
        const size = (key: string) => params.find((info) => info.key === key)?.value ?? 1;
        return camera.toScreen(x * size("width"), y * size("height"));
      },
      [x, y],
    );
  const tap = async (x: number, y: number) => {
    const { x: left, y: top } = await at(x, y);
    await page.mouse.click(left, top);
    await frame(page);
  };
  const says = () =>
    page.evaluate(() => {
      const { core } = window.flockwright;
      const { obstacles, walls } = core.scenery();
      const contact = core.params().find(({ key }) => key === "contact")?.value;
      const minds = core.composition()[0]?.behaviors.map(({ key }) => key) ?? [];
      const labels = core.groups().map(({ label }) => label);
      return { rocks: obstacles.length, walls: walls.length, contact, minds, labels };
    });
  const before = await says();
  await add("Rock");
  await tap(0.5, 0.3);
  const rock = await says();
  expect([rock.rocks, rock.contact]).toEqual([1, 1]);
  expect(rock.minds.some((key) => key.endsWith("avoidance"))).toBe(true);
  await page.keyboard.press("Control+z");
  await expect.poll(says).toEqual(before);
  // Beyond the edge there is no place for it.
  await tap(-0.06, 0.5);
  expect(await says()).toEqual(before);

  await page.locator('[data-tool="wall"]').click();
  const [from, to] = [await at(0.3, 0.7), await at(0.5, 0.7)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  const wall = await says();
  expect(wall.walls).toBe(1);
  expect(wall.minds.some((key) => key.endsWith("avoidance"))).toBe(true);
  await page.keyboard.press("Control+z");
  await expect.poll(says).toEqual(before);
  // Nor for one end of a wall.
  const outside = await at(-0.06, 0.7);
  await page.mouse.move(outside.x, outside.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  expect(await says()).toEqual(before);

  await page.locator('[data-tool="hunter"]').click();
  await tap(0.4, 0.5);
  const hunted = await says();
  expect(hunted.labels.length).toBe(before.labels.length + 1);
  await page.locator(".edit-done").click();
  await page
    .locator("#legend")
    .getByRole("button", { name: hunted.labels.at(-1) ?? "" })
    .click();
  await page.locator("input.legend-name").fill("Shark");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await says()).labels.at(-1)).toBe("Shark");
  expect(await page.evaluate(() => window.flockwright.core.link())).toContain("nShark");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect.poll(says).toEqual(before);
});

test("a search finds wishes: what to place, what steers so, a scene", async ({ open }) => {
  const { page } = await open("scene=flock-wide");
  const search = page.locator("#controls-search, #panel input[type=search]").first();
  const found = async (wish: string) => {
    await search.fill(wish);
    return async () => (await page.locator("#controls-add strong").allTextContents()).join("; ");
  };
  for (const [wish, ...expected] of [
    ["shark", "+ Hunter", "+ Fright"],
    ["keep away from the walls", "+ Wall", "+ Collision avoidance"],
    ["collide", "+ Rock", "+ Collision avoidance"],
    ["wall", "+ Wall"],
    ["spread out", "+ Crowd separation"],
  ] as const) {
    const said = await found(wish);
    for (const one of expected) await expect.poll(said).toContain(one);
  }
  // Who wishes less of something is not offered more of it.
  const calm = await found("calm");
  await expect.poll(() => page.locator("#controls").textContent()).toContain("thrust");
  expect(await calm()).not.toMatch(/Unrest|Wander|Noise/);
  await search.fill("faster");
  await expect.poll(() => page.locator("#controls").textContent()).toContain("thrust");
  await search.fill("shark");
  await page.locator('[data-offer="hunter"]').click();
  await page.locator("#edit-tools").waitFor();
});

test.for([
  ["empty", 8],
  ["flock-wide", 8],
  ["open-sky", 6],
] as const)(
  "from %s, 200 that avoid a hunter and rocks take at most eight actions",
  async ([scene, most], { open }) => {
    const { page } = await open(`scene=${scene}`, { playing: true, fresh: true });
    let actions = 0;
    const press = async (name: string) => {
      actions++;
      await page.getByRole("button", { name, exact: true }).first().click();
    };
    const at = (x: number, y: number) =>
      page.evaluate(
        ([x = 0, y = 0]) => {
          const { camera } = window.flockwright.stage;
          const { width, height } = window.flockwright.core.scenery();
          return camera.toScreen(x * width, y * height);
        },
        [x, y],
      );
    const drag = async (...places: [number, number][]) => {
      actions++;
      for (const [index, place] of places.entries()) {
        const { x, y } = await at(...place);
        await page.mouse.move(x, y, { steps: 12 });
        if (index === 0) await page.mouse.down();
      }
      await page.mouse.up();
      await frame(page);
    };
    const count = () => page.evaluate(() => window.flockwright.core.groups()[0]?.count ?? 0);
    if (scene === "empty") {
      await press("Make them a flock");
      actions++;
      const many = page.locator('[data-plain="count"] input');
      const box = await many.boundingBox();
      await page.mouse.click(
        (box?.x ?? 0) + 0.98 * (box?.width ?? 0),
        (box?.y ?? 0) + (box?.height ?? 0) / 2,
      );
    }
    await press("Add to the scene");
    await page.locator("#add").getByRole("button", { name: "Hunter", exact: true }).click();
    actions++;
    await page.locator("#edit-tools").waitFor();
    await frame(page);
    await drag([0.3, 0.6]);
    await press("Rock");
    await drag([0.6, 0.4]);
    await drag([0.5, 0.8]);
    if ((await count()) < 200) {
      actions++;
      await page.locator('#edit-tools [data-tool="birds"]').click();
      await drag([0.05, 0.1], [0.95, 0.1], [0.95, 0.9], [0.05, 0.9], [0.05, 0.2], [0.9, 0.2]);
    }
    expect(await count()).toBeGreaterThanOrEqual(200);
    expect(actions).toBeLessThanOrEqual(most);
    const made = await page.evaluate(() => {
      const { core } = window.flockwright;
      const [main] = core.composition();
      const weights = core
        .params()
        .filter(({ key, value }) => /fright|flee|avoidance/.test(key) && value > 0);
      return {
        rocks: core.scenery().obstacles.length,
        kinds: core.groups().map(({ label }) => label),
        weights: weights.length,
        minds: main?.behaviors.map(({ key }) => key) ?? [],
      };
    });
    expect(made.rocks).toBeGreaterThanOrEqual(2);
    expect(made.kinds.at(-1)).toBe("Hunter");
    expect(made.minds).toEqual(
      expect.arrayContaining([expect.stringMatching(/fright|flee/), expect.stringMatching(/avoidance/)]),
    );
    // They do: a minute on, nobody stands in a rock.
    await page.evaluate(() => window.flockwright.core.tick(3600));
    const inside = await page.evaluate(() => {
      const { core } = window.flockwright;
      const views = core.views();
      const { obstacles } = core.scenery();
      return Array.from(views.x, (x, unit) =>
        obstacles.some((rock) => Math.hypot(rock.x - x, rock.y - (views.y[unit] ?? 0)) < 0.98 * rock.radius),
      ).filter(Boolean).length;
    });
    expect(inside).toBe(0);
  },
);
