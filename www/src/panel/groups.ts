/** Arranges parameters by group and heading, and searches them. Pure. */
import type { ParamInfo, TextInfo } from "../core";
import { differsNoticeably, matchesWords } from "../ui/values";

export interface ParamSection {
  key: string;
  title: string;
  params: ParamInfo[];
  texts: TextInfo[];
}
interface ParamScope {
  key: string;
  label: string;
  sections: ParamSection[];
}

/** Groups parameters by scope (the world or a group) and heading, in the order of first occurrence. */
export function arrangeByScope(params: readonly ParamInfo[], texts: readonly TextInfo[] = []): ParamScope[] {
  const scopes = new Map<string, ParamScope>();
  const sectionOf = (info: ParamInfo | TextInfo): ParamSection => {
    let scope = scopes.get(info.scope);
    if (!scope) {
      scope = { key: info.scope, label: info.scopeLabel, sections: [] };
      scopes.set(info.scope, scope);
    }
    let section = scope.sections.find((candidate) => candidate.title === info.section);
    if (!section) {
      section = { key: `${info.scope}/${info.section}`, title: info.section, params: [], texts: [] };
      scope.sections.push(section);
    }
    return section;
  };
  for (const param of params) sectionOf(param).params.push(param);
  for (const text of texts) sectionOf(text).texts.push(text);
  return [...scopes.values()];
}

/** Whether every word of the search occurs somewhere in the parameter's names, headings, options or description. */
export function paramMatches(param: ParamInfo, search: string): boolean {
  const choices = param.choices.map((choice) => choice.label).join(" ");
  const text = `${param.label} ${param.key.replaceAll("_", " ")} ${param.section} ${param.scopeLabel} ${choices} ${param.doc} ${param.plain?.label ?? ""} ${param.words}`;
  return matchesWords(text, search);
}

/** Rank of a match: 0 if a name begins with the search, 1 if the names contain all its words, 2 otherwise. */
export function searchRank(
  { label, plain, words = "" }: { label: string; plain?: { label: string }; words?: string },
  search: string,
): number {
  const names = [label, plain?.label ?? ""];
  if (names.some((name) => name.toLowerCase().startsWith(search.toLowerCase()))) return 0;
  return matchesWords(`${label} ${plain?.label ?? ""} ${words}`, search) ? 1 : 2;
}

/** Returns the parameters whose value differs from the scene's. */
export function changedParams(params: readonly ParamInfo[]): ParamInfo[] {
  return params.filter((param) => differsNoticeably(param.value, param.default));
}
