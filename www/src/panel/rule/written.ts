/** Rules of a run that someone wrote. */

import type { MemberInfo, ParamInfo, SideRun } from "../../core";
import { fullName, midSentence } from "../../ui/values";
import { paramOf } from "./spans";

/** The key that a text has. */
export const keyOf = (text: string): string => /^rule (\w+)/.exec(text)?.[1] ?? "";

/** A written rule as a part of a run: its group, its key and label, and its text. */
export type WrittenRule = MemberInfo["behaviors"][number] & { group: string };

/** The behaviors of a composition that someone wrote as a rule. */
export const writtenRules = (members: readonly MemberInfo[]): WrittenRule[] =>
  members.flatMap(({ key: group, behaviors }) =>
    behaviors.filter(({ written }) => written).map((one) => ({ ...one, group })),
  );

/** A parameter of a written rule: no other key has a dash in it. */
export const isOfRule = ({ key }: Pick<ParamInfo, "key">): boolean => key.includes("-");

/** What a parameter is called away from its rule. */
export const nameAlone = (info: Pick<ParamInfo, "key" | "label" | "plain" | "section">): string =>
  isOfRule(info) ? `${info.section}: ${midSentence(info.label)}` : fullName(info);

/** As many rules are named. */
const MAX_NAMED = 3;

/** What is said of rules that a link has brought. */
export function broughtText(labels: readonly string[]): string {
  const named = labels.slice(0, MAX_NAMED).map((label) => `\u201c${label}\u201d`);
  if (labels.length > MAX_NAMED) named.push(`${labels.length - MAX_NAMED} more`);
  const [last = ""] = named.splice(-1);
  const all = named.length > 0 ? `${named.join(", ")} and ${last}` : last;
  return labels.length > 1
    ? `Rules of its own steer here: ${all}.`
    : `A rule of its own steers here: ${all}.`;
}

/** What can be given another text. */
type Run = Pick<SideRun, "setRule" | "set"> & { params(): readonly ParamInfo[] };

/** Gives a written rule of a group another text, with the values that it says; what is wrong with it. */
export function retext(run: Run, at: number, group: string, key: string, text: string): string[] {
  const wrong = run.setRule(at, text, key);
  if (wrong.length > 0) return wrong;
  const params = run.params();
  for (const line of text.split("\n")) {
    const param = paramOf(line);
    const name = `${keyOf(text)}-${param?.name}`;
    const info =
      param?.range && params.find(({ scope, key }) => scope === group && key.split(".").at(-1) === name);
    if (param && info && info.value !== Math.fround(Number(param.value)))
      run.set(info.id, Number(param.value));
  }
  return [];
}
