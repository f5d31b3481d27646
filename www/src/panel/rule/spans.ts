/** Splits a rule's text into colored spans and statements, and finds the word or number at the caret. */
import type { Core } from "../../core";

type SpanKind = "keyword" | "word" | "number" | "text" | "remark" | "rest";

interface RuleSpan {
  kind: SpanKind;
  text: string;
}

const TOKEN = /(#.*)|("[^"\n]*"?)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|([\s\S])/g;

/** Returns the spans of a text in order, without gaps. `kindOf` classifies a word of the language. */
export function ruleSpans(text: string, kindOf: (word: string) => SpanKind | undefined): RuleSpan[] {
  const pieces: RuleSpan[] = [];
  for (const [whole, remark, quoted, number, word] of text.matchAll(TOKEN)) {
    const kind: SpanKind = remark
      ? "remark"
      : quoted
        ? "text"
        : number
          ? "number"
          : (word && kindOf(word)) || "rest";
    const last = pieces.at(-1);
    if (kind === "rest" && last?.kind === "rest") last.text += whole;
    else pieces.push({ kind, text: whole });
  }
  return pieces;
}

/** Number in the text at the caret, with its start and end index; undefined if there is none. */
export function numberAt(
  text: string,
  caret: number,
): { from: number; to: number; value: number } | undefined {
  let from = 0;
  for (const { kind, text: piece } of ruleSpans(text, () => undefined)) {
    const to = from + piece.length;
    if (kind === "number" && from <= caret && caret <= to) return { from, to, value: Number(piece) };
    from = to;
  }
  return undefined;
}

/** Whole word at the caret, or "". */
export function wordAt(text: string, caret: number): string {
  const afterCaret = /^[A-Za-z0-9_]*/.exec(text.slice(caret))?.[0] ?? "";
  return wordBefore(text, caret + afterCaret.length);
}

/** Part before the caret of the word at the caret, or "". */
export function wordBefore(text: string, caret: number): string {
  return /[A-Za-z_][A-Za-z0-9_]*$/.exec(text.slice(0, caret))?.[0] ?? "";
}

/** Index in a text of a line and a column, both from 1; columns count characters, not code units. */
export function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let here = 1; here < line; here++) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  for (const character of text.slice(at)) {
    if (column-- <= 1 || character === "\n") break;
    at += character.length;
  }
  return at;
}

let kindsByWord: Map<string, SpanKind> | undefined;

/** Returns a function that classifies the words of the language, for their colors. */
export function wordKinds(core: Pick<Core, "ruleWords">): (word: string) => SpanKind | undefined {
  kindsByWord ??= new Map(
    core.ruleWords().map(({ name, table }) => [name, table === "Keywords" ? "keyword" : "word"]),
  );
  const knownKinds = kindsByWord;
  return (word) => knownKinds.get(word);
}

/** Statement of a rule with its lines; continuation lines are indented. */
export interface RuleStatement {
  rows: string[];
  /** Index of the statement's first line among the lines of the text, from 0. */
  firstLine: number;
  /** Name of the value, memory or output (steer, thrust, brake) that the statement defines, or "". */
  definedName: string;
  /** Whether the statement computes a value over the members of a set, such as a mean. */
  isOverMembers: boolean;
}

const DEFINED_NAME = /^(?:keep (\w+)|(steer|thrust|brake)\b|(\w+)(?= *=(?!=)))/;
const OVER_MEMBERS = /\b(?:sum|mean|least|most|any|count|nearest)\(/;

/** Returns the statements of a text; indented lines continue the one before. */
export function statementsOf(text: string): RuleStatement[] {
  const statements: RuleStatement[] = [];
  for (const [at, row] of text.trimEnd().split("\n").entries()) {
    const last = statements.at(-1);
    if (last && /^\s/.test(row)) last.rows.push(row);
    else statements.push({ rows: [row], firstLine: at, definedName: "", isOverMembers: false });
  }
  for (const statement of statements) {
    const [first = ""] = statement.rows;
    if (/^(rule|param)\b/.test(first)) continue;
    statement.definedName = DEFINED_NAME.exec(first)?.slice(1).find(Boolean) ?? "";
    statement.isOverMembers = statement.rows.some((row) => OVER_MEMBERS.test(row.replace(/#.*/, "")));
  }
  return statements;
}

/** Parses a rule's line that declares a parameter; undefined for other lines. `from`: column of the value, from 0. */
export function parseParamLine(line: string) {
  const match =
    /^(\s*param (\w+) *= *)(-?[\w.]+)(?: in (-?[\w.]+?)\.\.(-?[\w.]+))?(?: of [\w, ]*?)?(.*)$/.exec(line);
  if (!match) return undefined;
  const [, head = "", name = "", value = "", low, high, rest = ""] = match;
  const texts = [...rest.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? "");
  const [unit, doc] = low === undefined ? ["", texts[0]] : texts;
  const range = low === undefined ? undefined : { low: Number(low), high: Number(high) };
  return { name, value, from: head.length, range, unit: unit ?? "", doc: doc ?? "" };
}
