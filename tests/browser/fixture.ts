/** What every browser test starts from: the built page, opened, watched for complaints, and driven tick by tick. */
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Download,
  type LaunchOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { PNG } from "pngjs";
import { test as base, expect, inject } from "vitest";
import type { Core, ParamInfo } from "../../www/src/core";
import type { Clock } from "../../www/src/core/clock";
import type { Stage } from "../../www/src/stage/stage";

declare global {
  interface Window {
    flockwright: { core: Core; stage: Stage; clock: Clock };
    violations: string[];
    /** What the page said in passing. */
    said: string[];
  }
}

export interface OpenOptions extends BrowserContextOptions {
  /** Which server: the one with the headers, or the plain one. */
  base?: "page" | "plainPage";
  /** Plays from the start; otherwise reduced motion is asked for, so that the page waits at tick 0. */
  playing?: boolean;
  /** A run without units: there is nothing to wait for. */
  empty?: boolean;
  /** What the page finds in its local storage, besides what a person who has opened More has in it. */
  storage?: Record<string, string>;
  /** The lab stands open instead of the list below More: seed, hash and steps. */
  details?: boolean;
  /** Finds nothing there: the first visit. */
  fresh?: boolean;
  /** Runs in the page before anything of its own. */
  prepare?: () => void;
}

/** A page that remembers everything it complained about. */
export interface Watched {
  page: Page;
  complaints: string[];
}

export type Open = (query?: string, options?: OpenOptions) => Promise<Watched>;

/** One Chromium for each of Vitest's workers, which runs its files of tests after each other. */
const launchOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // The address bar's own pages, of which every context would load two.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    // WebGL in software; the page around it without, which leaves the processor idle while nothing moves.
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    // Most pages close before optimized code pays: only what runs long is compiled again. And without a crash reporter
    // no one catches a WebAssembly access out of bounds, unless the code checks it itself.
    "--js-flags=--wasm-tiering-budget=200000000 --wasm-enforce-bounds-checks",
  ],
};

/** Less to draw for a browser without a graphics card; and no line about reduced motion over the canvas. */
export const small: OpenOptions = { viewport: { width: 1240, height: 700 }, playing: true };

const desktop = { width: 1280, height: 800 };

/** What is opened stays open the next time. */
const labOpen = { "flockwright.open": "lab", "flockwright.lab": "measure" };
const listOpen = { "flockwright.open": "all" };

export const phone: OpenOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** `open` opens the page in a context of its own; the test fails if any of its pages complained (console, CSP, network). */
export const test = base.extend<{ browser: Browser; webgl: boolean; open: Open }>({
  /**
   * Whether units are drawn by WebGL, which without a graphics processor costs five times as much processor time per
   * frame as the page's other renderer; `drawn` asks for it.
   */
  webgl: false,
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's needs off this pattern.
    async ({}, use) => {
      const browser = await chromium.launch(launchOptions);
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  open: async ({ browser, webgl }, use) => {
    const opened: Watched[] = [];
    await use(async (query = "", options = {}) => {
      const {
        base: server = "page",
        playing = false,
        storage = {},
        fresh = false,
        details = false,
        empty = false,
        prepare,
        ...rest
      } = options;
      const context = await browser.newContext({
        viewport: desktop,
        reducedMotion: playing ? "no-preference" : "reduce",
        ...rest,
      });
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      const watched = { page, complaints: await watch(page) };
      opened.push(watched);
      await page.addInitScript(
        (items) => {
          for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
        },
        {
          ...(webgl ? {} : { "flockwright.renderer": "2d" }),
          ...(fresh ? {} : details ? labOpen : listOpen),
          ...storage,
        },
      );
      if (prepare) await page.addInitScript(prepare);
      // Without a query, the page opens with a scene of its own; tests that name none mean the first of all.
      const asked = query || (fresh ? "" : "v=8");
      await page.goto(inject(server) + (asked && `?${asked}`));
      await ready(page, empty ? 0 : 1);
      return watched;
    });
    const complaints = await Promise.all(
      opened.map(async ({ page, complaints }) => [
        ...complaints,
        ...(await page.evaluate(() => window.violations)),
      ]),
    );
    await Promise.all(opened.map(({ page }) => page.context().close()));
    expect(complaints.flat()).toEqual([]);
  },
});

/** The same with units drawn by WebGL: for what is seen, and for what happens to a WebGL context. */
export const drawn = test.extend({ webgl: true });

async function watch(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // What is drawn by WebGL is read back to be shown; that the driver finds it slow is no fault of the page.
    if (/GPU stall due to ReadPixels/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A request that a reload cut short is no one's fault.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason}: ${request.url().slice(0, 200)}`);
  });
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => {
      window.violations.push(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
    });
    window.said = [];
    new MutationObserver((changes) => {
      const toast = document.querySelector("#toast");
      if (toast?.textContent && changes.some(({ target }) => toast.contains(target)))
        window.said.push(toast.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return complaints;
}

/** Waits until the page has said this in passing, now or since this was last asked: then it may be gone already. */
export async function said(page: Page, words: string | RegExp): Promise<void> {
  const those = typeof words === "string" ? expect.stringContaining(words) : expect.stringMatching(words);
  await expect.poll(() => page.evaluate(() => window.said)).toContainEqual(those);
  await page.evaluate(() => {
    window.said = [];
    // The same words once more are heard, too.
    document.querySelector("#toast")?.replaceChildren();
  });
}

/** Waits until the page has its core and has drawn. */
export async function ready(page: Page, units = 1): Promise<void> {
  await page.waitForFunction((least) => window.flockwright?.core.views().count >= least, units);
  await frame(page);
}

/**
 * Back or forward in the history, by this many entries. Asked of the page: the driver asks the browser, which on a busy
 * machine may not have heard yet of an entry that the page has just made.
 */
export async function travel(page: Page, by: number): Promise<void> {
  await page.evaluate((entries) => history.go(entries), by);
}

/** Lets the browser paint what has been drawn. */
export async function frame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** What a downloaded file holds. */
export async function contentOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Where a world point is on the page, CSS px: in a world that wraps, where no control covers it. */
export function screenOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  return page.evaluate(
    ([wx = 0, wy = 0]) => {
      const { camera } = window.flockwright.stage;
      const at = camera.toScreen(wx, wy);
      const stage = document.querySelector("#stage") as HTMLElement;
      const box = stage.getBoundingClientRect();
      const places = camera.worldCopies(0).map((by) => ({ x: at.x + by.x + box.x, y: at.y + by.y + box.y }));
      const free = places.find((place) => stage.contains(document.elementFromPoint(place.x, place.y)));
      return free ?? (places[0] as { x: number; y: number });
    },
    [x, y],
  );
}

/** A place on the ground that nothing covers, far from all units, as the world and the page have it. */
export const freeGround = (page: Page) =>
  page.evaluate(() => {
    const { core, stage } = window.flockwright;
    const views = core.views();
    const { width, height } = core.scenery();
    let best = { far: 0, world: { x: 0, y: 0 }, x: 0, y: 0 };
    for (let cell = 0; cell < 400; cell++) {
      const world = {
        x: Math.round(((0.5 + (cell % 20)) / 20) * width),
        y: Math.round(((0.5 + Math.floor(cell / 20)) / 20) * height),
      };
      const at = stage.camera.toScreen(world.x, world.y);
      if (document.elementFromPoint(at.x, at.y)?.closest("#stage") === null) continue;
      const unit = core.nearest(world.x, world.y);
      const far = Math.hypot((views.x[unit] ?? 0) - world.x, (views.y[unit] ?? 0) - world.y);
      if (far > best.far) best = { far, world, x: at.x, y: at.y };
    }
    return best;
  });

/** Runs `ticks` ticks at once and draws. */
export async function advance(page: Page, ticks: number): Promise<void> {
  await page.evaluate((count) => {
    window.flockwright.core.tick(count);
    window.flockwright.stage.draw();
  }, ticks);
  await frame(page);
}

/** The hash that the page's run, as it stands, has at tick 600. */
export function hashAt600(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { core } = window.flockwright;
    core.restart();
    core.tick(600);
    return core.hash();
  });
}

/** The pixels of the stage alone: what floats over it is made transparent (which leaves the focus where it is). */
export async function pixels(page: Page): Promise<PNG> {
  const cover = (opacity: string) =>
    page.evaluate((value) => {
      const chrome = document.querySelector<HTMLElement>("#chrome");
      if (chrome) chrome.style.opacity = value;
    }, opacity);
  await cover("0");
  const image = PNG.sync.read(await page.locator("#stage").screenshot());
  await cover("");
  return image;
}

/** How many pixels of two pictures differ visibly. */
export function difference(a: PNG, b: PNG): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const far = [0, 1, 2].some((c) => Math.abs((a.data[i + c] ?? 0) - (b.data[i + c] ?? 0)) > 24);
    if (far) count++;
  }
  return count;
}

/** `#rrggbb` as numbers. */
export function rgb(color = ""): [number, number, number] {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** How many pixels are within a small distance of an sRGB color. */
export function countColor(image: PNG, [r, g, b]: readonly [number, number, number]): number {
  let count = 0;
  for (let i = 0; i < image.data.length; i += 4) {
    const off = (c: number, value: number) => Math.abs((image.data[i + c] ?? 0) - value);
    if (off(0, r) + off(1, g) + off(2, b) < 30) count++;
  }
  return count;
}

/** Opens the scenes, by the title. */
export async function showScenes(page: Page): Promise<void> {
  if (await page.locator("#gallery").isVisible()) return;
  await page.locator("#scene-title").click();
  await page.locator("#gallery").waitFor({ state: "visible" });
}

/** A view of the lab. */
export async function showLab(page: Page, view: "measure" | "make"): Promise<void> {
  if (!(await page.locator("#lab").isVisible())) await page.locator("#lab-button").click();
  await page.locator(`#lab-${view}`).click();
}

/** Begins to edit the layout. */
export async function edit(page: Page): Promise<void> {
  await page.locator("#add-button").click();
  await page.locator('[data-add="pencil"] button').click();
  await page.locator("#edit-tools").waitFor();
}

/** Goes to a tick by the timeline. */
export async function goTo(page: Page, tick: number): Promise<void> {
  await page.locator("#time-line").evaluate((line: HTMLInputElement, to) => {
    line.max = String(Math.max(Number(line.max), to));
    line.value = String(to);
    line.dispatchEvent(new Event("input"));
  }, tick);
}

/** What the menu of Share copies, as a query. */
export async function copied(page: Page, item: "This moment" | "From the start"): Promise<string> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.documentElement.dataset.copied = text;
    };
    delete document.documentElement.dataset.copied;
  });
  await page.locator("#share-button").click();
  await page.locator("#share").getByRole("button", { name: item }).click();
  const text = () => page.evaluate(() => document.documentElement.dataset.copied);
  await expect.poll(text).toBeTruthy();
  return new URL((await text()) ?? "").search.slice(1);
}

/** Opens a section of the dialog behind Share. */
export async function share(page: Page, item: string): Promise<void> {
  await page.locator("#share-button").click();
  await page.locator("#share").getByRole("button", { name: item }).click();
}

/** Opens a scene from the gallery. */
export async function chooseScene(page: Page, key: string): Promise<void> {
  await showScenes(page);
  await page.locator(`#gallery [data-scene="${key}"]`).click();
}

/** The list below More. */
export async function showList(page: Page): Promise<void> {
  if (!(await page.locator("#all").isVisible())) await page.locator("#more").click();
  // It comes late.
  await page.locator("#controls > *").first().waitFor();
}

/** The row with the one control of a parameter, unfolded if its part is closed. */
export async function row(page: Page, key: string): Promise<Locator> {
  await showList(page);
  const found = page.locator(`#plain [data-plain="${key}"], #controls [data-param="${key}"]:not(.read-only)`);
  if (!(await found.isVisible())) {
    const { scope, section } = await param(page, key);
    const title = page.getByText(section, { exact: true });
    await page.locator(`#controls [data-group="${scope}"] .part-fold`).filter({ has: title }).first().click();
  }
  await found.scrollIntoViewIfNeeded();
  return found;
}

/** Unfolds all parts of the list. */
export async function unfoldAll(page: Page): Promise<void> {
  await showList(page);
  // By the page itself: a press for each would take most of a test's time.
  await page.evaluate(() => {
    const folded = () => document.querySelector<HTMLElement>('#controls .part-fold[aria-expanded="false"]');
    for (let round = 0; round < 300; round++) folded()?.click();
  });
}

/** A parameter's declaration and value, by its key in links. */
export async function param(page: Page, key: string): Promise<ParamInfo> {
  const info = await page.evaluate(
    (wanted) => window.flockwright.core.params().find((one) => one.key === wanted),
    key,
  );
  if (!info) throw new Error(`no parameter '${key}'`);
  return info;
}

/** Edited layout of the run, as in its link; "" if nothing is edited. */
export async function layoutText(page: Page): Promise<string> {
  const link = await page.evaluate(() => window.flockwright.core.link());
  const parts = link.split("&");
  return parts.filter((part) => /^(ob|wa|tiles|([\w-]+\.)?(path|start|poses))=/.test(part)).join("&");
}
