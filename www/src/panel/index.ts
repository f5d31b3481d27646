/** The panel: the sliders of the scene, and below More everything else as one list, which comes late. */

import type { ParamId, ParamInfo, PerParam } from "../core";
import { byId } from "../ui/dom";
import { KeyedList } from "../ui/keyed";
import type { Page } from "../ui/page";
import { fetchOnApproach, fetchPart } from "../ui/part";
import { tidy } from "../ui/values";
import { Explanations } from "./explain/explanations";
import { FuturesOpener } from "./futures-opener";
import { RuleSwitch } from "./input/keyboard";
import type { List, ListHost } from "./list";
import { plainFace, plainOf } from "./plain";
import { Row, type RowHooks } from "./row";
import { ShapeHint } from "./shape";

const loadList = () => import("./list");

/** How often values that move by themselves are shown anew, ms. */
const FOLLOW_INTERVAL = 100;

export class Panel implements ListHost {
  readonly explanations: Explanations;
  readonly switches = new RuleSwitch();
  private readonly hint: ShapeHint;
  private readonly futures: FuturesOpener;
  private readonly plainRows: KeyedList<ParamInfo>;
  private list: List | undefined;
  /** What is done as soon as the list is there, in this order. */
  private acts: ((list: List) => void)[] = [];
  private pending = 0;
  /** The tick at which values that move by themselves were looked at, when next (ms), and whether some moved. */
  private followed = -1;
  private followAt = 0;
  private moved = false;
  private rows: Row[] = [];
  readonly rowHooks: RowHooks;

  constructor(readonly page: Page) {
    const { core, stage } = page;
    this.hint = new ShapeHint(core, stage);
    this.explanations = new Explanations(core);
    this.rowHooks = {
      core: page.core,
      moved: (id, value) => this.movedByHand(id, value),
      settle: () => {
        this.page.settled();
        this.refreshSoon();
      },
      use: (id, active) => this.hint.use(id, active),
      explain: (id, host, shown) => this.explanations.showExplanation(host, { id }, shown),
      say: (text) => this.page.say(text),
    };
    this.futures = new FuturesOpener(page, this.rowHooks);
    // What stood here was there before the core came.
    byId("plain").replaceChildren();
    this.plainRows = new KeyedList(byId("plain"), (info) => this.plainRow(info));
    const acts: Readonly<Record<string, (list: List) => void>> = {
      "reset-all": (list) => list.resetEverything(),
      "add-behavior": (list) => list.pick(),
      "write-own": (list) => list.writeOwn(),
      "add-group": (list) => list.unfold(list.changes.addGroup()),
    };
    for (const [id, act] of Object.entries(acts))
      byId(id).addEventListener("click", () => this.withList(act));
    fetchOnApproach(byId("more"), loadList);
  }

  private async load(): Promise<void> {
    const { List } = await fetchPart(loadList);
    if (this.list) return;
    this.list = new List(this);
    this.list.opened();
    this.refresh();
    for (const act of this.acts.splice(0)) act(this.list);
  }

  private withList(act: (list: List) => void): void {
    if (this.list) act(this.list);
    // Pressed again before the list has come, it is no longer meant.
    else if (this.acts.includes(act)) this.acts = this.acts.filter((one) => one !== act);
    else {
      this.acts.push(act);
      void this.load();
    }
  }

  /** More was opened: what no one saw was not kept up. */
  shown(): void {
    this.withList(() => this.refresh());
  }

  /** Once per frame: open explanations, rules and values that move by themselves follow the run. */
  frame(now: number): void {
    this.followRamps(now);
    this.explanations.frame();
    this.list?.frame(now);
  }

  /** While time moves a parameter, its slider and its value move along, and once more when it has arrived. */
  private followRamps(now: number): void {
    const ticks = this.page.core.ticks();
    if (ticks === this.followed || now < this.followAt) return;
    this.followed = ticks;
    this.followAt = now + FOLLOW_INTERVAL;
    const moves = this.page.core.ramps().length > 0;
    if (moves || this.moved) this.refreshSoon();
    this.moved = moves;
  }

  /** Shows the run that is open now. */
  showPanel(): void {
    for (const row of this.rows) row.leave();
    this.hint.hide();
    this.rows = [];
    this.explanations.forget();
    this.switches.forget();
    this.plainRows.showValues([]);
    this.acts.length = 0;
    this.list?.opened();
    this.refresh();
  }

  /** Reads all values again at the next frame, at most once per frame. */
  refreshSoon(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.refresh();
    });
  }

  /** A behavior of a group becomes a rule of one's own, and its editor opens. */
  editCopy(group: string, key: string): void {
    this.withList((list) => list.editCopy(group, key));
  }

  /** Shows the text of a written rule. */
  readRule(group: string, key: string): void {
    this.withList((list) => list.readRule(group, key));
  }

  /** Brings the slider of a parameter into sight, where that covers nothing: a sheet would cover the flock. */
  showSlider(key: string): void {
    const isPlain = this.rows.some(({ root }) => root.dataset.plain === key);
    if (!isPlain && !this.page.panels.isNarrow) this.withList((list) => list.showSlider(key));
  }

  rename(group: string, name: string): void {
    this.withList((list) => list.changes.rename(group, name));
  }

  params(): ParamInfo[] {
    return this.page.core.params().map(tidy);
  }

  refresh(): void {
    const params = this.params();
    const matter = this.page.core.visibility();
    this.showPlain(params, matter);
    this.hint.update();
    this.explanations.update();
    this.list?.showParams(params, matter);
    this.futures.update(params);
  }

  /** Another view model, say, has another reach: the plain controls are those of what matters now. */
  private showPlain(params: readonly ParamInfo[], matter: PerParam): void {
    const sliders = this.page.core.sceneInfo()?.sliders;
    this.plainRows.showValues(plainOf(params, ({ id }) => (matter[id] ?? 1) === 1, sliders));
  }

  private plainRow(info: ParamInfo): Row {
    const row = new Row(info, this.rowHooks, plainFace, `plain-${info.id}`);
    row.root.dataset.plain = info.key;
    delete row.root.dataset.param;
    this.rows.push(row);
    return row;
  }

  /** Values follow the hand where they are shown; what depends on them does so when the change is done. */
  private movedByHand(id: ParamId, value: number): void {
    this.page.touched();
    for (const row of this.rows) row.moved(id, value);
    this.list?.moved(id, value);
    this.hint.update();
    this.explanations.update();
  }
}
