/** Where a slider leads: five futures beside it, which show what the run does. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { advance, contentOf, param, phone, small, test, unfoldAll } from "./fixture";

const closedList = { "flockwright.open": "" };
const strip = (page: Page) => page.locator("#futures");
const frames = (page: Page) => page.locator(".futures-frame");
const name = (page: Page, key: string) => page.locator(`[data-plain="${key}"] > .label`);

/** Presses "Measure it" after fixing the duration of a tick, ms: the machine must not decide how long runs seem to take. */
async function measureIt(page: Page, tickCost = 0.1, presses = 1): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(window.flockwright.clock, "tickCost", { value });
  }, tickCost);
  await strip(page).getByRole("button", { name: "Measure it" }).click({ clickCount: presses });
}

/** Waits until all futures have come to their end, which they do at once where no motion is wanted. */
const ended = (page: Page) =>
  page.waitForFunction(
    () => {
      const frames = [...document.querySelectorAll<HTMLElement>(".futures-frame")];
      return frames.length > 1 && frames.every(({ dataset }) => dataset.hash !== undefined);
    },
    undefined,
    { timeout: 60_000 },
  );

test("a name that is pressed opens five futures; one is taken as if the slider were moved, and undone as one step", async ({
  open,
}) => {
  const { page } = await open("scene=vicsek", { ...small, storage: closedList });
  await advance(page, 60);
  const before = (await param(page, "noise")).value;
  await name(page, "noise").click();
  await strip(page).waitFor();
  expect(await frames(page).count()).toBe(5);
  expect(await page.locator('.futures-frame[aria-pressed="true"]').textContent()).toContain("now");
  // They move, and a measure tells them apart.
  await page.waitForFunction(
    () => Number(document.querySelector<HTMLElement>(".ensemble")?.dataset.ticks) > 70,
  );
  await page.waitForFunction(() =>
    /one run each/.test(document.querySelector("#futures")?.textContent ?? ""),
  );
  expect(await page.locator(".futures-curve polyline").count()).toBe(1);
  await frames(page).last().click();
  const after = (await param(page, "noise")).value;
  expect(after).toBeGreaterThan(before);
  expect(await strip(page).isVisible()).toBe(true);
  expect(await page.locator('.futures-frame[aria-pressed="true"]').textContent()).toContain("now");
  await page.locator("#edit-bar button").first().click();
  expect((await param(page, "noise")).value).toBeCloseTo(before, 5);
  // Undo is something else: the strip is closed.
  await strip(page).waitFor({ state: "hidden" });
});

test("it opens by resting on a name and by V, and closes by Escape, by leaving, and with another run", async ({
  open,
}) => {
  const { page } = await open("scene=vicsek", { ...small, storage: closedList });
  await page.locator("#scene-title").click();
  await page.locator('#gallery [data-scene="open-sky"]').first().click();
  await page.waitForFunction(() => window.flockwright.core.scene() === "open-sky");
  await name(page, "cohesion").hover();
  await strip(page).waitFor();
  expect(await strip(page).textContent()).toContain("Cohesion");
  await page.mouse.move(300, 500);
  await strip(page).waitFor({ state: "hidden" });
  // A press after the pointer has rested lets it stay, the next one closes it.
  await name(page, "cohesion").hover();
  await strip(page).waitFor();
  await name(page, "cohesion").click();
  await page.mouse.move(300, 500);
  await page.waitForTimeout(500);
  expect(await strip(page).isVisible()).toBe(true);
  await name(page, "cohesion").click();
  await strip(page).waitFor({ state: "hidden" });
  await page.locator('[data-plain="cohesion"] input').focus();
  await page.keyboard.press("v");
  await strip(page).waitFor();
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("futures-frame");
  await page.keyboard.press("Escape");
  await strip(page).waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.activeElement?.closest("[data-plain]") !== null)).toBe(true);
  await page.keyboard.press("v");
  await strip(page).waitFor();
  // Another run, without a press.
  await page.goBack();
  await page.waitForFunction(() => window.flockwright.core.scene() === "vicsek");
  await strip(page).waitFor({ state: "hidden" });
});

test("what the futures show is what the run does with that value, to the bit", async ({ open }) => {
  for (const [scene, key] of [
    ["open-sky", "cohesion"],
    ["vicsek", "noise"],
    ["queue-door", "queue"],
  ] as const) {
    const { page } = await open(`scene=${scene}`, { storage: closedList });
    await advance(page, 30);
    await name(page, key).click();
    await ended(page);
    const shown = await page.evaluate((key) => {
      const { core } = window.flockwright;
      const id = core.params().find((one) => one.key === key)?.id;
      if (id === undefined) throw new Error(key);
      const start = core.ticks();
      const buttons = [...document.querySelectorAll<HTMLElement>(".futures-frame")];
      const values = buttons.map((button) => Number(button.dataset.value));
      const hashes = buttons.map((button) => button.dataset.hash);
      const runs = values.map((value) => {
        core.set(id, value);
        core.tick(480);
        const hash = core.hash();
        core.seek(start);
        while (!core.seekPart(100));
        return hash;
      });
      return { hashes, runs };
    }, key);
    expect(shown.runs, scene).toEqual(shown.hashes);
    expect(new Set(shown.hashes).size).toBeGreaterThan(1);
  }
});

test("while the futures loop, sentence, captions and table show one measure in the same spelling", async ({
  open,
}) => {
  const { page } = await open("scene=open-sky", { ...small, storage: closedList });
  await advance(page, 60);
  await name(page, "cohesion").click();
  await strip(page)
    .getByText(/^More cohesion (raises|lowers) /)
    .waitFor();
  /** Texts at each frame, until the loop has begun again. */
  const shown = await page.evaluate(async () => {
    const texts = (selector: string) =>
      [...document.querySelectorAll(`#futures ${selector}`)].map(({ textContent }) => textContent ?? "");
    const ticks = () => Number(document.querySelector<HTMLElement>(".ensemble")?.dataset.ticks);
    const seen = [];
    for (let [last, restarts] = [0, 0]; restarts < 2; last = ticks()) {
      await new Promise(requestAnimationFrame);
      if (ticks() < last) restarts++;
      const [sentence = ""] = texts(".futures-difference");
      const [note = ""] = texts(".remark");
      seen.push({ sentence, note, captions: texts(".futures-told"), rows: texts("tbody td") });
    }
    return seen;
  });
  for (const { sentence, captions, rows } of shown) {
    expect(rows).toEqual(captions);
    if (/ from /.test(sentence)) expect(sentence).toContain(` from ${captions[0]} to ${captions.at(-1)}.`);
    else expect(sentence).toContain(`less cohesion: ${captions[0]}; more: ${captions.at(-1)}.`);
  }
  expect(new Set(shown.map(({ note }) => note)).size).toBe(1);
  // They are values of this moment, not of one.
  expect(new Set(shown.map(({ sentence }) => sentence)).size).toBeGreaterThan(2);
});

test("measured, it is a curve of five seeds; stopped, it keeps what there is as table, rows and plan", async ({
  open,
}) => {
  // Without motion no samples follow that would show another measure.
  const { page } = await open("scene=vicsek&count=20", { ...small, playing: false, storage: closedList });
  await name(page, "noise").click();
  await ended(page);
  await measureIt(page);
  const curve = page.locator(".curve");
  const standing = curve.getByRole("status");
  await page.waitForFunction(() => document.querySelectorAll(".curve .dot").length > 2);
  expect(await standing.textContent()).toMatch(/of 50 trial runs, 40/);
  await curve.getByRole("button", { name: "Stop" }).click();
  expect(await standing.textContent()).toMatch(/^Stopped\. From the start of the scene/);
  // What is pressed elsewhere does not throw it away.
  await page.mouse.click(300, 500);
  const file = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      curve.getByRole("button", { name: button }).click(),
    ]);
    return String(await contentOf(download));
  };
  const csv = await file("CSV");
  const plan = await file("Plan file");
  const dots = await curve.locator(".dot").count();
  expect(csv.split("\n")[0]).toMatch(/^row,point,noise,seed,link,version,/);
  expect(csv.trim().split("\n").length).toBeGreaterThan(dots);
  expect(plan).toContain('axes = ["noise=');
  // One value has one spelling in table and file.
  const written = csv.trim().split("\n").slice(1);
  const labels = await curve.locator("tbody tr > :first-child").allTextContents();
  expect(labels.map(Number.parseFloat)).toEqual(
    expect.arrayContaining(written.map((line) => Number(line.split(",")[2]))),
  );
  // The futures below tell what the curve does.
  for (const [key, label] of [
    ["milling", "Milling"],
    ["spacing", "Spacing"],
  ] as const) {
    await curve.locator("select").selectOption(key);
    await strip(page).getByText(`${label}, one run each`).waitFor();
  }
  // Other ends and another number of values, to the end.
  await curve.getByLabel("from", { exact: true }).fill("2");
  await curve.getByLabel("to", { exact: true }).fill("3");
  await curve.getByLabel("values", { exact: true }).fill("2");
  // A burn-in instead of trial runs.
  const burnIn = curve.getByLabel("burn-in, s");
  await burnIn.fill("-3");
  await curve.getByRole("button", { name: "Measure" }).click();
  expect(await standing.textContent()).toMatch(/^The burn-in is 1 to/);
  await burnIn.fill("5");
  await curve.getByRole("button", { name: "Measure" }).click();
  await expect.poll(() => standing.textContent(), { timeout: 60_000 }).toMatch(/five seeds.* 10.s each/);
  expect(await curve.locator("tbody tr").allTextContents()).toEqual([
    expect.stringMatching(/^2.*\u00b1.*5$/),
    expect.stringMatching(/^3.*\u00b1.*5$/),
  ]);
  await page.keyboard.press("Escape");
  await strip(page).waitFor({ state: "hidden" });
});

test("where the browser starts no workers, measuring says so", async ({ open }) => {
  const { page } = await open("scene=vicsek", {
    storage: closedList,
    prepare: () => {
      Object.assign(window, { Worker: undefined });
    },
  });
  await name(page, "noise").click();
  await measureIt(page);
  await page.getByText("This needs workers beside the page").waitFor();
});

test("a hundred openings leave the memory where it was", async ({ open }) => {
  const { page } = await open("scene=open-sky", {
    ...small,
    storage: closedList,
    prepare: () => {
      const instantiate = WebAssembly.instantiate as (...from: unknown[]) => Promise<WebAssembly.Instance>;
      WebAssembly.instantiate = (async (...from: unknown[]) => {
        const made = await instantiate(...from);
        (window as unknown as { kept: unknown }).kept = made.exports.memory;
        return made;
      }) as typeof WebAssembly.instantiate;
    },
  });
  // The run itself keeps its past while it plays.
  await page.evaluate(() => {
    window.flockwright.clock.playing = false;
  });
  const openings = (count: number) =>
    page.evaluate(async (count) => {
      const label = document.querySelector<HTMLElement>('[data-plain="cohesion"] > .label');
      const isDrawn = () => Number(document.querySelector<HTMLElement>(".ensemble")?.dataset.ticks) > 0;
      for (let times = 0; times < count; times++) {
        label?.click();
        while (!isDrawn()) await new Promise(requestAnimationFrame);
        label?.click();
        document.querySelector(".ensemble")?.remove();
      }
      return (window as unknown as { kept: WebAssembly.Memory }).kept.buffer.byteLength;
    }, count);
  const before = await openings(10);
  expect(await openings(100)).toBe(before);
});

test("on a phone it is a sheet with the slider above frames that are swiped", async ({ open }) => {
  const { page } = await open("scene=open-sky", { ...phone, storage: closedList });
  await name(page, "cohesion").tap();
  await strip(page).waitFor();
  const box = await strip(page).boundingBox();
  expect(box?.width).toBe(390);
  expect(await strip(page).getByRole("slider").count()).toBe(1);
  const swiped = await page
    .locator(".futures-scroll")
    .evaluate((host) => host.scrollWidth > host.clientWidth);
  expect(swiped).toBe(true);
  // The value that there is now begins in the middle.
  const now = await strip(page).locator(".futures-frame", { hasText: "now" }).boundingBox();
  expect((now?.x ?? 0) + (now?.width ?? 0) / 2).toBeCloseTo(390 / 2, -1);
});

test("a parameter that a lesson asks about has its one control in the lesson, and no futures", async ({
  open,
}) => {
  const { page } = await open("learn=cohesion-alone");
  const card = page.locator("#learn");
  await card.getByRole("slider", { name: "Cohesion" }).waitFor();
  await unfoldAll(page);
  const own = '[data-param="cohesion"]:not(.read-only)';
  expect(await page.locator(`#panel :is(${own}, [data-plain="cohesion"])`).count()).toBe(0);
  await card.getByRole("button", { name: "Open in the playground" }).click();
  await name(page, "cohesion").waitFor();
});

/** A strip whose measurement was started and stopped, with some runs done. */
async function measured(page: Page): Promise<string> {
  await name(page, "noise").click();
  await strip(page).waitFor();
  await measureIt(page);
  await page.waitForFunction(() =>
    /[1-9]\d* of \d+/.test(document.querySelector(".curve")?.textContent ?? ""),
  );
  await strip(page).getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => strip(page).locator(".curve").textContent()).toContain("Stopped.");
  return (await strip(page).locator(".curve tbody").textContent()) ?? "";
}

test("a measurement survives a resized window and undo, and is shown again when its name is pressed", async ({
  open,
}) => {
  const { page } = await open("scene=vicsek", { ...small, storage: closedList });
  const table = await measured(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: width - 1, height });
  expect(await strip(page).locator(".curve tbody").textContent()).toBe(table);
  // The slider's own value is no other setting: the curve takes all of its values.
  await frames(page).last().click();
  expect(await strip(page).locator(".curve tbody").textContent()).toBe(table);
  await page.locator("#edit-bar button").first().click();
  await strip(page).waitFor({ state: "hidden" });
  await name(page, "noise").click();
  expect(await strip(page).locator(".curve tbody").textContent()).toBe(table);
  // With another setting it is gone, and that is said.
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    const { core } = window.flockwright;
    const speed = core.params().find(({ key }) => key === "speed");
    if (speed) core.set(speed.id, speed.value * 1.5);
  });
  await advance(page, 2);
  await name(page, "noise").click();
  // It is still said when the futures are shown.
  await page.locator(".ensemble[data-ticks]").waitFor();
  expect(await strip(page).textContent()).toContain("measure it again");
  expect(await strip(page).locator(".curve").count()).toBe(0);
});

test("a double click on Measure it measures once", async ({ open }) => {
  const { page } = await open("scene=flock-wide", { ...small, storage: closedList });
  await name(page, "cohesion").click();
  await measureIt(page, 0.1, 2);
  await page.waitForFunction(() =>
    /[1-9]\d* of \d+/.test(document.querySelector(".curve")?.textContent ?? ""),
  );
  expect(await strip(page).locator(".curve").count()).toBe(1);
});

test("Stop stops at once, also while the core of workers does not come", async ({ open }) => {
  const { page } = await open("scene=vicsek", { ...small, storage: closedList });
  await page.route("**/work_bg*.wasm", () => {
    // It never comes.
  });
  await name(page, "noise").click();
  await measureIt(page);
  await expect.poll(() => strip(page).textContent()).toContain("Starting");
  await strip(page).getByRole("button", { name: "Stop" }).click();
  await expect
    .poll(() => strip(page).locator(".curve").textContent())
    .toContain("Stopped. Nothing was measured.");
});

test("a core of workers that cannot be fetched is said in a sentence", async ({ open }) => {
  const { page, complaints } = await open("scene=vicsek", { ...small, storage: closedList });
  await page.route("**/work_bg*.wasm", (route) => route.abort());
  await name(page, "noise").click();
  await measureIt(page);
  await expect.poll(() => strip(page).locator(".curve").textContent()).toContain("could not be loaded");
  // The browser's own lines about the file.
  complaints.length = 0;
});

test("of a flock of nobody nothing is measured, and that is said", async ({ open }) => {
  const { page } = await open("scene=flock-limited&count=0&groups=boids", {
    ...small,
    storage: closedList,
    empty: true,
  });
  await name(page, "cohesion").click();
  await measureIt(page);
  await expect
    .poll(() => strip(page).locator(".curve").textContent(), { timeout: 60_000 })
    .toContain("Nothing was measured.");
});

test("of a large crowd the time is said before it is measured, and one value is no range", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited&count=100000", { ...small, storage: closedList });
  await advance(page, 1);
  await name(page, "cohesion").click();
  await measureIt(page, 50);
  await expect.poll(() => strip(page).textContent()).toMatch(/50 trial runs of 40.s: about .* min here/);
  const [from, to] = [
    strip(page).getByRole("textbox", { name: "from" }),
    strip(page).getByRole("textbox", { name: "to" }),
  ];
  await from.fill("1");
  await to.fill("1.0000001");
  await strip(page).getByRole("button", { name: "Measure", exact: true }).click();
  await expect.poll(() => strip(page).textContent()).toContain("only one value");
});

test("by keys alone, a frame that is taken keeps the focus in the strip", async ({ open }) => {
  const { page } = await open("scene=flock-wide", { ...small, storage: closedList });
  await page.locator('[data-plain="cohesion"] input').focus();
  await page.keyboard.press("v");
  await strip(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.className ?? "");
  await expect.poll(focused).toContain("futures-frame");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await advance(page, 1);
  expect(await focused()).toContain("futures-frame");
});
