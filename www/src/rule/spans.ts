/** A rule's text in pieces, each with what it is: for colors, and for what lies under the caret. */

export type Kind = "keyword" | "word" | "number" | "text" | "remark" | "rest";

export interface Piece {
  kind: Kind;
  text: string;
}

const TOKEN = /(#.*)|("[^"\n]*"?)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|([\s\S])/g;

/** The pieces of a text, in order; together they are the text. `kindOf`: what a word is, if the language knows it. */
export function piecesOf(text: string, kindOf: (word: string) => Kind | undefined): Piece[] {
  const pieces: Piece[] = [];
  for (const [whole, remark, quoted, number, word] of text.matchAll(TOKEN)) {
    const kind: Kind = remark
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
