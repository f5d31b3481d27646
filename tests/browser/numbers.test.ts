/** Every number that a person reads on the page is the core's own: the page's text is compared with a run of the core. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { studyTaskFor } from "../../www/src/lab/make/search";
import { readWish } from "../../www/src/lab/make/wish";
import { measures, Simulation, statistics, statisticsOf } from "../node/core";
import { Evaluator, Study, type StudyJob } from "../node/work";
import { advance, contentOf, showLab, small, test } from "./fixture";

const closedList = { "flockwright.open": "" };

const plotted = () =>
  measures().flatMap(({ key, label, plotted }, at) => (plotted ? [{ key, label, at }] : []));

/** Half of the last digit of a shown number: the largest distance that rounding explains. */
const halfDigit = (text: string) => 0.5001 * 10 ** -(/\.(\d+)/.exec(text)?.[1]?.length ?? 0);

/** Expects that a text begins with this number, rounded, or with a dash where it is undefined. */
function expectNumber(text: string, wanted: number, what: string): void {
  if (!Number.isFinite(wanted)) {
    expect(text, what).toBe("\u2013");
    return;
  }
  const [shown = ""] = /^-?[\d,]*\.?\d+/.exec(text) ?? [];
  const distance = Math.abs(Number(shown.replaceAll(",", "")) - wanted);
  expect(distance, `${what}: shown "${text}", measured ${wanted}`).toBeLessThanOrEqual(halfDigit(shown));
}

/** Values of the measures of a link's run at these ticks. */
function samplesOf(link: string, ticks: readonly number[]): Map<number, number[]> {
  const run = new Simulation(link);
  const samples = ticks.map((tick) => {
    run.tick(tick - run.ticks());
    const [at = Number.NaN, ...values] = run.sample();
    return [at, values] as const;
  });
  run.free();
  return new Map(samples);
}

function outcomeOf(job: StudyJob) {
  const evaluator = new Evaluator(job);
  while (!evaluator.part(1000));
  const outcome = evaluator.outcome();
  evaluator.free();
  return outcome;
}

const texts = (page: Page, selector: string, key: string) =>
  page.evaluate(
    ([selector, key]) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(
        (one) => [one.dataset[key] ?? "", one.textContent ?? ""] as const,
      ),
    [selector, key] as const,
  );

test("Measure shows the core's measures at three moments, and their averages", async ({ open }) => {
  const link = "scene=leaders-pincer&seed=5";
  const { page } = await open(link);
  await showLab(page, "measure");
  await page.locator(".plots canvas").first().waitFor();
  await page.evaluate(() => window.flockwright.core.tick(1200));
  await page.waitForFunction(() => document.querySelector("#measure-when")?.textContent?.includes("1,200"));
  const every = Array.from({ length: 100 }, (_, at) => 12 * (at + 1));
  const wanted = samplesOf(link, every);
  for (const at of [0, 49, 98]) {
    await page.locator("#measure-moment").fill(String(at));
    const tick = every[at] ?? 0;
    await page.waitForFunction(
      (tick) => document.querySelector("#measure-when")?.textContent?.startsWith(`tick ${tick}`),
      tick.toLocaleString("en-US"),
    );
    const shown = new Map(await texts(page, ".plot-value", "measure"));
    for (const { key, at: place } of plotted())
      expectNumber(shown.get(key) ?? "", wanted.get(tick)?.[place] ?? Number.NaN, `${key} at tick ${tick}`);
  }
  // The first sample after ten seconds of burn-in is that of tick 600.
  await page.getByText("Averages", { exact: true }).click();
  await expect.poll(() => page.locator(".measure-averages tbody tr").count()).toBe(plotted().length);
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-average]")].map(
      (row) => [row.dataset.average ?? "", row.querySelector("td")?.textContent ?? ""] as const,
    ),
  );
  const mean = statistics().findIndex(({ key }) => key === "mean");
  const counted = every.filter((tick) => tick >= 600).map((tick) => wanted.get(tick) ?? []);
  for (const { key, at } of plotted()) {
    const values = Float64Array.from(counted.map((sample) => sample[at] ?? Number.NaN));
    const text = new Map(rows).get(key) ?? "";
    const average = statisticsOf(values, 1)[mean] ?? Number.NaN;
    // Without an error, four digits are shown.
    if (text.includes("\u00b1") || !Number.isFinite(average)) expectNumber(text, average, `mean of ${key}`);
    else expect(Number.parseFloat(text), `mean of ${key}`).toBe(Number(average.toPrecision(4)));
  }
});

test("the captions of the futures are the core's measures of runs with these values", async ({ open }) => {
  const { page } = await open("scene=vicsek", { storage: closedList });
  await advance(page, 60);
  await page.locator('[data-plain="noise"] > .label').click();
  await page.waitForFunction(
    () => {
      const frames = [...document.querySelectorAll<HTMLElement>(".futures-frame")];
      return frames.length > 1 && frames.every(({ dataset }) => dataset.hash !== undefined);
    },
    undefined,
    { timeout: 60_000 },
  );
  const shown = await page.evaluate(() => ({
    label: document.querySelector("#futures")?.textContent?.match(/([A-Z][^,.]*), one run each/)?.[1] ?? "",
    start: window.flockwright.core.ticks(),
    frames: [...document.querySelectorAll<HTMLElement>(".futures-frame")].map((frame) => ({
      value: Number(frame.dataset.value),
      told: frame.querySelector(".futures-told")?.textContent ?? "",
    })),
  }));
  const measure = plotted().find(({ label }) => shown.label.endsWith(label));
  expect(measure, shown.label).toBeDefined();
  for (const { value, told } of shown.frames) {
    const run = new Simulation("scene=vicsek");
    run.tick(shown.start);
    const noise = run.params().find(({ key }) => key === "noise");
    if (noise) run.set(noise.id, value);
    run.tick(480);
    expectNumber(
      told,
      run.sample()[1 + (measure?.at ?? 0)] ?? Number.NaN,
      `${measure?.key} at noise ${value}`,
    );
    run.free();
  }
});

test("the table of a measured slider has the means of the runs in its file, which are the core's", async ({
  open,
}) => {
  const { page } = await open("scene=vicsek&count=20", { ...small, storage: closedList });
  await page.locator('[data-plain="noise"] > .label').click();
  await page.getByRole("button", { name: "Measure it" }).click();
  const curve = page.locator(".curve");
  await page.waitForFunction(() => document.querySelectorAll(".curve .dot").length > 0);
  await curve.getByRole("button", { name: "Stop" }).click();
  for (const [label, value] of [
    ["from", "2"],
    ["to", "3"],
    ["values", "2"],
  ] as const)
    await curve.getByLabel(label, { exact: true }).fill(value);
  await curve.getByRole("button", { name: "Measure" }).click();
  await expect.poll(() => curve.getByRole("status").textContent(), { timeout: 60_000 }).toMatch(/five seeds/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    curve.getByRole("button", { name: "CSV" }).click(),
  ]);
  const [head = [], ...rows] = String(await contentOf(download))
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const column = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? "";
  for (const key of ["polarization", "spacing"]) {
    await curve.locator("select").selectOption(key);
    const cells = await curve.locator("tbody tr td:nth-child(2)").allTextContents();
    expect(cells.length).toBe(2);
    for (const [at, text] of cells.entries()) {
      const runs = rows.filter((row) => Number(column(row, "noise")) === 2 + at);
      expect(runs.length).toBe(5);
      const means = runs.map((row) => Number(column(row, `${key}_mean`)));
      expectNumber(text, means.reduce((sum, one) => sum + one, 0) / means.length, `${key} at ${2 + at}`);
    }
  }
  const [first = []] = rows;
  const { windows } = outcomeOf({
    link: column(first, "link"),
    ticks: Number(column(first, "ticks")),
    burnIn: Number(column(first, "burn_in")),
    every: Number(column(first, "every")),
    goals: [],
  });
  for (const { key, at } of plotted().slice(0, 6))
    expect(windows[at]?.mean, key).toBeCloseTo(Number(column(first, `${key}_mean`)), 9);
});

test("Make it tells how often the core's best meets the wish, and what it changes", async ({ open }) => {
  const text = "1,calm,s3,polarization:0.8..,~noise:0..6";
  const { page } = await open(`scene=vicsek&count=12&wish=${text}`, { details: true });
  const base = await page.evaluate(() => window.flockwright.core.link());
  const search = page.locator("#make-go");
  await search.click();
  await page.locator("#make-stop").waitFor();
  expect(await search.textContent()).toBe("Search");
  const verdict = page.locator(".verdict");
  await verdict.waitFor({ timeout: 120_000 });
  expect(await search.textContent()).toBe("Search again");
  const wish = readWish(text);
  if (!wish) throw new Error(text);
  const study = new Study(studyTaskFor(base, wish, 12));
  for (let jobs = study.jobs(); jobs.length > 0; jobs = study.jobs()) study.report(jobs.map(outcomeOf));
  const { exam, longer, changes, link } = study.result() ?? {};
  study.free();
  expect(await verdict.locator("strong").allTextContents()).toEqual(
    [exam, longer].map((one) => `${one?.passed} of ${one?.of}`),
  );
  const [change] = changes ?? [];
  const listed = await page.locator(".report-changes li").allTextContents();
  expect(listed.length).toBe(changes?.length ?? 0);
  expectNumber(/[\d.]+/.exec(listed[0] ?? "")?.[0] ?? "", Number(change?.to), "the change that matters most");
  await page.locator("#make-use").click();
  await page.waitForFunction(
    (link) => window.flockwright.core.link() === link,
    new Simulation(link ?? "").link(),
  );
});

test("the bars of an asked bird are the core's turns on one scale, and add up to their sum", async ({
  open,
}) => {
  for (const unit of [0, 7, 12]) {
    const { page } = await open(`scene=flock-limited&seed=3&at=90&look=1_u${unit}`);
    await page.locator('.ask-bars [data-key="together"]').waitFor();
    const answer = await page.evaluate(() => window.flockwright.core.answer());
    expect(answer?.unit).toBe(unit);
    const shown = await page.locator(".ask-bars li").evaluateAll((bars) =>
      bars.map((bar) => {
        const [, degrees = "", side] = /^(\d+)\u00b0(?: (left|right))?$/.exec(
          bar.querySelector(".nowrap")?.textContent ?? "",
        ) ?? ["", "NaN"];
        const { transform } = getComputedStyle(bar.querySelector(".ask-fill") as Element);
        return {
          key: (bar as HTMLElement).dataset.key ?? "",
          degrees: Number(degrees) * (side === "left" ? -1 : 1),
          share: new DOMMatrix(transform).a,
        };
      }),
    );
    const parts = shown.slice(0, -2);
    expect(parts.length).toBeGreaterThan(0);
    for (const { key, degrees } of parts) {
      const turn = answer?.parts.find((part) => part.key === key)?.turn ?? Number.NaN;
      expect(Math.abs(degrees - turn), key).toBeLessThanOrEqual(0.5);
    }
    const [sum] = shown.slice(-1);
    expect(Math.abs((sum?.degrees ?? Number.NaN) - (answer?.turn ?? 0))).toBeLessThanOrEqual(0.5);
    const added = shown.slice(0, -1).reduce((all, { degrees }) => all + degrees, 0);
    expect(added, "all bars but the sum").toBe(sum?.degrees);
    for (const { key, degrees, share } of shown)
      expect(share, key).toBeCloseTo(Math.max(-1, Math.min(1, degrees / 180)), 3);
  }
});
