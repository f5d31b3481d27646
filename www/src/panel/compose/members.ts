/** Groups of a run in the form that the page edits: their behaviors in order, and their relations. Pure. */
import type { BehaviorChoice, GroupObject } from "../../core";
import { matchesWords } from "../../ui/values";

/** Relations that a group can have to another one, with their texts in a menu. */
export const RELATIONS = [
  { key: "hunts", menuText: "hunts them" },
  { key: "fears", menuText: "fears them" },
  { key: "follows", menuText: "follows the first of them" },
  { key: "flocks", menuText: "flocks with them" },
  { key: "ignores", menuText: "ignores them" },
] as const;

export type Relation = (typeof RELATIONS)[number]["key"];

/** Group in the core's format; built-in behaviors are given by key, written rules by text. */
export type Member = GroupObject;

/** Returns the list with one item moved to another index. */
export function withItemMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const otherItems = list.filter((_, index) => index !== from);
  return [...otherItems.slice(0, to), ...list.slice(from, from + 1), ...otherItems.slice(to)];
}

/** Relations of a group to the group with the key `other`, in the order of `RELATIONS`. */
export function relationsTo(member: Member, other: string): Relation[] {
  return RELATIONS.filter(({ key }) => member[key].includes(other)).map(({ key }) => key);
}

/** Returns the group with exactly these relations to another one. A group can follow only one other group. */
export function withRelations(member: Member, other: string, wanted: readonly Relation[]): Member {
  const changed = { ...member };
  for (const { key } of RELATIONS) {
    const otherKeys =
      key === "follows" && wanted.includes(key) ? [] : member[key].filter((one) => one !== other);
    changed[key] = wanted.includes(key) ? [...otherKeys, other] : otherKeys;
  }
  return changed;
}

/** Returns a copy of a group under another key. `isNew`: whether the scene has no group with the key. */
export function copyOfGroup(member: Member, key: string, isNew: (key: string) => boolean): Member {
  return { ...member, key, name: "", like: isNew(member.key) ? member.like : member.key };
}

const matchesSearch = ({ label, says, words, key }: BehaviorChoice, search: string) =>
  matchesWords(`${label} ${key.replaceAll("_", " ")} ${says} ${words}`, search, true);

/** Labels of the behaviors that a group has and that match a search; none for an empty search. */
export function presentBehaviors(
  catalog: readonly BehaviorChoice[],
  { behaviors }: Pick<Member, "behaviors">,
  search: string,
): string[] {
  const present = catalog.filter(({ key }) => behaviors.includes(key));
  return search ? present.filter((choice) => matchesSearch(choice, search)).map(({ label }) => label) : [];
}

/** Behaviors that a group lacks, that suit its body and match a search; those whose label matches come first. */
export function offeredBehaviors(
  catalog: readonly BehaviorChoice[],
  member: Pick<Member, "body" | "behaviors">,
  search: string,
): BehaviorChoice[] {
  const fitting = catalog.filter(
    ({ key, bodies }) => bodies.includes(member.body) && !member.behaviors.includes(key),
  );
  const matching = fitting.filter((choice) => matchesSearch(choice, search));
  const matchRank = ({ label }: BehaviorChoice) => Number(!matchesWords(label, search, true));
  return search ? [...matching].sort((a, b) => matchRank(a) - matchRank(b)) : matching;
}

/** Behavior that makes a relation effective; undefined if the group has one already, or if none suits its body. */
export function behaviorMissingFor(
  tie: Relation,
  member: Pick<Member, "body" | "behaviors">,
  catalog: readonly BehaviorChoice[],
): BehaviorChoice | undefined {
  const acting = catalog.filter(({ actsOn, bodies }) => actsOn === tie && bodies.includes(member.body));
  if (acting.some(({ key }) => member.behaviors.includes(key))) return undefined;
  return acting.find(({ suits }) => suits.includes(member.body)) ?? acting[0];
}

/**
 * Reduces a typed name to a valid group name: letters, combining marks and digits of every script, and single spaces;
 * "" if no letter or digit is left. Joiners (U+200C, U+200D) are kept inside words, as some scripts need them. The core
 * has the same rule in `src/rules/names.rs`.
 */
export function cleanGroupName(text: string): string {
  const name = text
    .normalize("NFC")
    .replace(/[^\p{Alphabetic}\p{M}\p{N}\u200c\u200d]+/gu, " ")
    .replace(/(?<=^| )[\u200c\u200d]+|[\u200c\u200d]+(?=$| )/gu, "")
    .replace(/ +/g, " ")
    .trim();
  return /[\p{Alphabetic}\p{N}]/u.test(name) ? name : "";
}
