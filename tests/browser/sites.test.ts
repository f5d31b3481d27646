/** Sites: placed, named, dragged and removed in the editor, and chosen as the goal of a group in the panel. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { edit, frame, phone, said, screenOf, small, test } from "./fixture";

const REEF =
  "scene=empty&count=5&groups=units.parrive*g1.nBase.parrive&g1.count=3&goal=site&goal_site=coral&g1.goal=site" +
  "&g1.goal_site=base+2&sites=coral-100-100_base+2-300-200";

const link = (page: Page) => page.evaluate(() => window.flockwright.core.link());

/** Sites in the link of the run. */
const sites = async (page: Page) => new URLSearchParams(await link(page)).get("sites") ?? "";

/** Names of the sites to which the groups go. */
const goals = (page: Page) =>
  page.evaluate(() => {
    const texts = window.flockwright.core.texts().filter(({ sites }) => sites);
    return texts.map(({ value }) => value).join();
  });

async function click(page: Page, x: number, y: number): Promise<void> {
  const at = await screenOf(page, x, y);
  await page.mouse.click(at.x, at.y);
  await frame(page);
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [a, b] = [await screenOf(page, ...from), await screenOf(page, ...to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
  await frame(page);
}

const nameField = (page: Page) => page.locator("#edit-tools").getByLabel("Name", { exact: true });

async function rename(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
  await nameField(page).press("Enter");
  await frame(page);
}

test("sites are placed, named, dragged and removed, each a step to undo, and every group keeps its own", async ({
  open,
}) => {
  const { page, complaints } = await open(REEF, { ...small, playing: false });
  const first = await link(page);
  await edit(page);
  await page.locator('[data-tool="site"]').click();
  await click(page, 200, 300);
  expect(await sites(page)).toBe("coral-100-100_base 2-300-200_Site 1-200-300");
  expect(await nameField(page).inputValue()).toBe("Site 1");
  await rename(page, "North gate");
  await page.locator('[data-tool="select"]').click();
  await drag(page, [100, 100], [150, 120]);
  expect(await sites(page)).toBe("coral-150-120_base 2-300-200_North gate-200-300");
  expect(await page.locator(".edit-say").textContent()).toBe("Site coral, at 150, 120");
  // The group goes where the site is now; its flag is that of the site.
  expect(await page.evaluate(() => window.flockwright.core.destinations()[0])).toMatchObject({
    x: 150,
    y: 120,
  });

  // Another name takes the goal of its group along; names that a site cannot have change nothing.
  await rename(page, "\u0936\u093f\u0915\u093e\u0930\u0940 7");
  expect(await goals(page)).toBe("\u0936\u093f\u0915\u093e\u0930\u0940 7,base 2");
  await rename(page, "Reef");
  expect(await goals(page)).toBe("Reef,base 2");
  const before = await link(page);
  for (const name of ["", "a*b", "x".repeat(25), "x".repeat(5000), "<img src=x>", "a_b-1", "\u202ereef"]) {
    await rename(page, name);
    await said(page, "The name of a site has 1 to 24 letters, digits and spaces");
    expect(await nameField(page).inputValue()).toBe("Reef");
  }
  await rename(page, "BASE 2");
  await said(page, "There is a site BASE 2 already.");
  expect(await link(page)).toBe(before);

  // A group whose site is gone says so; the other one keeps its own.
  await page.locator("#edit-tools").getByRole("button", { name: "Delete" }).click();
  await said(page, "Site Reef deleted. Birds: there is no site Reef to go to; there are base 2, North gate.");
  expect([await goals(page), await sites(page)]).toEqual([
    "Reef,base 2",
    "base 2-300-200_North gate-200-300",
  ]);
  await page.evaluate(() => window.flockwright.core.tick(120));

  // The panel says so, too, and offers the others by name.
  const row = page.locator('[data-text="goal_site"]');
  if (!(await row.isVisible()))
    await page.locator('[data-group="units"] .part-fold', { hasText: "Goal" }).click();
  expect(await row.locator("option").allTextContents()).toEqual(["Reef (not there)", "base 2", "North gate"]);
  expect(await row.locator(".problem").textContent()).toBe("The layout has no site Reef.");
  await row.locator("select").selectOption("North gate");
  expect(await goals(page)).toBe("North gate,base 2");
  await frame(page);
  expect(await row.locator("option").allTextContents()).toEqual(["base 2", "North gate"]);
  const last = await link(page);

  // Back to the layout before, and to none of it; and forth again.
  await page.locator("#stage").focus();
  for (let undone = 0; undone < 7; undone++) await page.keyboard.press("Control+z");
  expect(await link(page)).toBe(first);
  for (let redone = 0; redone < 7; redone++) await page.keyboard.press("Control+y");
  expect(await link(page)).toBe(last);
  expect(complaints).toEqual([]);

  const shared = await open(last, { ...small, playing: false });
  expect(await link(shared.page)).toBe(last);
});

test("the first site of a layout is placed from the panel, and undone to a layout without sites", async ({
  open,
}) => {
  const { page } = await open("scene=empty&count=5&groups=units.parrive&goal=site", {
    ...small,
    playing: false,
  });
  const first = await link(page);
  await page.locator('[data-group="units"] .part-fold', { hasText: "Goal" }).click();
  const row = page.locator('[data-text="goal_site"]');
  expect(await row.locator(".problem").textContent()).toBe("The layout has no sites.");
  await row.getByRole("button", { name: "Place a site" }).click();
  await page.locator("#edit-tools").waitFor();
  await click(page, 250, 150);
  expect([await sites(page), await goals(page)]).toEqual(["Site 1-250-150", "Site 1"]);
  await page.evaluate(() => window.flockwright.core.tick(600));
  const away = await page.evaluate(() => {
    const { x, y } = window.flockwright.core.views();
    return Math.hypot((x[0] ?? 0) - 250, (y[0] ?? 0) - 150);
  });
  expect(away).toBeLessThan(40);
  await page.keyboard.press("Control+z");
  expect(await link(page)).toBe(first);
});

test("with the keys alone: a site is placed, moved, named and removed; a layout has at most sixteen", async ({
  open,
}) => {
  const many = Array.from({ length: 15 }, (_, at) => `s${at}-${20 + 30 * at}-20`).join("_");
  const { page } = await open(`scene=empty&count=5&sites=${many}`, { ...small, playing: false });
  await edit(page);
  await page.locator('[data-tool="site"]').press("Enter");
  await page.locator("#stage").focus();
  await page.keyboard.press("Enter");
  const placed = await sites(page);
  expect(placed.split("_").at(-1)).toMatch(/^Site 1-\d+-\d+$/);
  await page.keyboard.press("ArrowRight");
  expect(await sites(page)).not.toBe(placed);
  await page.keyboard.press("F2");
  await page.keyboard.type("Den");
  await page.keyboard.press("Enter");
  expect((await sites(page)).split("_").at(-1)).toMatch(/^Den-/);
  await page.locator("#stage").focus();
  await click(page, 300, 300);
  await said(page, "A layout holds at most 16 sites");
  await page.keyboard.press("Delete");
  expect(await sites(page)).toBe(many);
});

test("on a phone, a tap places a site, whose name can be typed", async ({ open }) => {
  const { page } = await open("scene=empty&count=5&sites=coral-300-200", { ...phone, playing: false });
  await edit(page);
  await page.locator('[data-tool="site"]').tap();
  const at = await screenOf(page, 200, 150);
  await page.touchscreen.tap(at.x, at.y);
  await frame(page);
  expect(await sites(page)).toMatch(/^coral-300-200_Site 1-\d+-\d+$/);
  await rename(page, "Nest");
  expect(await sites(page)).toMatch(/_Nest-\d+-\d+$/);
});
