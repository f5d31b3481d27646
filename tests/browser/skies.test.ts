/** Two skies: the same flock with and without one thing, side by side. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  advance,
  chooseScene,
  contentOf,
  copied,
  drawn,
  freeGround,
  goTo,
  type Open,
  param,
  phone,
  ready,
  said,
  share,
  small,
  test,
} from "./fixture";

const RUN = "scene=open-sky&seed=31";
/** Without cohesion from tick 60 on. */
const SPLIT = "look=1_scohesion*0*60";

const skies = (page: Page) => page.locator("#skies");
const captions = (page: Page) => page.locator(".sky p.strong").allTextContents();
/** Ticks and hashes of both runs. */
const both = (page: Page) =>
  page.evaluate(() => {
    const { core } = window.flockwright;
    return { ticks: [core.ticks(), core.twin.ticks()], hashes: [core.hash(), core.twin.hash()] };
  });
/** Waits until both are at a tick. */
const arrived = (page: Page, tick: number) =>
  expect.poll(async () => (await both(page)).ticks).toEqual([tick, tick]);
/** Opens two skies, by default without cohesion in one, and waits until both are at tick 60. */
async function openAt60(open: Open, look = SPLIT): Promise<Page> {
  const { page } = await open(`${RUN}&at=60&${look}`);
  await skies(page).waitFor();
  await arrived(page, 60);
  return page;
}

test("with and without fly in step; every input reaches both but what differs, and the run is untouched", async ({
  open,
}) => {
  const play = async (page: Page, isSplit: boolean) => {
    await advance(page, 60);
    if (isSplit) {
      await page.evaluate(() => window.flockwright.core.tick(0));
      await page.locator("#stage").press("w");
      await page.getByRole("button", { name: "Without it? Cohesion" }).click();
      await page.getByRole("button", { name: /^Two skies: all birds without cohesion/ }).click();
      await skies(page).waitFor();
    }
    const hashes: string[] = [];
    for (let round = 0; round < 6; round++) {
      await page.evaluate((at) => {
        const { core } = window.flockwright;
        const id = (key: string) => core.params().find((one) => one.key === key)?.id;
        if (at === 1) core.pointer(400, 300);
        if (at === 2) core.set(id("separation") as never, 2);
        if (at === 3) core.release();
        if (at === 4) core.set(id("cohesion") as never, 3);
      }, round);
      await advance(page, 20);
      hashes.push(await page.evaluate(() => window.flockwright.core.hash()));
    }
    return hashes;
  };
  const { page: alone } = await open(RUN);
  const { page } = await open(RUN);
  expect(await play(page, true)).toEqual(await play(alone, false));
  const { ticks, hashes } = await both(page);
  expect(ticks).toEqual([180, 180]);
  expect(hashes[0]).not.toBe(hashes[1]);
  expect(await captions(page)).toEqual(["with cohesion", "without"]);
  const values = await page.evaluate(() => {
    const { core } = window.flockwright;
    const of = (key: string) => core.params().find((one) => one.key === key)?.id as never;
    return ["cohesion", "separation"].map((key) => [core.get(of(key)), core.twin.get(of(key))]);
  });
  expect(values).toEqual([
    [3, 0],
    [2, 2],
  ]);
  await page.keyboard.press("Escape");
  expect(await skies(page).isVisible()).toBe(false);
  expect(await page.evaluate(() => window.flockwright.core.twin.isOpen)).toBe(false);
});

test("one timeline goes through both; a shared link opens the same second sky, also one of an older page", async ({
  open,
}) => {
  const page = await openAt60(open);
  await advance(page, 140);
  const at200 = await both(page);
  expect(at200.ticks).toEqual([200, 200]);
  await goTo(page, 90);
  await arrived(page, 90);
  await goTo(page, 200);
  await arrived(page, 200);
  expect(await both(page)).toEqual(at200);
  const link = await copied(page, "This moment");
  const { page: other } = await open(link);
  await skies(other).waitFor();
  await arrived(other, 200);
  expect(await both(other)).toEqual(at200);
  const old = await openAt60(open, "look=1_u17_w0a");
  await advance(old, 140);
  expect((await both(old)).hashes).toEqual(at200.hashes);
  expect(await old.locator("#ask").isVisible()).toBe(false);
});

test("the second sky is taken as the run, as one step of undo", async ({ open }) => {
  const page = await openAt60(open);
  await advance(page, 60);
  const { hashes } = await both(page);
  await page.getByRole("button", { name: "Take it" }).click();
  await skies(page).waitFor({ state: "hidden" });
  const now = () => page.evaluate(() => window.flockwright.core.hash());
  expect(await now()).toBe(hashes[1]);
  expect((await param(page, "cohesion")).value).toBe(0);
  const undo = page.locator("#edit-bar button").first();
  expect(await undo.getAttribute("aria-label")).toBe("Undo: Two skies: without");
  // It goes on with inputs of its own, and back in its time.
  await page.evaluate(() => window.flockwright.core.pointer(100, 100));
  await advance(page, 30);
  await goTo(page, 120);
  await expect.poll(now).toBe(hashes[1]);
  await undo.click();
  await expect.poll(now).toBe(hashes[0]);
  expect((await param(page, "cohesion")).value).toBeGreaterThan(0);
});

test("the measure that differs most is told with both values; a future is compared", async ({ open }) => {
  const { page } = await open("scene=vicsek&count=300", { ...small, storage: { "flockwright.open": "" } });
  await advance(page, 120);
  await page.locator('[data-plain="noise"] > .label').click();
  await page.getByRole("button", { name: /^Compare 4/ }).click();
  await skies(page).waitFor();
  expect(await page.locator("#futures").isVisible()).toBe(false);
  await expect.poll(() => captions(page)).toEqual(["noise 1.00\u202frad", "4.00\u202frad"]);
  const measured = () => page.locator(".skies-measure").allTextContents();
  await expect.poll(measured).toEqual([expect.stringMatching(/^[a-z].* \d/), expect.stringMatching(/^\d/)]);
});

test("what cannot be compared is told, and nothing changes", async ({ open }) => {
  const { page } = await open(`scene=open-sky&count=30000&at=0&${SPLIT}`);
  expect(await page.locator("#notice-text").textContent()).toMatch(
    /^30,0\d\d birds are too many for two skies: at most 20,000\.$/,
  );
  for (const [look, text] of [
    ["snothing*1*0", "no \u201cnothing\u201d in this run"],
    ["scohesion*1e3*0", "Ignored in the view"],
    ["scohesion*99999*0", "cohesion cannot be 99999"],
    ["scohesion*1.1*0", "Both skies would be the same"],
  ]) {
    const { page: other } = await open(`${RUN}&look=1_${look}`);
    await expect.poll(() => other.locator("#notice-text").textContent()).toContain(text);
    expect(await other.locator("#skies:visible").count()).toBe(0);
  }
});

test("the loop from Share has both skies with captions, and its end continues in its beginning", async ({
  open,
}) => {
  const page = await openAt60(open);
  await advance(page, 120);
  await share(page, "Picture or loop");
  const part = page.locator(".share-part", { has: page.locator("#video-start") });
  await part.getByText("Both skies from here on").waitFor();
  expect(await part.getByLabel("Seconds").inputValue()).toBe("6");
  await part.getByLabel("Seconds").fill("1");
  await part.getByLabel("Square").check();
  // A machine without a graphics processor takes its time.
  const saved = page.waitForEvent("download", { timeout: 150_000 });
  await page.locator("#video-start").click();
  const download = await saved;
  const url = `data:video/mp4;base64,${(await contentOf(download)).toString("base64")}`;
  // The page's policy refuses videos, even its own: a blank page plays it.
  const player = await page.context().newPage();
  const seen = await player.evaluate(async (url) => {
    const video = document.createElement("video");
    video.muted = true;
    video.src = url;
    await new Promise((done, refuse) => {
      video.onloadeddata = done;
      video.onerror = () => refuse(new Error(video.error?.message));
    });
    const { videoWidth: width, videoHeight: height, duration } = video;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    /** Green values of a frame. */
    const frame = async (index: number) => {
      video.currentTime = (index + 0.5) / 30;
      await new Promise((done) => {
        video.onseeked = done;
      });
      context?.drawImage(video, 0, 0);
      const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, width, height) ?? {};
      return data.filter((_, at) => at % 4 === 1);
    };
    const apart = (a: Uint8ClampedArray, b: Uint8ClampedArray) =>
      a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0);
    const [first, second, middle, last] = [await frame(0), await frame(1), await frame(15), await frame(29)];
    const [left, right] = [0, 1].map((half) =>
      first.filter((_, at) => at % width < width / 2 === (half === 0)),
    );
    const step = apart(first, second);
    return {
      ...{ width, height, duration },
      jump: apart(last, first) / step,
      travel: apart(middle, first) / step,
      halves: apart(left ?? first, right ?? first) / step,
    };
  }, url);
  expect([seen.width, seen.height, Math.round(10 * seen.duration)]).toEqual([1080, 1080, 10]);
  expect(seen.jump).toBeLessThan(1.5);
  expect(seen.travel).toBeGreaterThan(2);
  expect(seen.halves).toBeGreaterThan(1);
});

test("a full recording closes the second sky, and opens none", async ({ open }) => {
  const { page } = await open(`${RUN}&count=20&${SPLIT}`);
  await skies(page).waitFor();
  await page.evaluate(() => {
    const { core } = window.flockwright;
    const id = core.params().find(({ key }) => key === "alignment")?.id as never;
    while (!core.recordingFull()) {
      for (let input = 0; input < 2000; input++) core.ramp(id, input % 2, 600);
      core.tick(1);
    }
  });
  await said(page, /^One sky again: the recording is full/);
  expect(await skies(page).isVisible()).toBe(false);
  await page.locator("#stage").press("w");
  await page.getByRole("button", { name: "Without it? Cohesion" }).click();
  await page.getByRole("button", { name: /^Two skies: all birds without cohesion/ }).click();
  await said(page, /^The recording is full, and two skies need it/);
  expect(await skies(page).isVisible()).toBe(false);
});

test("tiles, a removal, another window, twice at once, and another run", async ({ open }) => {
  const { page } = await open(`${RUN}&${SPLIT}`);
  await skies(page).waitFor();
  await advance(page, 80);
  await page.setViewportSize({ width: 1000, height: 640 });
  await ready(page);
  // Closed and opened by the history in one moment, twice.
  await page.evaluate(() => {
    const { href } = location;
    for (const address of [href.replace(/&look=[^&]*/, ""), href, href.replace(/&look=[^&]*/, ""), href]) {
      history.replaceState(null, "", address);
      window.dispatchEvent(new PopStateEvent("popstate"));
    }
  });
  await skies(page).waitFor();
  expect(await captions(page)).toEqual(["with cohesion", "without"]);
  await page.evaluate(() => {
    const id = window.flockwright.core.params().find(({ key }) => key === "count")?.id;
    window.flockwright.core.set(id as never, 40);
  });
  await advance(page, 10);
  const { ticks } = await both(page);
  expect(ticks[1]).toBe(ticks[0]);
  const counts = () =>
    page.evaluate(() => [window.flockwright.core.views().count, window.flockwright.core.twin.views().count]);
  expect(await counts()).toEqual([41, 41]);
  await page.evaluate(() => window.flockwright.core.restart());
  await advance(page, 5);
  expect((await both(page)).ticks).toEqual([5, 5]);
  const { page: other } = await open(`${RUN}&${SPLIT}`);
  await skies(other).waitFor();
  await chooseScene(other, "tile-chase");
  await said(other, "One sky again: another run is open");
  expect(await skies(other).isVisible()).toBe(false);
  const { page: tiles } = await open("scene=zombie-horde&look=1_scount*40*0");
  await skies(tiles).waitFor();
  await advance(tiles, 60);
  expect((await both(tiles)).ticks).toEqual([60, 60]);
});

test("a tap on a bird of the second sky asks the same bird in the first one; overlays say whose they are", async ({
  open,
}) => {
  const page = await openAt60(open);
  await advance(page, 120);
  await expect(page.locator(".skies-note").isVisible()).resolves.toBe(false);
  const { unit, x, y } = await page.evaluate(() => {
    const { core, stage } = window.flockwright;
    const [, second = { left: 0, top: 0 }] = stage.boxes;
    const views = core.twin.views();
    const places = Array.from(views.x, (x, unit) => ({
      unit,
      ...stage.camera.toDomain(x, views.y[unit] ?? 0),
    }));
    const shown = places.map((at) => ({ unit: at.unit, x: at.x + second.left, y: at.y + second.top }));
    const isFree = ({ x, y }: { x: number; y: number }) => document.elementFromPoint(x, y)?.closest("#stage");
    return shown.find((at) => at.x > second.left + 20 && isFree(at)) ?? { unit: -1, x: 0, y: 0 };
  });
  await page.mouse.click(x, y);
  await page.locator("#ask").waitFor();
  await said(page, /^Asked in the first sky/);
  expect(await page.evaluate(() => window.flockwright.core.asked())).toBe(unit);
  expect(await skies(page).isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await expect
    .poll(() => page.locator(".skies-note").textContent())
    .toBe("Overlays are those of the first sky.");
});

test("above 2,000 birds they take turns, which is said; of a crowd its number is told instead", async ({
  open,
}) => {
  const { page } = await open(`scene=flock-limited&count=2500&${SPLIT}`);
  await skies(page).waitFor();
  await expect
    .poll(() => page.locator(".skies-note:visible").textContent())
    .toMatch(/^Two times 2,50\d birds: they take turns, and time is slower\.$/);
  await page.evaluate(() => {
    window.flockwright.clock.playing = true;
  });
  await expect.poll(async () => Math.min(...(await both(page)).ticks)).toBeGreaterThan(3);
  const { ticks } = await both(page);
  expect(Math.abs((ticks[0] ?? 0) - (ticks[1] ?? 0))).toBeLessThanOrEqual(1);
  const { page: crowd } = await open(`scene=flock-limited&count=100000&${SPLIT}`);
  await expect
    .poll(() => crowd.locator("#notice-text").textContent())
    .toMatch(/^100,0\d\d birds are too many for two skies: at most 20,000\.$/);
});

test("a rock and its undo reach both skies, a lesson leaves one, and a run may end in one of them", async ({
  open,
}) => {
  const { page } = await open(`${RUN}&${SPLIT}`);
  await skies(page).waitFor();
  await advance(page, 80);
  await page.locator("#add-button").click();
  await page.locator("#add").getByRole("button", { name: "Rock", exact: true }).click();
  await page.locator("#edit-tools").waitFor();
  const place = await freeGround(page);
  await page.mouse.click(place.x, place.y);
  const rocks = () =>
    page.evaluate(() => {
      const { core } = window.flockwright;
      return [core, core.twin].map((run) => run.scenery().obstacles.length);
    });
  await expect.poll(rocks).toEqual([1, 1]);
  await page.keyboard.press("Control+z");
  await expect.poll(rocks).toEqual([0, 0]);
  await page.keyboard.press("Escape");
  await advance(page, 20);
  expect((await both(page)).ticks).toEqual([100, 100]);
  await page.evaluate(() => {
    history.pushState(null, "", "?learn=cohesion-alone");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect.poll(() => skies(page).isVisible()).toBe(false);
  expect(await page.evaluate(() => window.flockwright.stage.boxes.length)).toBe(1);
  // All of the prey is caught, in one sky at another time than in the other.
  const sharks =
    "scene=empty&seed=3&width=300&height=200&count=12&g1.count=6&g1.caught=remove&g1.catch_factor=3" +
    "&groups=units.nFish.rregular.bpoint.pwander*g1.nSharks.rregular.bpoint.ppursue.hunits";
  const { page: ends } = await open(`${sharks}&look=1_sg1.pursue*0*0`);
  await skies(ends).waitFor();
  const left = await ends.evaluate(() => {
    const { core } = window.flockwright;
    for (let tick = 0; tick < 6000 && (core.groups()[0]?.count ?? 0) > 1; tick += 60) core.tick(60);
    core.tick(60);
    return [core, core.twin].map((run) => run.groups()[0]?.count ?? 0);
  });
  // The last one is left.
  expect(left[0]).toBe(1);
  expect(left[1]).toBeGreaterThan(1);
  const { ticks } = await both(ends);
  expect(ticks[1]).toBe(ticks[0]);
  expect(await skies(ends).isVisible()).toBe(true);
});

drawn("on one canvas, which may be lost; one above the other on a phone", async ({ open }) => {
  const { page } = await open(`${RUN}&${SPLIT}`, phone);
  await skies(page).waitFor();
  await advance(page, 90);
  const boxes = await page
    .locator(".sky")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect(boxes[0]?.left).toBe(boxes[1]?.left);
  expect(boxes[1]?.top).toBeGreaterThan(boxes[0]?.top ?? 0);
  // A line that says something leaves the upper caption free.
  const [foot, line] = await page.evaluate(() => {
    const slow = document.querySelector<HTMLElement>("#slow");
    if (slow) slow.hidden = false;
    return [document.querySelector(".sky-foot"), slow].map((one) => one?.getBoundingClientRect().toJSON());
  });
  expect(line.height).toBeGreaterThan(20);
  expect(line.top).toBeGreaterThan(foot.bottom);
  const backend = () => page.evaluate(() => window.flockwright.stage.backend);
  expect(await backend()).toBe("webgl2");
  const lose = (isLost: boolean) =>
    page.evaluate((wanted) => {
      for (const canvas of document.querySelectorAll<HTMLCanvasElement>("#stage canvas")) {
        const gl = canvas.getContext("webgl2");
        const held = window as unknown as { lose?: WEBGL_lose_context | null };
        if (gl) held.lose ??= gl.getExtension("WEBGL_lose_context");
      }
      const { lose } = window as unknown as { lose?: WEBGL_lose_context };
      if (wanted) lose?.loseContext();
      else lose?.restoreContext();
    }, isLost);
  await lose(true);
  await expect.poll(backend).toBe("canvas2d");
  await advance(page, 30);
  expect((await both(page)).ticks).toEqual([120, 120]);
  await lose(false);
  await expect.poll(backend).toBe("webgl2");
  await advance(page, 30);
  expect((await both(page)).ticks).toEqual([150, 150]);
});
