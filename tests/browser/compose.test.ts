/** Groups and behaviors as building blocks: put together by mouse, by finger and by keyboard alone, undone and shared. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { Simulation } from "../node/core";
import { violations } from "./axe";
import { frame, hashAt600, phone, said, test } from "./fixture";

const open = { storage: { "flockwright.groups": "open", "flockwright.parameters": "closed" } };

/** Three groups with nine behaviors; its hash is pinned in tests/links.json, too. */
const three =
  "v=8&scene=empty&groups=units.pcohesion-alignment-separation-fright-unrest.fg1*g1.rmonster.ppursue-wander.hunits*" +
  "g2.rsoldier.pleader_following-crowd_separation.og1&g1.count=2&g2.count=12&count=60";

const composition = (page: Page) => page.evaluate(() => window.flockwright.core.composition());

/** The behaviors of a group, in order. */
async function behaviors(page: Page, group = 0): Promise<string[]> {
  return (await composition(page))[group]?.behaviors.map(({ key }) => key) ?? [];
}

/** Where the handle of a behavior is. */
async function grip(page: Page, key: string): Promise<{ x: number; y: number; step: number }> {
  const part = page.locator(`[data-group="boids"] [data-behavior="${key}"]`);
  await part.locator(".grip").scrollIntoViewIfNeeded();
  const [box, all] = await Promise.all([part.locator(".grip").boundingBox(), part.boundingBox()]);
  if (!box || !all) throw new Error(`no handle of ${key}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, step: all.height };
}

/** Presses Tab until the focus is on such an element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

test("by mouse: behaviors are added, dragged, muted, heard alone and removed, each a step to undo", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=flock-wide", open);
  const first = await behaviors(page);
  expect(first.slice(0, 3)).toEqual(["cohesion", "alignment", "separation"]);
  const group = page.locator('[data-group="boids"]');
  await group.locator(".add").click();
  await group.locator(".picker input").fill("circles");
  await group.locator('[data-offer="orbit"]').click();
  expect(await behaviors(page)).toEqual([...first, "orbit"]);

  const from = await grip(page, "cohesion");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 2.2 * from.step, { steps: 6 });
  expect(await behaviors(page)).toEqual([...first, "orbit"]);
  await page.mouse.up();
  expect((await behaviors(page)).slice(0, 3)).toEqual(["alignment", "separation", "cohesion"]);

  const weight = (key: string) =>
    page.evaluate((wanted) => {
      const { core } = window.flockwright;
      const found = core.composition()[0]?.behaviors.find((one) => one.key === wanted);
      return found && core.get(found.weight);
    }, key);
  await group.getByRole("button", { name: "Mute Separation" }).click();
  expect(await weight("separation")).toBe(0);
  await group.getByRole("button", { name: "Mute Separation" }).click();
  expect(await weight("separation")).toBe(1);
  await group.getByRole("button", { name: "Solo Orbit" }).click();
  expect(await Promise.all(["cohesion", "alignment", "separation", "orbit"].map(weight))).toEqual([
    0, 0, 0, 1,
  ]);
  await group.getByRole("button", { name: "Solo Orbit" }).click();
  expect(await Promise.all(["cohesion", "alignment", "separation", "orbit"].map(weight))).toEqual([
    1, 1, 1, 1,
  ]);

  await group.getByRole("button", { name: "Remove Orbit" }).click();
  expect(await behaviors(page)).not.toContain("orbit");
  const undo = page.locator("#edit-bar button").first();
  expect(await undo.getAttribute("title")).toMatch(/^Undo: .*− Orbit/);
  await undo.click();
  expect(await behaviors(page)).toContain("orbit");
  for (let step = 0; step < 5; step++) await undo.click();
  expect(await behaviors(page)).toEqual([...first, "orbit"]);
  await undo.click();
  expect(await behaviors(page)).toEqual(first);
  expect(await page.evaluate(() => window.flockwright.core.compositionText())).toBe("");
  await page.locator("#stage").focus();
  await page.keyboard.press("Control+y");
  expect(await behaviors(page)).toEqual([...first, "orbit"]);
});

test("by mouse: a group is added, tied to another, duplicated with what was tuned, and removed", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=flock-limited", open);
  await page.getByRole("button", { name: "Group", exact: true }).click();
  const made = page.locator('[data-group="g1"]');
  await made.waitFor();
  await made.getByLabel("Role").selectOption("monster");
  await made.getByLabel("To Boids").selectOption("hunts");
  let members = await composition(page);
  expect(members.at(-1)).toMatchObject({ key: "g1", role: "monster", hunts: ["boids"] });
  await said(page, "nothing else would act on that");
  expect(
    await page.evaluate(() => window.flockwright.core.params().some(({ key }) => key === "g1.goal")),
  ).toBe(true);
  // The prey is told to fear it, and gets what makes it run.
  await page.locator('[data-group="boids"]').getByLabel("To Predator").selectOption("fears");
  members = await composition(page);
  expect(members[0]?.fears).toEqual(["g1"]);
  expect(await behaviors(page)).toContain("fright");

  await page.evaluate(() => window.flockwright.core.setKey("g1.count", 7));
  await made.getByRole("button", { name: "Duplicate Predator" }).click();
  members = await composition(page);
  expect(members.at(-1)).toMatchObject({ key: "g2", role: "monster", hunts: ["boids"] });
  const count = (key: string) =>
    page.evaluate((wanted) => window.flockwright.core.groups().find((one) => one.key === wanted)?.count, key);
  expect(await count("g2")).toBe(7);
  await page.locator('[data-group="g1"]').getByRole("button", { name: "Remove Predator" }).click();
  expect((await composition(page)).map(({ key }) => key)).not.toContain("g1");
  const undo = page.locator("#edit-bar button").first();
  await undo.click();
  expect(await count("g1")).toBe(7);
  await page.locator('[data-group="boids"]').getByRole("button", { name: "Remove Boids" }).click();
  await said(page, "the scene is built around it");
});

test("by finger, on a phone: behaviors are added and dragged, and the panel has no fault", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=flock-wide", { ...phone, ...open });
  await page.locator('#tabs [data-tab="tune"]').tap();
  const group = page.locator('[data-group="boids"]');
  const first = await behaviors(page);
  await group.locator(".add").tap();
  await group.locator('[data-offer="wander"]').tap();
  expect(await behaviors(page)).toEqual([...first, "wander"]);
  const from = await grip(page, "alignment");
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: y === undefined ? [] : [{ x: from.x, y }],
    });
  await touch("touchStart", from.y);
  for (let part = 1; part <= 6; part++) await touch("touchMove", from.y - (part / 6) * 1.2 * from.step);
  await touch("touchEnd");
  await frame(page);
  expect((await behaviors(page)).slice(0, 2)).toEqual(["alignment", "cohesion"]);
  expect(await violations(page)).toEqual([]);
});

test("by keyboard alone: found, opened, moved, added and undone", async ({ open: visit }) => {
  const { page } = await visit("scene=flock-wide", { storage: { "flockwright.parameters": "closed" } });
  const first = await behaviors(page);
  await tabTo(page, "#all-groups");
  await page.keyboard.press("Enter");
  await tabTo(page, '[data-behavior="cohesion"] .grip');
  await page.keyboard.press("ArrowDown");
  await said(page, "Cohesion is 2 of");
  await page.keyboard.press("End");
  expect((await behaviors(page)).at(-1)).toBe("cohesion");
  expect(
    await page.evaluate(() =>
      document.activeElement?.closest("[data-behavior]")?.getAttribute("data-behavior"),
    ),
  ).toBe("cohesion");
  await tabTo(page, '[data-group="boids"] .add');
  await page.keyboard.press("Enter");
  await tabTo(page, ".picker input");
  await page.keyboard.type("noise");
  await page.keyboard.press("Escape");
  await page.keyboard.type("random");
  await tabTo(page, "[data-offer]");
  await page.keyboard.press("Enter");
  expect(await behaviors(page)).toHaveLength(first.length + 1);
  for (let step = 0; step < 3; step++) await page.keyboard.press("Control+z");
  expect(await behaviors(page)).toEqual(first);
});

test("a search among the parameters offers the behaviors that would have them", async ({ open: visit }) => {
  const { page } = await visit("scene=flock-wide");
  for (const [search, key] of [
    ["orbit", "orbit"],
    ["fear", "fright"],
    ["random", "wander"],
  ]) {
    await page.locator("#filter").fill(search as string);
    await page.locator(`#controls-add [data-offer="${key}"]`).waitFor();
    expect(await page.locator("#controls-empty").textContent()).toBe("");
  }
  await page.locator('#controls-add [data-offer="wander"]').click();
  expect(await behaviors(page)).toContain("wander");
  await page.locator("#filter").fill("zzz");
  expect(await page.locator("#controls-empty").textContent()).toBe("No parameters match.");
});

describe("a composed run", () => {
  test("of three groups and nine behaviors is a short link with the same run as natively", async ({
    open: visit,
  }) => {
    const { page } = await visit(three, open);
    expect(await page.locator(".member").count()).toBe(3);
    const link = await page.evaluate(() => window.flockwright.core.link());
    expect(link.length).toBeLessThan(1500);
    const run = new Simulation(three);
    run.tick(600);
    expect(await hashAt600(page)).toBe(run.hash());
    run.free();
  });

  test("changes while it goes on, is one of the timeline's inputs, and is shared as it is", async ({
    open: visit,
  }) => {
    const { page } = await visit("scene=flock-wide&count=50", open);
    await page.evaluate(() => window.flockwright.core.tick(60));
    await page.locator('[data-group="boids"]').getByRole("button", { name: "Remove Alignment" }).click();
    const hash = await page.evaluate(() => {
      const { core } = window.flockwright;
      core.tick(60);
      return core.hash();
    });
    await page.evaluate(() => {
      const { core } = window.flockwright;
      core.seek(30);
      while (!core.seekPart(50));
    });
    // The panel follows the timeline.
    await page.locator('[data-behavior="alignment"]').waitFor();
    await page.evaluate(() => {
      const { core } = window.flockwright;
      core.seek(120);
      while (!core.seekPart(50));
    });
    await page.locator('[data-behavior="alignment"]').waitFor({ state: "detached" });
    expect(await page.evaluate(() => window.flockwright.core.hash())).toBe(hash);
    const { link, events } = await page.evaluate(() => window.flockwright.core.recording());
    const { page: other } = await visit(`${link}&at=120&ev=${events}`, open);
    await other.waitForFunction(() => window.flockwright.core.ticks() === 120);
    expect(await other.evaluate(() => window.flockwright.core.hash())).toBe(hash);
    expect(await behaviors(other)).not.toContain("alignment");
  });
});
