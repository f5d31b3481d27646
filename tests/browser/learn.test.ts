/** The course: a step from its link to its verdict, and back to the playground. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "./axe";
import { advance, contentOf, frame, phone, said, test } from "./fixture";

/** Whether the last of these is in sight. */
async function aboveFooter(page: Page, part: string): Promise<boolean> {
  const edge = (one: Element, side: "top" | "bottom") => one.getBoundingClientRect()[side];
  const foot = await page.locator("#learn footer").evaluate(edge, "top" as const);
  return (
    (await page
      .locator(`#learn ${part}`)
      .last()
      .evaluate(edge, "bottom" as const)) <= foot
  );
}

test("a step asks, takes a change, tells what is missing, and says by itself when it holds", async ({
  open,
}) => {
  const { page, complaints } = await open("learn=cohesion-alone");
  const card = page.locator("#learn");
  await card.getByRole("heading", { name: "What does cohesion alone make?" }).waitFor();
  // A figure of its own, framed beside the card; the rest of the page makes room.
  expect(await page.evaluate(() => window.flockwright.core.link())).toContain("scene=flock-wide");
  expect(await page.locator("#hint, #scene-line").first().isVisible()).toBe(false);
  await card.getByRole("button", { name: "It heaps up, and each flies its own way" }).click();
  const mute = async (key: string) => {
    await card.locator(`[data-param="${key}"] input`).focus();
    await page.keyboard.press("Home");
  };
  // What stands there from the start is no solution, nor is half of it.
  await advance(page, 600);
  await frame(page);
  expect(await card.locator(".learn-verdict").textContent()).toBe("");
  await mute("alignment");
  for (let second = 0; second < 12; second++) {
    await advance(page, 60);
    await frame(page);
  }
  expect(await card.locator(".learn-hint").textContent()).toContain("nothing to push them apart");
  await mute("separation");
  for (let sample = 0; sample < 200; sample++) {
    await advance(page, 12);
    await frame(page);
    if ((await card.locator(".learn-verdict").textContent()) !== "") break;
  }
  expect(await card.locator(".learn-verdict").textContent()).toContain("Well predicted.");
  expect(await aboveFooter(page, ".learn-verdict")).toBe(true);
  expect(await violations(page)).toEqual([]);
  // The address is the solution, and the step.
  await page.waitForFunction(() => location.search.includes("alignment=0"));
  expect(await page.evaluate(() => location.search)).toContain("learn=cohesion-alone");
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("heading", { name: "What does alignment alone make?" }).waitFor();
  await page.goBack();
  await card.getByRole("heading", { name: "What does cohesion alone make?" }).waitFor();
  await card.getByRole("button", { name: "Open in the playground" }).click();
  await expect.poll(() => card.isVisible()).toBe(false);
  expect(await page.locator("#hint, #scene-line").first().isVisible()).toBe(true);
  await page.locator("#learn-button").click();
  await card.getByText("\u2713 done").waitFor();
  expect(complaints).toEqual([]);
});

test("where the past would decide, a change begins the run again, and the right answer is taken", async ({
  open,
}) => {
  const { page, complaints } = await open("learn=aim-ahead");
  const card = page.locator("#learn");
  await card.getByRole("heading", { name: "Does aiming ahead help an equal?" }).waitFor();
  const type = async (value: string) => {
    await card.locator('[data-param="interceptors.intercept"] .value').click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(value);
    await page.keyboard.press("Enter");
  };
  // So weak a turn lets the prey pass, and no one who is only as fast catches up from behind.
  await advance(page, 60);
  await type("0.01");
  expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(0);
  await said(page, "The run begins again with your change");
  await advance(page, 1200);
  await frame(page);
  expect(await card.locator(".learn-hint").textContent()).toContain("From behind, none catches up");
  await type("1");
  expect(await page.evaluate(() => window.flockwright.core.ticks())).toBe(0);
  for (let sample = 0; sample < 100; sample++) {
    await advance(page, 12);
    await frame(page);
    if ((await card.locator(".learn-verdict").textContent()) !== "") break;
  }
  expect(await card.locator(".learn-verdict").textContent()).toContain("Solved: it held");
  expect(complaints).toEqual([]);
});

test("on a phone the flock is seen above the step", async ({ open }) => {
  const { page, complaints } = await open("learn=pair", phone);
  await page.locator("#learn h2").waitFor();
  const { stage } = { stage: page.viewportSize() };
  const top = await page.locator("#learn").evaluate((card) => card.getBoundingClientRect().top);
  expect(top).toBeGreaterThan((stage?.height ?? 0) * 0.4);
  // All that one can answer is in sight.
  expect(await aboveFooter(page, ".learn-choices button")).toBe(true);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a challenge that is solved is proven again, and its line for a board is copied", async ({ open }) => {
  const { page, complaints } = await open(
    "learn=fast-catch&v=8&scene=duel&chase=2&interceptors.intercept=2&seed=1",
  );
  const card = page.locator("#learn");
  await card.getByRole("heading", { name: "The fastest catch" }).waitFor();
  for (let sample = 0; sample < 60; sample++) {
    await advance(page, 12);
    await frame(page);
    if ((await card.locator(".learn-verdict").textContent()) !== "") break;
  }
  expect(await card.locator(".learn-score").textContent()).toBe("Score 8.400 s. The least wins.");
  await card.getByRole("button", { name: "Copy for a board" }).click();
  await page.waitForFunction(() => window.said.some((text) => text.includes("fast-catch 8.4000")));
  expect(complaints).toEqual([]);
});

test("a rule of one's own is compared with the book's, and where it differs is drawn", async ({ open }) => {
  const { page, complaints } = await open("learn=write-cohesion");
  const card = page.locator("#learn");
  const area = card.locator("textarea");
  await area.fill('rule own "My rule"\nsteer sum(j in view: side(j.offset))');
  await card.getByText(/It agrees in \d+ of 200 states/).waitFor();
  expect(await card.locator(".learn-figure svg .other").count()).toBeGreaterThan(3);
  expect(await card.locator(".learn-verdict").textContent()).toBe("");
  expect(await violations(page)).toEqual([]);
  await area.fill('rule own "My rule"\nsteer turn(sum(j in view: j.offset))');
  await card.getByText("It agrees in all 200 states").waitFor();
  expect(await card.locator(".learn-figure svg").count()).toBe(0);
  // Spoiled again, it has one verdict.
  await area.fill('rule own "My rule"\nsteer -turn(sum(j in view: j.offset))');
  await card.getByText(/It agrees in \d+ of 200 states/).waitFor();
  expect(await card.locator(".learn-verdict").textContent()).toBe("");
  await area.fill('rule own "My rule"\nsteer turn(sum(j in view: j.offset))');
  await card.getByText("It agrees in all 200 states").waitFor();
  // The address is the solution: it has the rule.
  await page.waitForFunction(() => location.search.includes("-R"));
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("heading", { name: "Write separation" }).waitFor();
  expect(await area.inputValue()).toContain("steer 0");
  expect(complaints).toEqual([]);
});

test("a step asks about a marked bird, and is answered; the first choice stands", async ({ open }) => {
  const { page, complaints } = await open("learn=one-bird");
  const card = page.locator("#learn");
  await page.waitForFunction(() => window.flockwright.core.ticks() === 400);
  expect(await page.locator("#ask").isVisible()).toBe(false);
  await card.getByRole("button", { name: "Cohesion" }).click();
  await card.getByText("It is another one.").waitFor();
  await page
    .locator("#ask-sentence")
    .getByText(/^It .*\.$/)
    .waitFor();
  const other = card.getByRole("button", { name: "Separation" });
  expect(await other.getAttribute("aria-disabled")).toBe("true");
  await other.dispatchEvent("click");
  expect(await card.locator(".learn-verdict").textContent()).toContain("Not what you predicted.");
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("“without it” is the task of a step: the right one is found by trying", async ({ open }) => {
  const { page, complaints } = await open("learn=without-it");
  const card = page.locator("#learn");
  await page.waitForFunction(() => window.flockwright.core.ticks() === 400);
  await card.getByRole("button", { name: "Cohesion" }).click();
  await page.getByRole("button", { name: "Without it? Cohesion" }).click();
  await card.getByText("Another one makes more difference.").waitFor();
  await page.getByRole("button", { name: "Without it? Alignment" }).click();
  await card.getByText(/^Without alignment: it would be \d+ bodies away after 3 s/).waitFor();
  expect(await card.locator(".learn-verdict").textContent()).toContain("Not what you predicted.");
  expect(complaints).toEqual([]);
});

test("a link to a step opens the step alone; to one that there is not, it says so", async ({ open }) => {
  for (const options of [{}, phone]) {
    const { page, complaints } = await open("learn=radius", options);
    const card = page.locator("#learn");
    await card.getByRole("heading", { name: "What if they saw less far?" }).waitFor();
    expect(await page.locator("dialog[open], #ask, #hint, #scene-line, #notices").first().isVisible()).toBe(
      false,
    );
    expect(complaints).toEqual([]);
    const other = await open("learn=no-such-step", options);
    const list = other.page.locator("#learn");
    await list.getByText("There is no step \u201cno-such-step\u201d. Choose one here.").waitFor();
    expect(await other.page.locator("#ask").isVisible()).toBe(false);
    await list.getByRole("button", { name: "What if they saw less far?" }).click();
    await list.getByRole("heading", { name: "What if they saw less far?" }).waitFor();
    expect(other.complaints).toEqual([]);
  }
});

test("the rule at work follows what is chosen in the step", async ({ open }) => {
  const { page } = await open("learn=prose");
  const card = page.locator("#learn");
  await card.getByText("At work").waitFor();
  const byLine = () => card.locator(".listing-line.param").filter({ hasText: "by" }).first().textContent();
  const before = await byLine();
  const choice = card.locator('[data-param="push-by"] select');
  const values = await choice
    .locator("option")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const now = await choice.inputValue();
  await choice.selectOption(values.find((value) => value !== now) ?? "");
  await advance(page, 2);
  await expect.poll(byLine).not.toBe(before);
});

test("a class has its plans with minutes, prints their sheets with the answers apart, and shares a plan", async ({
  open,
}) => {
  const { page, complaints } = await open("learn=contents", {
    permissions: ["clipboard-read", "clipboard-write"],
    // A browser without a printer: nothing begins to print.
    prepare: () => Object.assign(window, { print: () => {} }),
  });
  const card = page.locator("#learn");
  await card.getByRole("button", { name: /^One hour\s*8 steps, \d+.min without talk$/ }).click();
  await card.getByRole("heading", { name: "One hour" }).waitFor();
  expect(await card.locator("ol > li").allTextContents()).toHaveLength(8);
  await card.getByRole("button", { name: "Copy link" }).click();
  await said(page, "Link copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\?learn=one-hour$/);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("button", { name: "Print the sheets" }).click(),
  ]);
  const sheets = String(await contentOf(saved));
  expect(sheets.split("<section>")).toHaveLength(8 + 2);
  expect(sheets).toMatch(
    /\?learn=cohesion-alone<[\s\S]*I think so because[\s\S]*For the teacher[\s\S]*Solved by/,
  );
  await said(page, "Nothing prints here: the sheets are saved as flockwright-sheets.html");
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("one's own plan in a link has its steps, and tells which are gone", async ({ open }) => {
  const { page, complaints } = await open("learn=cohesion-alone,no-such-step,the-sum", {
    viewport: { width: 320, height: 640 },
  });
  const card = page.locator("#learn");
  await card.getByText("The course has no step \u201cno-such-step\u201d.").waitFor();
  expect(await card.locator("ol > li").allTextContents()).toHaveLength(2);
  expect(await card.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  expect(complaints).toEqual([]);
});

test("the sheets are all that is printed", async ({ open }) => {
  const { page } = await open("learn=cohesion-alone", {
    prepare: () => Object.assign(window, { print: () => dispatchEvent(new Event("beforeprint")) }),
  });
  await page.locator("#learn").getByRole("button", { name: "Print the sheet" }).click();
  await page.locator("#sheets").waitFor({ state: "attached" });
  expect(await page.locator("#sheets").isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  const seen = await page.evaluate(() => (document.body as HTMLElement).innerText);
  expect(seen).toMatch(/^One rule at a time[\s\S]*What I saw, and why[\s\S]*For the teacher/);
  expect(await page.locator("#chrome").isVisible()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  expect(await page.locator("#sheets").count()).toBe(0);
});
