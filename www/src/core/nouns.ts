/** Nouns of units. Texts of the core say "bird"; where a group has another noun, such as "fish", it replaces "bird". */
import type { GroupInfo } from "../../pkg/flockwright.js";

/** Singular and plural noun of a group's units. */
type UnitNoun = Pick<GroupInfo, "one" | "many">;

const BIRDS: UnitNoun = { one: "bird", many: "birds" };

/** Text with an upper-case first letter. */
export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type NamedGroup = UnitNoun & Pick<GroupInfo, "label" | "start" | "count">;

/** Name of a unit with the nouns of its group: the group's label if it is the only unit, else such as "Bird 194". */
export function nameUnit(unit: number, groups: readonly NamedGroup[]): UnitNoun & { name: string } {
  const group = groups.find(({ start, count }) => unit >= start && unit < start + count);
  const { one, many } = group ?? BIRDS;
  return { name: group?.count === 1 ? group.label : `${upperFirst(one)} ${unit}`, one, many };
}

/** Replaces "bird" and "birds" in a text by the nouns of the group with this key, or of the first group. */
export function substituteNouns(
  text: string,
  groups: readonly (UnitNoun & { key: string })[],
  key?: string,
): string {
  const { one, many } = groups.find((group) => group.key === key) ?? groups[0] ?? BIRDS;
  return text.replace(/\b(a )?(b)ird(s?)\b/gi, (_, a: string | undefined, b: string, s: string) => {
    const noun = s ? many : one;
    const article = a && /^[aeiou]/.test(noun) ? `${a[0]}n ` : (a ?? "");
    return article + (b === "B" ? upperFirst(noun) : noun);
  });
}
