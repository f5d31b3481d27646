import { describe, expect } from "vitest";
import {
  advance,
  chooseScene,
  difference,
  frame,
  hashAt600,
  param,
  pixels,
  row,
  said,
  test,
  travel,
  unfoldAll,
} from "./fixture";

describe("the panel", () => {
  test("has one labeled control for every parameter, with the core's value", async ({ open }) => {
    const { page } = await open();
    await unfoldAll(page);
    const problems = await page.evaluate(() => {
      const wrong: string[] = [];
      for (const info of window.flockwright.core.params()) {
        const row = document.querySelector(`[data-param="${info.key}"]`);
        const input = row?.querySelector<HTMLInputElement | HTMLSelectElement>("input, select");
        if (!input?.labels?.[0]?.textContent?.includes(info.label)) wrong.push(`${info.key}: label`);
        if (info.kind === "bool" && (input as HTMLInputElement)?.checked !== (info.value !== 0))
          wrong.push(`${info.key}: checked`);
        if (info.kind === "choice" && input?.value !== String(info.value)) wrong.push(`${info.key}: choice`);
        if (info.kind === "choice" && (input as HTMLSelectElement).options.length !== info.choices.length)
          wrong.push(`${info.key}: choices`);
        if (!row?.querySelector(".reset")) wrong.push(`${info.key}: reset`);
        if (!row?.querySelector(".help")) wrong.push(`${info.key}: help`);
      }
      return wrong;
    });
    expect(problems).toEqual([]);
  });

  test("a slider moved by the keyboard changes the core's value and the run; reset takes it back", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-wide");
    const plain = await hashAt600(page);
    const cohesion = await row(page, "cohesion");
    const before = await param(page, "cohesion");
    await cohesion.locator("input").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((old) => window.flockwright.core.get(old.id) > old.value, before);
    const { value } = await param(page, "cohesion");
    expect(value).toBeCloseTo(before.value + 2 * before.step, 5);
    expect(await cohesion.locator("output").textContent()).toContain(String(Number(value.toFixed(4))));
    expect(await hashAt600(page)).not.toBe(plain);
    await page.waitForFunction(() => new URLSearchParams(location.search).has("cohesion"));

    await cohesion.locator(".reset").click();
    await page.waitForFunction((old) => window.flockwright.core.get(old.id) === old.value, before);
    expect(await hashAt600(page)).toBe(plain);
    await page.waitForFunction(() => !new URLSearchParams(location.search).has("cohesion"));
  });

  test("a switch is one of the run, and of its link", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    const leaders = (await row(page, "leaders")).getByRole("checkbox");
    expect(await leaders.isChecked()).toBe(true);
    await leaders.uncheck();
    expect((await param(page, "leaders")).value).toBe(0);
    await page.waitForFunction(() => new URLSearchParams(location.search).get("leaders") === "off");
    await leaders.check();
    expect((await param(page, "leaders")).value).toBe(1);
  });

  test("a start radius shows at once while the run stands at its start, and is taken back", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-wide&player.count=0");
    const hash = () => page.evaluate(() => window.flockwright.core.hash());
    const [before, drawn] = [await hash(), await pixels(page)];
    const radius = await row(page, "start_radius");
    await radius.locator("input").first().focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await page.waitForFunction((old) => window.flockwright.core.hash() !== old, before);
    const far = await page.evaluate(() => {
      const { x, y, count } = window.flockwright.core.views();
      const off = (i: number) => Math.hypot((x[i] ?? 0) - 300, (y[i] ?? 0) - 225);
      return Math.max(...Array.from({ length: count }, (_, i) => off(i)));
    });
    expect(far).toBeLessThan(0.2 * 225 + 0.01);
    await expect.poll(async () => difference(drawn, await pixels(page))).toBeGreaterThan(2000);
    await page.keyboard.press("Control+z");
    await expect.poll(hash).toBe(before);
  });

  test("on tiles nothing is offered that would stop nobody", async ({ open }) => {
    const { page } = await open("scene=tile-chase&obstacles=8");
    await unfoldAll(page);
    expect(await page.locator('[data-param="obstacles"]').isHidden()).toBe(true);
    expect(await page.locator('[data-param="edges"]').getAttribute("hidden")).toBeNull();
    expect(await page.evaluate(() => window.flockwright.core.scenery().obstacles)).toEqual([]);
  });

  test("a group's controls are made when it is opened, by hand or by a search", async ({ open }) => {
    const { page } = await open("scene=flock-limited", { fresh: true });
    const rows = page.locator("#controls .row");
    expect(await rows.count()).toBe(0);
    await page.locator("#all-parameters").click();
    const { scope, section } = await param(page, "edges");
    const group = page.locator(`[data-section="${scope}/${section}"]`);
    const edges = group.locator('[data-param="edges"]');
    expect(await group.evaluate((one: HTMLDetailsElement) => one.open)).toBe(false);
    expect(await edges.count()).toBe(0);
    expect(await rows.count()).toBeGreaterThan(0);

    // A search finds it all the same; afterwards it is closed again.
    await page.locator("#filter").fill("edges");
    expect(await edges.isVisible()).toBe(true);
    await page.locator("#filter").press("Escape");
    expect(await edges.isVisible()).toBe(false);

    // What is opened by hand shows the values of now.
    const mass = await param(page, "mass");
    await page.evaluate(({ id, max }) => window.flockwright.core.set(id, max), mass);
    await group.locator("summary").click();
    await edges.waitFor({ state: "visible" });
  });

  test("a search shows what it names before what only mentions it", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    const labels = () =>
      page.locator("#controls .row .label").evaluateAll((all) => {
        const shown = all.filter((one) => one.checkVisibility());
        return shown.map((one) => one.textContent);
      });
    const before = await labels();
    await page.locator("#filter").fill("count");
    expect(await labels()).toEqual(["Count", "View", "Nearest only", "The nearest for", "Count"]);
    await page.locator("#filter").press("Escape");
    expect(await labels()).toEqual(before);
  });

  test("another view model shows only its own parameters", async ({ open }) => {
    const { page } = await open("scene=flock-wide");
    await unfoldAll(page);
    const rows = () =>
      page
        .locator("[data-param]")
        .evaluateAll((all) =>
          all
            .filter((one) => !(one as HTMLElement).hidden)
            .map((one) => (one as HTMLElement).dataset.param ?? ""),
        );
    const wide = await rows();
    expect(wide).toContain("wide_radius_factor");
    expect(wide).not.toContain("limited_radius_factor");
    const view = await param(page, "view");
    const limited = view.choices.findIndex((choice) => choice.key === "limited");
    await (await row(page, "view")).locator("select").selectOption(String(limited));
    await page.waitForFunction(
      () => !document.querySelector<HTMLElement>('[data-param="limited_radius_factor"]')?.hidden,
    );
    const now = await rows();
    expect(now).toContain("limited_radius_factor");
    expect(now).not.toContain("wide_radius_factor");
  });

  test("using a radius control shows its arc around a unit, and leaving it takes the arc away", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited");
    await advance(page, 60);
    const radius = (await row(page, "limited_radius_factor")).locator("input").first();
    const without = await pixels(page);
    await page.keyboard.press("Tab");
    await radius.focus();
    await advance(page, 0);
    const shown = await pixels(page);
    const arc = difference(without, shown);
    expect(arc).toBeGreaterThan(100);
    await radius.blur();
    // It lingers for a moment.
    await expect.poll(async () => difference(without, await pixels(page))).toBeLessThan(arc / 10);
    // Undone while the slider still has the focus, the arc is that of the value before.
    await radius.focus();
    await frame(page);
    const own = await pixels(page);
    await page.keyboard.press("End");
    await frame(page);
    expect(difference(own, await pixels(page))).toBeGreaterThan(100);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => difference(own, await pixels(page))).toBe(0);
  });
});

describe("memory growth", () => {
  test("from 100 units to 5,000 and back, the flock keeps being drawn and moving", async ({ open }) => {
    const { page } = await open("scene=flock-wide");
    const key = await page.evaluate(
      () => window.flockwright.core.params().find((one) => /(^|[._])count$/.test(one.key))?.key ?? "",
    );
    for (const count of [100, 5000, 100]) {
      const line = await row(page, key);
      await line.locator("button.value").click();
      await line.locator("input.entry").fill(String(count));
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        ([wanted, name]) =>
          window.flockwright.core.params().find((one) => one.key === name)?.value === wanted,
        [count, key] as const,
      );
      const views = await page.evaluate(() => {
        const { count, x, y, hx, hy, role, flags } = window.flockwright.core.views();
        return {
          count,
          lengths: [x, y, hx, hy, role, flags].map((view) => view.length),
          finite: x.every(Number.isFinite),
        };
      });
      expect(views.count).toBeGreaterThanOrEqual(count);
      expect(new Set(views.lengths)).toEqual(new Set([views.count]));
      expect(views.finite).toBe(true);
      await advance(page, 1);
      const before = await pixels(page);
      await advance(page, 20);
      expect(difference(before, await pixels(page)), `${count} units`).toBeGreaterThan(300);
    }
  });
});

test("a typed value that was only looked at stays as it is", async ({ open }) => {
  const { page } = await open("scene=flock-limited&cohesion=2.345678");
  const line = await row(page, "cohesion");
  const { value } = await param(page, "cohesion");
  for (const leave of ["Tab", "Enter", "Escape"]) {
    await line.locator("button.value").click();
    await line.locator("input.entry").press(leave);
    await line.locator("button.value").waitFor();
    expect((await param(page, "cohesion")).value, leave).toBe(value);
  }
});

test("the keys of a long slider take steps that count, and Enter types a number; what is none says so", async ({
  open,
}) => {
  const { page } = await open("scene=flock-limited");
  const line = await row(page, "count");
  const before = (await param(page, "count")).value;
  await line.locator("input[type=range]").focus();
  const seen: number[] = [];
  for (const key of ["ArrowRight", "PageUp", "PageDown", "ArrowLeft", "ArrowLeft"]) {
    await page.keyboard.press(key);
    seen.push((await param(page, "count")).value - before);
  }
  expect(seen.map(Math.sign)).toEqual([1, 1, 1, 0, -1]);
  await page.keyboard.press("Enter");
  const entry = line.locator("input.entry");
  await entry.fill("many");
  await entry.press("Enter");
  await said(page, /^Type a number from/);
  expect(await entry.getAttribute("aria-invalid")).toBe("true");
  await entry.fill("-5");
  await entry.press("Enter");
  await said(page, /^The range is/);
  expect((await param(page, "count")).value).toBe((await param(page, "count")).min);
});

test("digits turn rules off and on, plus, minus and zero zoom", async ({ open }) => {
  const { page } = await open("scene=flock-limited");
  await page.locator("#stage").focus();
  const before = await page.evaluate(() => window.flockwright.core.params());
  const changed = () =>
    page.evaluate(
      (old) =>
        window.flockwright.core
          .params()
          .filter(({ value }, index) => value !== old[index]?.value)
          .map(({ key, value }) => `${key}=${value}`),
      before,
    );
  await page.keyboard.press("1");
  const [off, ...others] = await changed();
  expect([off?.split("=")[1], others.length]).toEqual(["0", 0]);
  await said(page, / off$/);
  const key = off?.split("=")[0] ?? "";
  await page.waitForFunction((name) => new URLSearchParams(location.search).get(name) === "0", key);
  await expect.poll(async () => (await row(page, key)).locator("output").textContent()).toMatch(/^0/);
  await page.keyboard.press("1");
  expect(await changed()).toEqual([]);

  const zoom = () => page.evaluate(() => window.flockwright.stage.camera.view()?.zoom);
  await page.keyboard.press("+");
  expect(await zoom()).toBeCloseTo(1.25, 5);
  await page.keyboard.press("-");
  expect(await zoom()).toBeCloseTo(1, 5);
  await page.keyboard.press("0");
  expect(await zoom()).toBeUndefined();
});

test("a number that is being typed when Back opens another run is not put into that one", async ({
  open,
}) => {
  // One has the same rows as the run that it is typed for, the other has not.
  for (const before of ["flock-wide", "leaders-pincer"]) {
    const { page } = await open(`scene=${before}`);
    await chooseScene(page, "flock-limited");
    const line = await row(page, "cohesion");
    await line.locator("button.value").click();
    await line.locator("input.entry").fill("4.5");
    await travel(page, -1);
    await page.waitForFunction((key) => window.flockwright.core.scene() === key, before);
    expect(await page.locator("input.entry").count(), before).toBe(0);
    await page.locator("#stage").focus();
    const { value, default: usual } = await param(page, "cohesion");
    expect(value, before).toBe(usual);
  }
});
