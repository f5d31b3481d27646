import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { frame, type OpenOptions, phone, test } from "./fixture";

const touch = (width: number, height: number): OpenOptions => ({ ...phone, viewport: { width, height } });
const mouse = (width: number, height: number): OpenOptions => ({ viewport: { width, height } });

const sizes: [string, OpenOptions][] = [
  ["a small phone, 320 \u00d7 640", touch(320, 640)],
  ["a phone on its side, 844 \u00d7 390", touch(844, 390)],
  ["a small phone on its side, 568 \u00d7 320", touch(568, 320)],
  ["a tablet, 820 \u00d7 1180", touch(820, 1180)],
  ["a laptop at 400 %, 320 \u00d7 256", mouse(320, 256)],
  ["a laptop, 1440 \u00d7 900", mouse(1440, 900)],
  ["a small window, 1024 \u00d7 768", mouse(1024, 768)],
];

/** Controls that cannot be reached: outside the window, in a box that does not scroll them into it, or covered. */
function outOfReach(page: Page, host: string): Promise<string[]> {
  return page.evaluate((scope) => {
    const wrong: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>(
      `${scope} :is(button, a[href], select, textarea, summary, input:not([hidden]))`,
    )) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      one.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const name = one.id || one.getAttribute("aria-label") || one.textContent?.trim() || one.tagName;
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
        wrong.push(`${name}: ${[left, top, right, bottom].map(Math.round)}`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const label = hit?.closest("label");
      if (hit && hit !== one && !one.contains(hit) && !label?.contains(one) && label?.control !== one)
        wrong.push(`${name} is covered by ${hit.id || hit.className || hit.tagName}`);
    }
    return wrong;
  }, host);
}

/** Controls that a thumb misses: less than 44 px that answer to them, across or down. */
function tooSmall(page: Page, host: string): Promise<string[]> {
  return page.evaluate((scope) => {
    const wrong: string[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      `${scope} :is(button, a[href], select, textarea, summary, input:not([hidden]))`,
    );
    for (const one of controls) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      one.scrollIntoView({ block: "center", inline: "center" });
      const box = one.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const answers = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        if (!hit) return true;
        const label = hit.closest("label");
        return hit === one || one.contains(hit) || label?.control === one || label?.contains(one);
      };
      const across = (reach: number) => answers(-reach, 0) && answers(reach, 0);
      const along = (reach: number) => answers(0, -reach) && answers(0, reach);
      // Large enough by itself: the edges may lie under the border of what scrolls it.
      const tall = along(21) || (box.height >= 44 && along(15));
      // A label beside its switch answers for it.
      const wide = across(21) || (box.width >= 44 && across(15)) || answers(42, 0) || answers(-42, 0);
      if (tall && wide) continue;
      const name = one.id || one.getAttribute("aria-label") || one.textContent?.trim() || one.tagName;
      wrong.push(`${name}: ${Math.round(box.width)} \u00d7 ${Math.round(box.height)}`);
    }
    return wrong;
  }, host);
}

const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - innerWidth, scrollHeight - innerHeight, scrollX, scrollY].map((px) =>
      Math.max(0, px),
    );
  });

describe("everything is in reach, and the page itself never scrolls, on", () => {
  test.for(sizes)("%s", async ([, options], { open }) => {
    // A window as low as at 400 % shows a message over its sheet, until it is dismissed.
    const low = (options.viewport?.height ?? 0) < 300;
    const { page } = await open(`scene=leaders-pincer${low ? "" : "&nonsense=1"}`, options);
    await page.locator("#save-preset").waitFor({ state: "attached" });
    const tabs = page.locator("#tabs button:visible");
    const sheets = await tabs.count();
    for (let tab = 0; tab < Math.max(1, sheets); tab++) {
      if (sheets > 0 && (await tabs.nth(tab).getAttribute("aria-expanded")) !== "true")
        await tabs.nth(tab).click();
      await frame(page);
      expect(await outOfReach(page, "#chrome")).toEqual([]);
      if (options.hasTouch) expect(await tooSmall(page, "#chrome")).toEqual([]);
      expect(await overflow(page)).toEqual([0, 0, 0, 0]);
      // What the first look found about the link has been read.
      if (tab === 0 && !low) await page.locator("#notice-close").click();
    }
    // Dialogs are the same at all sizes but these.
    if (Math.min(...Object.values(options.viewport ?? {})) > 400) return;
    const dialogs = [
      ["#help", "#help-dialog"],
      ["#share-more", "#share-dialog"],
    ] as const;
    for (const [button, dialog] of dialogs) {
      await page.locator(button).click();
      await page.locator(dialog).waitFor({ state: "visible" });
      const ways = page.locator(`${dialog} [role="tab"]`);
      for (let way = 0; way < Math.max(1, await ways.count()); way++) {
        if ((await ways.count()) > 0) await ways.nth(way).click();
        expect(await outOfReach(page, dialog)).toEqual([]);
        if (options.hasTouch) expect(await tooSmall(page, dialog)).toEqual([]);
        const [wide] = await page
          .locator(dialog)
          .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
        expect(wide, `${dialog} scrolls sideways`).toBeLessThanOrEqual(0);
      }
      await page.keyboard.press("Escape");
    }
    expect(await overflow(page)).toEqual([0, 0, 0, 0]);
  });
});

test("on a small phone on its side, the flock has its place beside the sheet", async ({ open }) => {
  const { page } = await open("scene=flock-wide", touch(568, 320));
  const free = await page.evaluate(() => {
    const { left, top, right, bottom } = window.flockwright.stage.camera.insets;
    return [innerWidth - left - right, innerHeight - top - bottom];
  });
  expect(free[0]).toBeGreaterThan(240);
  expect(free[1]).toBeGreaterThan(200);
});

test("on phones on their side, who is who, the buttons beside and the line with Play have room", async ({
  open,
}) => {
  for (const width of [480, 559, 568, 600, 640, 740]) {
    const { page } = await open("scene=leaders-pincer", touch(width, 320));
    const gap = await page.evaluate(() => {
      const box = (one: Element) => one.getBoundingClientRect();
      const [names, buttons] = ["#legend li", "#edit-bar button"].map((all) =>
        [...document.querySelectorAll(all)].map(box),
      );
      const apart = (a: DOMRect, b: DOMRect) =>
        Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
      return Math.min(...(names ?? []).flatMap((name) => (buttons ?? []).map((one) => apart(name, one))));
    });
    expect(gap, `${width} px`).toBeGreaterThanOrEqual(0);
    const waits = await page.locator("#still").evaluate((line) => {
      const inside = [...line.children].every(
        (part) => part.getBoundingClientRect().bottom <= line.getBoundingClientRect().bottom,
      );
      return inside && line.getBoundingClientRect().bottom <= innerHeight;
    });
    expect(waits, `what waits for Play, ${width} px`).toBe(true);
  }
});

test("messages lie over nothing of each other, however many come together, and all are in reach", async ({
  open,
}) => {
  const nonsense = Array.from({ length: 9 }, (_, k) => `nonsense${k}=1`).join("&");
  for (const [width, height] of [
    [390, 664],
    [390, 844],
    [844, 390],
    [960, 540],
  ] as const) {
    const { page } = await open(`scene=flock-limited&${nonsense}`, touch(width, height));
    /** What runs out of its own line, or cannot be pressed. */
    const wrong = () =>
      page.evaluate(() => {
        const lines = [...document.querySelectorAll<HTMLElement>("#messages > .line")].filter((line) =>
          line.checkVisibility(),
        );
        return lines.flatMap((line) => {
          const spilled = line.scrollHeight > line.clientHeight + 1 ? [`${line.id} spills`] : [];
          const covered = [...line.querySelectorAll<HTMLElement>("button, summary")].filter((control) => {
            if (!control.checkVisibility()) return false;
            control.scrollIntoView({ block: "nearest" });
            const { left, top, width, height } = control.getBoundingClientRect();
            const at = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
            return !control.contains(at);
          });
          return [...spilled, ...covered.map((control) => `${line.id}: ${control.textContent}`)];
        });
      });
    const at = `${width} x ${height}`;
    expect(await wrong(), at).toEqual([]);
    await page.locator("#notice summary").click();
    expect(await wrong(), at).toEqual([]);
  }
});

describe("fingers", () => {
  test("two of them zoom and pan the world, and neither scrolls nor zooms the page", async ({ open }) => {
    const { page } = await open("scene=flock-wide", phone);
    const session = await page.context().newCDPSession(page);
    const touches = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    const camera = () =>
      page.evaluate(() => {
        const { scale, originX, originY } = window.flockwright.stage.camera;
        return { scale, originX, originY };
      });
    const before = await camera();
    await touches("touchStart", [150, 200], [240, 200]);
    for (let step = 1; step <= 6; step++)
      await touches("touchMove", [150 - 10 * step, 200], [240 + 10 * step, 200]);
    await touches("touchEnd");
    const zoomed = await camera();
    expect(zoomed.scale).toBeGreaterThan(1.5 * before.scale);
    await touches("touchStart", [150, 200], [240, 200]);
    for (let step = 1; step <= 6; step++)
      await touches("touchMove", [150, 200 + 10 * step], [240, 200 + 10 * step]);
    await touches("touchEnd");
    const panned = await camera();
    expect(panned.scale).toBeCloseTo(zoomed.scale, 5);
    expect(panned.originY).toBeGreaterThan(zoomed.originY + 20);
    expect(await page.evaluate(() => [scrollX, scrollY, visualViewport?.scale])).toEqual([0, 0, 1]);
  });

  test("no field and no quick taps on a button make the page zoom in", async ({ open }) => {
    const { page } = await open("scene=path-patrol", phone);
    const small = () =>
      page.evaluate(() => {
        const fields =
          "input:not([type=range], [type=checkbox], [type=radio], [readonly]), select, textarea:not([readonly])";
        return [...document.querySelectorAll(fields)]
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.id || field.getAttribute("aria-label"));
      });
    expect(await small()).toEqual([]);
    await page.locator(".edit-toggle").tap();
    await page.locator('[data-tool="start"]').tap();
    expect(await small()).toEqual([]);
    for (const id of ["step", "edit-tools button", "tabs button"]) {
      const action = await page
        .locator(`#${id}`)
        .first()
        .evaluate((one) => getComputedStyle(one).touchAction);
      expect(action, id).toBe("manipulation");
    }
  });

  test("a pull down on the canvas or past the end of a sheet does not reload the page", async ({ open }) => {
    const { page } = await open("scene=flock-wide", phone);
    const styles = await page.evaluate(() => ({
      root: getComputedStyle(document.documentElement).overscrollBehaviorY,
      stage: getComputedStyle(document.querySelector("#stage") as Element).touchAction,
    }));
    expect(styles).toEqual({ root: "none", stage: "none" });
  });
});
