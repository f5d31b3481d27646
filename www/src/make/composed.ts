import type { MemberInfo } from "../core";

/** What another run is made of, beside one: groups and behaviors that came, went, or have another text. */
export function composed(a: readonly MemberInfo[], b: readonly MemberInfo[]): string[] {
  const groups = new Map(a.map((member) => [member.key, member]));
  const left = a.filter(({ key }) => !b.some((member) => member.key === key));
  const told = left.map(({ label }) => `\u2212 ${label}`);
  for (const { key, label, behaviors } of b) {
    const before = groups.get(key);
    if (!before) {
      told.push(`+ ${label}`);
      continue;
    }
    const whose = b.length > 1 && key !== b[0]?.key ? `${label}: ` : "";
    const had = new Map(before.behaviors.map((one) => [one.key, one]));
    for (const one of behaviors) {
      const was = had.get(one.key);
      had.delete(one.key);
      if (!was) told.push(`${whose}+ ${one.label}`);
      else if (was.item !== one.item) told.push(`${whose}${one.label}, another text`);
    }
    for (const { label: gone } of had.values()) told.push(`${whose}\u2212 ${gone}`);
  }
  return told;
}
