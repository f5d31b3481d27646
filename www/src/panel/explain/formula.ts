/** Converts the core's plain-text formulas to MathML, and to words for screen readers. */

const MATHML_NAMESPACE = "http://www.w3.org/1998/Math/MathML";

/** Node of a parsed formula: the name of its MathML element, with its children or its text. */
export interface FormulaNode {
  tag: string;
  children: FormulaNode[];
  text: string;
  /** Symbol with its index, such as "w_sep"; undefined for nodes that are no symbol. */
  symbol?: string;
  /** Whether the node is in parentheses, which are left out in fractions and roots. */
  isParenthesized?: boolean;
  /** Whether the node is an operator before a single operand, such as a minus sign. */
  isPrefix?: boolean;
}

const TOKEN = /\s*(?:"([^"]*)"|([\p{L}Δ][\p{L}′]*(?:_[\p{L}\d]+)?)|(\d+(?:\.\d+)?|½)|(.))/uy;

type FormulaToken = { kind: "words" | "name" | "number" | "mark"; text: string };

function formulaTokens(line: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(line); found; found = TOKEN.exec(line)) {
    const [, words, name, number, mark] = found;
    if (words !== undefined) tokens.push({ kind: "words", text: words });
    else if (name === "Σ") tokens.push({ kind: "mark", text: name });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (mark?.trim()) tokens.push({ kind: "mark", text: mark });
  }
  return tokens;
}

const formulaNode = (tag: string, text: string, ...children: FormulaNode[]): FormulaNode => ({
  tag,
  text,
  children,
});
const nodeRow = (...children: FormulaNode[]): FormulaNode =>
  children.length === 1 && children[0] ? children[0] : formulaNode("mrow", "", ...children);

function symbolNode(name: string): FormulaNode {
  const [letter = "", index] = name.split("_");
  const base = formulaNode("mi", letter);
  if (index === undefined) return { ...base, symbol: name };
  const subscript = formulaNode(/^\d/.test(index) ? "mn" : "mi", index);
  return { ...formulaNode("msub", "", base, subscript), symbol: name };
}

/** Parser of the tokens of one line of a formula. */
class FormulaParser {
  private tokenIndex = 0;
  constructor(private readonly tokens: readonly FormulaToken[]) {}

  /** Parses up to the closing mark `end`, which is not consumed, or to the end of the line. */
  parseSequence(end?: string): FormulaNode[] {
    const pieces: FormulaNode[] = [];
    for (let next = this.tokens[this.tokenIndex]; next; next = this.tokens[this.tokenIndex]) {
      if (next.kind === "mark" && next.text === end) break;
      if (next.kind === "mark" && next.text === "/" && pieces.length > 0) {
        this.tokenIndex++;
        const denominator = withoutParentheses(pieces.pop());
        pieces.push(formulaNode("mfrac", "", denominator, withoutParentheses(this.parseFactor())));
      } else pieces.push(this.parseFactor());
    }
    return pieces;
  }

  /** Parses one operand, with its exponent if it has one. */
  private parseFactor(): FormulaNode {
    const base = this.parsePrimary();
    if (this.isAtMark("^")) {
      this.tokenIndex++;
      return formulaNode("msup", "", base, this.parsePrimary());
    }
    return base;
  }

  private parsePrimary(): FormulaNode {
    const next = this.tokens[this.tokenIndex++];
    if (!next) return nodeRow();
    if (next.kind === "words")
      return formulaNode("mtext", `${this.tokenIndex > 1 ? "\u00a0" : ""}${next.text}\u00a0`);
    if (next.kind === "number") return formulaNode("mn", next.text);
    if (next.kind === "name") {
      const name = symbolNode(next.text);
      return this.isAtMark("(") && next.text.length > 1 ? nodeRow(name, this.parsePrimary()) : name;
    }
    if (next.text === "(") {
      const innerNodes = this.parseSequence(")");
      this.tokenIndex++;
      return {
        ...formulaNode("mrow", "", delimiterNode("("), ...innerNodes, delimiterNode(")")),
        isParenthesized: true,
      };
    }
    if (next.text === "|") {
      const innerNodes = this.parseSequence("|");
      this.tokenIndex++;
      return formulaNode("mrow", "", delimiterNode("|"), ...innerNodes, delimiterNode("|"));
    }
    if (next.text === "√") return formulaNode("msqrt", "", withoutParentheses(this.parsePrimary()));
    const previousToken = this.tokens[this.tokenIndex - 2];
    const isPrefix =
      !previousToken ||
      previousToken.kind === "words" ||
      (previousToken.kind === "mark" && !")|′".includes(previousToken.text));
    return { ...formulaNode("mo", next.text), isPrefix };
  }

  private isAtMark(mark: string): boolean {
    const next = this.tokens[this.tokenIndex];
    return next?.kind === "mark" && next.text === mark;
  }
}

const delimiterNode = (text: string) => formulaNode("mo", text);

/** Removes the outer parentheses of what a fraction or a root contains. */
function withoutParentheses(inner: FormulaNode | undefined): FormulaNode {
  if (!inner) return nodeRow();
  return inner.isParenthesized ? nodeRow(...inner.children.slice(1, -1)) : inner;
}

/** Parses the lines of a formula, which semicolons separate. */
export function parseFormula(formula: string): FormulaNode[] {
  return formulaLines(formula).map((line) =>
    formulaNode("mrow", "", ...new FormulaParser(formulaTokens(line)).parseSequence()),
  );
}

function formulaLines(formula: string): string[] {
  return formula.split(";").map((line) => line.trim());
}

const SPOKEN_WORDS: [RegExp, string][] = [
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

/** Formats a formula in words, for screen readers. */
export function spokenFormula(formula: string): string {
  let text = formulaLines(formula).join(", where ");
  for (const [mark, words] of SPOKEN_WORDS) text = text.replace(mark, words);
  return text
    .replace(/\s+/g, " ")
    .replace(/ ([,)])/g, "$1")
    .replace(/\( /g, "(")
    .trim();
}

/** Returns one element with MathML per line; the symbol `own`, the parameter's, gets the class "own". */
export function formulaElements(formula: string, own: string): Element[] {
  const lines = formulaLines(formula);
  return parseFormula(formula).map((line, index) => {
    const [first, ...more] = lineParts(line).map((part) => mathOf(part, own));
    first?.setAttribute("role", "math");
    first?.setAttribute("aria-label", spokenFormula(lines[index] ?? ""));
    for (const part of more) part.setAttribute("aria-hidden", "true");
    const lineBox = document.createElement("div");
    lineBox.className = "formula-line";
    lineBox.append(...(first ? [first, ...more] : []));
    return lineBox;
  });
}

/** Splits a line where it may wrap: before words, and before an operator between two operands. */
export function lineParts(line: FormulaNode): FormulaNode[] {
  const parts: FormulaNode[][] = [[]];
  for (const child of line.children) {
    const isOperator = child.tag === "mo" && !child.isPrefix && "+\u2212\u00b7".includes(child.text);
    if (isOperator || child.tag === "mtext") parts.push([]);
    parts.at(-1)?.push(child);
  }
  return parts.filter((part) => part.length > 0).map((part) => formulaNode("mrow", "", ...part));
}

/** Returns a symbol as MathML; `isOwn`: whether it is the explained parameter's. */
export function symbolElement(symbol: string, isOwn: boolean): Element {
  const math = mathOf(symbolNode(symbol), isOwn ? symbol : "");
  math.setAttribute("role", "math");
  math.setAttribute("aria-label", spokenFormula(symbol));
  return math;
}

function mathOf(part: FormulaNode, own: string): Element {
  const math = document.createElementNS(MATHML_NAMESPACE, "math");
  const [first] = part.children;
  // MathML takes an operator at the start of an element as a prefix; here it stands between two operands (infix).
  const content = mathElement(part, own);
  if (first?.tag === "mo" && !first.isPrefix) content.firstElementChild?.setAttribute("form", "infix");
  math.append(content);
  return math;
}

function mathElement({ tag, text, children, symbol, isPrefix }: FormulaNode, own: string): Element {
  const node = document.createElementNS(MATHML_NAMESPACE, tag);
  if (text) node.textContent = text;
  node.append(...children.map((child) => mathElement(child, own)));
  if (isPrefix) node.setAttribute("form", "prefix");
  if (tag === "mo" && "()|".includes(text)) node.setAttribute("stretchy", "false");
  if (symbol !== undefined && symbol === own) node.setAttribute("class", "own");
  return node;
}
