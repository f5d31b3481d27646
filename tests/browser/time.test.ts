/** Back and forth in time: every tick has the hash that it had on the way, whatever was done. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import {
  advance,
  chooseScene,
  contentOf,
  copied,
  edit,
  goTo,
  layoutText,
  type Open,
  param,
  row,
  said,
  share,
  showLab,
  test,
  travel,
} from "./fixture";

const hash = (page: Page) => page.evaluate(() => window.flockwright.core.hash());
const end = (page: Page) => page.evaluate(() => window.flockwright.core.end());

/** Waits until the run stands at a tick and looks for no other. */
async function arrived(page: Page, tick: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const { core } = window.flockwright;
      return core.seekGoal() === undefined && core.ticks() === wanted;
    },
    tick,
    { polling: 50 },
  );
}

/** Types a tick into the timeline's field. */
async function jump(page: Page, tick: number): Promise<void> {
  await goTo(page, tick);
  await arrived(page, tick);
}

/** Drags, tunes and lets the flock run to tick 200; the hashes on the way. */
async function play(open: Open): Promise<{ page: Page; hashes: Map<number, string> }> {
  const { page } = await open("scene=flock-limited");
  const hashes = new Map<number, string>();
  const go = async (ticks: number) => {
    await advance(page, ticks);
    const tick = await page.evaluate(() => window.flockwright.core.ticks());
    hashes.set(tick, await hash(page));
  };
  await go(40);
  await page.mouse.move(560, 300);
  await page.mouse.down();
  for (let x = 570; x <= 690; x += 30) {
    await page.mouse.move(x, 320);
    await go(8);
  }
  await page.mouse.up();
  await go(20);
  const slider = (await row(page, "cohesion")).getByRole("slider");
  await slider.press("PageUp");
  await slider.press("PageUp");
  await go(100);
  return { page, hashes };
}

describe("the timeline", () => {
  test("goes to any tick, back and forth, and finds the flock that was there", async ({ open }) => {
    const { page, hashes } = await play(open);
    expect([...hashes.keys()]).toEqual([40, 48, 56, 64, 72, 80, 100, 200]);
    expect(new Set(hashes.values()).size).toBe(hashes.size);
    for (const tick of [100, 48, 80, 200, 40, 64]) {
      await jump(page, tick);
      expect(await hash(page), `tick ${tick}`).toBe(hashes.get(tick));
    }
    expect(await page.locator("#time-says span").textContent()).toMatch(/replaces/);
    await page.locator("#time-says button").click();
    await arrived(page, 200);
    expect(await hash(page)).toBe(hashes.get(200));
    expect(await page.locator("#time-says span").textContent()).toBe("");
    // The panel follows: before tick 100 cohesion was another.
    const cohesion = (await row(page, "cohesion")).getByRole("slider");
    const tuned = await cohesion.inputValue();
    await page.locator("#time-line").press("Home");
    await arrived(page, 0);
    await expect.poll(() => cohesion.inputValue()).not.toBe(tuned);
  });

  test("steps back by a key and a button, and plays again what was done", async ({ open }) => {
    const { page, hashes } = await play(open);
    await page.locator("#stage").focus();
    await jump(page, 82);
    await page.locator("#stage").focus();
    await page.keyboard.press(",");
    await arrived(page, 81);
    await showLab(page, "measure");
    await page.locator("#step-back").click();
    await arrived(page, 80);
    expect(await hash(page)).toBe(hashes.get(80));
    await page.locator("#stage").focus();
    await page.keyboard.press(".");
    await arrived(page, 81);
    await advance(page, 119);
    expect(await hash(page)).toBe(hashes.get(200));
    await page.keyboard.press("Home");
    await arrived(page, 0);
    // At the first tick there is nothing to go back to, but the button still stops the run.
    const isPlaying = await page.evaluate(() => {
      for (const key of ["play", "back-five"]) document.getElementById(key)?.click();
      return document.getElementById("play")?.getAttribute("aria-pressed");
    });
    expect(isPlaying).toBe("false");
    await page.keyboard.press("End");
    await arrived(page, 200);
    const line = page.locator("#time-line");
    await line.press("ArrowLeft");
    await arrived(page, 199);
    await line.press("PageDown");
    await arrived(page, 139);
    expect(await line.getAttribute("aria-valuetext")).toBe("2 s of 3 s");
  });

  test("knows the layout of every tick, and so do the address bar, a file and a link", async ({ open }) => {
    const { page } = await open("scene=flock-obstacles", { viewport: { width: 1000, height: 640 } });
    const seen = new Map<number, { hash: string; layout: string }>();
    const note = async (to: Page) => ({
      hash: await hash(to),
      layout: await layoutText(to),
    });
    const change = async (act: () => Promise<void>) => {
      await advance(page, 20);
      await act();
      seen.set(await page.evaluate(() => window.flockwright.core.ticks()), await note(page));
    };
    await edit(page);
    await page.locator('[data-tool="obstacle"]').click();
    await page.locator("#stage").focus();
    await change(async () => {
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
    });
    await change(() => page.keyboard.press("Delete"));
    await change(() => page.keyboard.press("Control+z"));
    await page.keyboard.press("e");
    await page.locator("#edit-tools").waitFor({ state: "hidden" });
    await advance(page, 40);
    expect(new Set([...seen.values()].map(({ layout }) => layout)).size).toBe(2);
    for (const tick of [40, 20, 60]) {
      await jump(page, tick);
      expect(await note(page), `tick ${tick}`).toEqual(seen.get(tick));
      const [, ...edited] = (seen.get(tick)?.layout ?? "").split("_");
      await page.waitForFunction(
        (layout) => new URLSearchParams(location.search).get("ob")?.endsWith(layout),
        edited.join("_"),
      );
    }
    const link = await copied(page, "This moment");
    const { page: other } = await open(link);
    await arrived(other, 60);
    expect(await note(other)).toEqual(seen.get(60));
    await jump(other, 20);
    expect(await note(other)).toEqual(seen.get(20));
  });

  test("a far tick can be cancelled", async ({ open }) => {
    const { page } = await open("scene=murmuration");
    await goTo(page, 1_000_000);
    const cancel = page.getByRole("button", { name: "Cancel" });
    await cancel.waitFor();
    expect(await page.locator("#time-says span").textContent()).toMatch(/^Replaying to .+: \d+ %$/);
    await cancel.click();
    const ticks = await page.evaluate(() => window.flockwright.core.ticks());
    expect(ticks).toBeGreaterThan(0);
    expect(await end(page)).toBe(ticks);
    expect(await page.evaluate(() => window.flockwright.core.seekGoal())).toBeUndefined();
  });
});

test("undo during a search ends it and takes effect; before the change there is nothing to take back", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited");
  await advance(page, 40);
  await (await row(page, "cohesion")).getByRole("slider").press("PageUp");
  const tuned = (await param(page, "cohesion")).value;
  await advance(page, 20);
  await goTo(page, 9000000);
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  const cohesion = async () => (await param(page, "cohesion")).value;
  await page.locator("#stage").focus();
  await page.keyboard.press("Control+z");
  await said(page, "Undone: Cohesion");
  expect(await page.evaluate(() => window.flockwright.core.seekGoal())).toBeUndefined();
  expect(await cohesion()).toBe(1);
  expect(await page.evaluate(() => window.flockwright.core.ticks())).toBeGreaterThan(60);
  await page.keyboard.press("Control+y");
  await said(page, "Redone: Cohesion");
  expect(await cohesion()).toBe(tuned);
  await jump(page, 20);
  await page.locator("#stage").focus();
  await page.keyboard.press("Control+z");
  await said(page, "There is nothing to undo at this point");
  await jump(page, 50);
  expect(await cohesion()).toBe(tuned);
});

describe("a recorded run", () => {
  test("saved as a file and opened on another page ends in the same hash", async ({ open }) => {
    const { page, hashes } = await play(open);
    await share(page, "File");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save recording" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("flockwright-flock-limited-seed-1-run.json");
    const buffer = await contentOf(download);
    const file = JSON.parse(buffer.toString());
    expect(file).toMatchObject({ format: "flockwright-run", version: 1, ticks: 200, hash: hashes.get(200) });
    expect(buffer.length).toBeLessThan(700);

    const { page: other } = await open("scene=duel");
    await share(other, "File");
    const name = "run.json";
    const choose = (content: Buffer) =>
      other.locator("#share-open").setInputFiles({ name, mimeType: "application/json", buffer: content });
    await choose(Buffer.from(JSON.stringify({ ...file, events: "Nonsense" })));
    const status = other.locator(".share-status");
    await expect.poll(() => status.textContent()).toContain("was not opened. The recording cannot be played");
    expect(await other.evaluate(() => window.flockwright.core.scene())).toBe("duel");
    await choose(buffer);
    await expect.poll(() => status.textContent()).toContain("Opened a recording of 200 ticks");
    await other.keyboard.press("Escape");
    expect(await other.locator("#time-says span").textContent()).toMatch(/replaces/);
    await jump(other, 80);
    expect(await hash(other)).toBe(hashes.get(80));
    await other.locator("#time-says button").click();
    await arrived(other, 200);
    expect(await hash(other)).toBe(hashes.get(200));
    const notice = other.locator("#notice");
    expect(await notice.isVisible()).toBe(false);
    // One that went another way when it was saved is recognized at its end.
    await share(other, "File");
    await choose(Buffer.from(JSON.stringify({ ...file, hash: "0123456789abcdef" })));
    await expect.poll(() => status.textContent()).toContain("Opened a recording");
    await other.keyboard.press("Escape");
    await jump(other, 199);
    expect(await notice.isVisible()).toBe(false);
    await other.locator("#time-says button").click();
    await expect.poll(() => notice.textContent()).toContain("ends differently");
  });

  test("a short one travels in a link, which starts at its moment", async ({ open }) => {
    const { page, hashes } = await play(open);
    const query = await copied(page, "This moment");
    expect(query.length).toBeLessThan(460);
    const { page: other } = await open(query);
    await arrived(other, 200);
    expect(await hash(other)).toBe(hashes.get(200));
    expect(new URL(other.url()).search.slice(1)).toBe(query);
    const [, digits = ""] = /&h=([0-9a-f]{8})&/.exec(query) ?? [];
    await expect
      .poll(() => other.locator("#toast").textContent())
      .toContain(`tick for tick \u2713 ${digits}`);
    await jump(other, 64);
    expect(await hash(other)).toBe(hashes.get(64));
    const { page: changed } = await open(query.replace(digits, "01234567"));
    await arrived(changed, 200);
    const notice = changed.locator("#notice-text");
    await expect.poll(() => notice.textContent()).toContain(`has 01234567, this run ${digits}`);
  });

  test("one that was made while paused opens paused", async ({ open }) => {
    const { page } = await open("scene=duel", { playing: true });
    await page.waitForFunction(() => window.flockwright.core.ticks() > 20);
    expect(await copied(page, "This moment")).not.toContain("look=");
    await page.waitForFunction(() => window.flockwright.clock.playing);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => !window.flockwright.clock.playing);
    const query = await copied(page, "This moment");
    expect(query).toMatch(/&look=1_p$/);
    const { page: other } = await open(query, { playing: true });
    await expect.poll(() => other.locator("#toast").textContent()).toContain("The same run");
    expect(await other.evaluate(() => window.flockwright.clock.playing)).toBe(false);
  });
});

test("a link starts at a tick", async ({ open }) => {
  const { page } = await open("scene=leaders-pincer&seed=5");
  await advance(page, 300);
  const wanted = await hash(page);
  const { page: later } = await open("scene=leaders-pincer&seed=5&at=300");
  await arrived(later, 300);
  expect(await hash(later)).toBe(wanted);
  const { page: bad } = await open("scene=leaders-pincer&at=-3");
  expect(await bad.locator("#notice-text").textContent()).toContain("is not a tick");
});

test("what the core ignores of a link's time is neither in the address nor in a copied link nor in an embed's", async ({
  open,
}) => {
  const plain = "v=8&scene=flock-wide";
  for (const part of ["at=999999999", "ev=zzzz"]) {
    const { page } = await open(`${plain}&${part}`);
    expect(await page.locator("#notice").isVisible(), part).toBe(true);
    // What was pasted stays until the first change.
    expect(new URL(page.url()).search, part).toBe(`?${plain}&${part}`);
    await page.locator("#plain input").first().press("ArrowRight");
    await expect.poll(() => new URL(page.url()).search).not.toContain(part);
  }
  const { page } = await open(`${plain}&at=999999999&bogus=1&look=1_z2&embed=1`);
  expect(await page.locator("#embed-open").getAttribute("href")).toMatch(/\?v=8&scene=flock-wide&look=1_z2$/);
});

test("undoing the way to another scene brings the run back with what was done in it, at its tick", async ({
  open,
}) => {
  const { page, hashes } = await play(open);
  await jump(page, 100);
  await chooseScene(page, "duel");
  await page.waitForFunction(() => window.flockwright.core.scene() === "duel");
  await advance(page, 10);
  await page.locator("#stage").focus();
  await page.keyboard.press("Control+z");
  await arrived(page, 100);
  expect(await hash(page)).toBe(hashes.get(100));
  await jump(page, 200);
  expect(await hash(page)).toBe(hashes.get(200));
  // Changes before it can still be taken back.
  await page.locator("#stage").focus();
  await page.keyboard.press("Control+z");
  await said(page, "Undone: Cohesion");
});

test("undo after the browser's Back opens the run that Back has left, with what was done in it", async ({
  open,
}) => {
  const { page } = await play(open);
  const scene = (key: string) =>
    page.waitForFunction((wanted) => window.flockwright.core.scene() === wanted, key);
  await chooseScene(page, "duel");
  await scene("duel");
  await advance(page, 30);
  await (await row(page, "steering_limit")).getByRole("slider").press("PageUp");
  await advance(page, 10);
  const left = await hash(page);
  await travel(page, -1);
  await scene("flock-limited");
  await page.locator("#stage").focus();
  await page.keyboard.press("Control+z");
  await scene("duel");
  await arrived(page, 40);
  expect(await hash(page)).toBe(left);
  await page.keyboard.press("Control+Shift+z");
  await scene("flock-limited");
});

test("the panel shows what is in force at the tick to which undo comes back", async ({ open }) => {
  const { page } = await open("scene=flock-limited");
  const slider = async (key: string) => (await row(page, key)).getByRole("slider");
  await advance(page, 20);
  await (await slider("cohesion")).press("PageUp");
  await advance(page, 5);
  await jump(page, 10);
  await (await slider("separation")).press("PageUp");
  await advance(page, 5);
  const tuned = await (await slider("separation")).inputValue();
  await chooseScene(page, "duel");
  await page.waitForFunction(() => window.flockwright.core.scene() === "duel");
  await page.locator("#stage").focus();
  await page.keyboard.press("Control+z");
  await arrived(page, 15);
  await expect.poll(async () => (await slider("separation")).inputValue()).toBe(tuned);
});
