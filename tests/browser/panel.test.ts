/** The list below More: every parameter and behavior, found, turned and written, while the run plays. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { advance, frame, param, row, showList, small, test, unfoldAll } from "./fixture";

const behaviors = (page: Page) =>
  page.evaluate(() => window.flockwright.core.composition()[0]?.behaviors.map(({ key }) => key) ?? []);
const undo = (page: Page) => page.locator("#edit-bar button").first();
const part = (page: Page, key: string) => page.locator(`#controls [data-behavior="${key}"]`).first();

test("every parameter that matters has one labeled control with the core's value", async ({ open }) => {
  for (const scene of ["open-sky", "leaders-pincer", "tile-patrol"]) {
    const { page } = await open(`scene=${scene}`);
    await unfoldAll(page);
    const missing = await page.evaluate(() => {
      const { core } = window.flockwright;
      const matter = core.visibility();
      return core
        .params()
        .filter(({ id }) => matter[id] !== 0)
        .filter(
          ({ key }) => document.querySelectorAll(`#controls [data-param="${CSS.escape(key)}"]`).length !== 1,
        )
        .map(({ key }) => key);
    });
    expect(missing).toEqual([]);
  }
});

test("a slider moved by keys changes the run, says so in the accent, and is taken back by its reset and by undo", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited");
  const cohesion = await row(page, "cohesion");
  await cohesion.getByRole("slider").press("PageUp");
  expect((await param(page, "cohesion")).value).toBeGreaterThan(1);
  expect(await cohesion.getAttribute("class")).toContain("changed");
  await undo(page).click();
  await expect.poll(async () => (await param(page, "cohesion")).value).toBe(1);
});

test("search finds names as links, sources and people spell them", async ({ open }) => {
  const { page } = await open("scene=flock-wide");
  await showList(page);
  for (const search of ["max_force", "RadiusFactor", "maxSpeed", "MAX_VELOCITY", "blind spot"]) {
    await page.locator("#filter").fill(search);
    await frame(page);
    expect(
      await page.locator("#controls .row:visible, #controls-add button:visible").count(),
      search,
    ).toBeGreaterThan(0);
  }
});

test("a behavior is muted, heard alone, moved, removed and added, each a step to undo", async ({ open }) => {
  const { page } = await open("scene=flock-limited");
  await showList(page);
  const before = await behaviors(page);
  await page.getByRole("button", { name: "Mute Cohesion" }).click();
  expect((await param(page, "cohesion")).value).toBe(0);
  await undo(page).click();
  await page.getByRole("button", { name: "Only Alignment" }).click();
  expect((await param(page, "cohesion")).value).toBe(0);
  await undo(page).click();
  await part(page, "cohesion").locator(".part-fold").click();
  await page.getByRole("button", { name: "Move down Cohesion" }).click();
  await expect.poll(() => behaviors(page)).not.toEqual(before);
  await undo(page).click();
  await expect.poll(() => behaviors(page)).toEqual(before);
  await page.getByRole("button", { name: "Remove Cohesion" }).click();
  await expect.poll(async () => (await behaviors(page)).includes("cohesion")).toBe(false);
  await page.locator("#add-behavior").click();
  await page.locator('[data-offer="wander"]').click();
  await expect.poll(() => behaviors(page)).toContain("wander");
});

/** Letters that are typed in the middle of what is there, one by one. */
async function typeInto(page: Page, field: string, text: string): Promise<void> {
  for (const letter of text) {
    await page.keyboard.type(letter);
    await frame(page);
    const isThere = await page.evaluate((selector) => document.activeElement?.matches(selector), field);
    expect(isThere, `after ${letter} in ${field}`).toBe(true);
  }
}

test("focus, caret and letters stay in every text field, letter by letter, while the run plays", async ({
  open,
}) => {
  const { page } = await open("scene=flock-wide", small);
  await showList(page);
  await page.locator("#write-own").click();
  const area = page.locator(".rule-editor textarea");
  await area.waitFor();
  // The name of the rule is its key: every letter makes it another behavior.
  await area.evaluate((field: HTMLTextAreaElement) => {
    field.focus();
    const at = field.value.indexOf("own") + 3;
    field.setSelectionRange(at, at);
  });
  await typeInto(page, ".rule-editor textarea", "ers");
  expect(await area.inputValue()).toContain("rule owners");
  await expect.poll(() => behaviors(page)).toContain("owners");
  expect(await page.locator("#share").isVisible()).toBe(false);
  await page.locator("#filter").click();
  await typeInto(page, "#filter", "sight max");
  expect(await page.locator("#filter").inputValue()).toBe("sight max");
  await page.locator("#filter").fill("");
  const number = await row(page, "length");
  await number.locator(".value").click();
  await page.keyboard.press("Control+a");
  await typeInto(page, ".entry", "12.5");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await param(page, "length")).value).toBe(12.5);
  await page.locator("#lab-button").click();
  await page.locator("#lab-run").click();
  await page.locator("#seed").click();
  await page.keyboard.press("Control+a");
  await typeInto(page, "#seed", "4711");
  expect(await page.locator("#seed").inputValue()).toBe("4711");
});

test("the steps of a pattern are typed letter by letter, and take effect", async ({ open }) => {
  const { page } = await open("scene=patrol", small);
  await unfoldAll(page);
  const field = page.locator("#controls textarea").first();
  await field.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await typeInto(page, "#controls textarea", "go 2");
  expect(await field.inputValue()).toMatch(/go 2$/);
  await advance(page, 5);
});
