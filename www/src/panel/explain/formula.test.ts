import { expect, test } from "vitest";
import { type FormulaNode, lineParts, parseFormula, spokenFormula } from "./formula";

/** A piece as short text: `mfrac(θ,π)`. */
function short({ tag, text, children }: FormulaNode): string {
  if (children.length === 0) return text;
  return `${tag === "mrow" ? "" : tag}(${children.map(short).join(",")})`;
}

const first = (formula: string) => parseFormula(formula).map(short);

test("sets indices, fractions, powers, sizes and roots", () => {
  expect(first("F = w_a·θ/π")).toEqual(["(F,=,msub(w,a),·,mfrac(θ,π))"]);
  expect(first("A/r^n_t")).toEqual(["(mfrac(A,msup(r,msub(n,t))))"]);
  expect(first("(a + b)/(2·c)")).toEqual(["(mfrac((a,+,b),(2,·,c)))"]);
  expect(first("|x| ≤ √(a/b)")).toEqual(["((|,x,|),≤,msqrt(mfrac(a,b)))"]);
});

test("a name before parentheses is a function, and stays whole in a fraction", () => {
  expect(first("min(a, b)/c")).toEqual(["(mfrac((min,((,a,,,b,))),c))"]);
});

test("lines and words stay apart", () => {
  expect(first('F = 0 "for" r > R; R = 2')).toEqual(["(F,=,0,\u00a0for\u00a0,r,>,R)", "(R,=,2)"]);
});

test("a long line may go on below before words and operators", () => {
  const [line] = parseFormula('q = Σ −d_j·(a + b) "where" −d_j ≤ R').map(lineParts);
  expect(line?.map(short)).toEqual([
    "(q,=,Σ,−,msub(d,j))",
    "(·,((,a,+,b,)))",
    "(\u00a0where\u00a0,−,msub(d,j),≤,R)",
  ]);
});

test("a formula can be read out", () => {
  expect(spokenFormula("F = −w_sep·S·Σ side(u_j)·R/d; R = k_sep·L")).toBe(
    "F equals minus weight sep times S times sum of side(u j) times R over d, where R equals k sep times L",
  );
  expect(spokenFormula("|F_all| ≤ F_max")).toBe("size of F all at most F max");
});

test("whatever is open at the end is closed", () => {
  expect(first("(a + b")).toEqual(["(((,a,+,b,)))"]);
  expect(first("a/")).toEqual(["(mfrac(a,))"]);
});
