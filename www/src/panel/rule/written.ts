/** Written rules of a run: finds, names and replaces them. */

import type { MemberInfo, ParamInfo, SideRun } from "../../core";
import { labelWithPlain, midSentence } from "../../ui/values";
import { parseParamLine } from "./spans";

/** Key of the rule with this text; "" if the text does not begin with `rule` and a key. */
export const keyOfRule = (text: string): string => /^rule (\w+)/.exec(text)?.[1] ?? "";

/** A written rule of a run: its group, key, label and text. */
export type WrittenRule = MemberInfo["behaviors"][number] & { group: string };

/** Written rules among the behaviors of a run's groups. */
export const writtenRules = (members: readonly MemberInfo[]): WrittenRule[] =>
  members.flatMap(({ key: group, behaviors }) =>
    behaviors.filter(({ written }) => written).map((one) => ({ ...one, group })),
  );

/** Whether a parameter belongs to a written rule: only such parameters have a dash in their key. */
export const isRuleParam = ({ key }: Pick<ParamInfo, "key">): boolean => key.includes("-");

/** Label of a parameter for use outside the panel: with the name of the rule that the parameter belongs to, if any. */
export const paramName = (info: Pick<ParamInfo, "key" | "label" | "plain" | "section">): string =>
  isRuleParam(info) ? `${info.section}: ${midSentence(info.label)}` : labelWithPlain(info);

/** Largest number of rules that a message names. */
const MAX_NAMED_RULES = 3;

/** Message on the rules that a link has brought, by their labels. */
export function newRulesText(labels: readonly string[]): string {
  const quotedNames = labels.slice(0, MAX_NAMED_RULES).map((label) => `\u201c${label}\u201d`);
  if (labels.length > MAX_NAMED_RULES) quotedNames.push(`${labels.length - MAX_NAMED_RULES} more`);
  const [last = ""] = quotedNames.splice(-1);
  const namesText = quotedNames.length > 0 ? `${quotedNames.join(", ")} and ${last}` : last;
  return labels.length > 1
    ? `Rules of its own steer here: ${namesText}.`
    : `A rule of its own steers here: ${namesText}.`;
}

/** Run in which a written rule can be replaced. */
type RuleRun = Pick<SideRun, "setRule" | "set"> & { params(): readonly ParamInfo[] };

/** Replaces the text of a written rule, and sets its parameters to the values in the text. Returns the errors. */
export function replaceRuleText(
  run: RuleRun,
  at: number,
  group: string,
  key: string,
  text: string,
): string[] {
  const problems = run.setRule(at, text, key);
  if (problems.length > 0) return problems;
  const params = run.params();
  for (const line of text.split("\n")) {
    const param = parseParamLine(line);
    const name = `${keyOfRule(text)}-${param?.name}`;
    const info =
      param?.range && params.find(({ scope, key }) => scope === group && key.split(".").at(-1) === name);
    if (param && info && info.value !== Math.fround(Number(param.value)))
      run.set(info.id, Number(param.value));
  }
  return [];
}
