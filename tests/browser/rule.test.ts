/** Rules in the page: read with their values, changed while the flock flies, written, undone and shared. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { Simulation } from "../node/core";
import { violations } from "./axe";
import {
  advance,
  difference,
  frame,
  hashAt600,
  param,
  phone,
  pixels,
  ready,
  showList,
  small,
  test,
} from "./fixture";

const keys = (page: Page) =>
  page.evaluate(() => window.flockwright.core.composition()[0]?.behaviors.map(({ key }) => key) ?? []);

const failed = (page: Page) => page.evaluate(() => window.flockwright.core.failed);

test("of an asked bird each force has its rule, with what each line comes to for the unit, in the core's numbers", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=flock-limited&at=200&look=1_u7");
  await page.locator(".ask-foot .ask-more").click();
  await page.locator(".ask-force").first().waitFor();
  const names = await page
    .locator(".ask-force")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.key));
  expect(names).toEqual(["cohesion", "alignment", "separation", "chase", "avoidance"]);
  for (const index of names.keys()) {
    await page.locator(".ask-force").nth(index).click();
    await page.waitForFunction(
      () => (document.querySelector(".listing-line:last-of-type output")?.textContent ?? "") !== "",
    );
  }
  // What members add is what the line comes to: separation's sum, given as a push to the other side.
  const crowded = await page.evaluate(() => {
    const { core } = window.flockwright;
    const many = (id: number) => core.ruleValues(id, "separation")?.sets[0]?.members.length ?? 0;
    return Array.from({ length: core.views().count }, (_, id) => id).find((id) => many(id) > 1) ?? -1;
  });
  await page.goto(page.url().replace(/_u7/, `_u${crowded}`));
  await page.waitForFunction(() => window.flockwright?.core.ticks() === 200);
  await page.locator(".ask-sides").waitFor();
  await page.locator(".ask-foot .ask-more").click();
  await page.locator('.ask-force[data-key="separation"]').click();
  const line = page.locator('.listing-line[role="button"]');
  await line.press("Enter");
  // Those beyond the strongest eight share a row.
  const parts = page.locator(".listing-members li:not(.all) output");
  await parts.first().waitFor();
  const report = (from: typeof parts) => from.allTextContents();
  const worth = (text = "") => Number(text.replace("\u2212", "-"));
  // Each is rounded to the digits that it shows: 12.3 and 104.
  const unsure = (text: string) => 0.5 / 10 ** (text.split(".")[1]?.length ?? 0);
  const [total = ""] = await report(page.locator(".listing-members .all output"));
  const shares = await report(parts);
  const sum = worth(total);
  const all = shares.reduce((before, share) => before + worth(share), 0);
  const off = [total, ...shares].reduce((before, text) => before + unsure(text), 0);
  expect(Math.abs(all - sum)).toBeLessThan(off + 1e-6);
  const push = (await line.locator("output").first().textContent()) ?? "";
  expect(push).toContain(sum < 0 ? "right" : "left");
  // Pointing at a line draws on the stage, pointing away takes it away again.
  const stage = () => page.evaluate(() => window.flockwright.stage.draw());
  await page.locator(".ask-foot .ask-more").focus();
  await stage();
  const before = await pixels(page);
  await line.focus();
  await stage();
  const pointed = await pixels(page);
  expect(difference(before, pointed)).toBeGreaterThan(20);
  expect(await violations(page)).toEqual([]);
});

test("a force becomes a rule of one's own that does the same, and is changed while the flock flies", async ({
  open: visit,
}) => {
  const { page, complaints } = await visit("scene=flock-limited", small);
  await page.keyboard.press("w");
  await page.locator(".ask-foot .ask-more").click();
  await page.locator('.ask-force[data-key="alignment"]').click();
  await page.getByRole("button", { name: "Edit a copy", exact: true }).click();
  const area = page.locator("textarea.rule-area");
  await area.waitFor();
  expect(await keys(page)).toContain("my_alignment");
  expect(await area.inputValue()).toContain("steer turn(");
  await area.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nx = goal.distence");
  expect(await page.locator(".rule-says").textContent()).toContain("Did you mean \u201cdistance\u201d?");
  await page.getByRole("button", { name: "Use \u201cdistance\u201d" }).click();
  await page.waitForFunction(() => document.querySelector(".rule-editor.faulty") === null);
  expect(await failed(page)).toBe(false);
  // What does nothing is said beside the text, and no longer once it does something.
  const end = 'y = count(j in group("boid", 50))';
  await page.keyboard.press("Control+End");
  await page.keyboard.type(`\n${end}`);
  const says = page.locator(".rule-says");
  await expect
    .poll(() => says.textContent())
    .toContain("In rule my_alignment: no group boid; there are boids");
  for (let at = 0; at < end.length + 1; at++) await page.keyboard.press("Backspace");
  await expect.poll(() => says.textContent()).not.toContain("no group");
  expect(complaints).toEqual([]);
  // The link is the run, with the rule in it.
  const link = await page.evaluate(() => window.flockwright.core.link());
  const again = new Simulation(link);
  expect(again.notices()).toEqual([]);
  expect(again.ruleText(0, "my_alignment")).toContain("x = goal.distance");
  again.free();
  // Undo, back to what there was.
  for (let steps = 0; (await keys(page)).includes("my_alignment"); steps++) {
    expect(steps).toBeLessThan(6);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Control+z");
    await frame(page);
  }
  expect(await keys(page)).toContain("alignment");
});

test("a wish in words finds a rule that runs at once; its parameters are sliders, and its link gives the same run", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=flock-wide");
  for (const [wish, offer] of [
    ["turn left when crowded", "crowded"],
    ["keep 12 lengths behind the leader", "keep_behind"],
    ["something nobody has thought of", "own"],
  ] as const) {
    await page.locator("#add-behavior").click();
    await page.locator("#picker input").fill(wish);
    await page.locator(`[data-offer="${offer}"]`).click();
    expect(await keys(page)).toContain(offer);
  }
  const own = await page.evaluate(() => window.flockwright.core.params().map(({ key }) => key));
  expect(own).toContain("crowded-many");
  expect((await param(page, "keep_behind-gap")).value).toBe(12);
  const link = await page.evaluate(() => window.flockwright.core.link());
  const run = new Simulation(link);
  run.tick(600);
  const native = run.hash();
  run.free();
  // Here they are known.
  await page.reload();
  await ready(page);
  expect(await page.locator("#notice").isVisible()).toBe(false);
  await page.evaluate(() => {
    localStorage.removeItem("flockwright.rules");
  });
  await page.goto(`${new URL(page.url()).origin}/?${link}`);
  await ready(page);
  // Elsewhere, a notice names the rules, and a press shows them.
  expect(await page.locator("#notice-text").textContent()).toContain("\u201cKeep behind the leader\u201d");
  await page.getByRole("button", { name: "Read them" }).click();
  await expect.poll(() => page.locator("textarea.rule-area:visible").count()).toBe(3);
  expect(await page.locator("#notice").isVisible()).toBe(false);
  expect(await hashAt600(page)).toBe(native);
});

/** Which way the flock flies as a whole, degrees, clockwise. */
const course = (page: Page) =>
  page.evaluate(() => {
    const { hx, hy, count } = window.flockwright.core.views();
    const sum = (parts: Float32Array) => parts.slice(0, count).reduce((all, part) => all + part, 0);
    return (Math.atan2(sum(hy), sum(hx)) * 180) / Math.PI;
  });

test("a rule of one's own does something from the start: the flock turns to the right", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=open-sky&at=600");
  await page.locator("#write-own").click();
  await page.locator("textarea.rule-area").waitFor();
  await advance(page, 1);
  const turns: number[] = [];
  for (let second = 0; second < 3; second++) {
    const before = await course(page);
    await advance(page, 60);
    turns.push((((await course(page)) - before + 540) % 360) - 180);
  }
  expect(Math.min(...turns)).toBeGreaterThan(5);
});

test("the drawer of words is searched by meaning, and a press or a key puts a word at the caret", async ({
  open: visit,
}) => {
  for (const options of [small, phone]) {
    const { page } = await visit("scene=flock-wide", options);
    await showList(page);
    await page.locator("#write-own").click();
    const area = page.locator("textarea.rule-area");
    await area.fill("rule own\nsteer ");
    const button = page.locator(".rule-editor").getByRole("button", { name: "Words" });
    await button.click();
    const drawer = page.locator(".rule-words");
    const search = drawer.getByRole("searchbox");
    await search.fill("how many");
    // All of it is in the window, and nothing lies on it.
    const box = await drawer.boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect(
      box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
    ).toBe(true);
    await drawer.getByRole("button", { name: "count" }).click();
    expect(await area.inputValue()).toBe("rule own\nsteer count(j in view)");
    await page.keyboard.type(" where j.dist");
    if (options === phone) await button.click();
    await search.fill("how far away");
    await search.press("Enter");
    expect(await area.inputValue()).toBe("rule own\nsteer count(j in view where j.distance)");
    await page.keyboard.type(" > L");
    await expect.poll(() => page.locator(".rule-editor.faulty").count()).toBe(0);
    if (options === phone) await button.click();
    await search.focus();
    await search.fill("");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await drawer.isVisible()).toBe(false);
    expect(await area.evaluate((field) => field === document.activeElement)).toBe(true);
  }
});

test("nothing cuts the words that are offered while one types, wherever the text stands", async ({
  open: visit,
}) => {
  for (const [query, options] of [
    ["scene=flock-wide", small],
    ["scene=flock-wide", phone],
    ["learn=write-cohesion", small],
  ] as const) {
    const { page } = await visit(query, options);
    if (!query.startsWith("learn")) {
      await showList(page);
      await page.locator("#write-own").click();
    }
    const area = page.locator(`${query.startsWith("learn") ? "#learn" : "#panel"} textarea.rule-area`);
    for (const block of ["end", "start"] as const) {
      await area.fill("rule own\nsteer ");
      await area.evaluate((field, block) => field.scrollIntoView({ block }), block);
      await page.keyboard.press("Control+End");
      await page.keyboard.type("s");
      const cut = await page.locator(".rule-offers li").evaluateAll(
        (items) =>
          items.filter((item) => {
            const { left, right, top, bottom } = item.getBoundingClientRect();
            const inside = (x: number, y: number) => item.contains(document.elementFromPoint(x, y));
            return !inside(left + 8, top + 3) || !inside(right - 8, bottom - 3);
          }).length,
      );
      expect(await page.locator(".rule-offers li").count()).toBeGreaterThan(4);
      expect(cut, `${query} ${block}`).toBe(0);
      await page.keyboard.press("Escape");
    }
  }
});

test("200 random edits of a rule stop nothing", async ({ open: visit }) => {
  const { page, complaints } = await visit("scene=flock-wide", small);
  await page.locator("#add-behavior").click();
  await page.locator("#picker input").fill("keep right");
  await page.locator('[data-offer="keep_right"]').click();
  await page.locator("textarea.rule-area").waitFor();
  await page.evaluate(() => {
    const area = document.querySelector<HTMLTextAreaElement>("textarea.rule-area");
    if (!area) throw new Error("no editor");
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const pieces = [
      "0",
      "j.",
      "(",
      ")",
      " * L",
      "h",
      "steer ",
      "#",
      "\n",
      "9".repeat(9),
      "sum(j in view: j.offset)",
      '"',
      "\u{1f426}",
      "-",
    ];
    for (let edit = 0; edit < 200; edit++) {
      const at = random(area.value.length + 1);
      area.setRangeText(
        pieces[random(pieces.length)] ?? "",
        at,
        Math.min(area.value.length, at + random(6)),
        "end",
      );
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  });
  await advance(page, 30);
  expect(await failed(page)).toBe(false);
  expect(complaints).toEqual([]);
});

test("a text typed in a rule just before its rule is undone does not bring the rule back", async ({
  open,
}) => {
  const { page, complaints } = await open("scene=flock-limited", { ...small, playing: false });
  await showList(page);
  const copy = page.locator('[aria-label^="Edit a copy of"]').first();
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLElement>("#all .part-fold[aria-expanded=false]"))
      fold.click();
  });
  await copy.click();
  const area = page.locator("textarea.rule-area").last();
  await area.waitFor();
  const before = await keys(page);
  for (const focused of [false, true]) {
    await page.evaluate((isFocused) => {
      const all = document.querySelectorAll<HTMLTextAreaElement>("textarea.rule-area");
      const last = all[all.length - 1];
      if (!last) return;
      if (isFocused) last.focus();
      else last.blur();
      last.value = `${last.value}\nx = 1`;
      last.dispatchEvent(new InputEvent("input", { bubbles: true }));
      // A press of the button, which on some systems leaves the focus in the field.
      const [undo] = document.querySelectorAll<HTMLElement>("#edit-bar button");
      for (let times = 0; times < (isFocused ? 2 : 1); times++) undo?.click();
    }, focused);
    await page.waitForTimeout(300);
    await advance(page, 2);
    expect(await page.evaluate(() => window.flockwright.core.link()), String(focused)).not.toContain(
      "groups=",
    );
    expect((await keys(page)).some((key) => key.startsWith("my_"))).toBe(false);
    for (let times = 0; times < 2; times++)
      await page.evaluate(() => document.querySelectorAll<HTMLElement>("#edit-bar button")[1]?.click());
    expect(await keys(page)).toEqual(before);
    await area.waitFor();
    expect((await area.inputValue()).includes("x = 1")).toBe(focused);
  }
  expect(complaints).toEqual([]);
});
