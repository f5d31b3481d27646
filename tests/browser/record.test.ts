/** Pictures and videos of the canvas. */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { describe, expect } from "vitest";
import { palettes } from "../../www/src/stage/palette";
import { advance, contentOf, countColor, frame, phone, rgb, said, share, test } from "./fixture";

/** The browser makes WebM, whose frames can be told apart here. */
function onlyWebM(): void {
  const real = VideoEncoder.isConfigSupported.bind(VideoEncoder);
  VideoEncoder.isConfigSupported = (config) =>
    config.codec.startsWith("avc") ? Promise.resolve({ supported: false, config }) : real(config);
}

async function openMedia(page: Page): Promise<void> {
  await share(page, "Picture or loop");
  // It comes late.
  await page.locator("#video-start").or(page.locator("#video-unsupported")).waitFor();
}

async function picture(page: Page): Promise<PNG> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save picture" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("flockwright-flock-limited-seed-3-tick-60.png");
  return PNG.sync.read(await contentOf(download));
}

describe.each(["webgl2", "2d"])("a picture by %s", (renderer) => {
  test.for(["dark", "light"] as const)("shows ground, units and marks, %s", async (theme, { open }) => {
    // By role: each unit has the one color that is counted.
    const { page } = await open("scene=flock-limited&seed=3&look=1_d0r01", {
      colorScheme: theme,
      storage: { "flockwright.renderer": renderer },
    });
    await advance(page, 60);
    await openMedia(page);
    const image = await picture(page);
    // A slide, whatever the window.
    expect([image.width, image.height]).toEqual([1920, 1080]);
    const units = countColor(image, rgb(palettes[theme].roles[0]));
    expect(units, "pixels of regular units").toBeGreaterThan(300);
    expect(countColor(image, rgb(palettes[theme].labelPlate)), "pixels of the ground").toBeGreaterThan(
      200_000,
    );
  });
});

/** The times of all frames of a WebM file, ms. */
function frameTimes(file: Buffer): number[] {
  const times: number[] = [];
  let cluster = 0;
  const vint = (at: number, keep: boolean): [value: number, length: number] => {
    const first = file[at] ?? 0;
    const length = Math.clz32(first) - 23;
    let value = keep ? first : first & (0xff >> length);
    for (let i = 1; i < length; i++) value = value * 256 + (file[at + i] ?? 0);
    return [value, length];
  };
  let at = 0;
  while (at < file.length) {
    const [id, idLength] = vint(at, true);
    const [size, sizeLength] = vint(at + idLength, false);
    at += idLength + sizeLength;
    if (id === 0xe7) cluster = file.readUIntBE(at, size);
    if (id === 0xa3 || id === 0xa1) times.push(cluster + file.readInt16BE(at + 1));
    // Segments, clusters and groups are entered, everything else is passed over.
    if (![0x18538067, 0x1f43b675, 0xa0].includes(id)) at += size;
  }
  return times;
}

test("a video has a frame for every second tick, at its time, and the run is where it would be", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited&seed=3", {
    viewport: { width: 640, height: 480 },
    prepare: onlyWebM,
  });
  await advance(page, 60);
  await openMedia(page);
  await page.getByLabel("Seconds", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  expect(await page.locator(".share-status").textContent()).toContain("from 1 to 60 seconds");
  await page.getByLabel("Seconds", { exact: true }).fill("1");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Record", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("flockwright-flock-limited-seed-3-tick-60.webm");
  const file = await contentOf(download);
  expect(file.length).toBeGreaterThan(5_000);
  // All of them, however long they took here.
  expect(frameTimes(file)).toEqual(Array.from({ length: 30 }, (_, k) => Math.round((k * 1000) / 30)));
  await said(page, /\.webm, [\d.]+ [kM]B\.$/);
  const [ticks, hash] = await page.evaluate(() => {
    const { core } = window.flockwright;
    return [core.ticks(), core.hash()];
  });
  expect(ticks).toBe(120);
  const { page: other } = await open("scene=flock-limited&seed=3");
  await advance(other, 120);
  expect(await other.evaluate(() => window.flockwright.core.hash())).toBe(hash);
});

test.for([
  ["the best format", undefined],
  ["WebM", onlyWebM],
] as const)(
  "what was recorded plays, has its length, and can be gone to any place in: %s",
  async ([, prepare], { open }) => {
    const { page } = await open("scene=flock-limited", { viewport: { width: 640, height: 480 }, prepare });
    await openMedia(page);
    await page.getByLabel("Seconds", { exact: true }).fill("1");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Record", exact: true }).click(),
    ]);
    const type = download.suggestedFilename().split(".").at(-1) ?? "";
    const data = (await contentOf(download)).toString("base64");
    // The page's policy refuses videos, even its own: a blank page plays it.
    const player = await page.context().newPage();
    const played = await player.evaluate(
      async ([type, base64]) => {
        const video = document.createElement("video");
        video.muted = true;
        video.src = `data:video/${type};base64,${base64}`;
        await new Promise((done, refuse) => {
          video.onloadeddata = done;
          video.onerror = () => refuse(new Error(video.error?.message));
        });
        video.currentTime = 0.7;
        await new Promise((done) => {
          video.onseeked = done;
        });
        return [video.videoWidth, video.videoHeight, video.duration, video.currentTime];
      },
      [type, data],
    );
    const [width = 0, height = 0, duration, at] = played;
    expect(at).toBe(0.7);
    expect([width % 2, height % 2, width > 200, width <= 640, height > 100, height <= 480]).toEqual([
      ...[0, 0, true, true, true, true],
    ]);
    expect(duration).toBeCloseTo(1, 2);
  },
);

test("one video is taken at a time", async ({ open }) => {
  const { page } = await open("scene=flock-limited");
  await openMedia(page);
  await page.getByLabel("Seconds", { exact: true }).fill("60");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.waitForFunction(() => window.flockwright.core.ticks() > 2);
  // After a press with the mouse the keys are the flock's.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("stage");
  await page.keyboard.press("s");
  await page.locator("#share").getByRole("button", { name: "Picture or loop" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  expect(await page.locator(".share-status").textContent()).toContain("Stop or cancel it first");
  await page.keyboard.press("Escape");
  await page.locator("#video-cancel").click();
  await expect.poll(() => page.locator("#video-line").count()).toBe(0);
  // Nothing drives the run any longer: the page opened without motion, so it is paused.
  const [held, before] = await page.evaluate(() => {
    const { clock, core } = window.flockwright;
    return [clock.isHeld, core.ticks()];
  });
  await frame(page);
  expect([held, await page.evaluate(() => window.flockwright.core.ticks())]).toEqual([false, before]);
});

test("a video waits while the run is paused or its timeline is held, and goes on after", async ({ open }) => {
  const { page } = await open("scene=flock-limited", { playing: true, prepare: onlyWebM });
  const ticks = () => page.evaluate(() => window.flockwright.core.ticks());
  const goesOn = async () => {
    const before = await ticks();
    await page.waitForFunction((tick) => window.flockwright.core.ticks() > tick + 2, before);
  };
  // The first frames may be those of ticks that were under way.
  const rests = async () => {
    const [before, after] = await page.evaluate(async () => {
      const frames = async (count: number) => {
        for (let k = 0; k < count; k++) await new Promise(requestAnimationFrame);
        return window.flockwright.core.ticks();
      };
      return [await frames(5), await frames(20)];
    });
    expect(after).toBe(before);
  };
  await openMedia(page);
  await page.getByLabel("Seconds", { exact: true }).fill("60");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await goesOn();
  await page.keyboard.press("Space");
  await rests();
  await page.keyboard.press("Space");
  await goesOn();
  const line = await page.locator("#time-line").boundingBox();
  if (!line) throw new Error("no timeline");
  // In the past, where the run soon is.
  await page.mouse.move(line.x + 2, line.y + line.height / 2);
  await page.mouse.down();
  await page.waitForFunction(() => window.flockwright.core.seekGoal() === undefined);
  await page.mouse.up();
  // Going back stops the run.
  await rests();
  await page.locator("#stage").focus();
  await page.keyboard.press("Space");
  await goesOn();
  await page.keyboard.press("Space");
  // Stopped while it waits, it is kept.
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#video-stop").click()]);
  const times = frameTimes(await contentOf(download));
  const gaps = times.slice(1).map((time, k) => time - (times[k] ?? 0));
  expect(gaps.length).toBeGreaterThan(2);
  expect(Math.max(...gaps)).toBeLessThan(100);
});

test("the line of a video stays on the screen with all its buttons", async ({ open }) => {
  const { page } = await open("scene=flock-limited", phone);
  await openMedia(page);
  await page.getByLabel("Seconds", { exact: true }).fill("60");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  const line = page.locator("#video-line");
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [800, 600],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height });
    await frame(page);
    const over = await line.evaluate((element) => {
      const { left, right, bottom } = element.getBoundingClientRect();
      const reach = [...element.querySelectorAll("button")].map((one) => one.getBoundingClientRect());
      return reach.filter((box) => box.left < left || box.right > right || box.bottom > bottom).length;
    });
    expect(over, `${width} x ${height}`).toBe(0);
    expect(await line.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(
      width,
    );
  }
  await page.locator("#video-cancel").click();
});

test("a video can be cancelled, and what cannot be recorded is said", async ({ open }) => {
  const { page } = await open("scene=flock-limited");
  await openMedia(page);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.locator("#video-cancel").click();
  await said(page, /^The loop was canceled\.$/);
  expect(await page.locator("#video-line").count()).toBe(0);
  const { page: other } = await open("scene=flock-limited", {
    prepare: () => {
      Object.assign(window, { VideoEncoder: undefined });
    },
  });
  await openMedia(other);
  expect(await other.locator("#video-unsupported").textContent()).toContain("cannot record loops");
});

test("by http from an address of the local network, videos and the clipboard say that https is missing", async ({
  browser,
}) => {
  const page = await browser.newPage();
  const address = "http://192.168.7.7/";
  await page.route(`${address}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || "index.html";
    return route.fulfill({ path: fileURLToPath(new URL(`../../www/dist/${path}`, import.meta.url)) });
  });
  await page.goto(`${address}?scene=flock-limited`);
  await page.waitForFunction(() => window.flockwright?.core.views().count > 0);
  await openMedia(page);
  expect(await page.locator("#video-unsupported").textContent()).toContain("by https");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "This moment" }).click();
  await expect.poll(() => page.locator("#toast").textContent()).toContain("by https");
  await page.close();
});

test("a picture is a slide or a square, with a caption that can be left out, and the stage stays as it was", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited&seed=3", phone);
  await advance(page, 60);
  const view = () =>
    page.evaluate(() => {
      const { scale, originX, originY, fitted } = window.flockwright.stage.camera;
      const canvas = document.querySelector<HTMLCanvasElement>("#stage canvas");
      return [scale, originX, originY, fitted, canvas?.width, canvas?.height];
    });
  const before = await view();
  await openMedia(page);
  const captioned = await picture(page);
  await page.getByLabel("Caption with scene and link").uncheck();
  const bare = await picture(page);
  await page.getByLabel("Square, 1080 by 1080 px").first().check();
  const square = await picture(page);
  expect([captioned, bare, square].map(({ width, height }) => [width, height])).toEqual([
    [1920, 1080],
    [1920, 1080],
    [1080, 1080],
  ]);
  const row = (image: PNG, y: number) => image.data.subarray(4 * y * image.width, 4 * (y + 1) * image.width);
  expect(row(captioned, 1079).equals(row(bare, 1079))).toBe(false);
  expect(row(captioned, 300).equals(row(bare, 300))).toBe(true);
  expect(await view()).toEqual(before);
});
