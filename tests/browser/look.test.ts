/** What is looked at travels in links: the camera, the selected unit, the overlays, the panel; the run does not depend on it. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { advance, chooseScene, copied, frame, hashAt600, phone, showList, test, travel } from "./fixture";

const small = { viewport: { width: 1000, height: 640 } };

/** The camera, as a person sees it: what is in the middle of the free canvas, and how near. */
const camera = (page: Page) =>
  page.evaluate(() => {
    const { camera } = window.flockwright.stage;
    const { x, y } = camera.center();
    return { x, y, zoom: camera.chosenView()?.zoom ?? 1 };
  });

const told = (page: Page, look: string) =>
  page.waitForFunction((wanted) => new URLSearchParams(location.search).get("look") === wanted, look);

type Seen = Awaited<ReturnType<typeof camera>>;

function expectSame(one: Seen, other: Seen): void {
  expect(other.zoom).toBeCloseTo(one.zoom, 1);
  expect(Math.abs(other.x - one.x) + Math.abs(other.y - one.y)).toBeLessThan(0.3);
}

/** Zooms in by the wheel, selects a unit and shows overlays, all by hand. */
async function lookAround(page: Page): Promise<void> {
  await page.mouse.move(560, 300);
  await page.mouse.wheel(0, -600);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  await page.mouse.move(600, 340, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.locator("#stage").focus();
  await page.keyboard.press("]");
  await page.keyboard.press("v");
  await page.keyboard.press("k");
}

describe("the view in a link", () => {
  test("Copy link carries it: a friend on a phone sees the same place, unit and overlays of the same run", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited&cohesion=2", {
      ...small,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await advance(page, 30);
    await lookAround(page);
    const query = await copied(page, "From the start");
    const look = new URLSearchParams(query).get("look") ?? "";
    expect(look).toMatch(/^1_z[\d.]+_c[\d.]+-[\d.]+_u\d+_p_ovk/);
    await told(page, look);

    const seen = await camera(page);
    const hash = await hashAt600(page);
    // Drawn in software, two such pages would take turns.
    await page.keyboard.press("d");
    await page.keyboard.press("Escape");

    const friend = await open(query, { ...phone, deviceScaleFactor: 1 });
    expectSame(await camera(friend.page), seen);
    expect(await friend.page.locator("#notice").isVisible()).toBe(false);
    expect(await friend.page.locator("#overlay-views").isChecked()).toBe(true);
    expect(await friend.page.locator("#overlay-density").isChecked()).toBe(true);
    expect(await friend.page.locator("#overlay-forces").isChecked()).toBe(false);
    expect(await hashAt600(friend.page)).toBe(hash);
  });

  test("a camera that follows a unit says so, and its way does not fill the address bar", async ({
    open,
  }) => {
    const { page } = await open("scene=swarm", small);
    await page.locator("#stage").focus();
    await page.keyboard.press("]");
    await page.keyboard.press("c");
    await page.waitForFunction(() => /look=1_z2_u\d+_f/.test(location.search));
    const before = page.url();
    await advance(page, 60);
    await frame(page);
    expect(page.url()).toBe(before);
    const friend = await open(new URL(before).search.slice(1));
    await friend.page.locator("#ask").waitFor();
    await advance(friend.page, 60);
    expectSame(await camera(friend.page), await camera(page));
    await page.keyboard.press("0");
    await page.keyboard.press("Escape");
    await showList(page);
    await page.waitForFunction(() => !location.search.includes("look="));
  });

  test("what makes no sense in it is told and ignored, the rest is shown", async ({ open }) => {
    const { page } = await open("scene=swarm&look=1_z2_u999999_oxq_ty_c1", small);
    const notice = page.locator("#notice");
    await notice.waitFor({ state: "visible" });
    const text = await notice.textContent();
    expect(text).toContain("\u201coxq\u201d");
    expect(text).toContain("no bird 999999");
    expect((await camera(page)).zoom).toBeCloseTo(2, 2);
    // What was pasted stays until the first change.
    expect(await page.evaluate(() => location.search)).toContain("oxq");
    await page.locator("#plain input").first().press("ArrowRight");
    await told(
      page,
      await page.evaluate(() => {
        const { camera } = window.flockwright.stage;
        const { x, y } = camera.center();
        return `1_z2_c${Number(x.toFixed(1))}-${Number(y.toFixed(1))}`;
      }),
    );
  });

  test("another scene is seen whole; going back in the history brings the view back", async ({ open }) => {
    const { page } = await open("scene=flock-limited", small);
    await lookAround(page);
    await page.waitForFunction(() => location.search.includes("_ovk"));
    const before = page.url();
    await chooseScene(page, "swarm");
    await page.waitForFunction(() => location.search.includes("scene=swarm"));
    expect(new URL(page.url()).search).not.toMatch(/_[zcu]\d/);
    expect(await page.evaluate(() => window.flockwright.stage.camera.fitted)).toBe(true);
    await travel(page, -1);
    await page.waitForFunction(() => window.flockwright.core.scene() === "flock-limited");
    await page.waitForFunction(() => !window.flockwright.stage.camera.fitted);
    await frame(page);
    expect(page.url()).toBe(before);
    // The same run once more, seen whole: going back brings only the view back.
    const hash = await page.evaluate(() => window.flockwright.core.hash());
    await chooseScene(page, "flock-limited");
    await page.waitForFunction(() => window.flockwright.stage.camera.fitted);
    await travel(page, -1);
    await page.waitForFunction(() => !window.flockwright.stage.camera.fitted);
    await expect.poll(() => page.url()).toBe(before);
    expect(await page.evaluate(() => window.flockwright.core.hash())).toBe(hash);
  });
});

test("a changed run has a title of one's own, which its link carries, and undo of its scene brings back", async ({
  open,
}) => {
  const { page } = await open("scene=empty&seed=1&groups=units.pcohesion-alignment");
  const line = () => page.locator("#scene-line").textContent();
  await expect.poll(line).not.toContain("nothing tells them");
  await page.getByRole("button", { name: "Name it" }).click();
  await page.getByLabel("Title of this run").fill("My reef");
  await page.keyboard.press("Enter");
  const title = () => page.locator("#scene-title").textContent();
  expect(await title()).toContain("My reef");
  expect(await line()).toContain("Made from \u201cStart from nothing\u201d.");
  await expect.poll(() => page.url()).toContain("nMy%20reef");
  const friend = await open(page.url().split("?")[1] ?? "");
  expect(await friend.page.locator("#scene-title").textContent()).toContain("My reef");
  expect(await friend.page.title()).toContain("My reef");
  await chooseScene(page, "swarm");
  expect(await title()).not.toContain("My reef");
  await page.locator("#stage").focus();
  await page.keyboard.press("Control+z");
  await expect.poll(title).toContain("My reef");
});
