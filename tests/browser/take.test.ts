/** What a person takes home: the force in a language, and a page that plays from disk. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { contentOf, share, test } from "./fixture";

test("the code is that of the run in each language, and the page that is saved plays it from disk", async ({
  open,
}) => {
  const { page, complaints } = await open("scene=flock-limited&seed=7&cohesion=2.35");
  await share(page, "Code");
  const choice = page.locator("#share-language");
  await expect.poll(() => choice.locator("option").count()).toBe(3);
  const shown = () => page.locator("#share-code").inputValue();
  for (const [language, has] of [
    ["typescript", "export function steer("],
    ["javascript", "export function steer(me, others, obstacles, target, dt) {"],
    ["gdscript", "static func steer(me: Unit, others: Array"],
  ] as const) {
    await choice.selectOption(language);
    await expect.poll(shown).toContain(has);
    expect(await shown()).toContain("2.35");
    expect(await shown()).toContain(`${page.url().split("?")[0]}?v=8&scene=flock-limited`);
  }
  await page.keyboard.press("Escape");

  await share(page, "File");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save page" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^flockwright-flock-limited.*\.html$/);
  const html = await contentOf(saved);
  expect(html.length).toBeLessThan(800_000);
  expect(complaints).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), "flockwright-page-"));
  try {
    const file = join(folder, "flock.html");
    writeFileSync(file, html);
    const tried = await page.context().newPage();
    await tried.goto(pathToFileURL(file).href);
    type View = HTMLElement & {
      paused: boolean;
      flock?: { ticks: number; hash: string; tick(count: number): void };
    };
    await tried.waitForFunction(() => (document.querySelector("flock-view") as View | null)?.flock);
    const hash = await tried.locator("flock-view").evaluate((view) => {
      (view as View).paused = true;
      const { flock } = view as View;
      flock?.tick(600 - flock.ticks);
      return flock?.hash;
    });
    await tried.close();
    const wanted = await page.evaluate(() => {
      const { core } = window.flockwright;
      return core.link();
    });
    const { Simulation } = await import("../node/core");
    const run = new Simulation(wanted);
    run.tick(600);
    expect(hash).toBe(run.hash());
    run.free();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
