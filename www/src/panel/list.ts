/** The list below the button More: all parameters, behaviors and rules by group, with a search. */

import type { ParamId, ParamInfo, PerParam, TextInfo } from "../core";
import { byId, element, icon, setText } from "../ui/dom";
import { firstSentence } from "../ui/gallery";
import { type KeyedItem, KeyedList } from "../ui/keyed";
import { roleDot } from "../ui/legend";
import type { Page } from "../ui/page";
import { fullParamName, matchesWords } from "../ui/values";
import { GroupChanges } from "./compose/changes";
import { GroupView } from "./compose/group";
import { type Member, offeredBehaviors } from "./compose/members";
import { BehaviorPicker, type ListedOffer, offerItem } from "./compose/picker";
import { RuleView } from "./compose/rule";
import type { Explanations } from "./explain/explanations";
import { changedParams, paramMatches } from "./groups";
import type { WeightSwitch } from "./input/keyboard";
import {
  changedTexts,
  type ListBehavior,
  type ListedGroup,
  type ListPart,
  type ListSection,
  listedGroups,
} from "./list-model";
import { ParamRow, type RowHooks } from "./row";
import { NEW_RULE_TEXT, recipesFor } from "./rule/library";
import { writtenRules } from "./rule/written";
import { SiteRow } from "./site";
import { type TextActions, TextRow } from "./text";

/** Functions of the panel that its list uses. */
export interface ListHost {
  readonly explanations: Explanations;
  readonly page: Page;
  /** Returns all parameters with their present values and with rounded ranges. */
  params(): ParamInfo[];
  /** Keys of the parameters whose slider stands above the list. */
  plainKeys(): ReadonlySet<string>;
  /** Shows the core's present values in the panel at once; `refreshSoon` does so at the next frame. */
  refresh(): void;
  refreshSoon(): void;
  readonly rowHooks: RowHooks;
  readonly weightSwitch: WeightSwitch;
}

/** Things that a search offers to place on the stage: tool of the editor, name, and description. */
const PLACEABLE_THINGS = [
  ["obstacle", "Rock", "Birds steer around it."],
  ["wall", "Wall", "No bird passes it, and birds steer along it."],
  ["site", "Site", "A named place, to which groups can go."],
  ["birds", "Birds", "Paints more birds in."],
  ["hunter", "Hunter", "It hunts all birds, and they fear it."],
] as const;

/** Largest number of recipes for rules that a search offers. */
const MAX_OFFERED_RULES = 3;
const MAX_OFFERED_SCENES = 3;

/** Largest number of behaviors that a search offers. */
const MAX_OFFERED_BEHAVIORS = 4;

export class ParamList {
  readonly changes: GroupChanges;
  private readonly page: Page;
  private readonly allButton = byId("all");
  private readonly searchField = byId<HTMLInputElement>("filter");
  private readonly resetAllButton = byId<HTMLButtonElement>("reset-all");
  private readonly emptyNote = byId("controls-empty");
  private readonly pickerHost = byId("picker");
  private readonly addBehaviorButton = byId("add-behavior");
  private readonly suggestions: KeyedList<ListedOffer>;
  private readonly groups: KeyedList<ListedGroup>;
  /** Parts that are listed now, of all groups. */
  private listedParts: ListPart[] = [];
  private readonly openParts = new Set<string>();
  /** Views of rules by the `ListPart.key` of their behavior, which stays the same when the rule is renamed. */
  private readonly ruleViews = new Map<string, RuleView>();
  /** `ListPart.key` of each renamed rule, by its group and its present key. */
  private readonly renamedPartKeys = new Map<string, string>();
  private picker: { view: BehaviorPicker; group: string } | undefined;
  private paramRows: ParamRow[] = [];

  constructor(private readonly host: ListHost) {
    const { page } = host;
    this.page = page;
    this.changes = new GroupChanges(page.core, host.weightSwitch, {
      step: (label, change) => {
        page.name(label);
        change();
        page.settled();
        host.refresh();
      },
      part: (change) => {
        change();
        page.touched();
        host.refreshSoon();
      },
      say: page.say,
    });
    this.groups = new KeyedList(byId("controls"), (group) => this.groupView(group));
    this.suggestions = new KeyedList(byId("controls-add"), offerItem);
    this.searchField.addEventListener("input", () => host.refresh());
    this.searchField.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.searchField.value) return;
      event.stopPropagation();
      this.searchField.value = "";
      host.refresh();
    });
  }

  /** Has to be called once per frame: updates the values in unfolded rules. */
  frame(now: number): void {
    if (this.isSeen) for (const rule of this.ruleViews.values()) rule.frame(now);
  }

  /** Called while a slider is dragged: shows its value in the list's rows of the same parameter. */
  showMoved(id: ParamId, value: number): void {
    for (const row of this.paramRows) row.showMoved(id, value);
  }

  /** Folds the list and forgets its rows after another run was opened. */
  runOpened(): void {
    for (const row of this.paramRows) row.discardTyping();
    this.closePicker();
    this.changes.forgetRun();
    this.openParts.clear();
    this.ruleViews.clear();
    this.renamedPartKeys.clear();
    this.paramRows = [];
    this.groups.showValues([]);
    for (const { group, key } of writtenRules(this.page.core.composition()))
      this.openParts.add(`${group}/${key}`);
  }

  /** Lists the parameters that match the search, with offers of what else could be added. */
  showParams(params: readonly ParamInfo[], relevance: PerParam): void {
    this.changes.shownParams = params;
    if (this.allButton.hidden) return;
    const texts = this.page.core.texts();
    const isUnchanged = changedParams(params).length + changedTexts(texts).length === 0;
    this.resetAllButton.disabled = isUnchanged;
    this.resetAllButton.classList.toggle("idle", isUnchanged);
    const search = this.searchField.value.trim();
    const { core } = this.page;
    const plainKeys = this.host.plainKeys();
    const hasControl = (key: string) => plainKeys.has(key) || this.page.inLesson(key);
    const input = {
      params,
      texts,
      relevance,
      hasControl,
      members: core.composition(),
      catalog: core.catalog,
    };
    const partKeyOf = (group: string, key: string) => this.partKeyOf(group, key);
    const groups = listedGroups(input, { search, openParts: this.openParts, partKeyOf });
    this.groups.showValues(groups);
    this.listedParts = groups.flatMap(({ behaviors, sections }) => [...behaviors, ...sections]);
    const plainMatches = params.filter(
      (info) => plainKeys.has(info.key) && search !== "" && paramMatches(info, search),
    );
    this.showOffers(search, groups.length, plainMatches);
  }

  /** Unfolds the part that contains the parameter, and scrolls to its row. */
  showSlider(key: string): void {
    this.page.panels.bringView("tune");
    this.searchField.value = "";
    this.host.refresh();
    const part = this.listedParts.find(({ params }) => params.some((info) => info.key === key));
    if (part) this.openParts.add(part.key);
    this.host.refresh();
    const row = byId("controls").querySelector(`[data-param="${CSS.escape(key)}"]`);
    (row?.closest(".part-head") ?? row)?.scrollIntoView({ block: "nearest" });
  }

  /** Turns a behavior of a group into a written rule and opens its editor. */
  editCopy(group: string, key: string): void {
    const ruleKey = this.changes.copyRule(group, key);
    if (ruleKey) this.openRule(group, ruleKey);
  }

  /** Unfolds a written rule and scrolls to its text. */
  readRule(group: string, key: string): void {
    this.page.panels.bringView("tune");
    this.openParts.add(this.partKeyOf(group, key));
    this.host.refresh();
    const partElement = this.partRoot(group, key);
    partElement?.querySelector<HTMLElement>(".part-fold")?.focus({ preventScroll: true });
    partElement?.scrollIntoView({ block: "start" });
  }

  private openRule(group: string, key: string): void {
    this.page.panels.bringView("tune");
    this.closePicker();
    const id = this.partKeyOf(group, key);
    this.openParts.add(id);
    this.host.refresh();
    this.ruleViews.get(id)?.focus();
  }

  private partKeyOf(group: string, key: string): string {
    return this.renamedPartKeys.get(`${group}/${key}`) ?? `${group}/${key}`;
  }

  private partRoot(group: string, key: string): HTMLElement | null {
    return byId("controls").querySelector(`[data-part="${CSS.escape(this.partKeyOf(group, key))}"]`);
  }

  private get isSeen(): boolean {
    return !this.allButton.hidden && this.allButton.getClientRects().length > 0;
  }

  private groupView(first: ListedGroup): KeyedItem<ListedGroup> {
    const label = element("span");
    const count = element("span.hints");
    const colorMark = element("span");
    const add = element(
      "button.icon-button.small.push",
      { onclick: () => this.togglePicker(first.key), "aria-expanded": "false" },
      icon("plus"),
    );
    const head = element("h2.across.tall", colorMark, label, count, first.member ? add : undefined);
    const behaviors = element("ol");
    const sections = element("div");
    const root = element("section.scope", { "data-group": first.key }, head, behaviors, sections);
    const behaviorList = new KeyedList<ListBehavior>(behaviors, (part) => this.behaviorView(part));
    const otherSections = new KeyedList<ListSection>(sections, (part) => this.sectionView(part));
    let role = -1;
    const update = (group: ListedGroup) => {
      const groupInfo = this.page.core.groups()[group.index];
      if (groupInfo && groupInfo.role !== role) {
        role = groupInfo.role;
        colorMark.replaceChildren(roleDot(role));
      }
      setText(label, group.label);
      setText(count, groupInfo && group.member ? groupInfo.count.toLocaleString("en-US") : "");
      root.setAttribute("aria-label", group.label);
      add.setAttribute("aria-label", `Add a behavior to ${group.label}`);
      add.setAttribute("aria-expanded", String(this.picker?.group === group.key));
      behaviors.setAttribute("aria-label", `Behaviors of ${group.label}`);
      behaviorList.showValues(group.behaviors);
      otherSections.showValues(group.sections);
    };
    return { root, update };
  }

  /** Builds the button that unfolds a part. `count`: element at its right, for the number of parameters. */
  private makeFold(first: ListPart): {
    button: HTMLButtonElement;
    count: HTMLElement;
    update(part: ListPart): void;
  } {
    const title = element("span.cut.grow");
    const count = element("span.hints");
    const button = element("button.part-fold.across.grow.full.left", icon("chevron"), title, count);
    const toggle = () => {
      if (!this.openParts.delete(first.key)) this.openParts.add(first.key);
      this.host.refresh();
    };
    button.addEventListener("click", toggle);
    const update = (part: ListPart) => {
      setText(title, part.title);
      button.setAttribute("aria-expanded", String(part.isOpen));
    };
    return { button, count, update };
  }

  /** Returns a function that shows the parameters of a part in `host`; it builds no rows while the part is folded. */
  private rowsUpdater(host: HTMLElement): (part: ListPart) => void {
    const texts = new KeyedList<TextInfo>(host, (info) => this.makeTextRow(info));
    const rowHost = element("div.stack.tight");
    const rows = new KeyedList<ParamInfo>(rowHost, (info) => this.makeRow(info));
    // Choices of a site come last, below the parameter that makes a site the goal of the group.
    const lastRows = element("div.stack.tight");
    const sites = new KeyedList<TextInfo>(lastRows, (info) => this.makeTextRow(info));
    return (part) => {
      host.hidden = !part.isOpen;
      if (!part.isOpen) return;
      texts.showValues(part.texts.filter((info) => !info.sites));
      if (rowHost.parentElement !== host) host.append(rowHost, lastRows);
      rows.showValues(part.params);
      sites.showValues(part.texts.filter((info) => info.sites));
    };
  }

  private sectionView(first: ListSection): KeyedItem<ListSection> {
    const fold = this.makeFold(first);
    const body = element("div.part-body");
    const showRows = this.rowsUpdater(body);
    const root = element("div.part", fold.button, body);
    const groupControls =
      first.member && new GroupView(this.page.core, this.changes, (key) => this.revealGroup(key));
    if (groupControls) body.append(groupControls.root);
    const update = (part: ListSection) => {
      const changedCount = changedParams(part.params).length + changedTexts(part.texts).length;
      const count = part.params.length + part.texts.length;
      const countText = count === 1 ? "1 parameter" : `${count} parameters`;
      setText(fold.count, changedCount > 0 ? `${changedCount} changed` : part.member ? "" : countText);
      fold.count.classList.toggle("mark", changedCount > 0);
      fold.update(part);
      showRows(part);
      if (part.member && part.isOpen) groupControls?.showMember(part.member);
    };
    return { root, update };
  }

  private behaviorView(first: ListBehavior): KeyedItem<ListBehavior> {
    let now = first;
    const currentPart = () => now;
    const fold = this.makeFold(first);
    const head = this.behaviorHead(first, currentPart);
    const body = this.behaviorBody(currentPart);
    const root = element(
      "li.part.behavior",
      { "data-part": first.key },
      element("div.part-head.across", fold.button, ...head.controls),
      body.root,
    );
    const update = (next: ListBehavior) => {
      now = next;
      root.dataset.behavior = next.behavior.key;
      root.classList.toggle("muted", next.weight?.value === 0);
      head.update(next);
      fold.update(next);
      body.root.hidden = !next.isOpen;
      if (next.isOpen) body.update(next);
    };
    return { root, update };
  }

  /** Builds the row of a behavior's weight, with buttons that mute this behavior or all others. */
  private behaviorHead(first: ListBehavior, part: () => ListBehavior) {
    if (!first.weight) return { controls: [], update: () => {} };
    const weight = new ParamRow(first.weight, this.host.rowHooks, undefined, `weight-${first.key}`);
    weight.root.classList.add("compact");
    this.paramRows.push(weight);
    const switchButton = (word: string, onclick: () => void) =>
      element("button.behavior-switch", { onclick }, word);
    const muteButton = switchButton("off", () => this.changes.toggleMute(part().member, part().index));
    const soloButton = switchButton("only this", () => this.changes.toggleSolo(part().member, part().index));
    const update = ({ member, index, title, weight: info, isWeightElsewhere }: ListBehavior) => {
      if (info) weight.update(info);
      weight.setReadOnly(isWeightElsewhere);
      labelButton(muteButton, `${title} off`, info?.value === 0);
      labelButton(soloButton, `Only this: ${title}`, this.changes.isSolo(member, index));
      soloButton.hidden = member.behaviors.length < 2;
    };
    return { controls: [weight.root, muteButton, soloButton], update };
  }

  /** Builds the unfolded part of a behavior: description, parameters, rule and buttons. */
  private behaviorBody(part: () => ListBehavior) {
    const description = element("p.note");
    const rows = element("div");
    const showRows = this.rowsUpdater(rows);
    const ruleHost = element("div");
    const sourceLine = element("p.source");
    const actions = this.behaviorActions(part);
    const root = element("div.part-body", description, rows, ruleHost, actions.root, sourceLine);
    const update = (next: ListBehavior) => {
      const { member, behavior } = next;
      const choice = this.page.core.catalog.find((one) => one.key === behavior.key);
      setText(description, this.page.core.substituteNouns(choice?.says ?? "", member.key));
      setText(sourceLine, choice?.source ?? "");
      showRows(next);
      const rule = this.ruleViewOf(next, ruleHost, choice === undefined);
      rule.showRule(member.key, behavior.key);
      actions.update(next, rule.isListed);
    };
    return { root, update };
  }

  private behaviorActions(part: () => ListBehavior) {
    const menuItem = (label: string, onclick: () => void) =>
      element("button.button.quiet", { onclick, "aria-label": "" }, label);
    const moveBy = (by: 1 | -1) => {
      const { member, index } = part();
      if (index + by in member.behaviors) this.changes.moveBehavior(member, index, index + by);
    };
    const copyItem = menuItem("Edit a copy", () => this.editCopy(part().member.key, part().behavior.key));
    const upItem = menuItem("Move up", () => moveBy(-1));
    const downItem = menuItem("Move down", () => moveBy(1));
    const remove = menuItem("Remove", () => this.removeBehavior(part()));
    const update = ({ member, index, title }: ListBehavior, canCopy: boolean) => {
      copyItem.hidden = !canCopy;
      // Move up and Move down are never `disabled`: at the end of the list a pressed button must keep the focus.
      const lastIndex = member.behaviors.length - 1;
      upItem.hidden = downItem.hidden = lastIndex === 0;
      upItem.setAttribute("aria-disabled", String(index === 0));
      downItem.setAttribute("aria-disabled", String(index === lastIndex));
      copyItem.setAttribute("aria-label", `Edit a copy of ${title}`);
      for (const button of [upItem, downItem, remove])
        button.setAttribute("aria-label", `${button.textContent} ${title}`);
    };
    return { root: element("div.flow.part-acts", copyItem, upItem, downItem, remove), update };
  }

  private ruleViewOf(
    { key: id, member, behavior }: ListBehavior,
    host: HTMLElement,
    isWritten: boolean,
  ): RuleView {
    const shownView = this.ruleViews.get(id);
    if (shownView?.root.parentElement === host) return shownView;
    const renamed = (to: string) => {
      this.renamedPartKeys.set(`${member.key}/${to}`, id);
      this.host.refreshSoon();
    };
    const rule = new RuleView(this.page, this.changes, isWritten, renamed, member.key, behavior.key);
    this.ruleViews.set(id, rule);
    host.replaceChildren(rule.root);
    return rule;
  }

  private removeBehavior({ member, index, key }: ListBehavior): void {
    const list = byId("controls").querySelector(`[data-part="${CSS.escape(key)}"]`)?.parentElement;
    this.changes.removeBehavior(member, index);
    // The focus moves to the behavior that took the place of the removed one.
    const foldButtons = list?.querySelectorAll<HTMLElement>(".part-fold") ?? [];
    (foldButtons[Math.min(index, foldButtons.length - 1)] ?? this.addBehaviorButton).focus();
  }

  private makeRow(info: ParamInfo): ParamRow {
    const row = new ParamRow(info, this.host.rowHooks);
    this.paramRows.push(row);
    return row;
  }

  private makeTextRow(info: TextInfo): KeyedItem<TextInfo> {
    const actions: TextActions = {
      setParamText: (id, text) => {
        const applied = this.page.core.setText(id, text);
        this.page.touched();
        this.host.refreshSoon();
        return applied;
      },
      endChange: () => this.page.settled(),
      helpToggled: (id, host, shown) =>
        this.host.explanations.showExplanation(host, { id, text: true }, shown),
    };
    return info.sites
      ? new SiteRow(info, actions, () => this.page.tell("draw", "site"))
      : new TextRow(info, actions);
  }

  resetEverything(): void {
    const alteredParams = changedParams(this.host.params());
    const alteredTexts = changedTexts(this.page.core.texts());
    this.page.step(() => {
      for (const info of alteredParams) this.page.core.set(info.id, info.default);
      for (const info of alteredTexts) this.page.core.setText(info.id, info.default);
    });
    this.host.refresh();
    this.page.say(`${alteredParams.length + alteredTexts.length} reset to the scene's own values`);
    focusIfLost(this.addBehaviorButton);
  }

  /** Shows what a search could add to the run: behaviors that the main group lacks, rules, things to place, scenes. */
  private showOffers(search: string, shown: number, above: readonly ParamInfo[]): void {
    const offers = search ? this.offersFor(search) : [];
    byId("controls-add").hidden = offers.length === 0;
    this.suggestions.showValues(offers);
    const names = above.map(fullParamName).join(", ");
    const docText = above.length === 1 ? ` ${above[0]?.doc}` : "";
    setText(
      this.emptyNote,
      names ? `${names}: above.${docText}` : shown + offers.length === 0 ? "Nothing matches." : "",
    );
  }

  private offersFor(search: string): ListedOffer[] {
    const { firstGroup } = this.changes;
    if (!firstGroup) return [];
    const canSteer = firstGroup.body !== "tile";
    return [
      ...(canSteer ? this.thingOffers(firstGroup.key, search) : []),
      ...this.behaviorOffers(firstGroup, search),
      ...(canSteer ? this.ruleOffers(firstGroup.key, search) : []),
      ...this.sceneOffers(search),
    ];
  }

  private thingOffers(group: string, search: string): ListedOffer[] {
    const { page } = this;
    return PLACEABLE_THINGS.map(([tool, name, text]) => ({
      key: tool,
      label: `+ ${page.core.substituteNouns(name, group)}`,
      description: page.core.substituteNouns(text, group),
      choose: () => page.tell("draw", tool),
    })).filter(({ label, description }) => matchesWords(`${label} ${description}`, search));
  }

  private behaviorOffers(group: Member, search: string): ListedOffer[] {
    const { core } = this.page;
    return offeredBehaviors(core.catalog, group, search)
      .slice(0, MAX_OFFERED_BEHAVIORS)
      .map(({ key, label, says }) => ({
        ...{ key, label: `+ ${label}`, description: core.substituteNouns(says) },
        choose: () => this.addOffer(label, () => this.changes.addBehavior(group.key, key)),
      }));
  }

  private ruleOffers(group: string, search: string): ListedOffer[] {
    const { core } = this.page;
    const presentKeys = core.composition()[0]?.behaviors.map(({ key }) => key) ?? [];
    return recipesFor(core.recipes, search, presentKeys)
      .slice(0, MAX_OFFERED_RULES)
      .map(({ text, label, says }) => ({
        ...{ key: `rule ${label}`, label: `+ ${label}`, description: says },
        choose: () => this.addOffer(label, () => this.changes.addRule(group, text)),
      }));
  }

  private sceneOffers(search: string): ListedOffer[] {
    const { page } = this;
    return page.core.scenes
      .filter(({ title, see }) => matchesWords(`${title} ${see}`, search))
      .slice(0, MAX_OFFERED_SCENES)
      .map(({ key, title, see, link }) => ({
        ...{ key: `scene ${key}`, label: title, description: firstSentence(see) },
        choose: () => page.open(link),
      }));
  }

  /** Adds an offered behavior and returns the focus to the search field. */
  private addOffer(label: string, add: () => void): void {
    add();
    this.page.say(`${label} is one of the behaviors now`);
    this.searchField.focus();
  }

  /** Opens or closes the picker of behaviors for a group. */
  togglePicker(group = this.changes.firstGroup?.key ?? ""): void {
    const wasOpen = this.picker?.group === group;
    this.closePicker();
    const member = this.changes.members().find((one) => one.key === group);
    if (wasOpen || !member) return;
    const info = this.page.core.composition().find((one) => one.key === group);
    const close = () => {
      this.closePicker();
      this.addBehaviorButton.focus();
    };
    const view = new BehaviorPicker(
      "behavior-picker",
      info?.label ?? "",
      this.page.core,
      member,
      {
        pick: (key) => {
          this.changes.addBehavior(group, key);
          close();
          this.partRoot(group, key)?.scrollIntoView({ block: "nearest" });
        },
        write: (text) => {
          const ruleKey = this.changes.addRule(group, text);
          if (ruleKey) this.openRule(group, ruleKey);
        },
        close,
      },
      info?.behaviors.map(({ key }) => key),
    );
    this.picker = { view, group };
    this.pickerHost.replaceChildren(view.root);
    this.addBehaviorButton.setAttribute("aria-expanded", "true");
    view.root.querySelector("input")?.focus();
    this.host.refresh();
  }

  private closePicker(): void {
    if (!this.picker) return;
    this.picker.view.freePictures();
    this.picker = undefined;
    this.pickerHost.replaceChildren();
    this.addBehaviorButton.setAttribute("aria-expanded", "false");
    this.host.refreshSoon();
  }

  readonly addOwnRule = () => {
    const { firstGroup } = this.changes;
    if (!firstGroup) return;
    if (firstGroup.body === "tile") {
      this.page.say("Tile walkers take no forces: a rule cannot steer them");
      return;
    }
    const ruleKey = this.changes.addRule(firstGroup.key, NEW_RULE_TEXT);
    if (ruleKey) this.openRule(firstGroup.key, ruleKey);
  };

  /** Scrolls to a group and focuses its first button; after a removal (`undefined`), a lost focus goes to Add group. */
  revealGroup(group: string | undefined): void {
    this.host.refresh();
    if (group === undefined) {
      focusIfLost(byId("add-group"));
      return;
    }
    const root = byId("controls").querySelector<HTMLElement>(`[data-group="${CSS.escape(group)}"]`);
    root?.scrollIntoView({ block: "nearest" });
    root?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }
}

/** Moves the focus to `next` if the pressed element was removed, disabled or hidden. */
function focusIfLost(next: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === document.body || focused?.matches(":disabled") || !focused?.checkVisibility())
    next.focus({ preventScroll: true });
}

function labelButton(button: HTMLElement, label: string, isPressed: boolean): void {
  button.title = label;
  button.setAttribute("aria-label", label);
  button.setAttribute("aria-pressed", String(isPressed));
}
