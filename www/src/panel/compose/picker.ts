/** The behaviors that a group can still get, each with a sentence; found by what it does, too. */
import type { Core, SideRun } from "../../core";
import { element } from "../../ui/dom";
import { type Item, KeyedList } from "../../ui/keyed";
import { RunGrid } from "../../ui/living";
import { wantsStillness } from "../../ui/theme";
import { EMPTY, labelOf, type Ready, readyFor, saysOf, withNumber } from "../rule/library";
import { keyOf } from "../rule/written";
import { alreadyThere, type Member, offers } from "./members";

/** CSS px; a picture is as high as two lines and its name. */
const PICTURE = { width: 96, height: 60 };

/** A run that shows what a rule does. */
export function showing(core: Pick<Core, "sideRun">, { shows, text }: Ready): SideRun {
  const run = core.sideRun(shows.link);
  const group = run.groups().findIndex(({ key }) => key === shows.group);
  run.setRule(Math.max(0, group), text, shows.instead);
  return run;
}

/** What is offered, and what a press on it does. */
export interface Offer {
  key: string;
  label: string;
  says: string;
  act(): void;
}

export function offerItem({ key, label, says, ...first }: Offer): Item<Offer> {
  let { act } = first;
  const words = [element("strong", label), element("span", says)];
  const button = element("button", { "data-offer": key, onclick: () => act() }, ...words);
  return {
    root: element("li", button),
    update: (offer) => {
      act = offer.act;
    },
  };
}

/** What was searched for stays while one behavior after another is picked. */
let lastSearch = "";

export class Picker {
  readonly root: HTMLElement;
  private readonly list: KeyedList<Offer>;
  private readonly none = element("p.empty", { role: "status" });
  /** Those of the rules that are offered. */
  private pictures: RunGrid | undefined;
  private readonly sources = new Map<string, () => SideRun>();

  constructor(
    id: string,
    label: string,
    private readonly core: Core,
    private readonly member: Member,
    /** Picks a behavior, starts a rule of one's own from a text, or leaves. */
    private readonly act: { pick(key: string): void; write(text: string): void; close(): void },
    /** The keys of the group's behaviors. */
    private readonly taken: readonly string[] = [],
  ) {
    const search = element("input.full", {
      type: "search",
      placeholder: "What should they do?",
      "aria-label": `Find a behavior for ${label}`,
      autocomplete: "off",
      spellcheck: "false",
    });
    search.value = lastSearch;
    search.addEventListener("input", () => {
      lastSearch = search.value;
      this.show(search.value.trim());
    });
    const list = element("ul.framed");
    this.list = new KeyedList(list, offerItem);
    this.root = element("div.picker.stack", { id }, search, list, this.none);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (search.value && event.target === search) {
        lastSearch = search.value = "";
        this.show("");
      } else this.act.close();
    });
    this.show(search.value.trim());
  }

  private show(search: string): void {
    const found = offers(this.core.catalog, this.member, search).map(
      ({ key, label, says }): Offer => ({
        key,
        label,
        says: this.core.substituteNouns(says, this.member.key),
        act: () => this.act.pick(key),
      }),
    );
    // "10 lengths behind the leader": the number is that of the rule.
    const [number] = /\b\d+(?:\.\d+)?\b/.exec(search) ?? [];
    const wanted = search.replace(/\b\d+(?:\.\d+)?\b/g, "").trim();
    const ready = readyFor(wanted, this.taken).map((one) => ({ ...one, text: withNumber(one.text, number) }));
    const rule = (text: string, label: string, says: string): Offer => ({
      ...{ key: keyOf(text), label, says },
      act: () => this.act.write(text),
    });
    const own = [
      ...ready.map(({ text }) => rule(text, labelOf(text), saysOf(text))),
      rule(
        EMPTY,
        "Write your own",
        "A few lines of text that run while you type; they begin with a turn to the right.",
      ),
    ];
    // Tile walkers take no forces.
    const canWrite = this.member.body !== "tile";
    this.list.showValues(canWrite ? [...found, ...own] : found);
    if (canWrite) this.picture(ready);
    const there = alreadyThere(this.core.catalog, this.member, wanted);
    this.none.textContent = there.map((one) => `${one} is there already.`).join(" ");
    if (found.length + ready.length + there.length === 0)
      this.none.textContent = "No behavior does that yet. Write it as a rule of your own.";
  }

  /** Each rule has a picture that runs while it is in sight; what stays in the list goes on. */
  private picture(ready: readonly Ready[]): void {
    const hosts = ready.map(({ text }) => this.list.get(keyOf(text))?.root.firstElementChild);
    this.pictures ??= new RunGrid(this.core, !wantsStillness(), PICTURE);
    const canvases = this.pictures.showPictures(ready.map((one) => this.sourceOf(one)));
    for (const [at, canvas] of canvases.entries()) {
      if (canvas.parentElement === hosts[at]) continue;
      hosts[at]?.querySelector("canvas")?.remove();
      hosts[at]?.prepend(canvas);
    }
  }

  /** The run that shows a rule: the same one for the same text. */
  private sourceOf(one: Ready): () => SideRun {
    const source = this.sources.get(one.text) ?? (() => showing(this.core, one));
    this.sources.set(one.text, source);
    return source;
  }

  /** It is closed, or another takes its place. */
  end(): void {
    this.pictures?.clear();
  }
}
