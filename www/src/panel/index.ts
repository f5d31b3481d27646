/** The panel: the scene's sliders, and below More one list of everything else, which is loaded later. */

import type { ParamId, ParamInfo, PerParam } from "../core";
import { byId } from "../ui/dom";
import { KeyedList } from "../ui/keyed";
import type { Page } from "../ui/page";
import { fetchOnApproach, fetchPart } from "../ui/part";
import { tidy } from "../ui/values";
import { Explanations } from "./explain/explanations";
import { FuturesOpener } from "./futures-opener";
import { WeightSwitch } from "./input/keyboard";
import type { List, ListHost } from "./list";
import { plainFace, plainOf } from "./plain";
import { Row, type RowHooks } from "./row";
import { ShapeHint } from "./shape";

const loadList = () => import("./list");

/** Interval for updating values that change over time, ms. */
const FOLLOW_INTERVAL = 100;

export class Panel implements ListHost {
  readonly explanations: Explanations;
  readonly switches = new WeightSwitch();
  private readonly hint: ShapeHint;
  private readonly futures: FuturesOpener;
  private readonly plainRows: KeyedList<ParamInfo>;
  private list: List | undefined;
  /** Calls to make once the list has loaded, in order. */
  private acts: ((list: List) => void)[] = [];
  private pending = 0;
  /** Tick of the last look at values that change over time, time of the next (ms), and whether some changed. */
  private followed = -1;
  private followAt = 0;
  private moved = false;
  private rows: Row[] = [];
  /** Keys of the parameters with a plain control. */
  private plainParamKeys: ReadonlySet<string> = new Set();
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
    // The placeholder shown before the core has loaded is replaced.
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
    // A second press before the list has loaded cancels the first.
    else if (this.acts.includes(act)) this.acts = this.acts.filter((one) => one !== act);
    else {
      this.acts.push(act);
      void this.load();
    }
  }

  /** Called when More was opened: the closed list was not updated. */
  shown(): void {
    this.withList(() => this.refresh());
  }

  /** Has to be called once per frame: updates explanations, rules and values that change over time. */
  frame(now: number): void {
    this.followRamps(now);
    this.explanations.frame();
    this.list?.frame(now);
  }

  /** Updates sliders of parameters that a ramp changes, and once more when it has ended. */
  private followRamps(now: number): void {
    const ticks = this.page.core.ticks();
    if (ticks === this.followed || now < this.followAt) return;
    this.followed = ticks;
    this.followAt = now + FOLLOW_INTERVAL;
    const moves = this.page.core.ramps().length > 0;
    if (moves || this.moved) this.refreshSoon();
    this.moved = moves;
  }

  /** Shows the open run. */
  showPanel(): void {
    for (const row of this.rows) row.leave();
    this.hint.hide();
    this.rows = [];
    this.explanations.forget();
    this.switches.forgetWeights();
    this.plainRows.showValues([]);
    this.acts.length = 0;
    this.list?.opened();
    this.refresh();
  }

  /** Schedules reading all values at the next frame. */
  refreshSoon(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.refresh();
    });
  }

  /** Turns a behavior of a group into a written rule and opens its editor. */
  editCopy(group: string, key: string): void {
    this.withList((list) => list.editCopy(group, key));
  }

  /** Opens the text of a written rule. */
  readRule(group: string, key: string): void {
    this.withList((list) => list.readRule(group, key));
  }

  /** Scrolls to the slider of a parameter; not on phones, where a sheet would cover the flock. */
  showSlider(key: string): void {
    if (!this.plainParamKeys.has(key) && !this.page.panels.isNarrow)
      this.withList((list) => list.showSlider(key));
  }

  rename(group: string, name: string): void {
    this.withList((list) => list.changes.rename(group, name));
  }

  plainKeys(): ReadonlySet<string> {
    return this.plainParamKeys;
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

  /** A change, such as another view model, can change which plain controls matter. */
  private showPlain(params: readonly ParamInfo[], matter: PerParam): void {
    const sliders = this.page.core.sceneInfo()?.sliders;
    const isFree = ({ id, key }: ParamInfo) => (matter[id] ?? 1) === 1 && !this.page.inLesson(key);
    const shownParams = plainOf(params, isFree, sliders);
    this.plainParamKeys = new Set(shownParams.map(({ key }) => key));
    this.plainRows.showValues(shownParams);
  }

  private plainRow(info: ParamInfo): Row {
    const row = new Row(info, this.rowHooks, plainFace, `plain-${info.id}`);
    row.root.dataset.plain = info.key;
    delete row.root.dataset.param;
    this.rows.push(row);
    return row;
  }

  /** Shown values follow a drag; what depends on them is updated when the change is complete. */
  private movedByHand(id: ParamId, value: number): void {
    this.page.touched();
    for (const row of this.rows) row.moved(id, value);
    this.list?.moved(id, value);
    this.hint.update();
    this.explanations.update();
  }
}
