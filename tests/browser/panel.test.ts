/** The list below More: every parameter and behavior, found, turned and written, while the run plays. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { advance, frame, param, phone, row, showList, small, test, unfoldAll } from "./fixture";

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
        .filter(({ key }) => {
          const own = `#controls [data-param="${CSS.escape(key)}"]:not(.read-only)`;
          return document.querySelectorAll(`${own}, [data-plain="${CSS.escape(key)}"]`).length !== 1;
        })
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

test("a slider that moves during a slow tick shows what the hand sets, and is one step to undo", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited&count=300", small);
  const alignment = await row(page, "alignment");
  await page.locator("#play").click();
  const seen = await alignment.getByRole("slider").evaluate((one) => {
    const slider = one as HTMLInputElement;
    const { core } = window.flockwright;
    // A part of a tick: as long as it is under way, what comes in waits.
    while (core.tickPart(0));
    const move = (value: string) => {
      slider.value = value;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    };
    const look = () => [
      slider.value,
      core.get(core.params().find(({ key }) => key === "alignment")?.id as never),
    ];
    return (async () => {
      const looks = [core.isQueued()];
      // On the scale of its logarithm: 2, then 3.
      await move("555");
      const first = look();
      await move("615");
      const second = look();
      looks.push(core.isQueued());
      slider.dispatchEvent(new Event("change", { bubbles: true }));
      return { looks: [...looks, core.isQueued()], first, second, after: look(), link: core.link() };
    })();
  });
  expect(seen).toMatchObject({
    looks: [false, true, false],
    first: ["555", 1],
    second: ["615", 1],
    after: ["615", 3],
  });
  expect(seen.link).toContain("alignment=3");
  await undo(page).click();
  await expect.poll(async () => (await param(page, "alignment")).value).toBe(seen.first[1]);
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
  await page.getByRole("button", { name: "Cohesion off" }).click();
  expect((await param(page, "cohesion")).value).toBe(0);
  await undo(page).click();
  await page.getByRole("button", { name: "Only this: Alignment" }).click();
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
  await page.locator("#lab-measure").click();
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

/** A finger comes down at a place, goes this way, and is lifted. */
async function swipe(
  page: Page,
  at: { x: number; y: number },
  by: { x?: number; y?: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", share = 0) => {
    const point = { x: at.x + share * (by.x ?? 0), y: at.y + share * (by.y ?? 0) };
    const touchPoints = type === "touchEnd" ? [] : [point];
    return session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart");
  for (let step = 1; step <= 12; step++) {
    await touch("touchMove", step / 12);
    await frame(page);
  }
  await touch("touchEnd");
  await frame(page);
}

/** All that a link says, and all that was done so far. */
const all = (page: Page) =>
  page.evaluate(() => {
    const { core } = window.flockwright;
    return [core.link(), core.recorded()];
  });

test("a swipe that begins on a slider scrolls and changes nothing; a finger along it, and a tap, do", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited", phone);
  await showList(page);
  await frame(page);
  const before = await all(page);
  const middle = async (slider: Locator, share = 0.9) => {
    const box = await slider.boundingBox();
    if (!box) throw new Error("no slider");
    return { x: box.x + box.width * share, y: box.y + box.height / 2 };
  };
  const scrolled = () => page.locator("#all").evaluate((list) => list.scrollTop);
  const weight = page.locator("#weight-boids\\/alignment");
  await weight.scrollIntoViewIfNeeded();
  await swipe(page, await middle(weight), { y: -180 });
  expect(await scrolled()).toBeGreaterThan(50);
  expect(await all(page)).toEqual(before);
  // The three first ones, the timeline, and those of the lab.
  for (const slider of await page.locator("#plain input[type=range], #time-line").all())
    await swipe(page, await middle(slider), { y: -120 });
  expect(await all(page)).toEqual(before);
  expect(await page.evaluate(() => window.flockwright.core.seekGoal())).toBeUndefined();
  await page.locator("#more").click();
  await page.locator("#lab-button").click();
  await page.locator("#lab-measure").click();
  expect(await all(page)).toEqual(before);
  await page.locator("#lab-close").click();

  const first = page.locator("#plain input[type=range]").first();
  const at = await middle(first, 0.8);
  await page.touchscreen.tap(at.x, at.y);
  const tapped = await all(page);
  expect(tapped).not.toEqual(before);
  await swipe(page, at, { x: -60 });
  expect((await all(page))[0]).not.toBe(tapped[0]);
});

test("whatever a key presses in the list, the keys stay in it", async ({ open }) => {
  const { page } = await open("scene=evade", { viewport: { width: 1280, height: 1600 } });
  await showList(page);
  const focus = () => page.evaluate(() => document.activeElement?.closest("#panel")?.id);
  const press = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press("Enter");
    await frame(page);
    await frame(page);
    expect(await focus(), String(button)).toBe("panel");
  };
  const behavior = page.locator("#controls .behavior").nth(1);
  const key = (await behavior.getAttribute("data-behavior")) ?? "";
  await press(behavior.locator(".part-fold"));
  const moved = page.locator(`#controls [data-behavior="${key}"]`).first();
  // Into the first place, and once more, which does nothing.
  for (let times = 0; times < 2; times++) {
    await press(moved.getByRole("button", { name: "Move up" }));
    expect((await behaviors(page))[0]).toBe(key);
    const label = await page.evaluate(() => document.activeElement?.textContent);
    expect(label).toBe("Move up");
  }
  for (const name of ["Move down", " off", "Only this", "Edit a copy"])
    await press(moved.getByRole("button", { name }).first());
  for (const name of ["Move down", "Remove"])
    await press(
      page.locator("#controls .behavior:has(.part-body:not([hidden]))").getByRole("button", { name }).first(),
    );
  await press(page.locator("#reset-all"));
  // A kind of bird comes and goes, too.
  await press(page.locator("#add-group"));
  await page.locator("#controls .part-fold", { hasText: "What it is" }).last().click();
  const name = page.locator("#controls :has(> .kind-choices)").last().getByLabel("Name");
  const own = await name.inputValue();
  for (const [typed, said] of [
    ["Sharks, two!", "Sharks two"],
    ["", own],
  ] as const) {
    await name.fill(typed);
    await name.press("Enter");
    await expect.poll(() => name.inputValue()).toBe(said);
    expect(await page.locator("#controls h2").nth(-2).textContent()).toContain(said);
  }
  // What is named is undone as one step, not letter by letter.
  await name.fill("Sharks");
  await name.press("Enter");
  await page.keyboard.press("Control+z");
  await expect.poll(() => name.inputValue()).toBe(own);
  await press(page.locator("#controls :has(> .kind-choices)").getByRole("button", { name: "Remove" }).last());
});

test("the pictures of the rules that stay go on while one types in the search", async ({ open }) => {
  const { page } = await open("scene=flock-wide", { ...small, viewport: { width: 1280, height: 1400 } });
  await showList(page);
  await page.locator("#add-behavior").click();
  await page.locator("#picker input").fill("keep");
  const picture = page.locator('[data-offer="keep_behind"] canvas[data-drawn]');
  await picture.waitFor();
  await picture.evaluate((canvas) => {
    (canvas as HTMLElement).dataset.seen = "true";
  });
  await page.locator("#picker input").pressSequentially(" behind");
  await page.locator('[data-offer="keep_right"]').waitFor({ state: "detached" });
  await frame(page);
  expect(await picture.getAttribute("data-seen")).toBe("true");
  expect(await page.locator('[data-offer="keep_behind"] canvas').count()).toBe(1);
});

test("what time moves by itself, its slider and its number show, from where it was to where it goes", async ({
  open,
}) => {
  const { page } = await open("scene=vicsek", { ...small, storage: { "flockwright.open": "" } });
  const noise = page.locator('[data-plain="noise"]');
  const shown = async () => Number.parseFloat((await noise.locator("output").textContent()) ?? "");
  const before = await shown();
  await page.locator("#try").click();
  await expect.poll(() => page.evaluate(() => window.flockwright.core.ramps().length)).toBe(1);
  await expect.poll(shown, { timeout: 15_000 }).toBeGreaterThan(before + 0.05);
  const { value } = await param(page, "noise");
  expect(await shown()).toBeCloseTo(value, 0);
  const fill = () =>
    noise
      .locator("input")
      .evaluate((slider) => Number((slider as HTMLElement).style.getPropertyValue("--fill")));
  const moved = await fill();
  await expect.poll(fill).toBeGreaterThan(moved);
  await undo(page).click();
  await expect.poll(shown).toBeCloseTo(before, 1);
});

test("below the score stands what counts, when a round ends and who wins it", async ({ open }) => {
  const { page } = await open("scene=duel");
  await expect.poll(() => page.locator("#tally").textContent()).toMatch(/^Rounds won/);
  expect(await page.locator("#score-rules").textContent()).toMatch(
    /catch ends the round.*Prey.*3 rounds win/,
  );
});
