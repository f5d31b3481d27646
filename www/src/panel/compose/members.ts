/** Groups as the page changes them: behaviors in order, and relations. Pure. */
import type { BehaviorChoice, GroupObject } from "../../core";
import { matchesWords } from "../../ui/values";

/** Relations of a group to another, with their words in a menu. */
export const RELATIONS = [
  { key: "hunts", says: "hunts them" },
  { key: "fears", says: "fears them" },
  { key: "follows", says: "follows the first of them" },
  { key: "flocks", says: "flocks with them" },
  { key: "ignores", says: "ignores them" },
] as const;

export type Relation = (typeof RELATIONS)[number]["key"];

/** Group as the core takes it: behaviors by key, written rules by their text. */
export type Member = GroupObject;

/** Returns the list with one item moved to another index. */
export function withItemMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Relations of a group to another, in the order of `RELATIONS`. */
export function relationsTo(member: Member, other: string): Relation[] {
  return RELATIONS.filter(({ key }) => member[key].includes(other)).map(({ key }) => key);
}

/** Returns the group with these relations to another. A group can follow only one other. */
export function withRelations(member: Member, other: string, wanted: readonly Relation[]): Member {
  const made = { ...member };
  for (const { key } of RELATIONS) {
    const rest = key === "follows" && wanted.includes(key) ? [] : member[key].filter((one) => one !== other);
    made[key] = wanted.includes(key) ? [...rest, other] : rest;
  }
  return made;
}

/** Returns a copy of a group with the same relations. */
export function copyOfGroup(member: Member, key: string, isNew: (key: string) => boolean): Member {
  return { ...member, key, name: "", like: isNew(member.key) ? member.like : member.key };
}

const matchesSearch = ({ label, says, words, key }: BehaviorChoice, search: string) =>
  matchesWords(`${label} ${key.replaceAll("_", " ")} ${says} ${words}`, search, true);

/** Labels of the behaviors that a group has already and that these words name or describe. */
export function presentBehaviors(
  catalog: readonly BehaviorChoice[],
  { behaviors }: Pick<Member, "behaviors">,
  search: string,
): string[] {
  const had = catalog.filter(({ key }) => behaviors.includes(key));
  return search ? had.filter((choice) => matchesSearch(choice, search)).map(({ label }) => label) : [];
}

/** The behaviors that a group can still get and that these words name or describe, the best first. */
export function offeredBehaviors(
  catalog: readonly BehaviorChoice[],
  member: Pick<Member, "body" | "behaviors">,
  search: string,
): BehaviorChoice[] {
  const fits = catalog.filter(
    ({ key, bodies }) => bodies.includes(member.body) && !member.behaviors.includes(key),
  );
  const matching = fits.filter((choice) => matchesSearch(choice, search));
  const named = ({ label }: BehaviorChoice) => Number(!matchesWords(label, search, true));
  return search ? [...matching].sort((a, b) => named(a) - named(b)) : matching;
}

/** A behavior that acts on this relation, if the group has none. */
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
 * A group's name as runs have it: letters, combining marks and digits of every script, and single spaces; "" if none is
 * left. Joiners (U+200C, U+200D) are kept inside words, as some scripts need them. The core has the same rule in
 * `src/rules/names.rs`.
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
