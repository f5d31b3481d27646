/** A rule's text in pieces, each with what it is: for colors, and for what lies under the caret. */
import type { Core } from "../../core";

export type SpanKind = "keyword" | "word" | "number" | "text" | "remark" | "rest";

export interface Piece {
  kind: SpanKind;
  text: string;
}

const TOKEN = /(#.*)|("[^"\n]*"?)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|([\s\S])/g;

/** The pieces of a text, in order; together they are the text. `kindOf`: what a word is, if the language knows it. */
export function piecesOf(text: string, kindOf: (word: string) => SpanKind | undefined): Piece[] {
  const pieces: Piece[] = [];
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

/** The number that the caret stands at or in, with its place; undefined where there is none. */
export function numberAt(
  text: string,
  caret: number,
): { from: number; to: number; value: number } | undefined {
  let from = 0;
  for (const { kind, text: piece } of piecesOf(text, () => undefined)) {
    const to = from + piece.length;
    if (kind === "number" && from <= caret && caret <= to) return { from, to, value: Number(piece) };
    from = to;
  }
  return undefined;
}

/** The whole word at the caret. */
export function wordAt(text: string, caret: number): string {
  const behind = /^[A-Za-z0-9_]*/.exec(text.slice(caret))?.[0] ?? "";
  return wordBefore(text, caret + behind.length);
}

/** The word before the caret, as far as it is written. */
export function wordBefore(text: string, caret: number): string {
  return /[A-Za-z_][A-Za-z0-9_]*$/.exec(text.slice(0, caret))?.[0] ?? "";
}

/** Where a line and column, both from 1, are in a text; columns count characters, not code units. */
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

let kinds: Map<string, SpanKind> | undefined;

/** What a word of the language is, for its color. */
export function kindsOf(core: Pick<Core, "ruleWords">): (word: string) => SpanKind | undefined {
  kinds ??= new Map(
    core.ruleWords().map(({ name, table }) => [name, table === "Lines and links" ? "keyword" : "word"]),
  );
  const known = kinds;
  return (word) => known.get(word);
}

/** A statement: its lines, of which those that go on stand in. */
export interface Statement {
  rows: string[];
  /** The number of its first line, from 0. */
  at: number;
  /** What it tells: the name of a value or a memory, or steer, thrust, brake; else empty. */
  tells: string;
  /** It is over members of a set. */
  looks: boolean;
}

const BEGINS = /^(?:keep (\w+)|(steer|thrust|brake)\b|(\w+)(?= *=(?!=)))/;
const OVER_MEMBERS = /\b(?:sum|mean|least|most|any|count|nearest)\(/;

/** The statements of a text; lines that stand in go on with the one before. */
export function statementsOf(text: string): Statement[] {
  const found: Statement[] = [];
  for (const [at, row] of text.trimEnd().split("\n").entries()) {
    const last = found.at(-1);
    if (last && /^\s/.test(row)) last.rows.push(row);
    else found.push({ rows: [row], at, tells: "", looks: false });
  }
  for (const statement of found) {
    const [first = ""] = statement.rows;
    if (/^(rule|param)\b/.test(first)) continue;
    statement.tells = BEGINS.exec(first)?.slice(1).find(Boolean) ?? "";
    statement.looks = statement.rows.some((row) => OVER_MEMBERS.test(row.replace(/#.*/, "")));
  }
  return found;
}

/** A parameter's line in its parts; `from`: where its value begins. */
export function paramOf(line: string) {
  const found =
    /^(\s*param (\w+) *= *)(-?[\w.]+)(?: in (-?[\w.]+?)\.\.(-?[\w.]+))?(?: of [\w, ]*?)?(.*)$/.exec(line);
  if (!found) return undefined;
  const [, head = "", name = "", value = "", low, high, rest = ""] = found;
  const texts = [...rest.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? "");
  const [unit, doc] = low === undefined ? ["", texts[0]] : texts;
  const range = low === undefined ? undefined : { low: Number(low), high: Number(high) };
  return { name, value, from: head.length, range, unit: unit ?? "", doc: doc ?? "" };
}
