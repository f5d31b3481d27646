/** What a person does on the page: each deed with what has to be there for it. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { withoutKeys } from "../../www/src/core/link/query";
import { scenes } from "../node/core";
import { ready } from "./fixture";
import type { Facts, Modifiers } from "./visit-page";

/** Chances of one step, the same ones whenever it is done again. */
export class Dice {
  constructor(private state: number) {}

  /** Mulberry32, after Tommy Ettinger. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }
}

export interface Action {
  /** How often it is done, beside the others. */
  weight: number;
  /** A selector of what has to be there. */
  needs?: string;
  /** Whether it makes sense now. */
  can?(facts: Facts): boolean;
  /** Does it, and tells what exactly. */
  do(page: Page, dice: Dice): Promise<string | undefined>;
}

/** Scenes of which a tick, and the way from the start to any tick, takes little. */
const SMALL = scenes().filter(({ key }) => key !== "murmuration");

/** A link that a visit can begin with: any scene, half of the time with few units. */
export function anyLink(dice: Dice): string {
  const count = dice.next() < 0.5 ? "" : `&count=${2 + dice.below(40)}`;
  return `v=8&scene=${dice.of(SMALL).key}${count}&seed=${dice.below(1000)}`;
}

const tap =
  (selector: string): Action["do"] =>
  (page, dice) =>
    page.evaluate(([what, roll]) => window.visit.tap(what, roll), [selector, dice.below(1000)] as const);

const put =
  (selector: string): Action["do"] =>
  (page, dice) =>
    page.evaluate(([what, roll, place]) => window.visit.put(what, roll, place), [
      selector,
      dice.below(1000),
      dice.next(),
    ] as const);

const pass = (page: Page, frames: number) => page.evaluate((count) => window.visit.pass(count), frames);

/** Does something in the list below More, which is opened first. */
const listed =
  (selector: string, how: typeof tap | typeof put = tap): Action["do"] =>
  async (page, dice) => {
    const found = await page.evaluate((what) => {
      const more = document.querySelector<HTMLElement>("#more");
      if (more?.getAttribute("aria-expanded") === "false") more.click();
      window.visit.pass(2, 1);
      return window.visit.all(what).length;
    }, `#all ${selector}`);
    return found > 0 ? how(`#all ${selector}`)(page, dice) : undefined;
  };

const key =
  (name: string, more: Modifiers = {}, most = 1): Action["do"] =>
  async (page, dice) => {
    const times = 1 + dice.below(most);
    await page.evaluate(
      ([which, modifiers, count]) => {
        for (let time = 0; time < count; time++) {
          window.visit.key(which, modifiers);
          window.visit.settle();
        }
      },
      [name, more, times] as const,
    );
    return `${times} times`;
  };

/** Somewhere on the canvas where nothing else is. */
async function spot(page: Page, dice: Dice): Promise<{ x: number; y: number }> {
  const [across, down] = [dice.next(), dice.next()];
  return page.evaluate(
    ([x, y]) => {
      const stage = document.querySelector("#stage") as HTMLElement;
      const box = stage.getBoundingClientRect();
      for (let part = 0; part < 40; part++) {
        const at = {
          x: box.x + box.width * ((x + part * 0.381) % 1),
          y: box.y + box.height * ((y + part * 0.618) % 1),
        };
        if (stage.contains(document.elementFromPoint(at.x, at.y))) return at;
      }
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    [across, down] as const,
  );
}

async function dragged(page: Page, dice: Dice): Promise<string> {
  const [from, to] = [await spot(page, dice), await spot(page, dice)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const part of [0.3, 0.7, 1]) {
    await page.mouse.move(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y));
    await pass(page, 2);
  }
  await page.mouse.up();
  const said = ({ x, y }: { x: number; y: number }) => `${Math.round(x)}, ${Math.round(y)}`;
  return `from ${said(from)} to ${said(to)}`;
}

/** Opens the panel of scenes and presets, if it is not. */
const gallery = (page: Page) =>
  page.evaluate(() => {
    if (!document.querySelector("#gallery")?.checkVisibility()) window.visit.tap("#scene-title", 0);
    window.visit.pass(2, 1);
  });

/** Opens a link as Back and Forward do. */
const followed = (page: Page, link: string) =>
  page.evaluate((query) => {
    history.pushState(null, "", `?${query}`);
    window.dispatchEvent(new PopStateEvent("popstate"));
    // That was no way back.
    window.visit.back++;
  }, link);

const idle = (page: Page, ms: number) => page.waitForTimeout(ms);

export const ACTIONS: Readonly<Record<string, Action>> = {
  "let time pass": {
    weight: 8,
    async do(page, dice) {
      const frames = 1 + dice.below(12);
      await pass(page, frames);
      return `${frames} frames`;
    },
  },
  "play or pause": { weight: 4, do: key(" ") },
  "step forward": { weight: 1, do: key(".", {}, 3) },
  "step back": { weight: 1, do: key(",", {}, 3) },
  "go to the start": { weight: 1, do: key("Home") },
  "go to the end": { weight: 1, do: key("End") },
  restart: { weight: 1, do: key("r") },
  "roll the dice": { weight: 1, do: tap("#dice"), needs: "#dice" },
  "move a slider": {
    weight: 12,
    needs: "#more",
    do: listed('[data-param]:not([data-param$="count"]) input[type="range"]', put),
  },
  "move a plain slider": { weight: 3, needs: "#plain", do: listed("input[type=range]", put) },
  "turn a switch": { weight: 4, needs: "#more", do: listed("input.switch", tap) },
  "choose an option": { weight: 4, needs: "#more", do: listed("[data-param] select", put) },
  "reset a parameter": { weight: 3, needs: "#more", do: listed("[data-param].changed .reset", tap) },
  "reset all": { weight: 1, needs: "#more", do: listed("#reset-all", tap) },
  "type a count": {
    weight: 3,
    needs: "#more",
    async do(page, dice) {
      const what = await listed('[data-param$="count"] .value', tap)(page, dice);
      if (what === undefined) return undefined;
      const count = 1 + dice.below(60);
      await page.keyboard.type(String(count));
      await page.keyboard.press("Enter");
      return `${what} = ${count}`;
    },
  },
  "try what the scene invites to": { weight: 2, needs: "#try", do: tap("#try") },
  "add a behavior": {
    weight: 6,
    needs: "#more",
    async do(page, dice) {
      await listed("#add-behavior")(page, dice);
      return listed("[data-offer]")(page, dice);
    },
  },
  "make a rule of a behavior": {
    weight: 3,
    needs: "#more",
    async do(page, dice) {
      await listed(".behavior .part-fold[aria-expanded=false]")(page, dice);
      const what = await listed('[aria-label^="Edit a copy of"]')(page, dice);
      if (what) await page.locator("textarea.rule-area").last().waitFor({ state: "attached" });
      return what;
    },
  },
  "write in a rule": {
    weight: 5,
    needs: "#more",
    async do(page, dice) {
      const rolls = [dice.below(1000), dice.below(1000), dice.below(1000)] as const;
      return page.evaluate(([which, place, piece]) => {
        const areas = [...document.querySelectorAll<HTMLTextAreaElement>("textarea.rule-area")];
        const area = areas[which % areas.length];
        if (!area) return undefined;
        area.focus();
        // Another number, or anything at all.
        const numbers = [...area.value.matchAll(/\d+(?:\.\d+)?/g)];
        const number = numbers[place % numbers.length];
        const pieces = ["0.5", "2", "7", "1e3", "h", "(", "* L", "# ", "\n"];
        const text = pieces[piece % pieces.length] ?? "";
        const from = number?.index ?? 0;
        area.setRangeText(text, from, from + (number?.[0].length ?? 0), "end");
        area.dispatchEvent(new InputEvent("input", { bubbles: true }));
        area.blur();
        window.visit.pass(2, 1);
        return `${text} at ${from} of ${area.id}`;
      }, rolls);
    },
  },
  "remove a behavior": { weight: 6, needs: "#more", do: listed('.behavior [aria-label^="Remove"]') },
  "unfold a part": { weight: 3, needs: "#more", do: listed(".part-fold") },
  "move a behavior": { weight: 4, needs: "#more", do: listed('.behavior [aria-label^="Move"]') },
  "mute a behavior": { weight: 3, needs: "#more", do: listed('[aria-label^="Mute"]') },
  "hear one behavior alone": { weight: 2, needs: "#more", do: listed('[aria-label^="Only"]') },
  "add a group": { weight: 2, needs: "#more", do: listed("#add-group") },
  "duplicate a group": { weight: 1, needs: "#more", do: listed('[aria-label^="Duplicate"]') },
  "remove a group": {
    weight: 2,
    needs: "#more",
    do: listed(':has(> .kind-choices) [aria-label^="Remove"]'),
  },
  "change what a group is": {
    weight: 5,
    needs: "#more",
    do: listed(':has(> .kind-choices) select:not([id^="compose-tie"])', put),
  },
  "change what a group means to another": {
    weight: 4,
    needs: "#more",
    do: listed(':has(> .kind-choices) select[id^="compose-tie"]', put),
  },
  "drag the pointer": { weight: 5, can: ({ editing }) => !editing, do: dragged },
  "fly the craft": {
    weight: 2,
    can: ({ editing }) => !editing,
    async do(page, dice) {
      const keys = [dice.of(["ArrowLeft", "ArrowRight"]), dice.of(["ArrowUp", "ArrowDown"])];
      await page.evaluate(() => document.querySelector<HTMLElement>("#stage")?.focus());
      for (const one of keys) await page.keyboard.down(one);
      await pass(page, 1 + dice.below(5));
      for (const one of keys) await page.keyboard.up(one);
      return keys.join();
    },
  },
  "edit or stop editing": { weight: 3, do: key("e") },
  "draw in the layout": {
    weight: 8,
    needs: "[data-tool]",
    can: ({ editing }) => editing,
    async do(page, dice) {
      const tool = await tap("[data-tool]")(page, dice);
      return `${tool}, ${await dragged(page, dice)}`;
    },
  },
  "delete in the layout": {
    weight: 2,
    can: ({ editing }) => editing,
    async do(page) {
      await page.evaluate(() => {
        window.visit.key("Tab");
        window.visit.key("Delete");
      });
      return undefined;
    },
  },
  scrub: {
    weight: 6,
    needs: "#time-line",
    async do(page, dice) {
      const place = await put("#time-line")(page, dice);
      if (dice.next() < 0.3) {
        await page.evaluate((roll) => window.visit.put("#time-line", 0, roll), dice.next());
      }
      return place;
    },
  },
  "scrub and cancel": {
    weight: 3,
    can: ({ end }) => end > 2,
    async do(page, dice) {
      const place = dice.next();
      return page.evaluate((part) => {
        const line = document.querySelector<HTMLInputElement>("#time-line");
        if (!line) return "";
        line.value = String(Math.floor(part * Number(line.max)));
        line.dispatchEvent(new Event("input", { bubbles: true }));
        window.visit.key("Escape");
        return `on the way to ${line.value}`;
      }, place);
    },
  },
  undo: { weight: 8, can: ({ undo }) => undo !== undefined, do: key("z", { ctrlKey: true }, 3) },
  redo: {
    weight: 4,
    can: ({ redo }) => redo !== undefined,
    do: key("z", { ctrlKey: true, shiftKey: true }, 3),
  },
  "open a scene": {
    weight: 2,
    async do(page, dice) {
      const { key: scene } = dice.of(SMALL);
      await gallery(page);
      return tap(`#gallery [data-scene="${scene}"]`)(page, dice);
    },
  },
  "open a link": {
    weight: 2,
    async do(page, dice) {
      const link = anyLink(dice);
      await followed(page, link);
      return link;
    },
  },
  "go back in the history": {
    weight: 1,
    can: ({ back }) => back > 0,
    async do(page) {
      await page.evaluate(
        () =>
          new Promise<void>((done) => {
            window.addEventListener("popstate", () => done(), { once: true });
            history.back();
          }),
      );
      return undefined;
    },
  },
  "save a preset": {
    weight: 1,
    async do(page, dice) {
      await gallery(page);
      // It comes with the gallery.
      await page.locator("#save-preset").waitFor();
      await tap("#save-preset")(page, dice);
      const name = `Run ${1 + dice.below(3)}`;
      await page.locator("#preset-name").fill(name);
      await page.keyboard.press("Enter");
      // Of that name there may be one already.
      await page.keyboard.press("Enter");
      await page.evaluate(() => document.querySelector<HTMLDialogElement>("#preset-dialog")?.close());
      return name;
    },
  },
  "open a preset": {
    weight: 3,
    can: ({ presets }) => presets > 0,
    async do(page, dice) {
      await gallery(page);
      return tap("[data-preset]")(page, dice);
    },
  },
  "inspect a unit": { weight: 1, do: key("]") },
  "turn all overlays on or off": { weight: 1, do: key("d") },
  "look at the lab": {
    weight: 2,
    needs: "#lab-button",
    async do(page, dice) {
      await tap("#lab-button")(page, dice);
      const what = await tap("#lab-measure")(page, dice);
      await idle(page, 20);
      await pass(page, 3);
      if (dice.next() < 0.7) await tap("#more")(page, dice);
      return what;
    },
  },
  "go back to the list": { weight: 3, needs: "#more[aria-expanded=false]", do: tap("#more") },
  "copy the link": {
    weight: 2,
    needs: "#share-button",
    async do(page, dice) {
      await tap("#share-button")(page, dice);
      await tap("#share button:nth-of-type(2)")(page, dice);
      const [copied, link, inputs] = await page.evaluate(() => {
        const { core } = window.flockwright;
        return [window.visit.copied.split("?")[1] ?? "", core.link(), core.recorded()] as const;
      });
      // Where nothing was done, the run from its start is all that a link says.
      if (!/[?&](ev|at)=/.test(copied))
        expect(withoutKeys(copied, "look"), `with ${inputs} inputs`).toBe(link);
      return undefined;
    },
  },
  "make it": {
    weight: 0.5,
    needs: "#lab-button",
    can: ({ units }) => units < 60,
    async do(page, dice) {
      await tap("#lab-button")(page, dice);
      await tap("#lab-make")(page, dice);
      await page.locator("[data-wish]:not(:disabled)").first().waitFor();
      const wishes = '[data-wish="calm"], [data-wish="stream"], [data-wish="milling"]';
      // A run that none of these wishes suits has none of their cards.
      if ((await page.locator(wishes).count()) === 0) {
        await tap("#more")(page, dice);
        return "no wish suits the run";
      }
      const wish = await tap(wishes)(page, dice);
      await page.locator("#make-go").waitFor();
      await tap("#make-go")(page, dice);
      await idle(page, 100 + dice.below(300));
      await pass(page, 3);
      const took = await page.evaluate(() => {
        const best = window.visit.all(".candidate").length > 0;
        if (best) window.visit.tap(".candidate", 0);
        window.visit.pass(2);
        if (window.visit.all("#make-stop").length > 0) window.visit.tap("#make-stop", 0);
        return best;
      });
      await pass(page, 2);
      await tap("#more")(page, dice);
      return `${wish}, ${took ? "took the best so far" : "stopped"}`;
    },
  },
  reload: {
    weight: 1,
    async do(page) {
      await page.reload();
      await ready(page, 0);
      await page.evaluate(() => window.visit.hold());
      return undefined;
    },
  },
};
