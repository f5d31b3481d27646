/** Files that come late, never, cut short or from another version: the flock flies, the page says so and asks again. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page, Route } from "playwright-core";
import { describe, expect, inject, onTestFinished } from "vitest";
import { pageHeaders } from "../../www/security";
import { pinnedHashes } from "../node/pinned";
import { hashAt600, test } from "./fixture";

type Fault = (route: Route) => Promise<void>;

const dist = fileURLToPath(new URL("../../www/dist/", import.meta.url));
const LATE = 5000;

/** The bytes of a file with this done to them. */
const changed =
  (change: (bytes: Buffer, name: string) => Buffer): Fault =>
  async (route) => {
    const path = new URL(route.request().url()).pathname.replace(/^.*\/assets\//, "assets/");
    const bytes = change(readFileSync(dist + path), path);
    const contentType = path.endsWith(".wasm")
      ? "application/wasm"
      : path.endsWith(".css")
        ? "text/css"
        : "text/javascript";
    await route.fulfill({ body: bytes, contentType, headers: pageHeaders });
  };

/** Sound in itself, but of another build. */
const ofAnotherBuild = (bytes: Buffer, name: string) =>
  name.endsWith(".wasm")
    ? Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) === 48 ? 49 : 48])])
    : Buffer.concat([bytes, Buffer.from("\n")]);

const faults: Record<string, Fault> = {
  "is missing": (route) => route.fulfill({ status: 404, headers: pageHeaders }),
  "is aborted": (route) => route.abort(),
  "is cut short": changed((bytes) => bytes.subarray(0, bytes.length >> 1)),
  "is of another version": changed(ofAnotherBuild),
  "is 5 s late": async (route) => {
    await new Promise((done) => setTimeout(done, LATE));
    await route.continue().catch(() => {});
  },
};

const core = /\/flockwright_bg[^/]*\.wasm$/;
const work = /\/work_bg[^/]*\.wasm$/;
/** The files of parts of the page without those of others. */
const listed = /name="parts" content='([^']*)'/.exec(readFileSync(`${dist}index.html`, "utf8"))?.[1] ?? "";
const { parts } = JSON.parse(listed) as { parts: Record<string, string[]> };
const of = (which: (part: string) => boolean, ...without: string[]) => {
  const others = without.flatMap((part) => parts[part] ?? []);
  const files = Object.keys(parts)
    .filter(which)
    .flatMap((part) => parts[part] ?? []);
  const names = [...new Set(files)].filter((file) => !others.includes(file));
  return new RegExp(`/(?:${names.map((name) => name.replaceAll(".", "\\.")).join("|")})$`);
};
const program = of((part) => part === "app/start");
const controls = of((part) => part === "app/page", "app/start");
const answers = of((part) => part === "ask", "app/start", "app/page");
/** Without what draws the flock here: there is no WebGL in this file. */
const onDemand = of(() => true, "app/start", "app/page", "app/opening", "stage/units2d");

/** A page with this fault in the files of `pattern`, until the returned function is called. */
async function opened(browser: Browser, { query = "", pattern, fault, still = false }: Opened) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 700 },
    reducedMotion: still ? "reduce" : "no-preference",
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("flockwright.renderer", "2d"));
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const asked = new Map<string, number>();
  let broken = true;
  await page.route(pattern, (route) => {
    const url = route.request().url();
    asked.set(url, (asked.get(url) ?? 0) + 1);
    return broken ? fault(route) : route.continue();
  });
  await page.goto(inject("plainPage") + (query && `?${query}`));
  const heal = () => {
    broken = false;
  };
  return { page, errors, asked, heal };
}

interface Opened {
  query?: string;
  pattern: RegExp;
  fault: Fault;
  still?: boolean;
}

const line = (page: Page) => page.locator("#late");

describe.each(Object.entries(faults))("what %s", (name, fault) => {
  const isLate = name.includes("late");

  test("is the core: the recorded opening goes on, and becomes the run", async ({ browser }) => {
    const { page, errors, heal } = await opened(browser, { pattern: core, fault });
    await page.waitForFunction(() => performance.getEntriesByName("flock").length > 0);
    await line(page).waitFor();
    expect(await line(page).textContent()).toContain("the simulation");
    expect(await page.locator("#unavailable, #failure").filter({ visible: true }).count()).toBe(0);
    if (!isLate) heal();
    await page.waitForFunction(() => window.flockwright?.core.ticks() > 0);
    await line(page).waitFor({ state: "hidden" });
    expect(errors).toEqual([]);
  });

  test("is the core: a link flies when it has come, with the same run", async ({ browser }) => {
    const query = "scene=flock-wide";
    const { page, errors, heal } = await opened(browser, {
      query,
      pattern: core,
      fault,
      still: true,
    });
    await line(page).waitFor();
    if (!isLate) heal();
    await page.waitForFunction(() => window.flockwright?.core.views().count > 0);
    await line(page).waitFor({ state: "hidden" });
    expect(await hashAt600(page)).toBe(pinnedHashes["flock-wide"]);
    expect(errors).toEqual([]);
  });

  test("is the program: the flock flies when it has come", async ({ browser }) => {
    const query = "scene=flock-wide";
    const { page, errors, heal } = await opened(browser, { query, pattern: program, fault });
    await line(page).waitFor();
    if (!isLate) heal();
    await page.waitForFunction(() => window.flockwright?.core.ticks() > 0);
    await line(page).waitFor({ state: "hidden" });
    expect(errors).toEqual([]);
  });

  test("is what the controls are made of: the flock flies, and they come", async ({ browser }) => {
    const query = "scene=flock-wide";
    const { page, errors, heal } = await opened(browser, { query, pattern: controls, fault });
    await page.waitForFunction(() => performance.getEntriesByName("flock").length > 0);
    await line(page).waitFor();
    expect(await line(page).textContent()).toContain("the controls");
    if (!isLate) heal();
    await page.waitForFunction(() => window.flockwright?.core.ticks() > 0);
    await line(page).waitFor({ state: "hidden" });
    expect(errors).toEqual([]);
  });

  test("is the core of workers: the flock flies, and a search begins when it has come", async ({
    browser,
  }) => {
    const query = "scene=flock-wide";
    const { page, errors, heal } = await opened(browser, { query, pattern: work, fault });
    await page.waitForFunction(() => window.flockwright?.core.ticks() > 0);
    await page.locator("#lab-button").click();
    await page.locator("#lab-make").click();
    await line(page).waitFor();
    expect(await line(page).textContent()).toContain("Make it");
    if (!isLate) heal();
    await page.locator("#make-main").waitFor();
    await line(page).waitFor({ state: "hidden" });
    expect(errors).toEqual([]);
  });

  test("are the parts of the page: the flock flies, what is wanted comes, and nothing done is lost", async ({
    browser,
  }) => {
    const query = "scene=flock-wide";
    const { page, errors, asked, heal } = await opened(browser, { query, pattern: onDemand, fault });
    await page.waitForFunction(() => window.flockwright?.core.ticks() > 0);
    // No one waits for anything yet.
    expect(await line(page).isVisible()).toBe(false);
    await page.locator("#stage").focus();
    await page.keyboard.press("w");
    await page.keyboard.press("d");
    await page.locator("#learn-button").click();
    await line(page).waitFor();
    for (const part of ["the answers of birds", "the overlays", "the course"])
      await expect.poll(() => line(page).textContent()).toContain(part);
    const before = await page.evaluate(() => {
      const { core } = window.flockwright;
      core.setKey("cohesion", 0.5);
      return { ticks: core.ticks(), link: core.link() };
    });
    await page.waitForFunction((ticks) => window.flockwright.core.ticks() > ticks, before.ticks);
    heal();
    await page.locator("#learn").waitFor({ timeout: 60_000 });
    await page.locator("#ask").waitFor({ timeout: 60_000 });
    await line(page).waitFor({ state: "hidden", timeout: 60_000 });
    const after = await page.evaluate(() => window.flockwright.core.link());
    expect(after).toContain("cohesion=0.5");
    expect(await page.locator("#failure").isVisible()).toBe(false);
    // Asked again with pauses: about once a second at most, however long it takes.
    const seconds = await page.evaluate(() => performance.now() / 1000);
    expect(Math.max(...asked.values())).toBeLessThan(8 + seconds);
    expect(errors).toEqual([]);
  });
});

describe("who lets go of a bird before its answers have come asks no one", () => {
  test.for(["w", "Escape"])("with %s", async (key, { browser }) => {
    const fault = faults["is missing"];
    if (!fault) throw new Error("no such fault");
    const { page, errors, heal } = await opened(browser, {
      ...{ query: "scene=flock-wide", pattern: answers, fault },
    });
    await page.waitForFunction(() => window.flockwright?.core.ticks() > 0);
    await page.locator("#stage").focus();
    await page.keyboard.press("w");
    await line(page).waitFor();
    await page.keyboard.press(key);
    heal();
    await line(page).waitFor({ state: "hidden", timeout: 60_000 });
    expect(await page.locator("#ask").filter({ visible: true }).count()).toBe(0);
    await page.keyboard.press("w");
    await page.locator("#ask").waitFor();
    expect(errors).toEqual([]);
  });
});

test("a second press takes the first one back while its part loads, and nothing opens twice", async ({
  browser,
}) => {
  const fault = faults["is missing"];
  if (!fault) throw new Error("no such fault");
  const { page, errors, heal } = await opened(browser, {
    ...{ query: "scene=flock-wide", pattern: onDemand, fault },
  });
  await page.waitForFunction(() => window.flockwright?.core.ticks() > 0);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  for (const [first, second] of [
    ["Learn", "Learn"],
    ["Lab", "Close the lab"],
  ] as const) {
    await press(first);
    await line(page).waitFor();
    await press(second);
    await line(page).waitFor({ state: "hidden" });
  }
  await page.locator("#stage").focus();
  for (const second of ["e", "Escape"]) {
    await page.keyboard.press("e");
    await line(page).waitFor();
    await page.keyboard.press(second);
    await line(page).waitFor({ state: "hidden" });
  }
  // Another tool and another part of Share take the place of the first.
  for (const tool of ["Wall", "Obstacle"]) {
    await press("Add to the scene");
    await press(tool);
  }
  for (const part of ["Numbers and code", "File"]) {
    await press("Share");
    await press(part);
  }
  heal();
  await page.locator("dialog[open]").waitFor({ timeout: 60_000 });
  expect(await page.locator("dialog[open] h2").textContent()).toBe("File");
  await page.keyboard.press("Escape");
  await page.locator("#top [aria-pressed=true]").waitFor();
  expect(await page.locator("#top [aria-pressed=true]").allTextContents()).toEqual(["Obstacle"]);
  expect(await page.locator("#learn, #lab, dialog[open]").filter({ visible: true }).count()).toBe(0);
  await line(page).waitFor({ state: "hidden" });
  expect(errors).toEqual([]);
});
