/** Undo and redo: what a step is, and what they leave to others. */
import { describe, expect } from "vitest";
import {
  advance,
  chooseScene,
  param,
  row,
  showLab,
  showList,
  small,
  test,
  travel,
  unfoldAll,
} from "./fixture";

describe("undo and redo", () => {
  test("take back a slider's drag, the seed, a reset of all and a scene, each as one step", async ({
    open,
  }) => {
    const { page } = await open("scene=flock-wide", { ...small, details: true });
    const undo = page.locator("#edit-bar button").first();
    const cohesion = async () => (await param(page, "cohesion")).value;
    const slider = (await row(page, "cohesion")).locator("input");
    const box = await slider.boundingBox();
    if (!box) throw new Error("no slider");
    await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    const dragged = await cohesion();
    expect(dragged).toBeGreaterThan(1.5);
    expect(await undo.getAttribute("title")).toMatch(/^Undo: Cohesion 1\.00 → /);

    await showLab(page, "measure");
    await page.locator("#seed").fill("77");
    await page.locator("#seed").press("Enter");
    await showList(page);
    await page.locator("#reset-all").click();
    expect(await cohesion()).toBe(1);
    await chooseScene(page, "swarm");
    expect(await page.evaluate(() => window.flockwright.core.scene())).toBe("swarm");

    await page.locator("#stage").focus();
    await page.keyboard.press("Control+z");
    expect(await page.evaluate(() => window.flockwright.core.scene())).toBe("flock-wide");
    await page.keyboard.press("Control+z");
    expect(await cohesion()).toBe(dragged);
    await page.keyboard.press("Control+z");
    expect(await page.evaluate(() => window.flockwright.core.seed())).toBe(1);
    await undo.click();
    expect(await cohesion()).toBe(1);
    expect(await undo.getAttribute("aria-disabled")).toBe("true");
    expect(await page.locator("#seed").inputValue()).toBe("1");
    await page.keyboard.press("Control+y");
    expect(await cohesion()).toBe(dragged);
  });

  test("are offered again when the run is back from where nothing had been done", async ({ open }) => {
    const { page } = await open("scene=flock-wide", { ...small, playing: false });
    const undo = page.locator("#edit-bar button").first();
    await advance(page, 60);
    await (await row(page, "cohesion")).getByRole("slider").press("ArrowRight");
    expect(await undo.getAttribute("title")).toMatch(/^Undo: Cohesion/);
    await page.locator("#stage").focus();
    await page.keyboard.press("Home");
    await undo.waitFor({ state: "hidden" });
    await page.keyboard.press("End");
    await undo.waitFor();
    expect(await undo.getAttribute("title")).toMatch(/^Undo: Cohesion/);
  });

  test("leave what is being written in a text field alone, and Back goes back", async ({ open }) => {
    const { page } = await open("scene=flock-wide", small);
    await chooseScene(page, "swarm");
    await page.locator("#filter").fill("length");
    await page.locator("#filter").press("Control+z");
    expect(await page.evaluate(() => window.flockwright.core.scene())).toBe("swarm");
    await travel(page, -1);
    await page.waitForFunction(() => window.flockwright.core.scene() === "flock-wide");
    await page.locator("#stage").focus();
    await page.keyboard.press("Control+z");
    expect(await page.evaluate(() => window.flockwright.core.scene())).toBe("swarm");
    await travel(page, -1);
    await page.waitForFunction(() => window.flockwright.core.scene() === "flock-wide");
  });

  test("Back shows the text of the run that it opens, whatever was being written for another", async ({
    open,
  }) => {
    const { page } = await open("scene=patrol&steps=ahead+50", small);
    const steps = page.locator('[data-text="steps"]');
    const [field, problem] = [steps.locator("textarea"), steps.locator(".problem")];
    for (const written of ["ahead 70\nport 20", "nowhere"]) {
      await chooseScene(page, "patrol");
      await page.waitForFunction(() => !location.search.includes("steps"));
      await unfoldAll(page);
      expect(await field.inputValue()).not.toBe("ahead 50");
      await field.fill(written);
      await travel(page, -1);
      await page.waitForFunction(() => window.flockwright.core.link().includes("steps=ahead+50"));
      await unfoldAll(page);
      expect([await field.inputValue(), await problem.textContent()]).toEqual(["ahead 50", ""]);
      expect(await field.getAttribute("aria-invalid")).toBeNull();
    }
  });
});
