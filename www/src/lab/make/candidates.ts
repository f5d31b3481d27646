/** List of a search's candidates: each with a running picture, the number of runs that meet the wish, and changes. */

import type { ParamInfo } from "../../core";
import { readValue } from "../../core/link/query";
import type { StudyChange } from "../../core/work";
import { element, iconButton, setText } from "../../ui/dom";
import { type KeyedItem, KeyedList } from "../../ui/keyed";
import { RunGrid } from "../../ui/living";
import type { Page } from "../../ui/page";
import { differsNoticeably, fullParamName, shownValue } from "../../ui/values";
import type { FoundFlock } from "./search";

/** A changed parameter as text with an arrow that says in which direction: "Alignment ↑ 9.3". */
export function candidateChangeText(
  { key, from, to }: Pick<StudyChange, "key" | "from" | "to">,
  params: readonly ParamInfo[],
): string {
  const info = params.find((one) => one.key === key);
  const [before, after] = [Number(from), Number(to)];
  const arrow = Number.isNaN(after) ? "\u2192" : after > before ? "\u2191" : after < before ? "\u2193" : "=";
  const value = info && !Number.isNaN(after) ? shownValue(info, Number(after.toPrecision(3))) : to;
  return `${info ? fullParamName(info) : key} ${arrow} ${value}`;
}

/** Texts of the parameters `keys` that differ in a candidate's link from `params`, largest relative change first. */
export function changeTextsOf(link: string, keys: readonly string[], params: readonly ParamInfo[]): string[] {
  const changes = keys.flatMap((key) => {
    const info = params.find((one) => one.key === key);
    const newText = readValue(link, key);
    if (!info || newText === "" || !differsNoticeably(Number(newText), info.value)) return [];
    const relativeChange =
      Math.abs(Number(newText) - info.value) / Math.max(Math.abs(info.value), Math.abs(Number(newText)));
    return [{ key, from: String(info.value), to: newText, relativeChange }];
  });
  return changes
    .sort((a, b) => b.relativeChange - a.relativeChange)
    .map((change) => candidateChangeText(change, params));
}

type CandidateCard = FoundFlock & { key: string };

export class Candidates {
  readonly root = element("section#candidates.column.firm", { "aria-label": "Candidates", hidden: true });
  private readonly runGrid: RunGrid;
  private readonly list = element("ol");
  private readonly cards: KeyedList<CandidateCard>;
  private shownCards: readonly CandidateCard[] = [];
  private currentLink = "";
  /** Keys of the parameters that the search may change, and all parameters of the run that it started from. */
  private variedParams: readonly string[] = [];
  private params: readonly ParamInfo[] = [];

  constructor(
    private readonly page: Page,
    isPlaying: boolean,
  ) {
    this.runGrid = new RunGrid(page.core, isPlaying);
    page.on("theme", () => this.runGrid.recolor());
    this.cards = new KeyedList(this.list, (found) => this.makeCard(found));
    const playButton = element("button.button.quiet", isPlaying ? "Pause" : "Play");
    playButton.addEventListener("click", () => {
      this.runGrid.setPlaying(!this.runGrid.playing);
      setText(playButton, this.runGrid.playing ? "Pause" : "Play");
    });
    const head = element("div.make-head.across.tight", element("h3", "Choose one"), playButton);
    const hint = "Click one, and it is your run. Undo takes that back.";
    this.root.append(head, element("p.note", hint), this.list);
  }

  /** Whether a shown candidate has this link. */
  isShown(link: string): boolean {
    return this.shownCards.some((one) => one.link === link);
  }

  /** Marks the candidate with this link as the open run. */
  markCurrent(link: string): void {
    this.currentLink = link;
    this.cards.showValues(this.shownCards);
  }

  /** Empties the list for a search that may change the parameters `vary` of the run with these `params`. */
  beginSearch(vary: readonly string[], params: readonly ParamInfo[]): void {
    this.variedParams = vary;
    this.params = params;
    this.showFlocks([]);
  }

  showFlocks(found: readonly FoundFlock[]): void {
    this.root.hidden = found.length === 0;
    this.shownCards = found.map((one) => ({ ...one, key: one.link }));
    this.runGrid.showPictures(found.map(({ link }) => link));
    this.cards.showValues(this.shownCards);
  }

  private makeCard({ link }: CandidateCard): KeyedItem<CandidateCard> {
    const matchText = element("span.hints");
    const changes = changeTextsOf(link, this.variedParams, this.params);
    const changeTexts = changes.length > 0 ? changes : ["As it is now"];
    const button = element(
      "button.candidate.framed.column.full.left",
      { onclick: () => this.page.open(link) },
      this.runGrid.pictureOf(link),
      matchText,
      ...changeTexts.map((text) => element("span.hints.nowrap.across.tight", text)),
    );
    const label = "Save this candidate as a preset";
    const onclick = () => this.page.save(changeTexts.join(", "), link);
    const saveButton = iconButton("download", label, onclick, "small");
    saveButton.title = label;
    const update = ({ satisfiedRuns, runCount }: CandidateCard) => {
      setText(matchText, `as wished in ${satisfiedRuns} of ${runCount} runs`);
      button.setAttribute("aria-pressed", String(this.currentLink === link));
      root.classList.toggle("current", this.currentLink === link);
    };
    const root = element("li", button, saveButton);
    return { root, update };
  }
}
