/** Rules of a run as code: what stands in a program for each behavior that is one, and what the program calls its numbers. */
import { type Declarations, type Grammar, namesIn } from "./declarations";
import type { Plan, PlanGroup } from "./plan";
import { FIELDS } from "./structure";

/** How a language is called by the core, and how it names functions and the numbers of a group. */
export interface Naming {
  language: string;
  /** The declarations of its runtime. */
  runtime: Declarations;
  grammar: Grammar;
  function(key: string): string;
  member(key: string): string;
  /** Functions that a program has besides those of the runtime. */
  functions?: readonly string[];
}

export interface Printed {
  /** Those of the runtime, with what was printed. */
  declarations: Declarations;
  /** The function that a behavior of a group is. */
  nameOf(group: PlanGroup, key: string): string;
  /** What a number is called in its group. */
  member(key: string): string;
}

export function printed({ groups, print }: Plan, naming: Naming): Printed {
  const { language, grammar, function: asFunction, member: asMember } = naming;
  const declarations = new Map(naming.runtime);
  /** What is printed is one function for all groups whose rule is the same. */
  const functions = new Map<string, string>();
  const members = new Map<string, string>();
  const idOf = (group: PlanGroup, key: string) => `${key}\n${group.rules.get(key)?.text}`;
  const rules = groups.flatMap((group) => [...group.rules].map(([key, rule]) => ({ group, key, ...rule })));
  const ruled = new Set(rules.flatMap(({ key, params }) => [key, ...params]));
  const others = groups.flatMap(({ values }) => values.filter(({ key }) => !ruled.has(key)));
  const taken = new Set([...FIELDS.map(asMember), ...others.map(({ key }) => asMember(key))]);
  for (const { group, key, text, params } of rules) {
    if (functions.has(idOf(group, key))) continue;
    const keys = [key, ...params];
    // A number of another group's rule has its name, which is free for it.
    const known = keys.map((one) => members.get(one));
    const wished = keys.map((one, at) => known[at] ?? asMember(one));
    const free = [...taken].filter((name) => !known.includes(name));
    const code = print(
      text,
      language,
      [asFunction(key), ...wished],
      [...declarations.keys(), ...(naming.functions ?? [])],
      free,
    );
    functions.set(idOf(group, key), code.function);
    for (const [at, name] of [code.weight, ...code.params].entries()) {
      members.set(keys[at] ?? "", name);
      taken.add(name);
    }
    const own = code.code.trim();
    declarations.set(code.function, { text: own, names: namesIn(own, grammar.silent) });
  }
  return {
    declarations,
    nameOf: (group, key) => functions.get(idOf(group, key)) ?? asFunction(key),
    member: (key) => members.get(key) ?? asMember(key),
  };
}
