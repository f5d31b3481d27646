/** The panel: the scene's sliders, and below More one list of everything else, which is loaded later. */

import type { ParamId, ParamInfo, PerParam } from "../core";
import { byId, element, setText } from "../ui/dom";
import { KeyedList } from "../ui/keyed";
import type { Page } from "../ui/page";
import { fetchOnApproach, fetchPart } from "../ui/part";
import { withRoundedRange } from "../ui/values";
import { Explanations } from "./explain/explanations";
import { FuturesOpener } from "./futures-opener";
import { WeightSwitch } from "./input/keyboard";
import type { ListHost, ParamList } from "./list";
import { PLAIN_APPEARANCE, plainParams, speedNote } from "./plain";
import { ParamRow, type RowHooks } from "./row";
import { ShapeHint } from "./shape";

const loadList = () => import("./list");

/** Intervals, ms, for updating parameters that change over time (ramps), and measured speeds. */
const RAMP_INTERVAL = 100;
const SPEED_INTERVAL = 500;

export class Panel implements ListHost {
  readonly explanations: Explanations;
  readonly weightSwitch = new WeightSwitch();
  private readonly shapeHint: ShapeHint;
  private readonly futuresOpener: FuturesOpener;
  private readonly plainRows: KeyedList<ParamInfo>;
  private list: ParamList | undefined;
  /** Calls that wait for the list to load, in order. */
  private pendingListCalls: ((list: ParamList) => void)[] = [];
  private refreshRequest = 0;
  /** Tick of the last update of values that change over time; `nextRampUpdate`: time of the next one, ms. */
  private rampTick = -1;
  private nextRampUpdate = 0;
  private hadRamps = false;
  private plainParamRows: ParamRow[] = [];
  private speedNotes: { info: ParamInfo; note: HTMLElement }[] = [];
  private nextSpeeds = 0;
  /** Keys of the parameters that have a plain control. */
  private plainParamKeys: ReadonlySet<string> = new Set();
  readonly rowHooks: RowHooks;

  constructor(readonly page: Page) {
    const { core, stage } = page;
    this.shapeHint = new ShapeHint(core, stage);
    this.explanations = new Explanations(core);
    this.rowHooks = {
      core: page.core,
      paramMoved: (id, value) => this.controlMoved(id, value),
      changeEnded: () => {
        this.page.settled();
        this.refreshSoon();
      },
      controlUsed: (id, active) => this.shapeHint.controlUsed(id, active),
      helpToggled: (id, host, shown) => this.explanations.showExplanation(host, { id }, shown),
      say: (text) => this.page.say(text),
    };
    this.futuresOpener = new FuturesOpener(page, this.rowHooks);
    // Removes the placeholder that the HTML file shows until the core has loaded.
    byId("plain").replaceChildren();
    this.plainRows = new KeyedList(byId("plain"), (info) => this.makePlainRow(info));
    const actions: Readonly<Record<string, (list: ParamList) => void>> = {
      "reset-all": (list) => list.resetEverything(),
      "add-behavior": (list) => list.togglePicker(),
      "write-own": (list) => list.addOwnRule(),
      "add-group": (list) => list.revealGroup(list.changes.addGroup()),
    };
    for (const [id, act] of Object.entries(actions))
      byId(id).addEventListener("click", () => this.withList(act));
    fetchOnApproach(byId("more"), loadList);
  }

  private async load(): Promise<void> {
    const { ParamList } = await fetchPart(loadList);
    if (this.list) return;
    this.list = new ParamList(this);
    this.list.runOpened();
    this.refresh();
    for (const act of this.pendingListCalls.splice(0)) act(this.list);
  }

  private withList(act: (list: ParamList) => void): void {
    if (this.list) act(this.list);
    // A second press of the same button before the list has loaded cancels the first.
    else if (this.pendingListCalls.includes(act))
      this.pendingListCalls = this.pendingListCalls.filter((one) => one !== act);
    else {
      this.pendingListCalls.push(act);
      void this.load();
    }
  }

  /** Called when More was opened: updates its list, which is loaded first if necessary. */
  moreOpened(): void {
    this.withList(() => this.refresh());
  }

  /** Has to be called once per frame: updates explanations, rules, speeds and values that change over time. */
  frame(now: number): void {
    this.followRamps(now);
    this.showSpeeds(now);
    this.explanations.frame();
    this.list?.frame(now);
  }

  /** Updates all sliders while a ramp changes parameters, and once more when it has ended. */
  private followRamps(now: number): void {
    const ticks = this.page.core.ticks();
    if (ticks === this.rampTick || now < this.nextRampUpdate) return;
    this.rampTick = ticks;
    this.nextRampUpdate = now + RAMP_INTERVAL;
    const hasRamps = this.page.core.ramps().length > 0;
    if (hasRamps || this.hadRamps) this.refreshSoon();
    this.hadRamps = hasRamps;
  }

  private showSpeeds(now: number): void {
    if (now < this.nextSpeeds) return;
    this.nextSpeeds = now + SPEED_INTERVAL;
    for (const { info, note } of this.speedNotes) setText(note, speedNote(this.page.core, info));
  }

  /** Rebuilds the panel for a run that was opened. */
  showPanel(): void {
    for (const row of this.plainParamRows) row.discardTyping();
    this.shapeHint.hide();
    this.plainParamRows = [];
    this.speedNotes = [];
    this.explanations.forgetAll();
    this.weightSwitch.forgetWeights();
    this.plainRows.showValues([]);
    this.pendingListCalls.length = 0;
    this.list?.runOpened();
    this.refresh();
  }

  /** Shows the core's present values at the next frame. */
  refreshSoon(): void {
    if (this.refreshRequest) return;
    this.refreshRequest = requestAnimationFrame(() => {
      this.refreshRequest = 0;
      this.refresh();
    });
  }

  /** Turns a behavior of a group into a written rule and opens its editor. */
  editCopy(group: string, key: string): void {
    this.withList((list) => list.editCopy(group, key));
  }

  /** Unfolds the text of a written rule. */
  readRule(group: string, key: string): void {
    this.withList((list) => list.readRule(group, key));
  }

  /** Scrolls to the slider of a parameter; not on phones, where the panel would cover the flock. */
  showSlider(key: string): void {
    if (!this.plainParamKeys.has(key) && !this.page.panels.isNarrow)
      this.withList((list) => list.showSlider(key));
  }

  rename(group: string, name: string): void {
    this.withList((list) => list.changes.renameGroup(group, name));
  }

  plainKeys(): ReadonlySet<string> {
    return this.plainParamKeys;
  }

  params(): ParamInfo[] {
    return this.page.core.params().map(withRoundedRange);
  }

  refresh(): void {
    const params = this.params();
    const relevance = this.page.core.visibility();
    this.showPlain(params, relevance);
    this.shapeHint.update();
    this.explanations.markStale();
    this.list?.showParams(params, relevance);
    this.futuresOpener.update(params);
  }

  /** Chooses and shows the plain controls; each change, such as another view model, can make others relevant. */
  private showPlain(params: readonly ParamInfo[], relevance: PerParam): void {
    const sliders = this.page.core.sceneInfo()?.sliders;
    const isFree = ({ id, key }: ParamInfo) => (relevance[id] ?? 1) === 1 && !this.page.inLesson(key);
    const shownParams = plainParams(params, isFree, sliders);
    this.plainParamKeys = new Set(shownParams.map(({ key }) => key));
    this.plainRows.showValues(shownParams);
  }

  private makePlainRow(info: ParamInfo): ParamRow {
    const row = new ParamRow(info, this.rowHooks, PLAIN_APPEARANCE, `plain-${info.id}`);
    row.root.dataset.plain = info.key;
    delete row.root.dataset.param;
    this.plainParamRows.push(row);
    if (info.plain?.root) {
      // The note exists from the start: added later, it would enlarge the panel and move a camera set by a link.
      const note = element("p.note.speed", speedNote(this.page.core, info));
      row.root.append(note);
      this.speedNotes.push({ info, note });
    }
    return row;
  }

  /** Updates everything that shows a value while its control is moved; other updates wait for the end of the change. */
  private controlMoved(id: ParamId, value: number): void {
    this.page.touched();
    for (const row of this.plainParamRows) row.showMoved(id, value);
    this.list?.showMoved(id, value);
    this.shapeHint.update();
    this.explanations.markStale();
  }
}
