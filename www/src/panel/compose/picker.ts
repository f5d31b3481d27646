/** List of the behaviors that can be added to a group, with a sentence and a picture each, and a search. */
import type { Core, RecipeInfo, SideRun } from "../../core";
import { element } from "../../ui/dom";
import { type Item, KeyedList } from "../../ui/keyed";
import { RunGrid } from "../../ui/living";
import { wantsStillness } from "../../ui/theme";
import { hasWords } from "../../ui/values";
import { NEW_RULE_TEXT, recipesFor, withFirstParam } from "../rule/library";
import { keyOfRule } from "../rule/written";
import { alreadyThere, type Member, offers } from "./members";

/** Size of a picture, CSS px; its height is that of a name and two lines. */
const PICTURE_SIZE = { width: 96, height: 60 };

/** Starts a run that shows what a rule does. */
export function showing(core: Pick<Core, "sideRun">, recipe: RecipeInfo): SideRun {
  const run = core.sideRun(recipe.link);
  const group = run.groups().findIndex(({ key }) => key === recipe.group);
  run.setRule(Math.max(0, group), recipe.text, recipe.instead);
  return run;
}

/** Entry of the list, with what pressing it does. */
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

/** Search text, which stays while one behavior after another is picked. */
let lastSearch = "";

export class Picker {
  readonly root: HTMLElement;
  private readonly list: KeyedList<Offer>;
  private readonly none = element("p.empty", { role: "status" });
  /** Pictures of the rules in the list. */
  private pictures: RunGrid | undefined;
  private readonly sources = new Map<string, () => SideRun>();

  constructor(
    id: string,
    label: string,
    private readonly core: Core,
    private readonly member: Member,
    /** Picks a behavior, starts a written rule from a text, or closes the list. */
    private readonly actions: { pick(key: string): void; write(text: string): void; close(): void },
    /** Keys of the group's behaviors. */
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
      this.showOffers(search.value.trim());
    });
    const list = element("ul.framed");
    this.list = new KeyedList(list, offerItem);
    this.root = element("div.picker.stack", { id }, search, list, this.none);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (search.value && event.target === search) {
        lastSearch = search.value = "";
        this.showOffers("");
      } else this.actions.close();
    });
    this.showOffers(search.value.trim());
  }

  private showOffers(search: string): void {
    const offerButtons = offers(this.core.catalog, this.member, search).map(
      ({ key, label, says }): Offer => ({
        key,
        label,
        says: this.core.substituteNouns(says, this.member.key),
        act: () => this.actions.pick(key),
      }),
    );
    // In "10 lengths behind the leader" the number is that of the rule.
    const [number] = /\b\d+(?:\.\d+)?\b/.exec(search) ?? [];
    const wantedName = search.replace(/\b\d+(?:\.\d+)?\b/g, "").trim();
    const ready = recipesFor(this.core.recipes, wantedName, this.taken).map((one) => ({
      ...one,
      text: withFirstParam(one.text, number),
    }));
    const rule = (text: string, label: string, says: string): Offer => ({
      ...{ key: keyOfRule(text), label, says },
      act: () => this.actions.write(text),
    });
    // Tile walkers are not steered by forces.
    const canWrite = this.member.body !== "tile";
    const rules = canWrite ? ready.map(({ text, label, says }) => rule(text, label, says)) : [];
    // Names that match come before sentences and other words that do.
    const order = ({ label }: Offer) => Number(wantedName !== "" && !hasWords(label, wantedName, true));
    const offered = [...offerButtons, ...rules].sort((a, b) => order(a) - order(b));
    const writeOwn = rule(
      NEW_RULE_TEXT,
      "Write your own",
      "A few lines of text that run while you type; they begin with a turn to the right.",
    );
    this.list.showValues(canWrite ? [...offered, writeOwn] : offered);
    if (canWrite) this.picture(ready);
    const existingBehavior = alreadyThere(this.core.catalog, this.member, wantedName);
    this.none.textContent = existingBehavior.map((one) => `${one} is there already.`).join(" ");
    if (offerButtons.length + ready.length + existingBehavior.length === 0)
      this.none.textContent = "No behavior does that yet. Write it as a rule of your own.";
  }

  /**
   * Gives each rule a picture whose run goes on while it is in sight, and keeps the pictures of rules that stay in the
   * list.
   */
  private picture(ready: readonly RecipeInfo[]): void {
    const hosts = ready.map(({ text }) => this.list.get(keyOfRule(text))?.root.firstElementChild);
    this.pictures ??= new RunGrid(this.core, !wantsStillness(), PICTURE_SIZE);
    const canvases = this.pictures.showPictures(ready.map((one) => this.sourceOf(one)));
    for (const [at, canvas] of canvases.entries()) {
      if (canvas.parentElement === hosts[at]) continue;
      hosts[at]?.querySelector("canvas")?.remove();
      hosts[at]?.prepend(canvas);
    }
  }

  /** Function that returns the run of a rule, the same run for the same text. */
  private sourceOf(one: RecipeInfo): () => SideRun {
    const source = this.sources.get(one.text) ?? (() => showing(this.core, one));
    this.sources.set(one.text, source);
    return source;
  }

  /** Ends the pictures when the list is closed or replaced. */
  end(): void {
    this.pictures?.clear();
  }
}
