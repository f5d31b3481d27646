/** Rules in the page: read with their values, changed while the flock flies, written, undone and shared. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { Simulation } from "../node/core";
import { violations } from "./axe";
import { advance, difference, frame, hashAt600, param, pixels, ready, small, test } from "./fixture";

const keys = (page: Page) =>
  page.evaluate(() => window.flockwright.core.composition()[0]?.behaviors.map(({ key }) => key) ?? []);

const failed = (page: Page) => page.evaluate(() => window.flockwright.core.failed);

test("of an asked bird each force has its rule, with what each line comes to for the unit, in the core's numbers", async ({
  open: visit,
}) => {
  const { page } = await visit("scene=flock-limited&at=200&look=1_u7");
  await page.locator(".ask-more").click();
  await page.locator(".ask-force").first().waitFor();
  const names = await page
    .locator(".ask-force")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.key));
  expect(names).toEqual(["cohesion", "alignment", "separation", "chase", "avoidance"]);
  for (const [index, key] of ["cohesion", "alignment", "separation", "chase", "avoidance"].entries()) {
    await page.locator(".ask-force").nth(index).click();
    await page.waitForFunction(
      () => (document.querySelector(".listing-line:last-of-type output")?.textContent ?? "") !== "",
    );
    const same = await page.evaluate((wanted) => {
      const { core } = window.flockwright;
      const report = core.ruleValues(7, wanted);
      const force = core.inspect(7)?.forces.find((one) => one.key === wanted);
      const scale = core.params().find(({ key: own }) => own === "steering_force")?.value ?? 1;
      const by = report?.force.map((part) => part * scale) ?? [];
      return Math.hypot((by[0] ?? 0) - (force?.rawX ?? 9e9), (by[1] ?? 0) - (force?.rawY ?? 9e9)) / scale;
    }, key);
    expect(same, key).toBeLessThan(2e-3);
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
  await page.locator(".ask-more").click();
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
  await page.locator(".ask-more").focus();
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
  await page.locator(".ask-more").click();
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
