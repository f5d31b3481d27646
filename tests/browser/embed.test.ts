import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { pinnedHashes } from "../node/pinned";
import { drawn, frame, phone, test } from "./fixture";

declare global {
  interface Window {
    /** WebGL contexts that were asked for. */
    contexts?: number;
  }
}

/** Another site, with this HTML as its only page. */
async function site(html: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

/** Counts WebGL contexts, in every frame. */
function countContexts(): void {
  window.contexts = 0;
  const original = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    ...more: unknown[]
  ) {
    if (kind.startsWith("webgl")) window.contexts = (window.contexts ?? 0) + 1;
    return (original as (...all: unknown[]) => unknown).call(this, kind, ...more);
  } as typeof original;
}

const ticks = (embed: Frame) => embed.evaluate(() => window.flockwright.core.ticks());

describe("embed=1", () => {
  test("hides everything but the canvas, Play and the way to the playground, which keeps the run", async ({
    open,
  }) => {
    const link = "v=8&scene=flock-limited&seed=7&cohesion=2";
    const { page } = await open(`${link}&embed=1`, { playing: true });
    expect(await page.locator("#chrome").isVisible()).toBe(false);
    const seen = page.locator("button:visible, a:visible, input:visible");
    expect(await seen.evaluateAll((all) => all.map((one) => one.id))).toEqual([
      "embed-poster",
      "embed-play",
      "embed-open",
    ]);
    const target = new URL((await page.locator("#embed-open").getAttribute("href")) ?? "");
    expect(target.search).toBe(`?${link}`);
    await frame(page);
    expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(0);
    await page.locator("#embed-poster").click();
    await page.waitForFunction(() => window.flockwright.core.ticks() > 3);
    expect(await page.locator("#embed-poster").isVisible()).toBe(false);
    await page.keyboard.press("Space");
    expect(await page.getAttribute("#embed-play", "aria-pressed")).toBe("false");
    // It names the keys that there are.
    expect(await page.getAttribute("#stage", "aria-label")).toMatch(/Space/);
    expect(await page.getAttribute("#stage", "aria-label")).not.toMatch(/[Aa]rrow|question mark/);
    // A key that is held is pressed once.
    await page.locator("#stage").focus();
    for (let k = 0; k < 2; k++) await page.keyboard.down("Space");
    await page.keyboard.up("Space");
    expect(await page.getAttribute("#embed-play", "aria-pressed")).toBe("true");
  });

  test("of a link with an asked bird, it says why it turns, and nothing to press lies over the flock", async ({
    open,
  }) => {
    const { page } = await open("scene=open-sky&look=1_u20&embed=play", { playing: true });
    const sentence = page.locator("#ask-sentence");
    await sentence.waitFor();
    await expect.poll(() => sentence.textContent()).toMatch(/^It \w+/);
    expect(await page.locator("#ask :is(button, input)").filter({ visible: true }).count()).toBe(0);
    expect(await page.locator("#embed-hint").isVisible()).toBe(false);
  });

  test("embed=play starts by itself, unless less motion is asked for", async ({ open }) => {
    const eager = await open("scene=swarm&embed=play", { playing: true });
    await eager.page.waitForFunction(() => window.flockwright.core.ticks() > 3);
    const still = await open("scene=swarm&embed=play");
    expect(await still.page.evaluate(() => window.flockwright.clock.playing)).toBe(false);
    expect(await still.page.locator("#embed-poster").isVisible()).toBe(true);
  });

  test("a link that starts later starts there, and keeps that on its way to the playground", async ({
    open,
  }) => {
    const { page } = await open("v=8&scene=flock-limited&at=300&embed=1");
    await page.waitForFunction(() => window.flockwright.core.ticks() === 300);
    const [here, there] = await page.evaluate(() => {
      const { core } = window.flockwright;
      const hash = core.hash();
      core.restart();
      core.tick(300);
      return [hash, core.hash()];
    });
    expect(here).toBe(there);
    const target = new URL((await page.locator("#embed-open").getAttribute("href")) ?? "");
    expect(target.search).toBe("?v=8&scene=flock-limited&at=300");
  });

  test("a far start shows how far it is, and can be left for where it has come to", async ({ open }) => {
    const { page } = await open("v=8&scene=flock-limited&at=9000000&embed=1");
    const title = page.locator("#embed-title");
    await expect.poll(() => title.textContent()).toMatch(/^Replaying to .+: \d+ %$/);
    expect(await page.locator("#embed-poster").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Stop here" }).click();
    const state = () =>
      page.evaluate(() => {
        const { core, clock } = window.flockwright;
        return { goal: core.seekGoal(), playing: clock.playing, ticks: core.ticks() };
      });
    const left = await state();
    expect(left).toEqual({ goal: undefined, playing: false, ticks: expect.any(Number) });
    expect(left.ticks).toBeGreaterThan(0);
    expect(await title.textContent()).not.toContain("Replaying");
    await page.locator("#embed-poster").click();
    await page.waitForFunction((from) => window.flockwright.core.ticks() > from, left.ticks);
  });

  test("a finger scrolls the page around a waiting embed, and leads the flock of a playing one", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-wide&embed=1", { ...phone, reducedMotion: "no-preference" });
    const action = () => page.locator("#stage").evaluate((one) => getComputedStyle(one).touchAction);
    expect(await action()).toBe("auto");
    await page.locator("#embed-play").tap();
    expect(await action()).toBe("none");
  });
});

drawn(
  "three embeds on another site's page run side by side, without WebGL, and rest out of sight",
  async ({ open }) => {
    const source = inject("page");
    // A frame out of sight is not drawn, so nothing can be waited for from drawing to drawing.
    const unseen = { polling: 100 };
    const embeds = [
      { scene: "flock-wide", width: 480, height: 360, top: 0 },
      { scene: "duel", width: 150, height: 90, top: 400 },
      { scene: "swarm", width: 320, height: 240, top: 6000 },
    ];
    const frames = embeds.map(
      ({ scene, width, height, top }) =>
        `<iframe name="${scene}" src="${source}?v=8&amp;scene=${scene}&amp;embed=play" width="${width}" height="${height}"
        style="position: absolute; top: ${top}px; border: 0"></iframe>`,
    );
    const parent = await site(`<!doctype html><title>A blog</title><body>${frames.join("")}</body>`);
    try {
      const { page } = await open("embed=1", { playing: true, prepare: countContexts });
      await page.goto(parent.url);
      const embed = (scene: string) => page.frame({ name: scene }) as Frame;
      for (const { scene, width, height } of embeds) {
        const own = embed(scene);
        await own.waitForFunction(() => (window.flockwright?.core.views().count ?? 0) > 0, undefined, unseen);
        const overflow = await own.evaluate(() => [
          document.documentElement.scrollWidth - innerWidth,
          document.documentElement.scrollHeight - innerHeight,
        ]);
        expect(Math.max(...overflow), scene).toBeLessThanOrEqual(0);
        for (const id of ["embed-play", "embed-open"]) {
          const box = await own.locator(`#${id}`).evaluate((one) => one.getBoundingClientRect().toJSON());
          expect(Math.min(box.width, box.height), id).toBeGreaterThanOrEqual(44);
          expect(box.right, id).toBeLessThanOrEqual(width);
          expect(box.bottom, id).toBeLessThanOrEqual(height);
        }
      }
      for (const scene of ["flock-wide", "duel"])
        await embed(scene).waitForFunction(() => window.flockwright.core.ticks() > 5);
      const far = embed("swarm");
      await far.waitForFunction(
        () => document.querySelector<HTMLElement>("#stage")?.dataset.resting === "true",
        undefined,
        unseen,
      );
      const asleep = await ticks(far);
      const reached = await ticks(embed("duel"));
      await embed("duel").waitForFunction((from) => window.flockwright.core.ticks() > from + 20, reached);
      expect(await ticks(far)).toBe(asleep);
      await page.evaluate(() => scrollTo(0, 6000));
      await far.waitForFunction((from) => window.flockwright.core.ticks() > from + 5, asleep);
      for (const { scene } of embeds) {
        const own = embed(scene);
        expect(await own.evaluate(() => [window.contexts, window.flockwright.stage.backend])).toEqual([
          0,
          "canvas2d",
        ]);
        const hash = await own.evaluate(() => {
          const { core, clock } = window.flockwright;
          clock.playing = false;
          core.restart();
          core.tick(600);
          return core.hash();
        });
        expect(hash).toBe(pinnedHashes[scene]);
      }
    } finally {
      parent.close();
    }
  },
);

test("no header and no policy forbids other pages to embed this one", async ({ open }) => {
  const { page } = await open();
  const response = await page.request.get(inject("page"));
  const headers = response.headers();
  expect(headers["x-frame-options"]).toBeUndefined();
  expect(headers["content-security-policy"]).not.toContain("frame-ancestors");
  // Pages that are isolated themselves embed only what allows it.
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
  expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
});

describe("a sandboxed frame", () => {
  const framed = (sandbox: string, host: "page" | "plainPage") =>
    site(`<iframe sandbox="${sandbox}" src="${inject(host)}?scene=swarm&embed=1"></iframe>`);

  test("that is refused the program says what is missing", async ({ browser }) => {
    const around = await framed("allow-scripts", "plainPage");
    const page = await browser.newPage();
    await page.goto(around.url);
    const said = page.frameLocator("iframe").getByRole("alert");
    await expect.poll(() => said.innerText()).toContain("without “allow-same-origin”");
    await page.close();
    around.close();
  });

  test("shows the flock where it may be of its own origin, or where its host allows any", async ({
    browser,
  }) => {
    for (const [sandbox, host] of [
      ["allow-scripts allow-same-origin", "plainPage"],
      ["allow-scripts", "page"],
    ] as const) {
      const around = await framed(sandbox, host);
      const page = await browser.newPage();
      await page.goto(around.url);
      await page.frameLocator("iframe").locator("#embed-play").waitFor();
      await page.close();
      around.close();
    }
  });
});
