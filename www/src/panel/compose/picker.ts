/** List of the behaviors and rules that can be added to a group: sentences, moving pictures of rules, and a search. */
import type { Core, RecipeInfo, SideRun } from "../../core";
import { element } from "../../ui/dom";
import { type KeyedItem, KeyedList } from "../../ui/keyed";
import { RunGrid } from "../../ui/living";
import { wantsStillness } from "../../ui/theme";
import { matchesWords } from "../../ui/values";
import { NEW_RULE_TEXT, recipesFor, withFirstParam } from "../rule/library";
import { keyOfRule } from "../rule/written";
import { type Member, offeredBehaviors, presentBehaviors } from "./members";

/** Size of the moving picture of a rule, CSS px; as high as a label and two lines of text. */
const PICTURE_SIZE = { width: 96, height: 60 };

/** Starts a separate run that shows the effect of a recipe's rule. */
function recipeRun(core: Pick<Core, "sideRun">, recipe: RecipeInfo): SideRun {
  const run = core.sideRun(recipe.link);
  const group = run.groups().findIndex(({ key }) => key === recipe.group);
  run.setRule(Math.max(0, group), recipe.text, recipe.instead);
  return run;
}

/** Entry in a list of things that can be added to the run; `choose` is called when the entry is pressed. */
export interface ListedOffer {
  key: string;
  label: string;
  description: string;
  choose(): void;
}

export function offerItem({ key, label, description, ...first }: ListedOffer): KeyedItem<ListedOffer> {
  let { choose } = first;
  const labelParts = [element("strong", label), element("span", description)];
  const button = element("button", { "data-offer": key, onclick: () => choose() }, ...labelParts);
  return {
    root: element("li", button),
    update: (offer) => {
      choose = offer.choose;
    },
  };
}

/** Search text, kept while the list is closed. */
let lastSearch = "";

export class BehaviorPicker {
  readonly root: HTMLElement;
  private readonly list: KeyedList<ListedOffer>;
  private readonly emptyNote = element("p.empty", { role: "status" });
  /** Moving pictures of the listed rules; undefined before the first ones are shown. */
  private pictures: RunGrid | undefined;
  private readonly runSources = new Map<string, () => SideRun>();

  constructor(
    id: string,
    label: string,
    private readonly core: Core,
    private readonly member: Member,
    /** Called to add the behavior with a key, to add a written rule with a text, and to close the list. */
    private readonly actions: { pick(key: string): void; write(text: string): void; close(): void },
    /** Keys of the behaviors that the group has. */
    private readonly presentKeys: readonly string[] = [],
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
    this.root = element("div.picker.stack", { id }, search, list, this.emptyNote);
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
    const behaviorOffers = offeredBehaviors(this.core.catalog, this.member, search).map(
      ({ key, label, says }): ListedOffer => ({
        key,
        label,
        description: this.core.substituteNouns(says, this.member.key),
        choose: () => this.actions.pick(key),
      }),
    );
    // A number in the search, as in "10 lengths behind the leader", is meant for the rule's first parameter.
    const [number] = /\b\d+(?:\.\d+)?\b/.exec(search) ?? [];
    const wantedName = search.replace(/\b\d+(?:\.\d+)?\b/g, "").trim();
    const recipes = recipesFor(this.core.recipes, wantedName, this.presentKeys).map((one) => ({
      ...one,
      text: withFirstParam(one.text, number),
    }));
    const rule = (text: string, label: string, says: string): ListedOffer => ({
      ...{ key: keyOfRule(text), label, description: says },
      choose: () => this.actions.write(text),
    });
    // Rules compute forces, which do not steer tile walkers.
    const canWrite = this.member.body !== "tile";
    const rules = canWrite ? recipes.map(({ text, label, says }) => rule(text, label, says)) : [];
    // Entries whose label matches the search come before those whose description or other words match.
    const rankOf = ({ label }: ListedOffer) =>
      Number(wantedName !== "" && !matchesWords(label, wantedName, true));
    const offers = [...behaviorOffers, ...rules].sort((a, b) => rankOf(a) - rankOf(b));
    const writeOwn = rule(
      NEW_RULE_TEXT,
      "Write your own",
      "A few lines of text that run while you type; they begin with a turn to the right.",
    );
    this.list.showValues(canWrite ? [...offers, writeOwn] : offers);
    if (canWrite) this.showPictures(recipes);
    const presentLabels = presentBehaviors(this.core.catalog, this.member, wantedName);
    this.emptyNote.textContent = presentLabels.map((one) => `${one} is there already.`).join(" ");
    if (behaviorOffers.length + recipes.length + presentLabels.length === 0)
      this.emptyNote.textContent = "No behavior does that yet. Write it as a rule of your own.";
  }

  /** Gives each rule a moving picture, and keeps the pictures of rules that stay in the list. */
  private showPictures(ready: readonly RecipeInfo[]): void {
    const hosts = ready.map(({ text }) => this.list.get(keyOfRule(text))?.root.firstElementChild);
    this.pictures ??= new RunGrid(this.core, !wantsStillness(), PICTURE_SIZE);
    const canvases = this.pictures.showPictures(ready.map((one) => this.runSourceOf(one)));
    for (const [at, canvas] of canvases.entries()) {
      if (canvas.parentElement === hosts[at]) continue;
      hosts[at]?.querySelector("canvas")?.remove();
      hosts[at]?.prepend(canvas);
    }
  }

  /** Function that starts the run of a recipe; it is the same object for the same text, so that the picture is kept. */
  private runSourceOf(one: RecipeInfo): () => SideRun {
    const source = this.runSources.get(one.text) ?? (() => recipeRun(this.core, one));
    this.runSources.set(one.text, source);
    return source;
  }

  /** Ends the runs of all pictures; has to be called when the list is closed. */
  freePictures(): void {
    this.pictures?.clear();
  }
}
