/** Rules of a run as code: what stands in a program for each behavior that is one. */
import { type Grammar, namesIn, type Parts } from "./parts";
import type { Plan, PlanGroup } from "./plan";

/** How a language is called by the core, and how it names functions and the numbers of a group. */
interface Naming {
  language: string;
  grammar: Grammar;
  function(key: string): string;
  member(key: string): string;
}

export interface Printed {
  /** Those of the runtime, with what was printed. */
  parts: Parts;
  /** The function that a behavior of a group is. */
  nameOf(group: PlanGroup, key: string): string;
}

export function printed(runtime: Parts, { groups, print }: Plan, naming: Naming): Printed {
  const parts = new Map(runtime);
  /** What is printed is one function for all groups whose rule is the same. */
  const names = new Map<string, string>();
  const textOf = (group: PlanGroup, key: string) => group.rules.get(key)?.text ?? "";
  for (const group of groups) {
    for (const [key, { text, params }] of group.rules) {
      if (names.has(`${key}\n${text}`)) continue;
      let name = naming.function(key);
      for (let more = 2; parts.has(name); more++) name = naming.function(`${key}_rule_${more}`);
      names.set(`${key}\n${text}`, name);
      const code = print(text, naming.language, name, naming.member(key), params.map(naming.member)).trim();
      parts.set(name, { text: code, names: namesIn(code, naming.grammar.silent) });
    }
  }
  const nameOf = (group: PlanGroup, key: string) =>
    names.get(`${key}\n${textOf(group, key)}`) ?? naming.function(key);
  return { parts, nameOf };
}
