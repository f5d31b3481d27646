/** The Measure tab: live values, plots on one time axis, marks of what was changed, the table and the file. */
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./axe";
import { chooseScene, contentOf, frame, param, row, share, showLab, showList, test } from "./fixture";

async function openTab(page: Page): Promise<void> {
  await showLab(page, "measure");
  await page.locator(".plots canvas").first().waitFor();
}

/** Runs this many ticks, and waits until the tab has seen the last one. */
async function go(page: Page, ticks: number): Promise<void> {
  await page.evaluate((count) => window.flockwright.core.tick(count), ticks);
  const tick = await page.evaluate(() => window.flockwright.core.ticks().toLocaleString("en-US"));
  await page.waitForFunction(
    (wanted) => document.querySelector("#measure-when")?.textContent?.includes(`Now, tick ${wanted},`),
    tick,
  );
}

/** The shown values by name, as numbers. */
function values(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".plot-value")];
    return Object.fromEntries(
      shown.map((value) => [
        value.dataset.measure ?? "",
        Number.parseFloat((value.textContent ?? "").replaceAll(",", "")),
      ]),
    );
  });
}

/** What the core measures now, by key; only what has a plot. */
function measured(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const { watch } = window.flockwright.core;
    const [, ...values] = watch.sample();
    const all = watch.measures.map(({ key, plotted }, at) => ({ key, plotted, value: values[at] }));
    return Object.fromEntries(
      all.filter(({ plotted }) => plotted).map(({ key, value }) => [key, value ?? Number.NaN]),
    );
  });
}

async function expectShown(page: Page): Promise<void> {
  const shown = await values(page);
  const told = await measured(page);
  for (const [key, value] of Object.entries(shown)) {
    const exact = told[key] ?? Number.NaN;
    if (Number.isNaN(exact)) expect(value).toBeNaN();
    else expect(Math.abs(value - exact), `${key}: ${value}, measured ${exact}`).toBeLessThanOrEqual(0.051);
  }
  expect(Object.keys(shown).sort()).toEqual(Object.keys(told).sort());
  expect(Object.keys(shown).slice(0, 2)).toEqual(["polarization", "spacing"]);
}

/** Drags a slider to a value by the keyboard's coarse and fine steps. */
async function change(page: Page, key: string, presses: number): Promise<void> {
  await showList(page);
  const slider = (await row(page, key)).locator('input[type="range"]');
  await slider.focus();
  for (let i = 0; i < presses; i++) await page.keyboard.press("ArrowRight");
  await showLab(page, "measure");
}

describe("measures", () => {
  test("a measure of one's own begins with an example, and the link carries it", async ({ open }) => {
    const { page } = await open("scene=flock-wide&seed=3");
    await openTab(page);
    await page.getByText("A measure of your own").click();
    expect(await page.locator("#own-measure").inputValue()).toMatch(/^measure slow /);
    await page.getByRole("button", { name: "Plot it" }).click();
    await page.waitForFunction(() => window.flockwright?.core?.link().includes("&measures="));
    await openTab(page);
    await go(page, 60);
    const { slow } = await measured(page);
    expect(slow).toBeGreaterThanOrEqual(0);
    expect((await values(page)).slow).toBeCloseTo(slow ?? Number.NaN, 1);
  });

  test("go on behind other tabs", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    const samples = () =>
      page.evaluate(() => document.querySelector<HTMLInputElement>("#measure-moment")?.max);
    const behind = async (ticks: number) => {
      await showList(page);
      await page.evaluate((count) => window.flockwright.core.tick(count), ticks);
      await frame(page);
      await showLab(page, "measure");
    };
    await page.evaluate(() => window.flockwright.core.tick(120));
    await openTab(page);
    await go(page, 120);
    await expect.poll(samples).toBe("19");
    await behind(120);
    await go(page, 60);
    expect(await samples()).toBe("34");
  });

  test("hovering one plot shows tick and values in all of them", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    await openTab(page);
    await go(page, 600);
    const now = await values(page);
    expect(await page.locator(".u-over:visible").count()).toBe(2);
    await page.getByRole("button", { name: /^All \d+ plots$/ }).click();
    const plot = page.locator(".u-over").nth(2);
    await plot.scrollIntoViewIfNeeded();
    await plot.hover({ position: { x: 2, y: 20 } });
    await page.waitForFunction(() =>
      document.querySelector("#measure-when")?.textContent?.startsWith("tick 12,"),
    );
    const first = await values(page);
    expect(first).not.toEqual(now);
    const dots = page.locator(".u-cursor-pt:not(.u-off)");
    expect(await dots.count()).toBeGreaterThanOrEqual(9);
    await page.mouse.move(400, 400);
    await page.waitForFunction(() => document.querySelector("#measure-when")?.textContent?.startsWith("Now"));
    expect(await values(page)).toEqual(now);
  });

  test("the file holds the samples", async ({ open }) => {
    const { page } = await open("scene=flock-limited&seed=4");
    await openTab(page);
    await go(page, 240);
    await change(page, "alignment", 3);
    const now = Number((await param(page, "alignment")).value.toPrecision(6));
    expect(now).toBeGreaterThan(1);
    await go(page, 120);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("flockwright-flock-limited-measures.csv");
    const path = join(await mkdtemp(join(tmpdir(), "flockwright-")), "measures.csv");
    await download.saveAs(path);
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    // Once, and not from the start.
    expect(lines[1]?.endsWith(`scene=flock-limited&seed=4&at=360&ev=P6o.alignment*${now}`), lines[1]).toBe(
      true,
    );
    const hash = await page.evaluate(() => window.flockwright.core.hash());
    for (const line of ["# seed: 4", `# hash: ${hash}`, "# ticks: 360", "# burn_in: 0", "# every: 12"])
      expect(lines).toContain(line);
    expect(
      lines.filter((line) => /^# version: \d+\.\d+\.\d+|^# commit: ([0-9a-f]{40}|$)/.test(line)).length,
    ).toBe(2);
    const head = lines.findIndex((line) => !line.startsWith("# "));
    expect(lines[head]?.split(",").slice(0, 5)).toEqual([
      "tick",
      "time_s",
      "polarization",
      "milling",
      "nearest_neighbor_u",
    ]);
    const rows = lines.slice(head + 1).map((line) => line.split(","));
    expect(rows.map(([tick]) => Number(tick))).toEqual(
      Array.from({ length: 30 }, (_, index) => 12 * (index + 1)),
    );
    expect(Number(rows.at(-1)?.[2])).toBeCloseTo((await measured(page)).polarization ?? 0, 5);
    // Of the parameters, the one that was moved has a column.
    const at = lines[head]?.split(",").indexOf("alignment") ?? -1;
    expect(lines[head]?.split(",").at(-1)).toBe("alignment");
    expect(rows.map((row) => Number(row[at]) === now)).toEqual(rows.map(([tick]) => Number(tick) > 240));
  });

  test("opened late, the plots show the past: the samples are those that would have been taken then", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited&seed=4");
    await page.evaluate(() => window.flockwright.core.tick(240));
    await change(page, "alignment", 3);
    await page.evaluate(() => window.flockwright.core.tick(120));
    await openTab(page);
    await go(page, 60);
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("#measure-moment")?.max === "34",
    );
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    const lines = String(await contentOf(download))
      .trimEnd()
      .split("\n");
    const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(","));
    expect(rows.map(([tick]) => Number(tick))).toEqual(Array.from({ length: 35 }, (_, at) => 12 * (at + 1)));
    expect(new Set(rows.map((row) => row.at(-1))).size).toBe(2);
    const polarization = await page.evaluate(() => {
      const run = window.flockwright.core.sideRun("scene=flock-limited&seed=4");
      run.tick(120);
      const [, value] = run.sample();
      run.free();
      return value;
    });
    expect(Number(rows[9]?.[2])).toBeCloseTo(polarization ?? Number.NaN, 5);
  });

  test("a restart and another scene begin anew", async ({ open }) => {
    const { page } = await open("scene=flock-limited");
    const length = () =>
      page.evaluate(() => Number(document.querySelector<HTMLInputElement>("#measure-moment")?.max));
    await openTab(page);
    await go(page, 240);
    expect(await length()).toBe(19);
    await page.locator("#stage").focus();
    await page.keyboard.press("r");
    await go(page, 24);
    expect(await length()).toBe(1);
    await chooseScene(page, "swarm");
    await go(page, 36);
    expect(await length()).toBe(2);
    await expectShown(page);
  });
});

describe("averages and parameters", () => {
  test("a window after a burn-in has means with errors, susceptibility and Binder cumulant of the order", async ({
    open,
  }) => {
    const { page } = await open("scene=vicsek&count=100&width=200&height=200");
    await openTab(page);
    await page.locator("summary", { hasText: "Averages" }).click();
    await page.getByText("Not enough samples yet").waitFor();
    await go(page, 3000);
    const cell = (measure: string, column: number) =>
      page.locator(`[data-average="${measure}"] td`).nth(column).textContent();
    await expect.poll(() => cell("polarization", 0)).toMatch(/^0\.\d+ ± 0\.\d+$/);
    const columns = await page.locator(".measure-averages thead th").allTextContents();
    const columnOf = (name: string) => columns.findIndex((text) => text.includes(name)) - 1;
    expect(Number(await cell("polarization", columnOf("Susceptibility")))).toBeGreaterThan(0);
    const binder = Number(await cell("polarization", columnOf("Binder")));
    expect(binder).toBeGreaterThan(0.3);
    expect(binder).toBeLessThanOrEqual(0.667);
    // Neither is of a speed.
    expect(await cell("mean_speed", columnOf("Susceptibility"))).toBe("");
    const counted = () => page.locator(".measure-part[open] .remark").first().textContent();
    const before = Number.parseInt((await counted()) ?? "", 10);
    await page.locator("#burn-in").fill("30");
    await expect.poll(async () => Number.parseInt((await counted()) ?? "", 10)).toBeLessThan(before);
    expect(await violations(page)).toEqual([]);
  });

  test("a recording of animals flies, is measured, and a flock takes over from it", async ({ open }) => {
    const { page } = await open("scene=flock-limited&count=30&seed=3");
    await share(page, "File");
    const put = (name: string, text: string) =>
      page.locator("#share-open").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    // A torn file gets one sentence and changes nothing.
    const before = await page.evaluate(() => window.flockwright.core.hash());
    await put("torn.csv", "frame,id,x,y\n0,1,5");
    await expect
      .poll(() => page.locator("#share-dialog .share-status").textContent())
      .toContain("torn.csv: line 2");
    expect(await page.evaluate(() => window.flockwright.core.hash())).toBe(before);
    // What times say is shown before it is used, however they were rounded.
    const timed = Array.from({ length: 120 }, (_, frame) => `${(frame / 60).toFixed(2)},1,${frame},0`);
    await put("timed.csv", ["time,id,x,y", ...timed].join("\n"));
    await expect.poll(() => page.inputValue("#tracks-fps")).toBe("60");
    await page.locator("#tracks-dialog").getByRole("button", { name: "Cancel" }).click();
    await put("fish.csv", circling(6, 10, 300));
    // Nothing is guessed.
    await page.fill("#tracks-fps", "10");
    await page.fill("#tracks-scale", "0.1");
    await page.selectOption("#tracks-unit", "cm");
    await page.fill("#tracks-length", "2");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    const line = page.locator("#tracks");
    await line.waitFor();
    await expect.poll(() => line.textContent()).toContain("fish.csv, 0.0 of 29.9 s");
    const count = () => page.evaluate(() => window.flockwright.core.views().count);
    expect(await count()).toBe(0);
    // Played, stepped and scrubbed as the run is: the timeline is as long as the recording.
    expect(await page.evaluate(() => window.flockwright.core.end())).toBe(1794);
    await page.evaluate(() => window.flockwright.core.tick(300));
    await expect.poll(() => line.textContent()).toContain("5.0 of 29.9 s");
    const table = page.locator("#tracks-measured table");
    await expect.poll(() => table.locator("tr", { hasText: "Milling" }).textContent()).toMatch(/0\.99|1/);
    await page.locator("#tracks-start").click();
    await expect.poll(count).toBe(6);
    // Where the animals were, as they were: to a tenth of a unit, by the link alone.
    const [link, places] = await page.evaluate(() => {
      const { core } = window.flockwright;
      const { x, y, vx, vy } = core.views();
      return [
        core.link(),
        [...x].map((at, unit) => [at, y[unit], Math.hypot(vx[unit] ?? 0, vy[unit] ?? 0)]),
      ] as const;
    });
    expect(link).toMatch(/count=6&.*poses=/);
    for (const [x = 0, y = 0, speed = 0] of places) {
      // 20 u across, at one radian per second: a fish is 2 cm long, a unit 4 u.
      expect(Math.hypot(x - 50, y - 50)).toBeCloseTo(20, 0);
      expect(speed).toBeCloseTo(20, 0);
    }
    await page.evaluate(() => window.flockwright.core.tick(120));
    await expect.poll(() => line.textContent()).toMatch(/7\.0 of 29\.9 s .* the flock started at 5 s/);
    // Taken back, the animals are alone again, and once more a flock begins where it did.
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(count).toBe(0);
    await page.getByRole("button", { name: "Redo" }).first().click();
    await expect.poll(count).toBe(6);
    await expect.poll(() => line.textContent()).toContain("the flock started at 5 s");
    await showLab(page, "measure");
    expect(await page.locator("#measures-view .note", { hasText: "flock.ipynb" }).isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    // A wish for a flock like it.
    await page.locator("#tracks-like").click();
    await page.locator("#make-view h3", { hasText: "Like this recording" }).waitFor();
    await expect.poll(() => page.locator("#make-view .bands").textContent()).toContain("Milling");
    await page.getByRole("button", { name: "Close the recording" }).click();
    expect(await line.isHidden()).toBe(true);
  });

  test("the page shows the measures of a recording that the core gives, in the file's units", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited&count=30");
    // Four people in the format of the Juelich archive, two and two toward each other along x: y grows upward.
    const rows = Array.from({ length: 60 }, (_, frame) =>
      [0, 1, 2, 3].map((id) => {
        const x = id < 2 ? frame * 0.05 * (1 + frame / 100) : 8 - frame * 0.04;
        return `${id} ${frame} ${x.toFixed(4)} ${(id + 0.3 * id * id).toFixed(4)} 1.7`;
      }),
    ).flat();
    const text = `# framerate: 10 fps\n# id frame x/m y/m z/m\n${rows.join("\n")}\n`;
    const speed = (frame: number) => {
      const x = (at: number) => at * 0.05 * (1 + at / 100);
      return (2 * ((x(frame + 1) - x(frame - 1)) * 5) + 2 * 0.4) / 4;
    };
    await share(page, "File");
    await page
      .locator("#share-open")
      .setInputFiles({ name: "people.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    const dialog = page.locator("#tracks-dialog");
    await expect.poll(() => dialog.textContent()).toContain("Read as Juelich");
    expect(await page.inputValue("#tracks-y")).toBe("up");
    await page.fill("#tracks-length", "0.5");
    await page.keyboard.press("Enter");
    const line = page.locator("#tracks");
    await expect.poll(() => line.textContent()).toContain("of 5.9 s");
    await showLab(page, "measure");
    await page.evaluate(() => window.flockwright.core.seek(0));
    // What the core's package says of the file itself, in m.
    const { TrackFiles } = await import("../node/work");
    const tracks = new TrackFiles(["people.txt"], [new TextEncoder().encode(text)], "").tracks(
      0,
      0,
      "",
      0.5,
      true,
      "",
      new Float64Array(),
    );
    const { keys, values } = tracks.measure(1);
    for (const frame of [5, 20, 50]) {
      await page.evaluate((tick) => {
        const { core } = window.flockwright;
        core.tick(tick - core.ticks());
      }, 6 * frame);
      await expect.poll(() => line.textContent()).toContain(`${(frame / 10).toFixed(1)} of 5.9 s`);
      const shown = async (measure: string) =>
        Number(await page.locator(`tr[data-measure=${measure}] td:nth-of-type(2)`).textContent());
      const wanted = (measure: string) => values[frame * keys.length + keys.indexOf(measure)] ?? Number.NaN;
      for (const measure of [
        "polarization",
        "mean_speed",
        "nearest_neighbor",
        "milling",
        "spacing",
        "flocks_fixed",
      ])
        await expect.poll(() => shown(measure), { message: measure }).toBeCloseTo(wanted(measure), 2);
      expect(await shown("mean_speed")).toBeCloseTo(speed(frame), 2);
      // Numbers 0, 1, 2 and 3 stand at 0, 1.3, 3.2 and 5.7 m.
      expect(await shown("nearest_neighbor")).toBeGreaterThan(1.2);
    }
    await expect
      .poll(() => page.locator("tr[data-measure=nearest_neighbor] th").textContent())
      .toContain(", m");
    expect(await page.locator("#tracks-measured .track-chart .recording").count()).toBe(1);
    // A share has the axis 0 to 1, and the time that of the whole recording.
    const labels = await page.locator("#tracks-measured .track-chart text").allTextContents();
    expect(labels).toEqual(["1", "0", "0", "5.9", "s"]);
    const stroke = await page
      .locator("#tracks-measured .track-chart .recording")
      .evaluate((path) => [getComputedStyle(path).fill, getComputedStyle(path).strokeWidth]);
    expect(stroke).toEqual(["none", "1.25px"]);
    tracks.free();
  });

  test("columns of any other table are asked for in one dialog, and a periodic box is a field", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-limited&count=30");
    const rows = Array.from({ length: 40 }, (_, frame) =>
      [1, 2, 3].map((ant) => `${frame * 100},${ant},${(frame * 5 + ant * 7) % 100},${ant * 20}`),
    ).flat();
    await share(page, "File");
    await page.locator("#share-open").setInputFiles({
      name: "ants.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`when,ant,px,py\n${rows.join("\n")}\n`),
    });
    const dialog = page.locator("#tracks-dialog");
    await expect.poll(() => dialog.locator("table").textContent()).toContain("when");
    for (const [role, column] of [
      ["time", "1"],
      ["id", "2"],
      ["x", "3"],
      ["y", "4"],
    ] as const)
      await page.selectOption(`#tracks-column-${role}`, column);
    await page.getByLabel("Time is in").selectOption("time_ms");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Read" }).click();
    await expect.poll(() => page.inputValue("#tracks-fps")).toBe("10");
    await page.selectOption("#tracks-unit", "px");
    await page.fill("#tracks-length", "2");
    await page.fill("#tracks-wrap", "50");
    await page.fill("#tracks-wrap-height", "100");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect
      .poll(() => dialog.locator(".tracks-problem").textContent())
      .toContain("smaller than the data");
    await page.fill("#tracks-wrap", "100");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect.poll(() => page.locator("#tracks").textContent()).toContain("ants.csv, 0.0 of 3.9 s");
    await showLab(page, "measure");
    // 5 px in a tenth of a second, around the edge as well.
    await expect
      .poll(() => page.locator("tr[data-measure=mean_speed] td").first().textContent())
      .toContain("50");
    expect(await page.evaluate(() => window.flockwright.core.link())).not.toContain("edges=contain");
  });

  test("a second recording opens as the first did, in scenes of several groups and in those without a flock", async ({
    open,
  }) => {
    for (const scene of ["falcon", "tile-chase"]) {
      const { page } = await open(`scene=${scene}`);
      for (const name of ["first.csv", "second.csv"]) {
        await share(page, "File");
        const file = { name, mimeType: "text/csv", buffer: Buffer.from(circling(6, 10, 30)) };
        await page.locator("#share-open").setInputFiles(file);
        await page.fill("#tracks-fps", "10");
        await page.fill("#tracks-scale", "0.1");
        await page.selectOption("#tracks-unit", "cm");
        await page.fill("#tracks-length", "2");
        await page.keyboard.press("Enter");
        await expect.poll(() => page.locator("#tracks").textContent()).toContain(`${name}, 0.0 of 2.9 s`);
        await page.locator(".tracks-problem").waitFor({ state: "detached" });
      }
      // And a flock takes over.
      await page.locator("#tracks-start").click();
      await expect.poll(() => page.evaluate(() => window.flockwright.core.views().count)).toBe(6);
    }
  });

  test("tracks of the run are saved, and read again as they were", async ({ open }) => {
    const { page } = await open("scene=flock-limited&count=12&seed=3");
    await page.evaluate(() => window.flockwright.core.tick(120));
    await share(page, "File");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Tracks as CSV" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("flockwright-flock-limited-tracks.csv");
    const text = await readFile(await saved.path(), "utf8");
    // Ticks 0, 6 and so on to 120, of twelve units.
    const rows = text.split("\n").filter((line) => /^\d/.test(line));
    expect(rows.length).toBe(21 * 12);
    const x = await page.evaluate(() => window.flockwright.core.views().x[5]);
    expect(Math.fround(Number(rows.find((row) => row.startsWith("120,2.000000,5,"))?.split(",")[5]))).toBe(x);
    await page.locator("#share-open").setInputFiles(
      await saved.path().then(async (path) => ({
        name: "own.csv",
        mimeType: "text/csv",
        buffer: await readFile(path),
      })),
    );
    // It says all itself.
    await expect.poll(() => page.locator("#tracks").textContent()).toContain("own.csv, 0.0 of 2 s");
  });
});

/** Animals that circle, one radian per second, 10 cm around the middle; lengths in tenths of a cm. */
function circling(animals: number, fps: number, frames: number): string {
  const rows = ["frame,id,x,y"];
  for (let frame = 0; frame < frames; frame++) {
    for (let id = 0; id < animals; id++) {
      const angle = frame / fps + (2 * Math.PI * id) / animals;
      rows.push(
        `${frame},${id},${(500 + 100 * Math.cos(angle)).toFixed(3)},${(400 + 100 * Math.sin(angle)).toFixed(3)}`,
      );
    }
  }
  return `${rows.join("\n")}\n`;
}
