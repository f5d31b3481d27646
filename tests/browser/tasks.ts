/** Ten things that a newcomer wants, each in at most three actions (a click, a drag, a key or a typed text), by visible names. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { advance, frame, type OpenOptions, said, test } from "./fixture";

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

/** Counts what a person does. */
class Person {
  actions = 0;

  constructor(readonly page: Page) {}

  async press(name: string, role: "button" | "tab" = "button"): Promise<void> {
    this.actions++;
    await this.page.getByRole(role, { name, exact: true }).first().click();
  }

  async drag(from: [number, number], to: [number, number]): Promise<void> {
    this.actions++;
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move(...to, { steps: 6 });
    await this.page.mouse.up();
    await frame(this.page);
  }

  /** A slider is dragged to a share of its length. */
  async slide(name: string, share: number): Promise<void> {
    const box = await this.page.getByRole("slider", { name, exact: true }).first().boundingBox();
    if (!box) throw new Error(`no slider ${name}`);
    const y = box.y + box.height / 2;
    await this.drag([box.x + box.width / 2, y], [box.x + share * box.width, y]);
  }
}

const value = (page: Page, key: string) =>
  page.evaluate(
    (wanted) => window.flockwright.core.params().find((one) => one.key === wanted)?.value ?? 0,
    key,
  );
const groups = (page: Page) =>
  page.evaluate(() => window.flockwright.core.composition().map(({ key }) => key));
const behaviors = (page: Page) =>
  page.evaluate(() => window.flockwright.core.composition()[0]?.behaviors.map(({ key }) => key) ?? []);
/** Two places within the world, left and right of its middle. */
const across = (page: Page): Promise<[[number, number], [number, number]]> =>
  page.evaluate(() => {
    const { camera } = window.flockwright.stage;
    const { width, height } = window.flockwright.core.scenery();
    const [from, to] = [0.15, 0.85].map((share) => camera.toScreen(share * width, 0.55 * height));
    return [
      [from?.x ?? 0, from?.y ?? 0],
      [to?.x ?? 0, to?.y ?? 0],
    ];
  });

/** Each does it, and says whether it is done. */
const TASKS: Record<string, (person: Person) => Promise<void>> = {
  "twice as fast": async (person) => {
    const { page } = person;
    const speed = async () =>
      Number(/Mean speed (\d+)/.exec((await page.locator("#plain").textContent()) ?? "")?.[1]);
    await advance(page, 60);
    await expect.poll(speed).toBeGreaterThan(30);
    const before = await speed();
    await person.slide("Thrust", 0.76);
    await advance(page, 360);
    await expect.poll(speed).toBeGreaterThan(1.9 * before);
    expect(await value(page, "thrust")).toBeGreaterThan(3.5 * 1000);
  },
  "a hunter": async (person) => {
    const { page } = person;
    const before = (await groups(page)).length;
    await person.press("Add to the scene");
    await person.press("Hunter");
    await page.locator("#edit-tools").waitFor();
    await frame(page);
    const [at] = await across(page);
    await person.drag(at, at);
    await expect.poll(async () => (await groups(page)).length).toBe(before + 1);
  },
  "a wall that birds avoid": async (person) => {
    const { page } = person;
    await person.press("Add to the scene");
    await person.press("Wall");
    await page.locator("#edit-tools").waitFor();
    await frame(page);
    await person.drag(...(await across(page)));
    await expect
      .poll(() => page.evaluate(() => window.flockwright.core.scenery().walls.length))
      .toBeGreaterThan(0);
    await expect
      .poll(() => behaviors(page))
      .toEqual(expect.arrayContaining([expect.stringMatching(/avoidance/)]));
  },
  "why a bird turns": async (person) => {
    const { page } = person;
    const [x, y] = await page.evaluate(() => {
      const { core, stage } = window.flockwright;
      const views = core.views();
      const places = Array.from(views.x, (wx, bird) => stage.camera.toScreen(wx, views.y[bird] ?? 0));
      const seen = places.find((at) => document.elementFromPoint(at.x, at.y)?.closest("#stage"));
      return [seen?.x ?? 0, seen?.y ?? 0];
    });
    person.actions++;
    await page.mouse.click(x, y);
    await expect.poll(() => page.locator("#ask").textContent()).toMatch(/It (turns|goes)/);
  },
  "share this moment": async (person) => {
    const { page } = person;
    await advance(page, 120);
    await person.press("Share");
    person.actions++;
    await page.getByRole("button", { name: "This moment" }).click();
    await said(page, /this moment/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/&at=120/);
  },
  "a rule that turns left when crowded": async (person) => {
    const { page } = person;
    await person.press("More");
    await person.press("Write your own");
    await person.press("Turn left when crowded");
    await expect
      .poll(() => behaviors(page))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^crowded|own/)]));
  },
  "a calm school": async (person) => {
    const { page } = person;
    await person.press("Lab");
    await person.press("Make it", "tab");
    person.actions++;
    await page.locator('[data-wish="calm"]').click();
    await page.locator(".candidate").first().waitFor({ timeout: 30_000 });
  },
  "polarization, plotted and saved": async (person) => {
    const { page } = person;
    await person.press("Lab");
    await person.press("Measure", "tab");
    await page.getByText("Polarization", { exact: true }).first().waitFor();
    await advance(page, 60);
    const saving = page.waitForEvent("download");
    await expect.poll(() => page.getByRole("button", { name: "Download CSV" }).isEnabled()).toBe(true);
    await person.press("Download CSV");
    expect((await saving).suggestedFilename()).toMatch(/measures.*\.csv$/);
    await said(page, /^Saved as .*\.csv$/);
  },
  "code for Godot": async (person) => {
    const { page } = person;
    await person.press("Share");
    await person.press("Code");
    const format = page.getByLabel("Format");
    const godot = () => format.locator("option", { hasText: "Godot" }).textContent();
    await expect.poll(() => format.locator("option").count()).toBeGreaterThan(1);
    person.actions++;
    await format.selectOption({ label: (await godot()) ?? "" });
    await expect.poll(() => page.locator("#share-code").inputValue()).toMatch(/^(static )?func steer/m);
  },
  "five seconds back, and something else": async (person) => {
    const { page } = person;
    await advance(page, 600);
    await person.press("\u22125 s");
    await expect.poll(() => page.evaluate(() => window.flockwright.core.ticks())).toBe(300);
    await expect.poll(() => page.locator("#time-says").textContent()).toMatch(/replaces the next \d+ s/);
    await person.slide("Cohesion", 0.8);
    await expect.poll(() => page.evaluate(() => window.flockwright.core.isReplaying())).toBe(false);
  },
};

/** Every task on a device. */
export function tasksOn(device: OpenOptions): void {
  test.for(Object.entries(TASKS))("%s takes at most three actions", async ([, task], { open }) => {
    const { page } = await open("scene=open-sky", { ...device, ...clipboard, fresh: true });
    const person = new Person(page);
    await task(person);
    expect(person.actions).toBeLessThanOrEqual(3);
  });
}
