import { expect } from "vitest";
import { contentOf, frame, hashAt600, row, said, test } from "./fixture";

test("Copy link says so, and a second page that opens the link has the same flock at tick 600", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited", {
    permissions: ["clipboard-read", "clipboard-write"],
    details: true,
  });
  await page.locator("#seed").fill("20251121");
  await page.keyboard.press("Enter");
  for (const key of ["cohesion", "separation"]) {
    await (await row(page, key)).locator("input").first().focus();
    await page.keyboard.press("ArrowRight");
  }
  await page.locator("#copy-link").click();
  await said(page, /copied/i);
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const own = new URL(page.url());
  expect(copied.origin + copied.pathname).toBe(own.origin + own.pathname);
  expect([...copied.searchParams.keys()].sort()).toEqual(["cohesion", "scene", "seed", "separation", "v"]);
  expect(copied.href.length).toBeLessThan(1500);

  const friend = await open(copied.search.slice(1));
  expect(await friend.page.locator("#notice").isVisible()).toBe(false);
  expect(await friend.page.evaluate(() => window.flockwright.core.seed())).toBe(20251121);
  expect(await hashAt600(friend.page)).toBe(await hashAt600(page));
});

test("where the clipboard is refused, the link can be copied by hand", async ({ open }) => {
  const { page } = await open("", {
    details: true,
    prepare: () => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: () => Promise.reject(new Error("refused")) },
      });
    },
  });
  await page.locator("#copy-link").click();
  const text = page.locator("#link-text");
  await text.waitFor({ state: "visible" });
  expect(await text.inputValue()).toBe(await page.evaluate(() => location.href));
  // Whatever the window, all of it is on the screen and nothing covers it.
  const box = page.locator("#link-fallback");
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [568, 320],
    [900, 600],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await frame(page);
    const covered = await box.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const inset = 14;
      const corners = [left + inset, right - inset].flatMap((x) =>
        [top + inset, bottom - inset].map((y) => document.elementFromPoint(x, y)),
      );
      return corners.filter((at) => !element.contains(at)).length;
    });
    expect(covered, `${width} x ${height}`).toBe(0);
  }
  await text.press("Escape");
  await box.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("copy-link");
  await page.locator("#copy-link").click();
  await box.waitFor({ state: "visible" });
  // Once it is left, what it says may no longer be so.
  await page.locator("#dice").focus();
  await box.waitFor({ state: "hidden" });
});

test("reloading opens the run that the address bar names", async ({ open }) => {
  const { page } = await open("scene=flock-narrow", { details: true });
  await page.locator("#seed").fill("99");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => new URLSearchParams(location.search).get("seed") === "99");
  const hash = await hashAt600(page);
  await page.reload();
  await page.waitForFunction(() => window.flockwright?.core.seed() === 99);
  expect(await hashAt600(page)).toBe(hash);
});

test("a link too long for chats is said to be, and a file takes its place", async ({ open }) => {
  const discs = Array.from(
    { length: 120 },
    (_, k) => `${20.5 + 6.1 * k}-${30.5 + ((k * 97) % 400)}-${2 + (k % 7)}`,
  );
  const { page } = await open(`scene=flock-obstacles&ob=${discs.join("_")}`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const geometry = () => window.flockwright.core.geometry();
  const layout = await page.evaluate(geometry);
  await page.locator("#copy-link").click();
  await said(page, /[\d,]+ characters, some chat apps/);
  await page.locator("#share-more").click();
  const length = page.locator("#share-link-length");
  expect(await length.textContent()).toMatch(/^1,\d+ characters: some chat apps cut off links/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a file" }).click(),
  ]);
  const friend = await open("scene=swarm");
  await friend.page.locator("#share-more").click();
  expect(await friend.page.locator("#share-link-length").textContent()).toContain("short enough");
  expect(await friend.page.getByRole("button", { name: "Save as a file" }).isVisible()).toBe(false);
  await friend.page.locator("#share-tab-file").click();
  await friend.page.locator("#share-open").setInputFiles({
    name: download.suggestedFilename(),
    mimeType: "application/json",
    buffer: await contentOf(download),
  });
  await friend.page.waitForFunction(() => window.flockwright.core.scene() === "flock-obstacles");
  expect(await friend.page.evaluate(geometry)).toBe(layout);
  expect(await hashAt600(friend.page)).toBe(await hashAt600(page));
});
