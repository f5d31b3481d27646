/** Files that never come or are cut short: the flock flies, and one message leads on, with the run. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page, Route } from "playwright-core";
import { describe, expect, inject, onTestFinished } from "vitest";
import { pageHeaders } from "../../www/security";
import { pinnedHashes } from "../node/pinned";
import { hashAt600, test } from "./fixture";

type Fault = (route: Route) => Promise<void>;

const dist = fileURLToPath(new URL("../../www/dist/", import.meta.url));

const missing: Fault = (route) => route.fulfill({ status: 404, headers: pageHeaders });
const cutShort: Fault = async (route) => {
  const path = new URL(route.request().url()).pathname.replace(/^.*\/assets\//, "assets/");
  const bytes = readFileSync(dist + path);
  const contentType = path.endsWith(".wasm") ? "application/wasm" : "text/javascript";
  await route.fulfill({ body: bytes.subarray(0, bytes.length >> 1), contentType, headers: pageHeaders });
};

const core = /\/flockwright_bg[^/]*\.wasm$/;
const script = (name: string) => new RegExp(`/${name}-[^/]*\\.js$`);

/** A page with this fault in the files of `pattern`, until the returned function is called. */
async function opened(browser: Browser, pattern: RegExp, query = "", fault = missing, still = false) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 700 },
    reducedMotion: still ? "reduce" : "no-preference",
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("flockwright.renderer", "2d"));
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  let broken = true;
  await page.route(pattern, (route) => (broken ? fault(route) : route.continue()));
  await page.goto(inject("page") + (query && `?${query}`));
  const heal = () => {
    broken = false;
  };
  return { page, errors, heal };
}

const line = (page: Page) => page.locator("#missing");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const flies = (page: Page) => page.waitForFunction(() => window.flockwright?.core.ticks() > 0);

describe.each([
  ["is missing", missing],
  ["is cut short", cutShort],
])("a core that %s", (_, fault) => {
  test("leaves the recorded opening, which becomes the run with Try again", async ({ browser }) => {
    const { page, errors, heal } = await opened(browser, core, "", fault);
    await page.waitForFunction(() => performance.getEntriesByName("flock").length > 0);
    await line(page).waitFor();
    expect(await page.locator("#unavailable, #failure").filter({ visible: true }).count()).toBe(0);
    heal();
    await press(page, "Try again");
    await flies(page);
    expect(await line(page).isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });

  test("comes with Try again, and a link is the same run", async ({ browser }) => {
    const { page, errors, heal } = await opened(browser, core, "scene=flock-wide", fault, true);
    await line(page).waitFor();
    heal();
    await press(page, "Try again");
    await page.waitForFunction(() => window.flockwright?.core.views().count > 0);
    expect(await hashAt600(page)).toBe(pinnedHashes["flock-wide"]);
    expect(errors).toEqual([]);
  });
});

test("without the page around it the flock flies, and the page comes with Try again", async ({ browser }) => {
  const { page, errors, heal } = await opened(browser, script("page"), "scene=flock-wide");
  await page.waitForFunction(() => performance.getEntriesByName("flock").length > 0);
  await line(page).waitFor();
  heal();
  await press(page, "Try again");
  await flies(page);
  expect(errors).toEqual([]);
});

test.for([
  ["More", "edit", "#controls [data-group]"],
  ["Learn", "learn", "#learn"],
  ["Lab", "lab", "#make-main button"],
  ["Ask a bird", "ask", "#ask"],
] as const)(
  "%s opens with Try again, and nothing done meanwhile is lost",
  async ([name, part, shows], { browser }) => {
    const { page, errors, heal } = await opened(browser, script(part), "scene=flock-wide");
    await flies(page);
    // No one waits for anything yet.
    expect(await line(page).isVisible()).toBe(false);
    const button = page.getByRole("button", { name, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await line(page).waitFor();
    const ticks = await page.evaluate(() => {
      window.flockwright.core.setKey("cohesion", 0.5);
      return window.flockwright.core.ticks();
    });
    await page.waitForFunction((before) => window.flockwright.core.ticks() > before, ticks);
    heal();
    await press(page, "Try again");
    await page.locator(shows).first().waitFor();
    expect(await line(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => window.flockwright.core.link())).toContain("cohesion=0.5");
    expect(errors).toEqual([]);
  },
);

test("a page of before a deployment reloads with the run, at its tick and with what was done in it", async ({
  browser,
}) => {
  const { page, errors, heal } = await opened(browser, script("edit"), "scene=flock-wide&seed=4");
  await flies(page);
  await page.evaluate(() => window.flockwright.core.pointer(300, 200));
  await page.waitForFunction(() => window.flockwright.core.ticks() > 60);
  const at = await page.evaluate(() => {
    const { core, clock } = window.flockwright;
    clock.playing = false;
    return { tick: core.ticks(), hash: core.hash() };
  });
  await press(page, "More");
  await line(page).waitFor();
  heal();
  await press(page, "Reload");
  await page.waitForURL(/at=/);
  await page.waitForFunction((tick) => {
    const { core, clock } = window.flockwright ?? {};
    if (clock) clock.playing = false;
    return core && core.seekGoal() === undefined && core.ticks() >= tick;
  }, at.tick);
  await page.evaluate((tick) => window.flockwright.core.seek(tick), at.tick);
  await page.waitForFunction(
    (tick) => window.flockwright.core.seekGoal() === undefined && window.flockwright.core.ticks() === tick,
    at.tick,
  );
  expect(await page.evaluate(() => window.flockwright.core.hash())).toBe(at.hash);
  expect(errors).toEqual([]);
});

test("without a touch only the page is fetched, and no answer opens", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(inject("page"));
  await flies(page);
  await page.waitForFunction(() => window.flockwright.core.ticks() > 900, undefined, { timeout: 60_000 });
  expect(await page.locator("#ask").isVisible()).toBe(false);
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name.replace(/^.*\/|-.{8}(?=\.\w+$)/g, "")),
  );
  const first = [
    "first.js",
    "flockwright_bg.wasm",
    "linked.js",
    "opening.json",
    "rolldown-runtime.js",
    "style.css",
  ];
  expect([...new Set(fetched)].sort()).toEqual([...first, "page.js", "unloaded.js"].sort());
});

test("a part that a dialog waits for is asked for again within the dialog, which copies nothing before", async ({
  browser,
}) => {
  const { page, heal } = await opened(browser, /work_bg[^/]*\.wasm$/, "scene=flock-wide");
  await flies(page);
  await page.locator("#share-button").click();
  await page.locator("#share").getByText("Code", { exact: true }).click();
  const dialog = page.locator("#share-dialog");
  await dialog.locator("#missing").waitFor();
  for (const name of ["Copy code", "Download"])
    expect(await dialog.getByRole("button", { name }).isDisabled(), name).toBe(true);
  heal();
  await press(page, "Try again");
  await expect.poll(() => dialog.locator("textarea").inputValue()).toContain("steer");
  expect(await dialog.getByRole("button", { name: "Copy code" }).isDisabled()).toBe(false);
  await page.keyboard.press("Escape");
  expect(await page.locator("#messages #missing").count()).toBe(1);
});

test("a part that does not come is said above the gallery, too", async ({ browser }) => {
  const { page, heal } = await opened(browser, script("learn"), "scene=flock-wide");
  await flies(page);
  await press(page, "Learn");
  await line(page).waitFor();
  await page.locator("#scene-title").click();
  await page.locator("#scenes").waitFor();
  heal();
  await press(page, "Try again");
  await line(page).waitFor({ state: "hidden" });
});

test("a notice about a file ends when a dialog about something else opens", async ({ browser }) => {
  const { page } = await opened(browser, /never/, "scene=flock-wide");
  await flies(page);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["{"], "run.json"));
    return transfer;
  });
  await page.dispatchEvent("#stage", "drop", { dataTransfer: data });
  await page.locator("#notice").getByText("run.json").waitFor();
  await page.locator("#help").click();
  await page.locator("#help-dialog").waitFor();
  expect(await page.locator("#notice").isVisible()).toBe(false);
});
