/** Edits of the groups and behaviors of a run, each as one step of undo. */

import type { Core, MemberInfo, ParamId, ParamInfo } from "../../core";
import { groupsOf } from "../../core/groups";
import { differsNoticeably, midSentence } from "../../ui/values";
import type { WeightSwitch } from "../input/keyboard";
import { replaceRuleText } from "../rule/written";
import {
  behaviorMissingFor,
  cleanGroupName,
  copyOfGroup,
  type Member,
  RELATIONS,
  type Relation,
  withItemMoved,
  withRelations,
} from "./members";

export class GroupChanges {
  /** Parameters with the values that the panel last showed. */
  shownParams: readonly ParamInfo[] = [];
  /** For each group key, the ids of the weights that were muted so that one behavior acts alone. */
  private readonly mutedForSolo = new Map<string, ParamId[]>();

  constructor(
    private readonly core: Core,
    private readonly weightSwitch: WeightSwitch,
    private readonly hooks: {
      /** Makes a change as one step of undo with this label. */
      step(label: string, change: () => void): void;
      /** Makes one part of a longer change, such as a keystroke; the next `step` ends that change. */
      part(change: () => void): void;
      say(text: string): void;
    },
  ) {}

  /** Forgets which weights were muted, since another run was opened. */
  forgetRun(): void {
    this.mutedForSolo.clear();
  }

  /** Adds a behavior behind the other behaviors of a group. */
  addBehavior(group: string, key: string): void {
    const choice = this.core.catalog.find((one) => one.key === key);
    if (!choice) return;
    const members = this.members();
    const member = members.find((one) => one.key === group);
    if (!member) return;
    member.behaviors.push(key);
    this.setGroups(`${this.groupLabel(group)}: + ${choice.label}`, members);
  }

  /** Index of the group with this key; -1 if there is none. */
  private groupIndex(group: string): number {
    return this.core.composition().findIndex(({ key }) => key === group);
  }

  /** Present rule text of a behavior; undefined if the behavior has no rule. */
  ruleText(group: string, key: string): string | undefined {
    return this.core.ruleToRead(this.groupIndex(group), key);
  }

  /** Adds a written rule behind a group's other behaviors. Returns its key, or undefined if the core refused it. */
  addRule(group: string, text: string): string | undefined {
    return this.putRule(group, text, undefined, (label) => `+ ${label}`);
  }

  /** Replaces a behavior by a written rule that does the same. Returns the rule's key, undefined if it is refused. */
  copyRule(group: string, key: string): string | undefined {
    const text = this.ruleText(group, key);
    const info = this.core.composition().find((one) => one.key === group);
    const behavior = info?.behaviors.find((one) => one.key === key);
    if (text === undefined || !info || !behavior) return undefined;
    const weight = this.shownValue(behavior.weight);
    const takenKeys = info.behaviors.map((one) => one.key);
    let own = `my_${key}`.slice(0, 30);
    while (takenKeys.includes(own)) own += "_";
    const renamedRule = text.replace(
      /^rule \w+( "([^"]*)")?/m,
      () => `rule ${own} "My ${midSentence(behavior.label)}"`,
    );
    return this.putRule(group, renamedRule, key, (label) => label, weight);
  }

  private putRule(
    group: string,
    text: string,
    instead: string | undefined,
    name: (label: string) => string,
    weight?: number,
  ): string | undefined {
    const { key, label } = this.core.checkRule(text);
    const oldRemarks = this.runRemarks();
    let wrong: string[] = [];
    this.hooks.step(`${this.groupLabel(group)}: ${name(label)}`, () => {
      wrong = this.core.setRule(this.groupIndex(group), text, instead);
      if (wrong.length > 0 || weight === undefined) return;
      const newGroup = this.core.composition().find((one) => one.key === group);
      const newBehavior = newGroup?.behaviors.find((one) => one.key === key);
      if (newBehavior && newBehavior.weight >= 0) this.core.set(newBehavior.weight, weight);
    });
    if (wrong.length === 0) {
      this.showNotices(this.newRemarks(oldRemarks));
      return key;
    }
    this.showNotices(wrong);
    return undefined;
  }

  private showNotices(lines: readonly string[]): void {
    if (lines.length > 0) this.hooks.say(lines.join(" "));
  }

  /** Sentences of the core on groups with fewer units than asked for, and its notices on link and written rules. */
  private runRemarks(): string[] {
    return [...new Set([...this.core.cuts(), ...this.core.notices()])];
  }

  /** Sentences of `runRemarks` that were not there before a change. */
  private newRemarks(before: readonly string[]): string[] {
    return this.runRemarks().filter((line) => !before.includes(line));
  }

  /**
   * Replaces the text of a written rule while a person types; returns the errors. Does nothing if an undo has removed
   * the rule meanwhile.
   */
  replaceRule(group: string, key: string, text: string): string[] {
    const info = this.core.composition().find((one) => one.key === group);
    if (!info?.behaviors.some((one) => one.key === key)) return [];
    const oldCuts = this.core.cuts();
    let wrong: string[] = [];
    this.hooks.part(() => {
      wrong = replaceRuleText(this.core, this.groupIndex(group), group, key, text);
    });
    this.showNotices(this.core.cuts().filter((cut) => !oldCuts.includes(cut)));
    return wrong;
  }

  /** Sets a parameter of a written rule while its number is dragged; returns false if the run has no such parameter. */
  setRuleParam(group: string, key: string, name: string, value: number): boolean {
    const info = this.findParam(this.core.params(), group, `${key}-${name}`);
    if (info) this.hooks.part(() => this.core.set(info.id, value));
    return info !== undefined;
  }

  /** Ends the changes by `replaceRule` and `setRuleParam`, as one step of undo. */
  endTyping(group: string, label: string): void {
    this.hooks.step(`${this.groupLabel(group)}: ${label} rewritten`, () => {});
  }

  /** First group of the run; undefined without groups. */
  get firstGroup(): Member | undefined {
    return groupsOf(this.core.composition())[0];
  }

  members(): Member[] {
    return groupsOf(this.core.composition());
  }

  private groupLabel(group: string): string {
    return this.core.composition().find(({ key }) => key === group)?.label ?? group;
  }

  shownValue(id: ParamId): number {
    return this.shownParams.find((info) => info.id === id)?.value ?? 0;
  }

  /** Parameter of a group as the panel last showed it, by its key without the group's prefix. */
  paramOfGroup(group: string, name: string): ParamInfo | undefined {
    return this.findParam(this.shownParams, group, name);
  }

  private findParam(params: readonly ParamInfo[], group: string, name: string): ParamInfo | undefined {
    return params.find(({ scope, key }) => scope === group && key.split(".").at(-1) === name);
  }

  private setGroups(label: string, members: readonly Member[], then: () => void = () => {}): void {
    const oldRemarks = this.runRemarks();
    let notices: string[] = [];
    this.hooks.step(label, () => {
      notices = this.core.setGroups([...members]);
      then();
    });
    this.showNotices([...notices, ...this.newRemarks(oldRemarks)]);
  }

  changeGroup(label: string, group: string, make: (member: Member) => Member, then?: () => void): void {
    const members = this.members().map((member) => (member.key === group ? make(member) : member));
    this.setGroups(`${this.groupLabel(group)}: ${label}`, members, then);
  }

  setParam(label: string, info: ParamInfo, value: number): void {
    this.hooks.step(label, () => this.core.set(info.id, value));
  }

  moveBehavior(info: MemberInfo, from: number, to: number): void {
    const { label } = info.behaviors[from] ?? { label: "" };
    this.changeGroup(`${label} moved`, info.key, (member) => ({
      ...member,
      behaviors: withItemMoved(member.behaviors, from, to),
    }));
    this.hooks.say(`${label} is ${to + 1} of ${info.behaviors.length}`);
  }

  removeBehavior(info: MemberInfo, index: number): void {
    const { item, label } = info.behaviors[index] ?? { item: "", label: "" };
    this.changeGroup(`\u2212 ${label}`, info.key, (member) => ({
      ...member,
      behaviors: member.behaviors.filter((one) => one !== item),
    }));
  }

  /** Sets a weight to 0, or a muted weight to its former value. */
  private toggleWeight(id: ParamId): void {
    const info = this.shownParams.find((one) => one.id === id);
    if (info) this.core.set(id, this.weightSwitch.toggledWeight(info));
  }

  toggleMute(info: MemberInfo, index: number): void {
    const behavior = info.behaviors[index];
    if (!behavior) return;
    const { label, weight } = behavior;
    const isMuted = this.shownValue(weight) === 0;
    this.hooks.step(`${info.label}: ${label} ${isMuted ? "heard again" : "muted"}`, () =>
      this.toggleWeight(weight),
    );
  }

  isSolo({ behaviors }: MemberInfo, index: number): boolean {
    return behaviors.every(
      ({ weight }, at) => weight < 0 || (this.shownValue(weight) === 0) !== (at === index),
    );
  }

  toggleSolo(info: MemberInfo, index: number): void {
    const behavior = info.behaviors[index];
    if (!behavior) return;
    const { label, weight } = behavior;
    const otherWeights = info.behaviors.map((one) => one.weight).filter((id) => id >= 0 && id !== weight);
    if (this.isSolo(info, index)) {
      const mutedWeights = this.mutedForSolo.get(info.key) ?? otherWeights;
      this.mutedForSolo.delete(info.key);
      this.hooks.step(`${info.label}: all heard again`, () => {
        for (const id of otherWeights.filter((one) => mutedWeights.includes(one))) this.toggleWeight(id);
      });
      return;
    }
    const activeWeights = otherWeights.filter((id) => this.shownValue(id) !== 0);
    this.mutedForSolo.set(info.key, [...(this.mutedForSolo.get(info.key) ?? []), ...activeWeights]);
    this.hooks.step(`${info.label}: ${label} alone`, () => {
      for (const id of activeWeights) this.toggleWeight(id);
      if (this.shownValue(weight) === 0) this.toggleWeight(weight);
    });
  }

  setRelations(info: MemberInfo, other: MemberInfo, wanted: readonly Relation[]): void {
    const menuTexts = RELATIONS.filter(({ key }) => wanted.includes(key)).map(({ menuText }) => menuText);
    const addedLabels: string[] = [];
    const withTies = (member: Member): Member => {
      const newMember = { ...withRelations(member, other.key, wanted), behaviors: [...member.behaviors] };
      for (const tie of wanted) {
        const choice = behaviorMissingFor(tie, newMember, this.core.catalog);
        if (!choice) continue;
        newMember.behaviors.push(choice.key);
        addedLabels.push(choice.label);
      }
      return newMember;
    };
    const label =
      menuTexts.length > 0 ? `${menuTexts.join(", ")} (${other.label})` : `no tie to ${other.label}`;
    this.changeGroup(label, info.key, withTies, () => {
      if (wanted.includes("hunts")) this.aimAtHunted(info.key);
    });
    if (addedLabels.length > 0)
      this.hooks.say(`${info.label} got ${addedLabels.join(", ")}: nothing else would act on that.`);
  }

  /** Makes a group of hunters head for the nearest of the groups that it hunts. */
  private aimAtHunted(group: string): void {
    const params = this.core.params();
    const goalParam = params.find(({ scope, key }) => scope === group && key.split(".").at(-1) === "goal");
    const nearestIndex = goalParam?.choices.findIndex(({ key }) => key === "nearest") ?? -1;
    if (goalParam && nearestIndex >= 0) this.core.set(goalParam.id, nearestIndex);
  }

  /** Adds a group whose behaviors move it at once; returns its key, undefined if the run cannot have more groups. */
  addGroup(): string | undefined {
    const key = this.core.freeGroupKey();
    if (!key) return this.refuseGroup();
    const members = this.members();
    const used = new Set(members.map(({ role }) => role));
    const freeRole = this.core.roles.find((role) => !used.has(role as Member["role"])) ?? "regular";
    const onTiles = members.some(({ body }) => body === "tile");
    const member: Member = {
      key,
      like: "",
      name: "",
      role: freeRole as Member["role"],
      body: onTiles ? "tile" : "point",
      behaviors: onTiles ? ["tile_chase"] : ["wander", "crowd_separation"],
      hunts: [],
      fears: [],
      follows: [],
      flocks: [],
      ignores: [],
    };
    this.setGroups("+ Group", [...members, member]);
    return key;
  }

  /** Renames a group; with an empty name it gets its default label. Refuses a name without letters and digits. */
  renameGroup(group: string, text: string): void {
    const name = cleanGroupName(text);
    if (!name && text.trim()) this.hooks.say("A name needs letters or digits.");
    else this.changeGroup(name || "its own name", group, (member) => ({ ...member, name }));
  }

  duplicateGroup(of: string): string | undefined {
    const key = this.core.freeGroupKey();
    const members = this.members();
    const source = members.find((member) => member.key === of);
    if (!key || !source) return this.refuseGroup();
    const label = this.groupLabel(of);
    const copy = copyOfGroup(source, key, (one) => /^g\d+$/.test(one));
    this.setGroups(`${label} duplicated`, [...members, copy], () => this.copyValues(of, key));
    return key;
  }

  /** Gives a group the parameters and texts of the group that it was copied from. */
  private copyValues(from: string, to: string): void {
    const params = this.core.params();
    const name = (key: string) => key.split(".").at(-1);
    for (const info of params.filter(({ scope }) => scope === from)) {
      const ownParam = params.find(({ scope, key }) => scope === to && name(key) === name(info.key));
      if (ownParam && differsNoticeably(ownParam.value, info.value)) this.core.set(ownParam.id, info.value);
    }
    const texts = this.core.texts();
    for (const info of texts.filter(({ scope }) => scope === from)) {
      const ownText = texts.find(({ scope, key }) => scope === to && name(key) === name(info.key));
      if (ownText && ownText.value !== info.value) this.core.setText(ownText.id, info.value);
    }
  }

  removeGroup(info: MemberInfo): void {
    if (info.main) {
      this.hooks.say(
        `${info.label} stays: the scene is built around it. Set How many to 0 to do without it.`,
      );
      return;
    }
    const otherMembers = this.members().filter(({ key }) => key !== info.key);
    // Other groups lose their relations to the removed group.
    this.setGroups(
      `${info.label} removed`,
      otherMembers.map((member) => withRelations(member, info.key, [])),
    );
  }

  private refuseGroup(): undefined {
    this.hooks.say("A run cannot have more groups.");
    return undefined;
  }
}
