/** Builds the content of the panel's list of parameters: groups, their parts, order, and which are unfolded. Pure. */

import type { BehaviorChoice, MemberInfo, ParamInfo, PerParam, TextInfo } from "../core";
import { matchesWords } from "../ui/values";
import { arrangeByScope, type ParamSection, paramMatches, searchRank } from "./groups";
import { sameItems, textMatches } from "./text";

/** A section of the list: one group of units, or the parameters of the world. */
export interface ListedGroup {
  key: string;
  label: string;
  index: number;
  member: MemberInfo | undefined;
  behaviors: ListBehavior[];
  sections: ListSection[];
  rank: number;
}

export interface ListPart {
  /** Key that identifies the part in the list; stays the same when a written rule is renamed. */
  key: string;
  title: string;
  params: ParamInfo[];
  texts: TextInfo[];
  isOpen: boolean;
  rank: number;
}

export interface ListSection extends ListPart {
  /** Group whose name, role, body and relations the section edits; undefined for a section of parameters. */
  member: MemberInfo | undefined;
}

export interface ListBehavior extends ListPart {
  member: MemberInfo;
  index: number;
  behavior: MemberInfo["behaviors"][number];
  weight: ParamInfo | undefined;
  /** Whether the weight's slider stands above the list or in a lesson; the list then shows only the value. */
  isWeightElsewhere: boolean;
}

/** Input of `listedGroups`: the run's parameters, texts and groups, and all behaviors. */
interface ListInput {
  params: readonly ParamInfo[];
  texts: readonly TextInfo[];
  /** For each parameter, by id: 0 if it has no effect in the present run, else 1. */
  relevance: PerParam;
  /** Whether a parameter's slider stands above the list or in a lesson; the list then leaves the parameter out. */
  hasControl(key: string): boolean;
  members: readonly MemberInfo[];
  catalog: readonly BehaviorChoice[];
}

/** Search text and unfolded parts, as a person has set them. */
interface ListState {
  search: string;
  openParts: ReadonlySet<string>;
  /** Returns the `ListPart.key` of a group's behavior; it stays the same when a written rule is renamed. */
  partKeyOf(group: string, key: string): string;
}

export function changedTexts(texts: readonly TextInfo[]): TextInfo[] {
  return texts.filter((info) => !sameItems(info.value, info.default));
}

/** Returns the groups with all parts that have an effect now, or with those that match the search, best first. */
export function listedGroups(listed: ListInput, shown: ListState): ListedGroup[] {
  const { members, params, texts } = listed;
  const { search, openParts } = shown;
  const scopes = new Map(arrangeByScope(params, texts).map((scope) => [scope.key, scope]));
  const keys = [...new Set([...members.map(({ key }) => key), ...scopes.keys()])];
  const groups = keys.flatMap((key): ListedGroup[] => {
    const index = members.findIndex((one) => one.key === key);
    const member = members[index];
    const label = member?.label ?? scopes.get(key)?.label ?? key;
    const sections = new Map(scopes.get(key)?.sections.map((section) => [section.title, section]));
    const behaviors = (member?.behaviors ?? []).flatMap((_, at) =>
      behaviorPart(member as MemberInfo, at, sections, listed, shown),
    );
    for (const behavior of member?.behaviors ?? []) sections.delete(behavior.label);
    const weights = new Set(member?.behaviors.map(({ weight }) => weight));
    const sectionParts = [...sections.values()].flatMap((section) => {
      const ownSection = { ...section, params: section.params.filter(({ id }) => !weights.has(id)) };
      return sectionPart(ownSection, label, listed, shown);
    });
    const kind = `${key}/=`;
    const isOpen = openParts.has(kind);
    if (member && !search)
      sectionParts.push({ key: kind, title: "What it is", params: [], texts: [], member, rank: 0, isOpen });
    const ranks = [...behaviors, ...sectionParts].map((part) => part.rank);
    if (search && ranks.length === 0) return [];
    if (search) for (const parts of [behaviors, sectionParts]) parts.sort((a, b) => a.rank - b.rank);
    return [{ key, label, index, member, behaviors, sections: sectionParts, rank: Math.min(0, ...ranks) }];
  });
  return search ? groups.sort((a, b) => a.rank - b.rank) : groups;
}

function behaviorPart(
  member: MemberInfo,
  index: number,
  sections: ReadonlyMap<string, ParamSection>,
  { params: all, relevance, catalog, hasControl }: ListInput,
  { search, openParts, partKeyOf }: ListState,
): ListBehavior[] {
  const behavior = member.behaviors[index] as MemberInfo["behaviors"][number];
  const { label } = behavior;
  const key = partKeyOf(member.key, behavior.key);
  const section = sections.get(label);
  const weight = all.find((info) => info.id === behavior.weight);
  const choice = catalog.find((one) => one.key === behavior.key);
  const isNamed =
    !search || matchesWords(`${label} ${behavior.key} ${choice?.says ?? ""} ${choice?.words ?? ""}`, search);
  const isShown = (info: ParamInfo) =>
    relevance[info.id] !== 0 &&
    info !== weight &&
    !hasControl(info.key) &&
    (isNamed || paramMatches(info, search));
  const params = section?.params.filter(isShown) ?? [];
  const isListed = (info: TextInfo) => info.matters && (isNamed || textMatches(info, search));
  const texts = section?.texts.filter(isListed) ?? [];
  const isFound = isNamed || params.length + texts.length > 0 || (weight && paramMatches(weight, search));
  if (search && !isFound) return [];
  const hits = search ? [...params, ...texts, ...(weight ? [weight] : [])] : [];
  const ranks = [
    isNamed ? searchRank({ label }, search) : 3,
    ...hits.map((info) => searchRank(info, search)),
  ];
  const isOpen = openParts.has(key) || (search !== "" && !isNamed);
  const isWeightElsewhere = weight !== undefined && hasControl(weight.key);
  const weights = { weight, isWeightElsewhere };
  return [
    {
      key,
      title: label,
      member,
      index,
      behavior,
      ...weights,
      params,
      texts,
      isOpen,
      rank: Math.min(...ranks),
    },
  ];
}

function sectionPart(
  section: ParamSection,
  group: string,
  { relevance, hasControl }: ListInput,
  { search, openParts }: ListState,
): ListSection[] {
  const params = section.params.filter(
    (info) => relevance[info.id] !== 0 && !hasControl(info.key) && (!search || paramMatches(info, search)),
  );
  const texts = section.texts.filter((info) => info.matters && (!search || textMatches(info, search)));
  if (params.length + texts.length === 0) return [];
  const ranks = search ? [...params, ...texts].map((info) => searchRank(info, search)) : [0];
  const isOpen = openParts.has(section.key) || search !== "";
  const title = section.title || group;
  return [{ key: section.key, title, params, texts, isOpen, member: undefined, rank: Math.min(...ranks) }];
}
