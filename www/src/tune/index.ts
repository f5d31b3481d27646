/** The parameter panel, generated from `core.params()` alone: scopes, sections, rows, search and reset. */

import type { Stage } from "../canvas/stage";
import type { Core, ParamId, ParamInfo, PerParam, TextId, TextInfo } from "../core";
import { byId, element, icon, setText } from "../ui/dom";
import { roleDot } from "../ui/legend";
import type { Store } from "../ui/store";
import { snap, tidy } from "../ui/values";
import { Composer } from "./compose";
import { offers } from "./compose/members";
import { Explanations } from "./explain/explanations";
import { Gate } from "./gate";
import { arrange, changed, matches, rank, type Scope, type Section } from "./groups";
import { plainFace, plainOf } from "./plain";
import { Row, type RowHooks } from "./row";
import { ShapeHint } from "./shape";
import { sameItems, TextRow, textMatches } from "./text";

export interface PanelHooks {
  /** A value moves under the hand. */
  touched(): void;
  /** A change is done. */
  settled(): void;
  /** Wraps a change of many values, so that Back undoes it. */
  step(change: () => void): void;
  /** What the change is called that is about to settle. */
  named(label: string): void;
  /** The selected unit, -1 for none. */
  selected(): number;
  say(text: string): void;
}

interface SectionView {
  section: Section;
  root: HTMLDetailsElement;
  mark: HTMLElement;
  /** What stands below its heading, in the core's order; nothing before it is opened. */
  parts: Part[];
}

/** A row, or the room for a diagram. */
interface Part {
  info?: ParamInfo | TextInfo;
  root: HTMLElement;
}

interface ScopeView {
  scope: Scope;
  root: HTMLElement;
  sections: SectionView[];
}

/** Sections of the first group that stand open until the person folds them; all others start folded. */
const OPEN_AT_FIRST = 3;

/** A search that finds more behaviors than this says too little. */
const mostSuggested = 4;

/** The number of units of a group: the one kind of parameter whose change can take long. */
function isCount(info: ParamInfo): boolean {
  return info.kind === "int" && info.log;
}

function changedTexts(texts: readonly TextInfo[]): TextInfo[] {
  return texts.filter((info) => !sameItems(info.value, info.default));
}

export class Panel {
  private readonly host = byId("controls");
  private readonly empty = byId("controls-empty");
  private readonly filter = byId<HTMLInputElement>("filter");
  private readonly resetAll = byId<HTMLButtonElement>("reset-all");
  private readonly plain = byId("plain");
  private readonly all = byId("all");
  private readonly discloser = byId<HTMLButtonElement>("all-parameters");
  private readonly hint: ShapeHint;
  private rows = new Map<ParamId, Row>();
  private plainRows = new Map<ParamId, Row>();
  private textRows = new Map<TextId, TextRow>();
  private scopes: ScopeView[] = [];
  private described = "";
  /** How many parameters there are, texts among them. */
  private known = 0;
  /** By id: what a parameter's rows show. */
  private shown = new Map<ParamId, ParamInfo>();
  /** The search by which the rows are in order. */
  private sorted = "";
  private pending = 0;
  /** Changes of counts, which make and place units. */
  private readonly gate = new Gate();
  /** A count that the person has set and the core has not got yet. */
  private waiting: { id: ParamId; value: number } | undefined;
  private readonly explanations: Explanations;
  private readonly composer: Composer;
  private readonly groups = byId("compose");
  private readonly groupsDiscloser = byId<HTMLButtonElement>("all-groups");
  private readonly predator = byId("predator");
  private readonly suggestions = byId("controls-add");
  private composition = "";

  constructor(
    private readonly core: Core,
    stage: Stage,
    private readonly store: Store,
    private readonly hooks: PanelHooks,
  ) {
    this.hint = new ShapeHint(core, stage);
    this.explanations = new Explanations(core);
    this.filter.addEventListener("input", () => this.arrangeVisible());
    this.filter.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.filter.value) return;
      event.stopPropagation();
      this.filter.value = "";
      this.arrangeVisible();
    });
    this.resetAll.addEventListener("click", () => this.resetEverything());
    this.composer = new Composer(core, {
      step: (label, change) => this.composeStep(label, change),
      part: (change) => {
        change();
        this.hooks.touched();
        this.refreshSoon();
      },
      slider: (info, id) => this.plainRow(info, id),
      reveal: (label) => this.reveal(label),
      selected: () => hooks.selected(),
      say: hooks.say,
    });
    this.predator.addEventListener("click", () => {
      this.composer.changes.addPredator();
      this.predator.hidden = true;
    });
    this.discloser.addEventListener("click", () => this.open("parameters", this.all.hidden !== false));
    this.groupsDiscloser.addEventListener("click", () => this.open("groups", this.groups.hidden !== false));
  }

  /** Opens or closes one of the two parts below the plain controls: there is room for one of them. */
  private open(part: "parameters" | "groups", open: boolean): void {
    if (open) this.store.set(part === "groups" ? "parameters" : "groups", "closed");
    this.store.set(part, open ? "open" : "closed");
    this.disclose();
    this.refresh();
  }

  /** A change of what the run is made of, as one step to undo. */
  private composeStep(label: string, change: () => void): void {
    this.hooks.named(label);
    change();
    this.hooks.settled();
    this.refresh();
  }

  /** Opens the behaviors, where one of them becomes a rule of one's own. */
  editCopy(group: string, key: string): void {
    this.open("groups", true);
    this.composer.editCopy(group, key);
  }

  /** Opens the behaviors where the text of a written rule stands. */
  readRule(group: string, key: string): void {
    this.open("groups", true);
    this.composer.readRule(group, key);
  }

  /** Shows the parameters that have to do with something. */
  private reveal(label: string): void {
    this.filter.value = label;
    this.open("parameters", true);
    this.arrangeVisible();
    this.filter.focus();
  }

  /** All parameters stand below the plain ones, for those who asked for them. */
  private disclose(): void {
    const groups = this.store.get("groups") === "open";
    this.groups.hidden = !groups;
    this.groupsDiscloser.setAttribute("aria-expanded", String(groups));
    if (groups) this.composer.update(this.params());
    const bare = this.plain.childElementCount === 0 && !groups;
    const open = bare || this.store.get("parameters") === "open";
    this.all.hidden = !open;
    this.discloser.setAttribute("aria-expanded", String(open));
    setText(this.discloser.firstElementChild as HTMLElement, `All ${this.known} parameters`);
    if (open && this.scopes.length === 0) this.build();
  }

  /** Shows the run that is open now: new rows if it has other parameters, else the same rows with new values. */
  show(): void {
    for (const row of [...this.rows.values(), ...this.plainRows.values()]) row.leave();
    this.gate.drop();
    this.hint.hide();
    this.waiting = undefined;
    this.composer.forget();
    this.rebuild();
    for (const info of this.core.texts()) this.textRows.get(info.id)?.open(info);
    this.refresh();
  }

  /** New rows if the run has other parameters. */
  private rebuild(): void {
    this.composition = this.core.compositionText();
    this.predator.hidden = !this.composer.changes.isSafe;
    const [params, texts] = [this.params(), this.core.texts()];
    const described = JSON.stringify([
      params.map(({ value: _value, visible: _visible, default: _default, ...fixed }) => fixed),
      texts.map(({ value: _value, default: _default, ...fixed }) => fixed),
    ]);
    if (described !== this.described) {
      this.described = described;
      this.known = params.length + texts.length;
      this.clear();
      this.arrangePlain(this.core.visibility());
      this.disclose();
    }
  }

  /** Reads all values again at the next frame, at most once per frame. */
  refreshSoon(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.refresh();
    });
  }

  private params(): ParamInfo[] {
    const { waiting } = this;
    const params = this.core.params().map(tidy);
    return waiting ? params.map((info) => (info.id === waiting.id ? { ...info, ...waiting } : info)) : params;
  }

  private refresh(): void {
    if (this.core.compositionText() !== this.composition) this.rebuild();
    const params = this.params();
    this.composer.update(params);
    for (const info of params) {
      if (this.shown.get(info.id) === info) continue;
      this.shown.set(info.id, info);
      this.rows.get(info.id)?.update(info);
      this.plainRows.get(info.id)?.update(info);
    }
    const texts = this.core.texts();
    for (const info of texts) this.textRows.get(info.id)?.update(info);
    const altered = new Set(changed(params).map((info) => info.id));
    const rewritten = new Set(changedTexts(texts).map((info) => info.id));
    const none = altered.size + rewritten.size === 0;
    this.resetAll.disabled = none;
    this.resetAll.classList.toggle("idle", none);
    for (const { section, mark } of this.sections()) {
      const own =
        section.params.filter((info) => altered.has(info.id)).length +
        section.texts.filter((info) => rewritten.has(info.id)).length;
      setText(mark, own > 0 ? `${own} changed` : "");
    }
    this.hint.update();
    this.explanations.update();
    this.arrangeVisible();
  }

  /** Once per frame: open explanations follow the run. */
  frame(now: number): void {
    this.explanations.frame();
    this.composer.frame(now);
  }

  private clear(): void {
    this.hint.hide();
    this.sorted = "";
    this.shown.clear();
    this.host.replaceChildren();
    this.explanations.forget();
    this.rows = new Map();
    this.textRows = new Map();
    this.plainRows = new Map();
    this.plain.replaceChildren();
    this.scopes = [];
  }

  /** Headings of all parameters; rows where they are open. */
  private build(): void {
    const roles = new Map(this.core.groups().map((group) => [group.key, group.role]));
    this.scopes = arrange(this.params(), this.core.texts()).map((scope, place) => {
      const role = roles.get(scope.key);
      const heading = element(
        "h3",
        { class: "across" },
        ...(role === undefined ? [] : [roleDot(role)]),
        scope.label,
      );
      const sections = scope.sections.map((section, index) =>
        this.buildSection(scope, section, place === 0 && index < OPEN_AT_FIRST),
      );
      const root = element("div", { class: "scope" }, heading, ...sections.map((view) => view.root));
      this.host.append(root);
      return { scope, root, sections };
    });
  }

  private sections(): SectionView[] {
    return this.scopes.flatMap(({ sections }) => sections);
  }

  private buildSection(scope: Scope, section: Section, open: boolean): SectionView {
    const mark = element("span", { class: "mark" });
    const title = section.title || scope.label;
    const summary = element("summary", {}, icon("chevron"), element("span", { class: "title" }, title), mark);
    const root = element("details", { class: "section", "data-section": section.key }, summary);
    const view: SectionView = { section, root, mark, parts: [] };
    const memory = `section.${section.key}`;
    const opens = open || section.texts.length > 0;
    root.open = (this.store.get(memory) ?? (opens ? "open" : "closed")) === "open";
    if (root.open) this.fill(view);
    summary.addEventListener("click", () => {
      if (!this.filter.value) this.store.set(memory, root.open ? "closed" : "open");
    });
    root.addEventListener("toggle", () => {
      if (root.open && this.fill(view)) this.refresh();
    });
    return view;
  }

  /** Rows come when somebody looks at them: true where there were none. */
  private fill({ section, root, parts }: SectionView): boolean {
    if (parts.length > 0) return false;
    for (const { id } of section.texts) {
      const info = this.core.texts().find((one) => one.id === id);
      if (!info) continue;
      const row = new TextRow(info, {
        change: (key, text) => this.changeText(key, text),
        settle: () => this.hooks.settled(),
        explain: (key, host, shown) => this.explanations.show(host, { id: key, text: true }, shown),
      });
      this.textRows.set(id, row);
      parts.push({ info, root: row.root });
    }
    for (const known of section.params) {
      const info = this.shown.get(known.id) ?? known;
      const row = new Row(info, this.rowHooks(info));
      this.rows.set(info.id, row);
      parts.push({ info, root: row.root });
    }
    root.append(...parts.map((part) => part.root));
    return true;
  }

  /**
   * Another view model, say, has another reach: the plain controls are those of what matters now. True where they are
   * others than before.
   */
  private arrangePlain(matter: PerParam): boolean {
    const sliders = this.core.scenes.find(({ key }) => key === this.core.scene())?.sliders;
    const wanted = plainOf(this.params(), ({ id }) => (matter[id] ?? 1) === 1, sliders);
    const ids = wanted.map(({ id }) => id);
    if (ids.length === this.plainRows.size && ids.every((id) => this.plainRows.has(id))) return false;
    this.plainRows = new Map(
      wanted.map((info) => [info.id, this.plainRows.get(info.id) ?? this.plainRow(info, `plain-${info.id}`)]),
    );
    this.plain.replaceChildren(...[...this.plainRows.values()].map(({ root }) => root));
    return true;
  }

  private plainRow(info: ParamInfo, id: string): Row {
    const row = new Row(info, this.rowHooks(info), plainFace, id);
    row.root.dataset.plain = info.key;
    delete row.root.dataset.param;
    return row;
  }

  private rowHooks(info: ParamInfo): RowHooks {
    return {
      change: (id, value) => (isCount(info) ? this.changeCount(info, value) : this.change(id, value)),
      settle: () => this.settleNow(),
      use: (id, active) => this.hint.use(id, active),
      explain: (id, host, shown) => this.explanations.show(host, { id }, shown),
      say: this.hooks.say,
    };
  }

  private settleNow(): void {
    this.gate.flush();
    this.hooks.settled();
  }

  private change(id: ParamId, value: number): number {
    const now = this.core.set(id, value);
    this.hooks.touched();
    this.refreshSoon();
    return now;
  }

  private changeText(id: TextId, text: string) {
    const now = this.core.setText(id, text);
    this.hooks.touched();
    this.refreshSoon();
    return now;
  }

  /** A hundred thousand units take a moment to place: the slider moves on, and the crowd follows when it can. */
  private changeCount(info: ParamInfo, value: number): number {
    const wanted = snap(info, value);
    this.waiting = { id: info.id, value: wanted };
    this.gate.submit(() => {
      this.waiting = undefined;
      this.change(info.id, wanted);
    });
    return wanted;
  }

  private resetEverything(): void {
    const altered = changed(this.params());
    const rewritten = changedTexts(this.core.texts());
    this.gate.drop();
    this.waiting = undefined;
    this.hooks.step(() => {
      for (const info of altered) this.core.set(info.id, info.default);
      for (const info of rewritten) this.core.setText(info.id, info.default);
    });
    this.refresh();
    this.hooks.say(`${altered.length + rewritten.length} reset to the scene's own values`);
  }

  /** Hides what does not matter now or is not searched for; a search opens every section with a hit. */
  private arrangeVisible(): void {
    const matter = this.core.visibility();
    if (this.arrangePlain(matter)) this.disclose();
    const search = this.filter.value.trim();
    const visible = (info: ParamInfo) => (matter[info.id] ?? 1) === 1 && matches(info, search);
    let shown = 0;
    for (const { root, sections } of this.scopes) {
      let inScope = 0;
      for (const view of sections) {
        const { params, texts } = view.section;
        const inSection =
          params.filter(visible).length + texts.filter((info) => textMatches(info, search)).length;
        if (search && inSection > 0) this.fill(view);
        for (const { info, root: row } of view.parts) {
          if (!info) row.classList.toggle("hidden", search !== "");
          else row.hidden = "kind" in info ? !visible(info) : !textMatches(info, search);
        }
        view.root.hidden = inSection === 0;
        this.unfold(view, search !== "");
        inScope += inSection;
      }
      root.hidden = inScope === 0;
      shown += inScope;
    }
    this.sort(search);
    const added = this.suggest(search);
    setText(this.empty, shown + added === 0 ? "No parameters match." : "");
  }

  /** Behaviors that the main group does not have yet and that a search finds; how many. */
  private suggest(search: string): number {
    const { main } = this.composer.changes;
    const found = search && main ? offers(this.core.catalog, main, search).slice(0, mostSuggested) : [];
    this.suggestions.hidden = found.length === 0;
    this.suggestions.replaceChildren(
      ...found.map(({ key, label, says }) => {
        const add = () => {
          if (main) this.composer.changes.add(main.key, key);
          this.hooks.say(`${label} is one of the behaviors now`);
          this.filter.focus();
        };
        const button = element(
          "button",
          { "data-offer": key, onclick: add },
          element("strong", `+ ${label}`),
          element("span", says),
        );
        return element("li", button);
      }),
    );
    return found.length;
  }

  /**
   * What a search names stands before what only mentions it; without a search, all is in the core's order. Only a search
   * moves rows: one that is moved loses the focus.
   */
  private sort(search: string): void {
    if (search === this.sorted) return;
    this.sorted = search;
    const ofPart = ({ info }: Part) => (info ? rank(info, search) : 0);
    const ofSection = ({ section: { params, texts } }: SectionView) =>
      Math.min(...[...params, ...texts].map((info) => rank(info, search)));
    const ofScope = ({ sections }: ScopeView) => Math.min(...sections.map(ofSection));
    for (const scope of this.scopes) {
      for (const section of scope.sections) place(section.root, section.parts, ofPart);
      place(scope.root, scope.sections, ofSection);
    }
    place(this.host, this.scopes, ofScope);
  }

  private unfold({ root }: SectionView, searching: boolean): void {
    if (searching && root.dataset.before === undefined) {
      root.dataset.before = String(root.open);
      root.open = true;
    } else if (!searching && root.dataset.before !== undefined) {
      root.open = root.dataset.before === "true";
      delete root.dataset.before;
    }
  }
}

/** Puts these at the end of their host, the lowest rank first. */
function place<T extends { root: HTMLElement }>(
  host: HTMLElement,
  items: readonly T[],
  rankOf: (item: T) => number,
): void {
  const inOrder = [...items].sort((a, b) => rankOf(a) - rankOf(b));
  host.append(...inOrder.map(({ root }) => root));
}
