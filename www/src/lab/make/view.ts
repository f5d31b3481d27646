/** The tab "Make it": cards with wishes, then the bands of the chosen wish, then candidates that a search found. */
import "../../style/make.css";
import type { ParamInfo } from "../../core";
import { pageWith } from "../../core/link/address";
import { withValue } from "../../core/link/query";
import type { MeasureInfo } from "../../core/watch";
import type { StudyReport } from "../../core/work";
import { EvaluationPool } from "../../core/workers/pool";
import { copyFailureText, copyText } from "../../ui/clipboard";
import { byId, element, icon, iconButton, optionElements, setText, svg } from "../../ui/dom";
import type { Page } from "../../ui/page";
import { messageOf } from "../../ui/plain";
import { wantsStillness } from "../../ui/theme";
import { BandRow } from "./band";
import { Candidates } from "./candidates";
import {
  axisOf,
  type RunFacts,
  roundToTwo,
  usualAxes,
  variableParams,
  WISH_CARDS,
  type WishCard,
} from "./cards";
import { reportView } from "./report";
import { FlockSearch, type SearchProgress, studyTaskFor } from "./search";
import { type MeasureBand, type RecordingWish, readWish, type Wish, wishLinkText } from "./wish";

/** Card of the wish that a flock resembles a recording of animals, from which the bands come. */
const LIKE_CARD: Omit<WishCard, "bands"> = {
  key: "like",
  title: "Like this recording",
  description: "What every second eighth of the recording does; the others are for the test.",
  figurePath: "",
};
/** Interval between two readings of the measures for the bands, ms. */
const READ_INTERVAL = 250;
/** Measurement of the open run for the cards of wishes, ticks: length of the run, first sample, interval of samples. */
const FACTS_EVALUATION = { ticks: 900, burnIn: 450, every: 30, goals: [] as string[] };

export class MakeView {
  private readonly root = byId("make-view");
  private readonly mainPart = element("div#make-main.column.firm");
  /** Workers that measure the open run for the cards of wishes. */
  private pool: EvaluationPool | undefined;
  private readonly candidates: Candidates;
  /** Bands and variable parameters of the chosen wish, which are folded when a search starts. */
  private readonly wishParts = element("details.make-more.wish-parts");
  private bandRows: BandRow[] = [];
  private wish: Wish | undefined;
  private chosenCard: WishCard | undefined;
  /** Recording with which found flocks are compared; `undefined` if the wish is not "Like this recording". */
  private likeWish: RecordingWish | undefined;
  /** Link of the run for which the wish was chosen, and its measured facts. */
  private baseLink = "";
  private runFacts: RunFacts | undefined;
  private search: FlockSearch | undefined;
  private shownReport: StudyReport | undefined;
  private lastReadAt = 0;
  /** Incremented with every wish or list of cards; results of work that began with a former number are ignored. */
  private generation = 0;

  constructor(private readonly page: Page) {
    this.candidates = new Candidates(page, !wantsStillness());
    this.root.append(this.mainPart, this.candidates.root);
    void this.showCards();
  }

  /** Has to be called after another run was opened. If it is no candidate, the cards are shown again. */
  runOpened(): void {
    const { core } = this.page;
    const link = core.link();
    const isMine = this.candidates.isShown(link) || this.shownReport?.link === link || link === this.baseLink;
    if (isMine) this.candidates.markCurrent(link);
    else void this.showCards();
  }

  /** Shows a wish given as text in a link, on the open run. */
  async openWish(text: string): Promise<void> {
    const wish = readWish(text);
    if (!wish) {
      this.page.say("The wish in this link cannot be read.");
      return;
    }
    await this.showCards();
    this.chosenCard = WISH_CARDS.find(({ key }) => key === wish.key);
    if (wish.variedAxes.length === 0) wish.variedAxes = this.axesToVary();
    this.showWish(wish);
  }

  /** Shows the wish "Like this recording" for the open run, with bands that the recording gives. */
  async openLike(like: RecordingWish): Promise<void> {
    await this.showCards();
    this.likeWish = like;
    this.chosenCard = { ...LIKE_CARD, bands: () => like.bands };
    this.showWish({ key: LIKE_CARD.key, bands: like.bands, variedAxes: this.axesToVary(), seed: 1 });
  }

  /** Has to be called once per frame (`now` in ms) while the tab is visible. */
  frame(now: number): void {
    if (this.bandRows.length === 0 || now < this.lastReadAt + READ_INTERVAL) return;
    this.lastReadAt = now;
    const values = this.page.core.watch.sample();
    for (const row of this.bandRows)
      row.showValue(values[1 + this.measureIndex(row.band.measure)] ?? Number.NaN);
  }

  private get measures(): readonly MeasureInfo[] {
    return this.page.core.watch.measures;
  }

  private measureIndex(key: string): number {
    return this.measures.findIndex((measure) => measure.key === key);
  }

  /** Stops the search and all pending work, removes candidates and report, and returns the new generation's number. */
  private startGeneration(): number {
    this.generation++;
    this.search?.stop();
    this.search = undefined;
    this.pool?.stop();
    this.candidates.showFlocks([]);
    this.shownReport = undefined;
    this.bandRows = [];
    return this.generation;
  }

  private async showCards(): Promise<void> {
    const generation = this.startGeneration();
    this.wish = this.likeWish = undefined;
    this.baseLink = this.page.link();
    this.runFacts = undefined;
    const list = element("ul.wishes");
    this.mainPart.replaceChildren(element("p.hints", "What should the flock be like?"), list);
    this.drawCards(list, this.factsNow({}));
    const facts = await this.measureFacts().catch(() => undefined);
    if (generation !== this.generation || !facts) return;
    this.runFacts = facts;
    this.drawCards(list, facts);
  }

  private drawCards(list: HTMLElement, facts: RunFacts): void {
    const hadFocus =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.wish : undefined;
    const isMeasured = this.runFacts !== undefined;
    const cards = WISH_CARDS.map((card) => {
      // The bands of some cards depend on measured facts; such a card stays disabled until the facts are known.
      const bands = card.bands(facts);
      const button = wishCard(card, !bands && !isMeasured);
      button.addEventListener("click", () => {
        this.chosenCard = card;
        if (!bands) return;
        this.showWish({ key: card.key, bands, variedAxes: this.axesToVary(bands), seed: 1 });
        void this.startSearch();
      });
      return bands || !isMeasured ? element("li", button) : undefined;
    }).filter((card) => card !== undefined);
    list.replaceChildren(...cards);
    if (hadFocus)
      list.querySelector<HTMLElement>(`[data-wish="${hadFocus}"]`)?.focus({ preventScroll: true });
  }

  private factsNow(now: Record<string, number>): RunFacts {
    const { core } = this.page;
    const gathers = core.composition().some(({ behaviors }) => behaviors.some(({ gathers }) => gathers));
    return {
      unitCount: core.views().count,
      bodyLength: core.groups().find(({ count }) => count > 0)?.length ?? 1,
      hasFlocking: gathers && core.views().count > 3,
      obstacles: core.scenery().obstacles.length > 0,
      measuredValues: now,
    };
  }

  /** Runs the open run in a worker and returns its facts with the measured means. */
  private async measureFacts(): Promise<RunFacts> {
    const pool = new EvaluationPool();
    this.pool = pool;
    const [outcome] = await pool
      .evaluate([{ link: this.baseLink, ...FACTS_EVALUATION }])
      .finally(() => pool.stop());
    const valuesNow = Object.fromEntries(
      this.measures.map(({ key }, at) => [key, outcome?.windows[at]?.mean ?? Number.NaN]),
    );
    return this.factsNow(valuesNow);
  }

  private variableParams(): ParamInfo[] {
    const relevance = this.page.core.visibility();
    return variableParams(this.page.core.params(), ({ id }) => relevance[id] !== 0);
  }

  private axesToVary(bands?: readonly MeasureBand[]): string[] {
    const hasObstacles = this.page.core.scenery().obstacles.length > 0;
    return usualAxes(this.variableParams(), hasObstacles, bands).map((info) => axisOf(info));
  }

  private showWish(wish: Wish): void {
    this.startGeneration();
    this.wish = wish;
    const bands = element("div.bands.column.firm");
    const searchButton = element(
      "button#make-go.button.primary",
      { onclick: () => void this.startSearch() },
      "Search",
    );
    const link = element(
      "button#make-link.button",
      { onclick: () => void this.copyWish() },
      icon("link"),
      "Copy wish",
    );
    this.wishParts.open = true;
    this.wishParts.replaceChildren(
      element("summary", "The wish"),
      bands,
      this.addBand(bands),
      this.variationPart(),
    );
    this.drawBands(bands);
    const actions = element("div.actions", searchButton, link);
    const onclick = () => {
      void this.showCards();
      // Cards that wait for measured facts are disabled and cannot take the focus.
      this.mainPart.querySelector<HTMLElement>(".wish:not(:disabled)")?.focus({ preventScroll: true });
    };
    const backButton = iconButton("chevron", "All wishes", onclick, "small make-back");
    const { chosenCard } = this;
    const title = element("h3", { tabindex: -1 }, chosenCard?.title ?? "A wish");
    this.mainPart.replaceChildren(
      element("div.make-head.across.tight", backButton, title),
      element("p.make-line.hints", chosenCard?.description ?? ""),
      this.wishParts,
      actions,
      element("div#make-standing"),
    );
    byId("lab-body").scrollTop = 0;
    title.focus({ preventScroll: true });
  }

  private drawBands(host: HTMLElement): void {
    const { wish } = this;
    if (!wish) return;
    const rows = wish.bands.map((band) => {
      const info = this.measures.find(({ key }) => key === band.measure);
      if (!info) return undefined;
      return new BandRow(info, band, this.runFacts?.measuredValues[band.measure] ?? Number.NaN, () => {
        if (wish.bands.length < 2) return;
        wish.bands = wish.bands.filter((one) => one !== band);
        this.drawBands(host);
      });
    });
    this.bandRows = rows.filter((row) => row !== undefined);
    host.replaceChildren(...this.bandRows.map(({ root }) => root));
    this.lastReadAt = 0;
  }

  private addBand(bands: HTMLElement): HTMLElement {
    const choice = element("select", { "aria-label": "Add a measure" });
    const fillChoices = () => {
      const usedMeasures = new Set(this.wish?.bands.map(({ measure }) => measure));
      const unusedMeasures = this.measures.filter(
        ({ key }) => !usedMeasures.has(key) && !["units", "flock_radius"].includes(key),
      );
      choice.replaceChildren(
        ...optionElements([
          ["", "Add a measure \u2026"],
          ...unusedMeasures.map(({ key, label }) => [key, label] as const),
        ]),
      );
    };
    fillChoices();
    choice.addEventListener("focus", fillChoices);
    choice.addEventListener("change", () => {
      const info = this.measures.find(({ key }) => key === choice.value);
      if (!info || !this.wish) return;
      const valueNow = this.runFacts?.measuredValues[info.key] ?? Number.NaN;
      const value = Number.isFinite(valueNow) ? valueNow : 1;
      const high = info.span === "share" ? Math.min(1, value + 0.2) : 1.25 * value || 1;
      const low = info.span === "share" ? Math.max(0, value - 0.2) : 0.75 * value;
      this.wish.bands.push({ measure: info.key, low: roundToTwo(low), high: roundToTwo(high) });
      this.drawBands(bands);
      fillChoices();
    });
    return choice;
  }

  /** Folded list of the parameters that the search may change, each with a check box and its range. */
  private variationPart(): HTMLElement {
    const infos = this.variableParams();
    const list = element("ul.vary");
    const summary = element("summary");
    const keyOf = (axis: string) => axis.split("=")[0] ?? "";
    const showCount = () => {
      const count = this.wish?.variedAxes.length ?? 0;
      setText(summary, `What may change: ${count} ${count === 1 ? "parameter" : "parameters"}`);
    };
    const fillAxes = () => {
      const chosenAxes = new Map(this.wish?.variedAxes.map((axis) => [keyOf(axis), axis]));
      list.replaceChildren(
        ...infos.map((info) => {
          const box = element("input", { type: "checkbox", checked: chosenAxes.has(info.key) });
          const range = element("span.hints");
          const updateRange = () => {
            const axis = this.wish?.variedAxes.find((one) => keyOf(one) === info.key);
            setText(range, axis?.split("=")[1]?.replace(/:.*/, "").replace("..", " to ") ?? "");
          };
          updateRange();
          box.addEventListener("change", () => {
            if (!this.wish) return;
            this.wish.variedAxes = this.wish.variedAxes.filter((axis) => keyOf(axis) !== info.key);
            if (box.checked) this.wish.variedAxes.push(axisOf(info));
            updateRange();
            showCount();
          });
          return element(
            "li.across.apart",
            element("label.across", { title: info.doc }, box, info.label),
            range,
          );
        }),
      );
      showCount();
    };
    fillAxes();
    return element("details.make-more", summary, list);
  }

  private async copyWish(): Promise<void> {
    if (!this.wish) return;
    const link = pageWith(withValue(this.baseLink, "wish", wishLinkText(this.wish)), location.href);
    const wasCopied = await copyText(link);
    const doneText = "Copied! Who opens it gets the same candidates.";
    this.page.say(wasCopied ? doneText : `${copyFailureText()}.`);
  }

  private async startSearch(): Promise<void> {
    const { wish } = this;
    if (!wish) return;
    if (wish.variedAxes.length === 0) {
      this.page.say("Nothing may change: choose a parameter.");
      return;
    }
    const rows = this.bandRows;
    const generation = this.startGeneration();
    this.bandRows = rows;
    const { core } = this.page;
    const task = studyTaskFor(this.baseLink, wish, this.factsNow({}).unitCount, this.likeWish?.ticks);
    this.candidates.beginSearch(
      wish.variedAxes.map((axis) => axis.split("=")[0] ?? ""),
      core.params(),
    );
    const showProgress = this.showSearch(() => search.stop());
    const onProgress = (progress: SearchProgress) => {
      if (generation === this.generation) showProgress(progress);
    };
    const search = new FlockSearch(task, wish.bands, (key) => this.measureIndex(key), onProgress);
    this.search = search;
    try {
      const report = await search.run();
      if (generation !== this.generation || !report) return;
      this.shownReport = report;
      this.showReport(report);
    } catch (error) {
      if (generation === this.generation)
        this.showStanding(element("p.make-problem", { role: "alert" }, messageOf(error)));
    } finally {
      if (generation === this.generation) setText(byId("make-go"), "Search again");
    }
  }

  /** Shows that a search runs, with a button that calls `stop`; returns the function that shows its progress. */
  private showSearch(stop: () => void): (progress: SearchProgress) => void {
    const bar = element("progress", { max: 1, value: 0, "aria-label": "Search" });
    const text = element("p.note", { role: "status" }, "Trying the first candidate \u2026");
    const onclick = () => {
      stop();
      this.showStanding(
        element("p.note", { role: "status" }, "Stopped. The best so far were not tested in new runs."),
      );
      byId("make-go").focus({ preventScroll: true });
    };
    const stopButton = element("button#make-stop.button", { onclick }, "Stop, keep the best");
    this.showStanding(element("div.standing.column.firm", bar, text, stopButton));
    this.wishParts.open = false;
    byId("make-go").classList.remove("primary");
    return ({ phase, share, triedCount, bestFlocks }) => {
      bar.value = share;
      const count = `${triedCount} ${triedCount === 1 ? "candidate" : "candidates"} tried`;
      setText(text, phase === "search" ? count : "Testing the best in new runs");
      this.candidates.showFlocks(bestFlocks);
    };
  }

  private showStanding(...content: Node[]): void {
    byId("make-standing").replaceChildren(...content);
  }

  private showReport(report: StudyReport): void {
    const useReport = () => this.page.open(report.link);
    const view = reportView(report, this.measures, this.page.core.params(), useReport);
    const reportedValue = (measure: string) =>
      report.exam.bands.find(({ goal }) => goal.split("=")[0] === measure)?.summary?.mean;
    this.showStanding(view, ...(this.likeWish ? [this.likeWish.judgmentOf(reportedValue)] : []));
    byId("lab-body").scrollTop = this.root.scrollTop = 0;
    view.focus({ preventScroll: true });
  }
}

function wishCard(
  { key, title, description, figurePath }: Omit<WishCard, "bands">,
  isDisabled: boolean,
): HTMLButtonElement {
  const picture = svg(
    "svg.wish-figure",
    { viewBox: "0 0 48 32", "aria-hidden": "true" },
    svg("path", { d: figurePath }),
  );
  return element(
    "button.wish.framed.column.full.left",
    { "data-wish": key, disabled: isDisabled },
    picture,
    element("strong", title),
    element("span.remark", description),
  );
}
