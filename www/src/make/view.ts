/** The tab "Make it": from a wish to candidates that meet it. Cards first; everything else is one press away. */
import "../style/make.css";
import type { Theme } from "../canvas/palette";
import type { ParamInfo } from "../core";
import type { StudyCandidate, StudyReport } from "../core/study";
import type { MeasureInfo } from "../core/watch";
import { retext } from "../rule/written";
import { copyText } from "../ui/clipboard";
import { byId, element, icon, options, setText, svg } from "../ui/dom";
import { download } from "../ui/download";
import { wantsStillness } from "../ui/theme";
import { Pool, Stopped } from "../workers/pool";
import { BandRow } from "./band";
import { Breeder, planOf } from "./breeder";
import { Candidates } from "./candidates";
import { axisOf, CARDS, type Card, type Facts, REACHES, type Reach, usual, variable } from "./cards";
import { CompareView, keepOrShare } from "./compare";
import type { LikeWish, MakeHost } from "./host";
import { MapView } from "./map";
import { Morph, type Way } from "./morph";
import { ReportView, reportFile } from "./report";
import { randomTask, Search, taskOf } from "./search";
import { StandingView } from "./standing";
import { type Band, readWish, type Wish, withWish } from "./wish";
import { WithoutView } from "./without";

/** No card: a recording has said what it is like. */
const LIKE: Omit<Card, "bands"> = {
  key: "like",
  title: "Like this recording",
  line: "What every second eighth of the recording does; the others are for the test.",
  figure: "",
};
const SURPRISE: Omit<Card, "bands"> = {
  key: "surprise",
  title: "Surprise me",
  line: "Nine flocks that differ in what they do.",
  figure: "M10 6h8v8h-8ZM30 6h8v8h-8ZM10 19h8v8h-8ZM30 19h8v8h-8Z",
};
const MAP: Omit<Card, "bands"> = {
  key: "map",
  title: "A map",
  line: "What one parameter does, or two together.",
  figure:
    "M14 6h5v5h-5ZM21 6h5v5h-5ZM28 6h5v5h-5ZM14 13h5v5h-5ZM21 13h5v5h-5ZM28 13h5v5h-5ZM14 20h5v5h-5ZM21 20h5v5h-5Z",
};
/** Between two readings of the run, ms. */
const EVERY = 250;
/** How the run is measured to which the cards refer. */
const LOOK = { ticks: 900, burnIn: 450, every: 30, goals: [] as string[] };

export class MakeView {
  private readonly root = byId("make-view");
  private readonly main = element("div#make-main");
  private readonly pool = new Pool();
  private readonly candidates: Candidates;
  /** The bands and what may change: folded as soon as there is something else to see. */
  private readonly parts = element("details.make-more.wish-parts");
  private rows: BandRow[] = [];
  private wish: Wish | undefined;
  private card: Card | undefined;
  /** Beside what else the wish's flock is held. */
  private like: LikeWish | undefined;
  /** The run that the wish is about, and what it does. */
  private base = "";
  private facts: Facts | undefined;
  private reach: Reach = "freely";
  private search: Search | undefined;
  private underWay: StandingView | undefined;
  private breeder: Breeder | undefined;
  private report: StudyReport | undefined;
  private map: MapView | undefined;
  private morph: Morph | undefined;
  private compare: CompareView | undefined;
  private theme: Theme = "dark";
  private readAt = 0;
  /** Grows when all that is under way has become pointless. */
  private round = 0;
  private goesOn: boolean;

  constructor(private readonly host: MakeHost) {
    this.goesOn = host.store.get("make.hidden") !== "pause";
    this.candidates = new Candidates(host, !wantsStillness(), {
      breed: (parents) => void this.breedOn((breeder) => breeder.breed(parents)),
      surprise: () => void this.breedOn((breeder) => breeder.surprise()),
      compare: (link) => this.showPair(link),
    });
    this.root.append(this.main, this.candidates.root);
    document.addEventListener("visibilitychange", () => this.pool.rest(document.hidden && !this.goesOn));
    void this.showCards();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.candidates.setTheme(theme);
    this.underWay?.setTheme(theme);
    this.map?.setTheme(theme);
    this.compare?.setTheme(theme);
  }

  /** Another run was opened: one of the candidates, or something else. */
  opened(): void {
    const { core } = this.host;
    const link = core.link();
    const along = this.map?.has(link) || this.morph?.has(link);
    const shown = this.candidates.has(link) || along || this.compare?.has(link);
    const mine = shown || this.underWay?.has(link) || this.report?.link === link;
    if (mine || link === this.base) {
      this.candidates.mark(link);
      this.map?.mark(link);
    } else void this.showCards();
  }

  /** Opens a wish from a link, on the run that is open. */
  async openWish(text: string): Promise<void> {
    const wish = readWish(text);
    if (!wish) {
      this.host.say("The wish in this link cannot be read.");
      return;
    }
    await this.showCards();
    this.card = CARDS.find(({ key }) => key === wish.key);
    if (wish.vary.length === 0) wish.vary = this.axes();
    this.showWish(wish);
  }

  /** A wish for a flock that is like a recording. */
  async openLike(like: LikeWish): Promise<void> {
    await this.showCards();
    this.like = like;
    this.card = { ...LIKE, bands: () => like.bands };
    this.showWish({ key: LIKE.key, bands: like.bands, vary: this.axes(), seed: 1 });
  }

  /** Once per frame while it is in sight. */
  frame(now: number): void {
    this.compare?.frame(now);
    if (this.morph?.frame()) this.candidates.mark(this.host.core.link());
    if (this.rows.length === 0 || now < this.readAt + EVERY) return;
    this.readAt = now;
    const values = this.host.core.watch.sample();
    for (const row of this.rows) row.note(values[1 + this.measureIndex(row.band.measure)] ?? Number.NaN);
  }

  private get measures(): readonly MeasureInfo[] {
    return this.host.core.watch.measures;
  }

  private measureIndex(key: string): number {
    return this.measures.findIndex((measure) => measure.key === key);
  }

  /** All that was under way is dropped. */
  private begin(): number {
    this.round++;
    this.search?.cancel();
    this.search = undefined;
    this.endProgress();
    this.pool.stop();
    this.breeder?.free();
    this.breeder = undefined;
    this.map?.end();
    this.map = undefined;
    this.clearCandidates();
    this.compare?.end();
    this.compare = undefined;
    this.report = undefined;
    this.rows = [];
    return this.round;
  }

  // --- the cards --------------------------------------------------------------------------------------

  private async showCards(): Promise<void> {
    const round = this.begin();
    this.wish = this.like = undefined;
    this.base = this.host.link();
    this.facts = undefined;
    const list = element("ul.wishes");
    this.main.replaceChildren(element("p.hints", "What should the flock be like?"), list);
    this.drawCards(list, this.factsNow({}));
    const facts = await this.measured().catch(() => undefined);
    if (round !== this.round || !facts) return;
    this.facts = facts;
    this.drawCards(list, facts);
  }

  private drawCards(list: HTMLElement, facts: Facts): void {
    const focused =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.wish : undefined;
    const known = this.facts !== undefined;
    const cards = CARDS.map((card) => {
      // Until the run is measured, what depends on that waits.
      const bands = card.bands(facts);
      const button = wishCard(card, !bands && !known);
      button.addEventListener("click", () => {
        this.card = card;
        if (bands) this.showWish({ key: card.key, bands, vary: this.axes(bands), seed: 1 });
      });
      return bands || !known ? element("li", button) : undefined;
    }).filter((card) => card !== undefined);
    const fixed = this.variable().length === 0;
    const surprise = wishCard(SURPRISE, fixed);
    surprise.addEventListener("click", () => this.surpriseMe());
    const map = wishCard(MAP, fixed);
    map.addEventListener("click", () => this.showMap());
    list.replaceChildren(...cards, element("li", surprise), element("li", map));
    if (focused) list.querySelector<HTMLElement>(`[data-wish="${focused}"]`)?.focus({ preventScroll: true });
  }

  private factsNow(now: Record<string, number>): Facts {
    const { core } = this.host;
    const gathers = core.composition().some(({ behaviors }) => behaviors.some(({ gathers }) => gathers));
    return {
      units: core.views().count,
      length: core.groups().find(({ count }) => count > 0)?.length ?? 1,
      social: gathers && core.views().count > 3,
      obstacles: core.scenery().obstacles.length > 0,
      now,
    };
  }

  /** What the run does, over a window of its own. */
  private async measured(): Promise<Facts> {
    const [outcome] = await this.pool.evaluate([{ link: this.base, ...LOOK }]);
    const now = Object.fromEntries(
      this.measures.map(({ key }, at) => [key, outcome?.windows[at]?.mean ?? Number.NaN]),
    );
    return this.factsNow(now);
  }

  private variable(): ParamInfo[] {
    const seen = this.host.core.visibility();
    return variable(this.host.core.params(), ({ id }) => seen[id] !== 0);
  }

  private axes(bands?: readonly Band[]): string[] {
    const hasObstacles = this.host.core.scenery().obstacles.length > 0;
    return usual(this.variable(), hasObstacles, bands).map((info) => axisOf(info, this.reach));
  }

  // --- one wish ---------------------------------------------------------------------------------------

  private showWish(wish: Wish): void {
    this.begin();
    this.wish = wish;
    const bands = element("div.bands");
    const go = element("button#make-go.button.primary", { onclick: () => void this.makeIt() }, "Make it");
    const link = element(
      "button#make-link.button",
      { onclick: () => void this.copyWish() },
      icon("link"),
      "Copy wish",
    );
    this.parts.open = true;
    this.parts.replaceChildren(element("summary", "The wish"), bands, this.addBand(bands), this.variation());
    this.drawBands(bands);
    const actions = element("div.actions", go, link);
    const { title = "A wish", line = "" } = this.card ?? {};
    this.showPage(title, line, this.parts, actions, element("div#make-standing"));
    byId("side-body").scrollTop = 0;
  }

  /** What has come instead of the cards: the way back to them, what this is about, and the content. */
  private showPage(text: string, line: string, ...content: HTMLElement[]): void {
    const onclick = () => {
      void this.showCards();
      // What waits for a measurement takes no focus yet.
      this.main.querySelector<HTMLElement>(".wish:not(:disabled)")?.focus({ preventScroll: true });
    };
    const name = { "aria-label": "All wishes", onclick };
    const back = element("button.icon-button.small.make-back", name, icon("chevron"));
    const title = element("h3", { tabindex: -1 }, text);
    const head = element("div.make-head.across", back, title);
    this.main.replaceChildren(head, element("p.make-line.hints", line), ...content);
    title.focus({ preventScroll: true });
  }

  private showMap(): void {
    this.begin();
    this.map = new MapView(this.host, this.pool, this.base, this.variable(), this.measures, {
      strip: (flocks, way) => this.showStrip(flocks, way),
      begun: () => this.clearCandidates(),
    });
    this.map.setTheme(this.theme);
    this.showPage(MAP.title, MAP.line, this.map.root);
  }

  private showStrip(flocks: StudyCandidate[], way: Way): void {
    const { host, candidates } = this;
    const params = host.core.params();
    const info = params.find(({ key }) => key === way.key);
    if (!info) return;
    this.morph = new Morph(host, info, way, this.base, candidates.list);
    candidates.show(flocks, [], this.measures, params, this.morph.root);
    candidates.mark(host.core.link());
    candidates.root.scrollIntoView({ block: "start" });
  }

  private clearCandidates(): void {
    this.morph?.end();
    this.morph = undefined;
    this.candidates.clear();
  }

  /** Shows the run beside another one. */
  showPair(other: string): void {
    this.begin();
    this.base = this.host.link();
    const copy = () =>
      void this.copy(`${this.base}&ab=${encodeURIComponent(other)}`, "Copied! It shows both.");
    this.compare = new CompareView(this.host, [this.base, other], this.measures, (pair) =>
      keepOrShare(this.host, pair, copy),
    );
    this.compare.setTheme(this.theme);
    const line = "A is your run, B the other. One clock, one seed, one pointer.";
    this.showPage("A and B", line, this.compare.root);
  }

  /** Shows the run from here on beside the same without a behavior of a group. */
  showWithout(group: string, key: string): void {
    const member = this.host.core.composition().find((one) => one.key === group);
    const behavior = member?.behaviors.find((one) => one.key === key);
    if (!member || !behavior) return;
    this.begin();
    this.base = this.host.link();
    const again = (other: string) => this.showWithout(group, other);
    const view = new WithoutView(this.host, this.pool, member, key, this.measures, again);
    this.showForks(`Without ${behavior.label.toLowerCase()}`, view.compare);
  }

  /** Shows the run from here on with the text that a written rule had before beside the one that it has. */
  showBeside(group: string, key: string, before: string): void {
    const { core } = this.host;
    const at = core.composition().findIndex((one) => one.key === group);
    const rule = core.composition()[at]?.behaviors.find((one) => one.key === key);
    if (!rule) return;
    this.begin();
    this.base = this.host.link();
    const earlier = () => {
      const run = core.fork();
      retext(run, at, group, key, before);
      return run;
    };
    const runs = [earlier, () => core.fork()] as const;
    this.showForks(
      rule.label,
      new CompareView(this.host, runs, this.measures, () => [], ["Before", "After"]),
    );
  }

  /** Shows two runs that go on from here. */
  private showForks(title: string, compare: CompareView): void {
    this.compare = compare;
    this.compare.setTheme(this.theme);
    const from = this.host.core.ticks().toLocaleString("en-US");
    const line = `Both go on from tick ${from}: one clock, one seed, one pointer.`;
    this.showPage(title, line, compare.root);
  }

  private drawBands(host: HTMLElement): void {
    const { wish } = this;
    if (!wish) return;
    const rows = wish.bands.map((band) => {
      const info = this.measures.find(({ key }) => key === band.measure);
      if (!info) return undefined;
      return new BandRow(info, band, this.facts?.now[band.measure] ?? Number.NaN, {
        changed: () => {},
        remove: () => {
          if (wish.bands.length < 2) return;
          wish.bands = wish.bands.filter((one) => one !== band);
          this.drawBands(host);
        },
      });
    });
    this.rows = rows.filter((row) => row !== undefined);
    host.replaceChildren(...this.rows.map(({ root }) => root));
    this.readAt = 0;
  }

  private addBand(bands: HTMLElement): HTMLElement {
    const choice = element("select.add-band", { "aria-label": "Add a measure" });
    const fill = () => {
      const used = new Set(this.wish?.bands.map(({ measure }) => measure));
      const left = this.measures.filter(
        ({ key }) => !used.has(key) && !["units", "flock_radius"].includes(key),
      );
      choice.replaceChildren(
        ...options([["", "Add a measure \u2026"], ...left.map(({ key, label }) => [key, label] as const)]),
      );
    };
    fill();
    choice.addEventListener("focus", fill);
    choice.addEventListener("change", () => {
      const info = this.measures.find(({ key }) => key === choice.value);
      if (!info || !this.wish) return;
      const now = this.facts?.now[info.key] ?? Number.NaN;
      const value = Number.isFinite(now) ? now : 1;
      const round = (one: number) => Number(one.toPrecision(2));
      const high = info.span === "share" ? Math.min(1, value + 0.2) : 1.25 * value || 1;
      const low = info.span === "share" ? Math.max(0, value - 0.2) : 0.75 * value;
      this.wish.bands.push({ measure: info.key, low: round(low), high: round(high) });
      this.drawBands(bands);
      fill();
    });
    return choice;
  }

  /** Which parameters may change, and how far. */
  private variation(): HTMLElement {
    const infos = this.variable();
    const list = element("ul.vary");
    const summary = element("summary");
    const keyOf = (axis: string) => axis.split("=")[0] ?? "";
    const showCount = () => {
      const count = this.wish?.vary.length ?? 0;
      setText(
        summary,
        `What may change: ${count} ${count === 1 ? "parameter" : "parameters"}, ${this.reach}`,
      );
    };
    const fill = () => {
      const chosen = new Map(this.wish?.vary.map((axis) => [keyOf(axis), axis]));
      list.replaceChildren(
        ...infos.map((info) => {
          const box = element("input", { type: "checkbox", checked: chosen.has(info.key) });
          const range = element("span.hints");
          const tell = () => {
            const axis = this.wish?.vary.find((one) => keyOf(one) === info.key);
            setText(range, axis?.split("=")[1]?.replace(/:.*/, "").replace("..", " to ") ?? "");
          };
          tell();
          box.addEventListener("change", () => {
            if (!this.wish) return;
            this.wish.vary = this.wish.vary.filter((axis) => keyOf(axis) !== info.key);
            if (box.checked) this.wish.vary.push(axisOf(info, this.reach));
            tell();
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
    const chips = REACHES.map((reach) => {
      const radio = element("input.unseen", {
        type: "radio",
        name: "reach",
        value: reach,
        checked: reach === this.reach,
      });
      radio.addEventListener("change", () => {
        this.reach = reach;
        const kept = new Set(this.wish?.vary.map(keyOf));
        if (this.wish)
          this.wish.vary = infos.filter(({ key }) => kept.has(key)).map((info) => axisOf(info, reach));
        fill();
      });
      return element("label.chip", radio, element("span", reach));
    });
    const hidden = element("input", { type: "checkbox", checked: this.goesOn });
    hidden.addEventListener("change", () => {
      this.goesOn = hidden.checked;
      this.host.store.set("make.hidden", hidden.checked ? "goes-on" : "pause");
    });
    fill();
    return element(
      "details.make-more",
      summary,
      element("fieldset.chips", element("legend", "How far"), element("div.flow", ...chips)),
      list,
      element("label.switch-line", hidden, "Go on while this tab is hidden"),
    );
  }

  private async copyWish(): Promise<void> {
    if (this.wish)
      await this.copy(withWish(this.base, this.wish), "Copied! Who opens it gets the same candidates.");
  }

  private async copy(query: string, done: string): Promise<void> {
    const url = new URL(location.href);
    url.hash = "";
    url.search = query;
    const copied = await copyText(url.href, navigator.clipboard);
    this.host.say(copied ? done : "The browser refused access to the clipboard.");
  }

  // --- searching --------------------------------------------------------------------------------------

  private async makeIt(): Promise<void> {
    const { wish } = this;
    if (!wish) return;
    if (wish.vary.length === 0) {
      this.host.say("Nothing may change: choose a parameter.");
      return;
    }
    const rows = this.rows;
    const round = this.begin();
    this.rows = rows;
    const task = taskOf(this.base, wish, this.factsNow({}).units, this.like?.ticks);
    const underWay = new StandingView(this.host.core, this.theme, {
      stop: () => this.search?.stop(),
      use: (link) => this.host.open(link),
    });
    this.underWay = underWay;
    this.standing(underWay.root);
    this.parts.open = false;
    this.search = new Search(this.pool, task, (now) => underWay.show(now));
    try {
      const report = await this.search.run();
      if (round !== this.round || !report) return;
      this.search = undefined;
      this.endProgress();
      this.report = report;
      this.showReport(task, report);
      await this.breedFrom(report.link);
    } catch (error) {
      if (round === this.round) this.fail(error);
    }
  }

  private endProgress(): void {
    this.underWay?.end();
    this.underWay = undefined;
  }

  private standing(...content: Node[]): void {
    byId("make-standing").replaceChildren(...content);
  }

  private fail(error: unknown): void {
    if (error instanceof Stopped) return;
    const text = error instanceof Error ? error.message : String(error);
    this.standing(element("p.make-problem", { role: "alert" }, text));
  }

  private showReport(task: ReturnType<typeof taskOf>, report: StudyReport): void {
    const view = new ReportView(report, this.measures, this.host.core.params(), {
      use: () => this.host.open(report.link),
      compare: (heard) => new Search(this.pool, randomTask(task, report), heard).run().catch(() => undefined),
      save: (random) => download("flockwright-wish.json", reportFile(task, report, random)),
    });
    const found = (measure: string) =>
      report.exam.bands.find(({ goal }) => goal.split("=")[0] === measure)?.summary?.mean;
    this.standing(view.root, ...(this.like ? [this.like.judge(found)] : []));
    const go = byId("make-go");
    go.classList.remove("primary");
    setText(go, "Search again");
    byId("side-body").scrollTop = this.root.scrollTop = 0;
    view.focus();
  }

  // --- candidates -------------------------------------------------------------------------------------

  private surpriseMe(): void {
    this.card = undefined;
    const bands: Wish["bands"] = [];
    this.showWish({ key: "surprise", bands, vary: this.axes(), seed: 1 });
    const title = this.main.querySelector("h3");
    if (title) title.textContent = "Surprise me";
    for (const part of this.main.querySelectorAll(".wish-parts, .actions")) part.remove();
    void this.breedFrom();
  }

  /** Nine candidates: of everywhere, or around the one that a search has found. */
  private async breedFrom(...founders: string[]): Promise<void> {
    const { wish, base } = this;
    if (!wish) return;
    try {
      this.breeder = new Breeder(this.pool, planOf(base, wish, founders));
      await this.breedOn(() => {});
    } catch (error) {
      this.fail(typeof error === "string" ? new Error(error) : error);
    }
  }

  private async breedOn(choose: (breeder: Breeder) => void): Promise<void> {
    const { breeder, wish, round } = this;
    if (!breeder || !wish) return;
    try {
      choose(breeder);
      this.candidates.wait();
      const found: StudyCandidate[] = await breeder.next((count, of) => this.candidates.tried(count, of));
      if (round !== this.round) return;
      this.candidates.show(found, wish.bands, this.measures, this.host.core.params());
      this.candidates.mark(this.host.core.link());
    } catch (error) {
      if (round === this.round) this.fail(error);
    }
  }
}

function wishCard({ key, title, line, figure }: Omit<Card, "bands">, disabled: boolean): HTMLButtonElement {
  const drawn = svg(
    "svg.wish-figure",
    { viewBox: "0 0 48 32", "aria-hidden": "true" },
    svg("path", { d: figure }),
  );
  return element(
    "button.wish.framed",
    { "data-wish": key, disabled },
    drawn,
    element("strong", title),
    element("span.remark", line),
  );
}
