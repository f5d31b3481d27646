/** Nothing covers anything, at any width, whatever is open; and what is there first stays where it is. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./axe";
import { frame, freeGround, type OpenOptions, phone, test } from "./fixture";

const SIZES: readonly (readonly [number, number])[] = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [844, 390],
  [568, 320],
  [901, 601],
  // 1280 x 1024 at 300 %, and at 400 %.
  [427, 341],
  [320, 256],
];

/** What is pressed to open each part; the last ones only where they are offered. */
const PARTS = [
  ["nothing", []],
  ["More", ["#more"]],
  ["Make it", ["#lab-button"]],
  ["Measure", ["#lab-button", "#lab-measure"]],
  ["Scenes", ["#scene-title"]],
  ["Look", ["#look-button"]],
  ["Share", ["#share-button"]],
  ["Add", ["#add-button"]],
  ["Learn", ["#learn-button"]],
  ["Editor", ["#add-button", '[data-add="pencil"] button']],
] as const;

/** Controls in sight that something else lies over, and those that reach out of the window. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>("#chrome :is(button, input, select, summary, textarea)"),
    ];
    return controls.flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      if (control.matches(".unseen")) return [];
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width === 0 || height === 0) return [];
      const [x, y] = [left + width / 2, top + height / 2];
      // What is scrolled out of its list is no fault.
      for (let box = control.parentElement; box && box.id !== "chrome"; box = box.parentElement) {
        if (!/auto|scroll|hidden/.test(getComputedStyle(box).overflowY)) continue;
        const room = box.getBoundingClientRect();
        if (y < room.top || y > room.bottom || x < room.left || x > room.right) return [];
      }
      const name =
        control.id || control.getAttribute("aria-label") || control.textContent?.trim() || control.tagName;
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [`${name} is out of the window`];
      const hit = document.elementFromPoint(x, y);
      // Nor is what has been scrolled under a line that sticks to the edge of its list.
      for (let over = hit; over && over.id !== "chrome"; over = over.parentElement)
        if (getComputedStyle(over).position === "sticky" && over.parentElement?.contains(control)) return [];
      return hit && (control.contains(hit) || hit.closest("label")?.contains(control))
        ? []
        : [`${name} is covered by ${hit?.id || hit?.className}`];
    });
  });
}

async function close(page: Page): Promise<void> {
  const learn = page.locator("#learn footer").getByRole("button", { name: "Close" });
  for (const button of [page.locator("#lab-close"), page.locator("#more[aria-expanded=true]"), learn])
    if (await button.isVisible()) await button.click();
}

describe("nothing covers a control", { timeout: 300_000 }, () => {
  test.for(SIZES)("at %i x %i, whatever is open", async ([width, height], { open }) => {
    const viewport = { width, height };
    const coarse: OpenOptions = width < 960 ? { hasTouch: true, isMobile: width < 500 } : {};
    const { page } = await open("scene=duel", { viewport, fresh: true, ...coarse });
    const found: string[] = [];
    // From the first change on there is something to undo, at whatever place.
    await page.locator("#plain input").first().press("ArrowRight");
    for (const [name, presses] of PARTS) {
      const isLow = name === "Learn" && !(await page.locator("#learn-button").isVisible());
      // Where there is no room for its button, the help has another.
      for (const press of isLow ? ["#help", "#help-learn"] : presses) await page.locator(press).click();
      // Which wishes the run can have, a worker says.
      if (name === "Make it") await page.locator(".wish:enabled").first().waitFor();
      await frame(page);
      found.push(...(await covered(page)).map((fault) => `${name}: ${fault}`));
      // Back to how it was.
      await page.keyboard.press("Escape");
      await close(page);
      if (name === "Editor") await page.keyboard.press("e");
      await frame(page);
    }
    expect(found).toEqual([]);
    const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(scrolls).toBe(false);
  });
});

test("the gallery makes the course step aside, and Escape brings it back", async ({ open }) => {
  for (const options of [{}, phone]) {
    const { page } = await open("learn=cohesion-alone", options);
    await page.locator("#learn").waitFor();
    await page.locator("#scene-title").click();
    expect(await covered(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator("#learn").waitFor();
  }
});

test("what is said in passing leaves what the timeline says of the past to be read", async ({ open }) => {
  for (const options of [{}, phone]) {
    const { page } = await open("scene=duel", options);
    await page.evaluate(() => window.flockwright.core.tick(120));
    await page.locator("#stage").focus();
    await page.keyboard.press(",");
    await page.locator("#time-says button").waitFor();
    await page.keyboard.press("Control+z");
    const toast = page.locator("#toast.shown");
    await toast.waitFor();
    const [said, past] = [
      await toast.boundingBox(),
      await page.locator("#time-says > *").first().boundingBox(),
    ];
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(past?.y ?? 0);
  }
});

test("no line of the title is covered, whatever is said or open", async ({ open }) => {
  for (const [width, height] of [
    [568, 320],
    [960, 600],
    [1280, 800],
  ] as const) {
    const { page } = await open("scene=leaders-pincer", { viewport: { width, height }, fresh: true });
    const coveredLines = () =>
      page.evaluate(() =>
        ["#scene-title span", "#learn-button"].flatMap((selector) => {
          const text = document.querySelector<HTMLElement>(selector);
          if (!text?.checkVisibility({ visibilityProperty: true })) return [];
          return [...text.getClientRects()]
            .map(({ left, top, width: wide, height: high }) =>
              document.elementFromPoint(left + wide / 2, top + high - 2),
            )
            .filter((hit) => !hit?.closest("#masthead"))
            .map((hit) => `${selector} by ${hit?.id || hit?.className}`);
        }),
      );
    expect(await coveredLines(), `${width}`).toEqual([]);
    await page.locator("#learn-button").click();
    await page.locator("#learn h2").waitFor();
    expect(await coveredLines(), `${width} with the course`).toEqual([]);
  }
});

test("at 400 % the course and who is who are found in the help", async ({ open }) => {
  const { page } = await open("scene=duel", { viewport: { width: 320, height: 256 }, fresh: true });
  await page.locator("#help").click();
  expect(await page.locator("#help-who li").allTextContents()).toContain("Prey");
  await page.locator("#help-learn").click();
  await page.locator("#learn").getByRole("button", { name: "Start" }).waitFor();
});

test("with letters of twice the size, all of it grows, and nothing is covered", async ({ open }) => {
  // As a default of 32 px in the browser: rem follows the root.
  const { page } = await open("scene=duel", { viewport: { width: 2560, height: 1300 }, fresh: true });
  const sizes = () =>
    page.evaluate(() =>
      ["#scene-title", "#scene-line", "#more", "#share-button", "#plain .label"].map((selector) => {
        const one = document.querySelector(selector);
        return one ? Number.parseFloat(getComputedStyle(one).fontSize) : 0;
      }),
    );
  const before = await sizes();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });
  await frame(page);
  expect(await sizes()).toEqual(before.map((size) => 2 * size));
  expect(await covered(page)).toEqual([]);
});

test("on a phone with letters of twice the size, all controls are in the window, and nothing is covered", async ({
  open,
}) => {
  const { page } = await open("scene=open-sky", { ...phone, fresh: true });
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 32 } });
  await frame(page);
  expect(
    await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)),
  ).toBe(19.5);
  for (const buttons of [[], ["#more"], ["#share-button"]]) {
    for (const button of buttons) await page.locator(button).click();
    expect(await covered(page), buttons.join()).toEqual([]);
  }
});

test("from the stage to the first slider it is at most six presses of Tab", async ({ open }) => {
  const { page } = await open("scene=open-sky", { fresh: true });
  await page.locator("#stage").focus();
  const stops: string[] = [];
  for (let at = 0; at < 6; at++) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(() => document.activeElement?.getAttribute("type") ?? ""));
    if (stops.at(-1) === "range") break;
  }
  expect(stops).toContain("range");
});

test("on a phone, whatever is pressed is 44 px high, and the first tap moves nothing", async ({ open }) => {
  const { page } = await open("scene=open-sky", { ...phone, fresh: true });
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("#chrome :is(button, select, input:not(.unseen))")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => one.getBoundingClientRect().height < 43.5)
      .map((one) => `${one.id || one.className} ${one.getBoundingClientRect().height}`),
  );
  expect(small).toEqual([]);
  const camera = () =>
    page.evaluate(() => {
      const { scale, originX, originY } = window.flockwright.stage.camera;
      return [scale, originX, originY];
    });
  await page.waitForTimeout(300);
  const before = await camera();
  const ground = await freeGround(page);
  await page.touchscreen.tap(ground.x, ground.y);
  await frame(page);
  await frame(page);
  expect(await camera()).toEqual(before);
});

describe("axe-core finds no violation with each part open", { timeout: 300_000 }, () => {
  test.for([
    ["desktop, light", { colorScheme: "light" }],
    ["phone, dark", { ...phone, colorScheme: "dark" }],
  ] as const)("%s", async ([, options], { open }) => {
    const { page } = await open("scene=open-sky&nonsense=1", { ...options, fresh: true });
    for (const [name, presses] of PARTS) {
      for (const press of presses) await page.locator(press).click();
      await frame(page);
      expect(await violations(page), name).toEqual([]);
      await page.keyboard.press("Escape");
      await close(page);
    }
  });
});

test("title, sentence, sliders and dock are drawn before the program has come, and stay at their place", async ({
  open,
}) => {
  const { page } = await open("", { fresh: true });
  const places = () =>
    page.evaluate(() =>
      ["scene-title", "scene-line", "plain", "more", "play", "share-button"].map((id) => {
        const { x, y, width, height } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
        return [id, Math.round(x), Math.round(y), width > 0 && height > 0];
      }),
    );
  const whole = await places();
  const bare = await page.context().newPage();
  await bare.route("**/*", (route) =>
    route.request().resourceType() === "script" ? route.abort() : route.continue(),
  );
  await bare.goto(page.url().replace(/\?.*/, ""));
  const first = await bare.evaluate(() =>
    ["scene-title", "scene-line", "plain", "more", "play", "share-button"].map((id) => {
      const { x, y, width, height } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
      return [id, Math.round(x), Math.round(y), width > 0 && height > 0];
    }),
  );
  expect(first).toEqual(whole);
});

test("a press beside a dialog closes it, one at its edge does not", async ({ open }) => {
  const { page } = await open("scene=duel", { fresh: true });
  for (const [presses, dialog] of [
    [["#look-button", "#help"], "#help-dialog"],
    [["#share-button", "#share button:has-text('Code')"], "#share-dialog"],
  ] as const) {
    for (const press of presses) await page.locator(press).click();
    const box = await page.locator(dialog).boundingBox();
    if (!box) throw new Error(`no ${dialog}`);
    await page.mouse.click(box.x + 4, box.y + box.height / 2);
    expect(await page.locator(dialog).isVisible(), dialog).toBe(true);
    await page.mouse.click(box.x - 40, box.y + box.height / 2);
    await page.locator(dialog).waitFor({ state: "hidden" });
  }
});
