/** A page for visits: its frames come when they are asked for, and it tells all that a visit goes by. */
import type { Recording } from "../../www/src/core";
import type { MemberInfo, ParamInfo } from "../node/core";

declare global {
  interface Window {
    visit: Toolkit;
  }
}

/** What a control of a parameter shows. */
interface Shown {
  key: string;
  text: string;
  checked: boolean | undefined;
  choice: string | undefined;
}

/** What a page says of itself, all at one moment. */
export interface Facts {
  /** The text of the dialog that tells of a trap. */
  failure: string | undefined;
  tick: number;
  end: number;
  hash: string;
  /** Of the run as it is now, and with what is looked at. */
  link: string;
  recording: Recording;
  /** The run waits for a crowd, or is on the way to another tick. */
  waits: boolean;
  units: number;
  seed: string;
  params: ParamInfo[];
  moving: string[];
  /** Of all parameters; undefined where their list is closed. */
  rows: Shown[] | undefined;
  composition: MemberInfo[];
  /** The behaviors that the composer shows, by group; undefined where it is not open. */
  composer: string[][] | undefined;
  undo: string | undefined;
  redo: string | undefined;
  editing: boolean;
  presets: number;
  /** Entries of the history that Back can go to. */
  back: number;
  /** How many elements there are to each selector that was asked for. */
  there: Record<string, number>;
}

/** Keys that are held besides. */
export interface Modifiers {
  ctrlKey?: boolean;
  shiftKey?: boolean;
}

interface Toolkit {
  back: number;
  copied: string;
  /** From now on frames come only when they are asked for. */
  hold(): void;
  /** This many frames, each `ms` after the one before. */
  pass(count: number, ms?: number): void;
  /** Frames until the run waits for nothing more. */
  settle(): void;
  all(selector: string): HTMLElement[];
  /** Presses one of those elements, and tells which. */
  tap(selector: string, dice: number): string;
  /** Moves a slider to a place on its scale, 0 to 1, or chooses an option, as a hand does. */
  put(selector: string, dice: number, place: number): string;
  key(key: string, more?: Modifiers, selector?: string): void;
  facts(selectors: readonly string[]): Facts;
}

/** Runs in the page before anything of its own. */
export function install(): void {
  const real = window.requestAnimationFrame.bind(window);
  const clock = performance.now.bind(performance);
  const waiting = new Map<number, FrameRequestCallback>();
  let [held, now, last] = [false, 0, 1 << 20];
  window.requestAnimationFrame = (callback) => {
    if (!held) return real((time) => (held ? waiting.set(++last, callback) : callback(time)));
    waiting.set(++last, callback);
    return last;
  };
  const { cancelAnimationFrame: cancel } = window;
  window.cancelAnimationFrame = (id) => {
    if (!waiting.delete(id)) cancel(id);
  };
  // A moment for every look at the clock: what works until its time is over comes to an end.
  performance.now = () => {
    if (held) now += 0.01;
    return held ? now : clock();
  };

  // Every group of parameters stands open: rows come when theirs is opened, and all are to be right.
  const { getItem } = Storage.prototype;
  Storage.prototype.getItem = function kept(key) {
    return key.startsWith("flockwright.section.") ? "open" : getItem.call(this, key);
  };

  /** What is folded away can be unfolded. */
  const foldOf = (one: HTMLElement) => one.closest<HTMLDetailsElement>("details:not([open])");
  const reachable = (one: HTMLElement) =>
    !one.matches(":disabled, [aria-disabled=true]") &&
    (one.checkVisibility() || (!one.closest("[hidden]") && foldOf(one)?.checkVisibility() === true));
  const picked = (selector: string, dice: number) => {
    const all = toolkit.all(selector);
    const one = all[dice % Math.max(1, all.length)];
    if (!one) throw new Error(`There is no ${selector}.`);
    const fold = foldOf(one);
    if (fold) fold.open = true;
    return one;
  };
  const named = (one: HTMLElement) => {
    const row = one.closest<HTMLElement>("[data-param]")?.dataset.param;
    const { scene, preset, offer, tool, wish, focus } = one.dataset;
    return (row ?? scene ?? preset ?? offer ?? tool ?? wish ?? focus ?? one.id) || one.textContent.trim();
  };
  const events = (one: HTMLElement, ...names: string[]) => {
    for (const name of names) one.dispatchEvent(new Event(name, { bubbles: true }));
  };
  const pushState = history.pushState.bind(history);
  history.pushState = (...state) => {
    toolkit.back++;
    pushState(...state);
  };
  const toolkit: Toolkit = {
    back: 0,
    copied: "",
    hold() {
      now = clock();
      held = true;
    },
    pass(count, ms = 50) {
      for (let frame = 0; frame < count; frame++) {
        now += ms;
        const due = [...waiting.values()];
        waiting.clear();
        for (const callback of due) callback(now);
      }
    },
    settle() {
      const { core } = window.flockwright;
      toolkit.pass(2, 1);
      for (let frame = 0; frame < 2000; frame++) {
        if (core.failed || core.seekGoal() === undefined) break;
        toolkit.pass(1, 1);
      }
      toolkit.pass(1, 1);
    },
    all: (selector) => [...document.querySelectorAll<HTMLElement>(selector)].filter(reachable),
    tap(selector, dice) {
      const one = picked(selector, dice);
      const name = named(one);
      one.click();
      return name;
    },
    put(selector, dice, place) {
      const one = picked(selector, dice);
      if (one instanceof HTMLSelectElement) {
        const value = one.options[Math.floor(place * one.options.length)]?.value ?? "";
        one.value = value;
        events(one, "input", "change");
        return `${named(one)} = ${value}`;
      }
      if (!(one instanceof HTMLInputElement)) throw new Error(`${selector} cannot be set.`);
      const [from, least, most] = [Number(one.value), Number(one.min), Number(one.max)];
      const to = least + place * (most - least);
      one.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
      for (const part of [0.5, 1]) {
        one.value = String(from + part * (to - from));
        events(one, "input");
        toolkit.pass(1, 20);
      }
      one.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, button: 0 }));
      events(one, "change");
      return `${named(one)} to ${one.value}`;
    },
    key(key, more = {}, selector = "#stage") {
      const target = document.querySelector<HTMLElement>(selector);
      const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key;
      target?.focus({ preventScroll: true });
      for (const type of ["keydown", "keyup"])
        target?.dispatchEvent(
          new KeyboardEvent(type, { key, code, bubbles: true, cancelable: true, ...more }),
        );
    },
    facts(selectors) {
      const { core } = window.flockwright;
      const text = (selector: string) => document.querySelector(selector)?.textContent ?? "";
      const failure = document.querySelector<HTMLDialogElement>("#failure");
      const rows = [...document.querySelectorAll<HTMLElement>("#controls [data-param]")].map((row): Shown => {
        const input = row.querySelector<HTMLInputElement | HTMLSelectElement>("input, select");
        return {
          key: row.dataset.param ?? "",
          text: row.querySelector("output")?.textContent ?? "",
          checked: input instanceof HTMLInputElement && input.type === "checkbox" ? input.checked : undefined,
          choice: input instanceof HTMLSelectElement ? input.value : undefined,
        };
      });
      const members = [...document.querySelectorAll<HTMLElement>("#controls [data-group]:has(h2 button)")];
      const params = core.params();
      const moving = new Set(core.ramps().map(({ id }) => id));
      const [undo, redo] = [...document.querySelectorAll<HTMLButtonElement>("#edit-bar button")].map((one) =>
        one.getAttribute("aria-disabled") === "true" ? undefined : one.title,
      );
      return {
        failure: failure?.open ? `${text("#failure-text")} ${text("#failure-detail")}` : undefined,
        tick: core.ticks(),
        end: core.end(),
        hash: core.hash(),
        link: core.link(),
        recording: core.recording(),
        waits: core.seekGoal() !== undefined,
        units: core.views().count,
        seed: document.querySelector<HTMLInputElement>("#seed")?.value ?? "",
        params,
        moving: params.filter(({ id }) => moving.has(id)).map(({ key }) => key),
        rows: document.querySelector<HTMLElement>("#all")?.hidden ? undefined : rows,
        composition: core.composition(),
        composer: document.querySelector<HTMLElement>("#all")?.hidden
          ? undefined
          : members.map((one) => [
              one.dataset.group ?? "",
              ...[...one.querySelectorAll<HTMLElement>("[data-behavior]")].map(
                (part) => part.dataset.behavior ?? "",
              ),
            ]),
        undo,
        redo,
        editing: document.querySelector<HTMLElement>("#chrome")?.dataset.editing === "true",
        presets: document.querySelectorAll("[data-preset]").length,
        back: toolkit.back,
        there: Object.fromEntries(selectors.map((one) => [one, toolkit.all(one).length])),
      };
    },
  };
  window.visit = toolkit;
  window.addEventListener("popstate", () => toolkit.back--);
  Object.defineProperty(navigator, "clipboard", {
    value: {
      async writeText(text: string) {
        toolkit.copied = text;
      },
    },
  });
}
