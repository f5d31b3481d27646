/** Texts for all groups speak of birds; where they are read, they speak of those that there are. */
import type { GroupInfo } from "../../pkg/flockwright.js";

/** What one is called, and several. */
export type Noun = Pick<GroupInfo, "one" | "many">;

const BIRDS: Noun = { one: "bird", many: "birds" };

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Kind = Noun & Pick<GroupInfo, "label" | "start" | "count">;

/** "Bird 194": by the name of its group where it is alone, else by its number; "bird" and "birds". */
export function nameUnit(unit: number, groups: readonly Kind[]): Noun & { name: string } {
  const group = groups.find(({ start, count }) => unit >= start && unit < start + count);
  const { one, many } = group ?? BIRDS;
  return { name: group?.count === 1 ? group.label : `${upperFirst(one)} ${unit}`, one, many };
}

/** A text said of the members of the group with this key, else of the first. */
export function told(text: string, groups: readonly (Noun & { key: string })[], key?: string): string {
  const { one, many } = groups.find((group) => group.key === key) ?? groups[0] ?? BIRDS;
  return text.replace(/\b(a )?(b)ird(s?)\b/gi, (_, a: string | undefined, b: string, s: string) => {
    const noun = s ? many : one;
    const article = a && /^[aeiou]/.test(noun) ? `${a[0]}n ` : (a ?? "");
    return article + (b === "B" ? upperFirst(noun) : noun);
  });
}
