/** Formulas and live diagrams in the help of parameters. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./axe";
import { advance, frame, phone, row, test } from "./fixture";

/** Opens the help of a parameter by the keyboard, and waits for its formula. */
async function explain(page: Page, key: string) {
  const found = await row(page, key);
  await found.locator(".help").focus();
  await page.keyboard.press("Enter");
  await found.locator(".formula math").first().waitFor();
  return found;
}

/** What a diagram shows now: curves, dots, and its text. */
const shown = (page: Page, key: string) =>
  page.locator(`[data-param="${key}"] .chart`).evaluate((chart) => {
    const path = (name: string) => chart.querySelector(`.chart-${name}`)?.getAttribute("d") ?? "";
    return {
      now: path("now"),
      base: path("base"),
      dots: path("dots"),
      text: chart.getAttribute("aria-label") ?? "",
    };
  });

/** Waits until the diagram has caught up with the run. */
const dotsMove = (page: Page, key: string, before: string) =>
  page.waitForFunction(
    ([name, old]) => {
      const dots = document.querySelector(`[data-param="${name}"] .chart-dots`)?.getAttribute("d") ?? "";
      return dots !== "" && dots !== old;
    },
    [key, before] as const,
  );

describe("the help of a parameter", () => {
  test("has a formula in which its symbol is marked, and the symbols' values now", async ({ open }) => {
    const { page } = await open();
    const found = await explain(page, "separation_factor");
    const marked = await found.locator(".formula .own").first().textContent();
    expect(marked).toBe("ksep");
    expect(await found.locator(".formula math").first().getAttribute("aria-label")).toContain("weight sep");
    const symbols = found.locator(".symbols > div");
    expect(await symbols.first().textContent()).toContain("Separation distance5.0");
    const weight = symbols.filter({ hasText: "wsep" });
    expect(await weight.textContent()).toContain("1.00");
    const slider = (await row(page, "separation")).locator("input[type=range]");
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => weight.textContent()).toContain("1.05");
    await found.locator(".help").focus();
    await page.keyboard.press("Enter");
    expect(await found.locator(".explain").count()).toBe(0);
  });

  test("is accessible", async ({ open }) => {
    const { page } = await open();
    await explain(page, "separation");
    await explain(page, "view");
    expect(await violations(page)).toEqual([]);
  });

  test("has a diagram that follows the slider, with the scene's own curve beside it", async ({ open }) => {
    const { page } = await open();
    const found = await explain(page, "cohesion");
    const before = await shown(page, "cohesion");
    expect(before.now.length).toBeGreaterThan(200);
    expect(before.base).toBe("");
    expect(before.text).toMatch(/^Force to the right \(up\) over bearing of a neighbor/);
    await found.locator("input[type=range]").focus();
    await page.keyboard.press("PageUp");
    await expect.poll(async () => (await shown(page, "cohesion")).base).not.toBe("");
    const after = await shown(page, "cohesion");
    expect(after.base).not.toBe(after.now);
    expect(after.text).toContain("the scene's own value");
    await found.locator(".reset").click();
    await expect.poll(() => shown(page, "cohesion")).toEqual(before);
  });

  test("shows the selected unit on the curve, and follows it through the run", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    await advance(page, 60);
    const found = await explain(page, "limited_radius_factor");
    expect((await shown(page, "limited_radius_factor")).dots).toBe("");
    expect(await found.locator(".chart-note").textContent()).toContain("Select a unit");
    await page.locator("#stage").focus();
    await page.keyboard.press("]");
    await page.locator("#side-tune").click();
    await dotsMove(page, "limited_radius_factor", "");
    const first = await shown(page, "limited_radius_factor");
    // One dot for each neighbor that the asked bird counts, up to the 24 nearest.
    const counted = await page.evaluate(() => {
      const { core } = window.flockwright;
      return core.inspect(core.asked())?.neighborCount ?? 0;
    });
    expect(counted).toBeGreaterThan(0);
    expect(first.dots.split("M").length - 1).toBe(Math.min(24, counted));
    expect(await found.locator(".chart-note").textContent()).toMatch(/^Unit \d+ now/);
    await advance(page, 20);
    await dotsMove(page, "limited_radius_factor", first.dots);
  });

  test("explains texts and choices, and stands above potentials all the time", async ({ open }) => {
    const { page } = await open("scene=patrol");
    const text = page.locator('[data-text="steps"]');
    await text.locator(".help").click();
    await text.locator(".formula .own").waitFor();
    expect(await text.locator(".formula .own").textContent()).toBe("steps");
    expect(await text.locator(".chart").count()).toBe(0);
    const edges = await explain(page, "edges");
    expect(await edges.locator(".symbols > div").first().textContent()).toMatch(/Edges(Wrap|Bounce|Contain)/);
    const swarm = (await open("scene=swarm")).page;
    const standing = swarm.locator(".standing .chart").first();
    await standing.waitFor();
    expect(await standing.getAttribute("aria-label")).toContain(
      "Pushes when closer than 5.0 bodies, pulls beyond that.",
    );
  });
});

/** Opens all help at once, and names the formulas that do not fit. */
const tooWide = (page: Page) =>
  page.evaluate(async () => {
    for (const section of document.querySelectorAll<HTMLDetailsElement>("#controls details"))
      section.open = true;
    const help = [...document.querySelectorAll<HTMLElement>("#controls .row:not([hidden]) .help")];
    for (const button of help) button.click();
    while (document.querySelectorAll("#controls .row:not([hidden]) .formula").length < help.length)
      await new Promise((done) => requestAnimationFrame(done));
    const formulas = [...document.querySelectorAll<HTMLElement>("#controls .row:not([hidden]) .formula")];
    return formulas.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
  });

describe("every formula", () => {
  test.for(["leaders-pincer", "zombie-horde", "rts-group", "leader-following", "queue-door", "patrol"])(
    "of %s fits the panel",
    async (scene, { open }) => {
      const { page } = await open(`scene=${scene}`);
      expect(await tooWide(page)).toEqual([]);
      await frame(page);
    },
  );

  test("fits a phone", async ({ open }) => {
    const { page } = await open("scene=flock-obstacles", phone);
    await page.locator('[data-tab="tune"]').tap();
    expect(await tooWide(page)).toEqual([]);
  });
});
