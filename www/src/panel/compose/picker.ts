/** The behaviors that a group can still get, each with a sentence; found by what it does, too. */
import type { Core, SideRun } from "../../core";
import { element } from "../../ui/dom";
import { Theater } from "../../ui/living";
import { wantsStillness } from "../../ui/theme";
import { hasWords } from "../../ui/values";
import { EMPTY, LIBRARY, labelOf, type Ready, saysOf, withNumber } from "../rule/library";
import { keyOf } from "../rule/written";
import { type Member, offers } from "./members";

/** CSS px; a picture is as high as two lines and its name. */
const PICTURE = { width: 96, height: 60 };

/** A run that shows what a rule does. */
export function showing(core: Pick<Core, "sideRun">, { shows, text }: Ready): SideRun {
  const run = core.sideRun(shows.link);
  const group = run.groups().findIndex(({ key }) => key === shows.group);
  run.setRule(Math.max(0, group), text, shows.instead);
  return run;
}

export interface PickerHooks {
  pick(key: string): void;
  /** Starts a rule of one's own from a text. */
  write(text: string): void;
  close(): void;
}

/** What was searched for stays while one behavior after another is picked. */
let lastSearch = "";

export class Picker {
  readonly root: HTMLElement;
  private readonly list = element("ul.framed");
  private readonly none = element("p.empty", { role: "status" });
  /** Those of the rules that are offered. */
  private pictures: Theater | undefined;

  constructor(
    id: string,
    label: string,
    private readonly core: Core,
    private readonly member: Member,
    private readonly hooks: PickerHooks,
    /** The keys of the group's behaviors. */
    private readonly taken: readonly string[] = [],
  ) {
    const search = element("input.full", {
      type: "search",
      placeholder: "What should they do?",
      "aria-label": `Find a behavior for ${label}`,
      autocomplete: "off",
      spellcheck: "false",
      "data-focus": `search ${member.key}`,
    });
    search.value = lastSearch;
    search.addEventListener("input", () => {
      lastSearch = search.value;
      this.show(search.value.trim());
    });
    this.root = element("div.picker.stack", { id }, search, this.list, this.none);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (search.value && event.target === search) {
        lastSearch = search.value = "";
        this.show("");
      } else this.hooks.close();
    });
    this.show(search.value.trim());
  }

  private show(search: string): void {
    const found = offers(this.core.catalog, this.member, search);
    const keys = this.taken;
    // "10 lengths behind the leader": the number is that of the rule.
    const [number] = /\b\d+(?:\.\d+)?\b/.exec(search) ?? [];
    const wanted = search.replace(/\b\d+(?:\.\d+)?\b/g, "").trim();
    const offered = found.map(({ key, label, says }) =>
      this.offer(key, label, says, () => this.hooks.pick(key)),
    );
    this.list.replaceChildren(...offered);
    const ready = LIBRARY.filter(
      ({ text, words }) =>
        !keys.includes(keyOf(text)) && hasWords(`${labelOf(text)} ${saysOf(text)} ${words}`, wanted),
    ).map((one) => ({ ...one, text: withNumber(one.text, number) }));
    // Tile walkers take no forces.
    const canWrite = this.member.body !== "tile";
    const own = canWrite ? [...ready.map(({ text }) => text), EMPTY] : [];
    this.list.append(
      ...own.map((text) =>
        this.offer(
          keyOf(text),
          text === EMPTY ? "Write your own" : labelOf(text),
          text === EMPTY ? "An empty rule: a few lines of text that run while you type." : saysOf(text),
          () => this.hooks.write(text),
          "rule",
        ),
      ),
    );
    if (canWrite) this.picture(ready);
    this.none.textContent =
      found.length + ready.length === 0 ? "No behavior does that yet. Write it as a rule of your own." : "";
  }

  /** Each rule has a picture that runs while it is in sight. */
  private picture(ready: readonly Ready[]): void {
    const hosts = ready.map(({ text }) =>
      this.list.querySelector<HTMLElement>(`[data-offer="${keyOf(text)}"][data-kind="rule"]`),
    );
    this.pictures ??= new Theater(this.core, !wantsStillness(), PICTURE);
    this.pictures.setTheme(document.documentElement.dataset.theme === "light" ? "light" : "dark");
    const canvases = this.pictures.show(ready.map((one) => () => showing(this.core, one)));
    for (const [at, canvas] of canvases.entries()) hosts[at]?.prepend(canvas);
  }

  /** It is closed, or another takes its place. */
  end(): void {
    this.pictures?.clear();
  }

  private offer(key: string, label: string, says: string, pick: () => void, kind = "behavior"): HTMLElement {
    const button = element(
      "button",
      {
        "data-offer": key,
        "data-focus": `offer ${this.member.key} ${key}`,
        "data-kind": kind,
        onclick: pick,
      },
      element("strong", label),
      element("span", says),
    );
    return element("li", button);
  }
}
