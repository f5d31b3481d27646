/** Converts the core's formulas to MathML, and to words for screen readers. */

const MATH = "http://www.w3.org/1998/Math/MathML";

/** A piece of a formula: a MathML element with its children or its text. */
export interface Piece {
  tag: string;
  children: Piece[];
  text: string;
  /** Symbol, if the piece is one. */
  symbol?: string;
  /** Whether it stands in parentheses, which a fraction omits. */
  group?: boolean;
  /** Whether it is a prefix operator. */
  prefix?: boolean;
}

const token = /\s*(?:"([^"]*)"|([\p{L}Δ][\p{L}′]*(?:_[\p{L}\d]+)?)|(\d+(?:\.\d+)?|½)|(.))/uy;

type Token = { kind: "words" | "name" | "number" | "mark"; text: string };

function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(line); found; found = token.exec(line)) {
    const [, words, name, number, mark] = found;
    if (words !== undefined) tokens.push({ kind: "words", text: words });
    else if (name === "Σ") tokens.push({ kind: "mark", text: name });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (mark?.trim()) tokens.push({ kind: "mark", text: mark });
  }
  return tokens;
}

const piece = (tag: string, text: string, ...children: Piece[]): Piece => ({ tag, text, children });
const row = (...children: Piece[]): Piece =>
  children.length === 1 && children[0] ? children[0] : piece("mrow", "", ...children);

function symbolPiece(name: string): Piece {
  const [letter = "", index] = name.split("_");
  const base = piece("mi", letter);
  if (index === undefined) return { ...base, symbol: name };
  const below = piece(/^\d/.test(index) ? "mn" : "mi", index);
  return { ...piece("msub", "", base, below), symbol: name };
}

/** Parser of one line. */
class Reader {
  private tokenIndex = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  /** Parses up to a closing mark, which is not consumed. */
  sequence(end?: string): Piece[] {
    const pieces: Piece[] = [];
    for (let next = this.tokens[this.tokenIndex]; next; next = this.tokens[this.tokenIndex]) {
      if (next.kind === "mark" && next.text === end) break;
      if (next.kind === "mark" && next.text === "/" && pieces.length > 0) {
        this.tokenIndex++;
        const denominator = bare(pieces.pop());
        pieces.push(piece("mfrac", "", denominator, bare(this.factor())));
      } else pieces.push(this.factor());
    }
    return pieces;
  }

  /** Parses one operand with its exponent. */
  private factor(): Piece {
    const base = this.primary();
    if (this.peek("^")) {
      this.tokenIndex++;
      return piece("msup", "", base, this.primary());
    }
    return base;
  }

  private primary(): Piece {
    const next = this.tokens[this.tokenIndex++];
    if (!next) return row();
    if (next.kind === "words")
      return piece("mtext", `${this.tokenIndex > 1 ? "\u00a0" : ""}${next.text}\u00a0`);
    if (next.kind === "number") return piece("mn", next.text);
    if (next.kind === "name") {
      const name = symbolPiece(next.text);
      return this.peek("(") && next.text.length > 1 ? row(name, this.primary()) : name;
    }
    if (next.text === "(") {
      const inner = this.sequence(")");
      this.tokenIndex++;
      return { ...piece("mrow", "", fence("("), ...inner, fence(")")), group: true };
    }
    if (next.text === "|") {
      const inner = this.sequence("|");
      this.tokenIndex++;
      return piece("mrow", "", fence("|"), ...inner, fence("|"));
    }
    if (next.text === "√") return piece("msqrt", "", bare(this.primary()));
    const before = this.tokens[this.tokenIndex - 2];
    const prefix =
      !before || before.kind === "words" || (before.kind === "mark" && !")|′".includes(before.text));
    return { ...piece("mo", next.text), prefix };
  }

  private peek(mark: string): boolean {
    const next = this.tokens[this.tokenIndex];
    return next?.kind === "mark" && next.text === mark;
  }
}

const fence = (text: string) => piece("mo", text);

/** Removes parentheses around the content of fractions and roots. */
function bare(inner: Piece | undefined): Piece {
  if (!inner) return row();
  return inner.group ? row(...inner.children.slice(1, -1)) : inner;
}

/** Parses the lines of a formula. */
export function piecesOf(formula: string): Piece[] {
  return linesOf(formula).map((line) => piece("mrow", "", ...new Reader(tokensOf(line)).sequence()));
}

function linesOf(formula: string): string[] {
  return formula.split(";").map((line) => line.trim());
}

const spoken: [RegExp, string][] = [
  [/"/g, " "],
  [/(?<![\p{L}_])w_/gu, "weight "],
  [/_/g, " "],
  [/\|([^|]+)\|/g, "size of $1"],
  [/·/g, " times "],
  [/\//g, " over "],
  [/\^/g, " to the power of "],
  [/≤/g, " at most "],
  [/≠/g, " not "],
  [/</g, " below "],
  [/>/g, " above "],
  [/=/g, " equals "],
  [/→/g, " becomes "],
  [/∈/g, " in "],
  [/−/g, " minus "],
  [/±/g, " plus or minus "],
  [/\+/g, " plus "],
  [/√/g, " root of "],
  [/Σ/g, " sum of "],
  [/′/g, " prime"],
  [/…/g, " to "],
  [/½/g, " half "],
  [/Δ/g, "delta "],
];

/** Formats a formula in words. */
export function spokenFormula(formula: string): string {
  let text = linesOf(formula).join(", where ");
  for (const [mark, words] of spoken) text = text.replace(mark, words);
  return text
    .replace(/\s+/g, " ")
    .replace(/ ([,)])/g, "$1")
    .replace(/\( /g, "(")
    .trim();
}

/** Returns one MathML element per line; the parameter's symbol is marked. */
export function setFormula(formula: string, own: string): Element[] {
  const lines = linesOf(formula);
  return piecesOf(formula).map((line, index) => {
    const [first, ...more] = partsOf(line).map((part) => mathOf(part, own));
    first?.setAttribute("role", "math");
    first?.setAttribute("aria-label", spokenFormula(lines[index] ?? ""));
    for (const part of more) part.setAttribute("aria-hidden", "true");
    const whole = document.createElement("div");
    whole.className = "formula-line";
    whole.append(...(first ? [first, ...more] : []));
    return whole;
  });
}

/** Splits a line where it may break: before words, and before an operator between two operands. */
export function partsOf(line: Piece): Piece[] {
  const parts: Piece[][] = [[]];
  for (const child of line.children) {
    const operator = child.tag === "mo" && !child.prefix && "+\u2212\u00b7".includes(child.text);
    if (operator || child.tag === "mtext") parts.push([]);
    parts.at(-1)?.push(child);
  }
  return parts.filter((part) => part.length > 0).map((part) => piece("mrow", "", ...part));
}

/** Returns one symbol for the legend. */
export function setSymbol(symbol: string, own: boolean): Element {
  const math = mathOf(symbolPiece(symbol), own ? symbol : "");
  math.setAttribute("role", "math");
  math.setAttribute("aria-label", spokenFormula(symbol));
  return math;
}

function mathOf(part: Piece, own: string): Element {
  const math = document.createElementNS(MATH, "math");
  const [first] = part.children;
  // An operator at the start of a part still stands between two operands.
  const made = build(part, own);
  if (first?.tag === "mo" && !first.prefix) made.firstElementChild?.setAttribute("form", "infix");
  math.append(made);
  return math;
}

function build({ tag, text, children, symbol, prefix }: Piece, own: string): Element {
  const made = document.createElementNS(MATH, tag);
  if (text) made.textContent = text;
  made.append(...children.map((child) => build(child, own)));
  if (prefix) made.setAttribute("form", "prefix");
  if (tag === "mo" && "()|".includes(text)) made.setAttribute("stretchy", "false");
  if (symbol !== undefined && symbol === own) made.setAttribute("class", "own");
  return made;
}
