/** Rules in the page: read with their values, changed while the flock flies, written, undone and shared. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { Simulation } from "../node/core";
import { violations } from "./axe";
import { advance, frame, hashAt600, ready, test } from "./fixture";

const open = { storage: { "flockwright.groups": "open", "flockwright.parameters": "closed" } };

const keys = (page: Page) =>
  page.evaluate(() => window.flockwright.core.composition()[0]?.behaviors.map(({ key }) => key) ?? []);

const failed = (page: Page) => page.evaluate(() => window.flockwright.core.failed);

test("in Why each force unfolds to its rule, with what each line comes to for the unit, in the core's numbers", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=flock-limited&at=200");
  await page.locator("#side-why").click();
  await page.locator("#inspector-unit").fill("7");
  await page.keyboard.press("Enter");
  await frame(page);
  const names = await page.locator("button.bar-label").allTextContents();
  expect(names).toEqual(["Cohesion", "Alignment", "Separation", "Chase", "Obstacle avoidance"]);
  for (const [index, key] of ["cohesion", "alignment", "separation", "chase", "avoidance"].entries()) {
    await page.locator("button.bar-label").nth(index).click();
    await page.waitForFunction(
      () => (document.querySelector(".listing-line:last-of-type output")?.textContent ?? "") !== "",
    );
    const same = await page.evaluate((wanted) => {
      const { core } = window.flockwright;
      const told = core.ruleValues(7, wanted);
      const force = core.inspect(7)?.forces.find((one) => one.key === wanted);
      const scale = core.params().find(({ key: own }) => own === "steering_force")?.value ?? 1;
      const by = told?.force.map((part) => part * scale) ?? [];
      return Math.hypot((by[0] ?? 0) - (force?.rawX ?? 9e9), (by[1] ?? 0) - (force?.rawY ?? 9e9)) / scale;
    }, key);
    expect(same, key).toBeLessThan(2e-3);
  }
  expect(await violations(page)).toEqual([]);
});

test("a force becomes a rule of one's own that does the same, and is changed while the flock flies", async ({
  open: visit,
}) => {
  const { page, complaints } = await visit("scene=flock-limited", { ...open, playing: true });
  await page.keyboard.press("]");
  await page.locator("button.bar-label", { hasText: "Alignment" }).click();
  await page.locator("#inspector-edit").click();
  const area = page.locator("textarea.rule-area");
  await area.waitFor();
  expect(await keys(page)).toContain("my_alignment");
  expect(await area.inputValue()).toContain("steer turn(");
  await area.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nx = goal.distence");
  expect(await page.locator(".rule-says").textContent()).toContain("did you mean 'distance'");
  await page.getByRole("button", { name: "Use \u201cdistance\u201d" }).click();
  await page.waitForFunction(() => document.querySelector(".rule-editor.faulty") === null);
  expect(await failed(page)).toBe(false);
  expect(complaints).toEqual([]);
  // The link is the run, with the rule in it.
  const link = await page.evaluate(() => window.flockwright.core.link());
  const again = new Simulation(link);
  expect(again.notices()).toEqual([]);
  expect(again.ruleText(0, "my_alignment")).toContain("x = goal.distance");
  again.free();
  // Undo, back to what there was.
  for (let steps = 0; (await keys(page)).includes("my_alignment"); steps++) {
    expect(steps).toBeLessThan(6);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Control+z");
    await frame(page);
  }
  expect(await keys(page)).toContain("alignment");
});

test("a wish in words finds a rule that runs at once; its parameters are sliders, and its link gives the same run", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=flock-wide", open);
  const group = page.locator('[data-group="boids"]');
  for (const [wish, offer] of [
    ["turn left when crowded", "crowded"],
    ["keep lengths behind the leader", "keep_behind"],
    ["something nobody has thought of", "own"],
  ] as const) {
    await group.locator(".add").click();
    await group.locator(".picker input").fill(wish);
    await group.locator(`[data-offer="${offer}"]`).click();
    expect(await keys(page)).toContain(offer);
  }
  const own = await page.evaluate(() => window.flockwright.core.params().map(({ key }) => key));
  expect(own).toContain("crowded-many");
  const link = await page.evaluate(() => window.flockwright.core.link());
  const run = new Simulation(link);
  run.tick(600);
  const native = run.hash();
  run.free();
  await page.goto(`${new URL(page.url()).origin}/?${link}`);
  await ready(page);
  expect(await hashAt600(page)).toBe(native);
});

test("200 random edits of a rule stop nothing", async ({ open: visit }) => {
  const { page, complaints } = await visit("scene=flock-wide", { ...open, playing: true });
  const group = page.locator('[data-group="boids"]');
  await group.locator(".add").click();
  await group.locator(".picker input").fill("keep right");
  await group.locator('[data-offer="keep_right"]').click();
  await page.locator("textarea.rule-area").waitFor();
  await page.evaluate(() => {
    const area = document.querySelector<HTMLTextAreaElement>("textarea.rule-area");
    if (!area) throw new Error("no editor");
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const pieces = [
      "0",
      "j.",
      "(",
      ")",
      " * L",
      "h",
      "steer ",
      "#",
      "\n",
      "9".repeat(9),
      "sum(j in view: j.offset)",
      '"',
      "\u{1f426}",
      "-",
    ];
    for (let edit = 0; edit < 200; edit++) {
      const at = random(area.value.length + 1);
      area.setRangeText(
        pieces[random(pieces.length)] ?? "",
        at,
        Math.min(area.value.length, at + random(6)),
        "end",
      );
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  });
  await advance(page, 30);
  expect(await failed(page)).toBe(false);
  expect(complaints).toEqual([]);
});
