import { expect, test } from "vitest";
import { numberAt, offsetOf, parseParamLine, ruleSpans, statementsOf, wordAt, wordBefore } from "./spans";
import { bearingText, memberShares, shortValueText, sidewaysText, steppedBy, valueInWords } from "./values";

const kindOf = (word: string) => (word === "steer" ? ("keyword" as const) : undefined);

test("the pieces of a text are the text", () => {
  const text = 'rule a "x" # so\nsteer 2.5e3 * j.offset\n';
  const pieces = ruleSpans(text, kindOf);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(pieces.map(({ kind, text }) => `${kind} ${text}`)).toContain("number 2.5e3");
  expect(pieces.map(({ kind, text }) => `${kind} ${text}`)).toContain("remark # so");
  expect(pieces.map(({ kind, text }) => `${kind} ${text}`)).toContain("keyword steer");
});

test("the number and the word at the caret are found", () => {
  const text = "steer 12.5 * reach";
  expect(numberAt(text, 8)).toEqual({ from: 6, to: 10, value: 12.5 });
  expect(numberAt(text, 12)).toBeUndefined();
  expect(wordBefore(text, text.length)).toBe("reach");
  expect(wordBefore(text, 3)).toBe("ste");
});

test("lines and columns count characters", () => {
  expect(offsetOf("a\nbc\nd", 2, 2)).toBe(3);
  expect(offsetOf("\u{1f426}x", 1, 2)).toBe(2);
  expect(offsetOf("a", 9, 9)).toBe(1);
});

test("values are told as one sees them from the unit", () => {
  expect(bearingText(1, 0, 1, 0)).toBe("ahead");
  expect(bearingText(0, 1, 1, 0)).toBe("90\u00b0 right");
  expect(bearingText(0, -1, 1, 0)).toBe("90\u00b0 left");
  expect(valueInWords({ value: [0, -2], ty: "vector" }, 1, 0)).toBe("2.00, 90\u00b0 left");
  const short = (value: [number, number], active = true) =>
    shortValueText({ value, ty: "vector", kind: "steer" }, active, [0, 1]);
  expect([short([0, 2]), short([-1, 0]), short([1, -1]), short([0, -3])].join()).toBe(
    "2.00 \u2191,1.00 \u2192,1.41 \u2199,3.00 \u2193",
  );
  expect([short([0, 0]), short([1, 0], false)]).toEqual(["0", "nothing"]);
  expect(valueInWords({ value: [1], ty: "condition" }, 1, 0)).toBe("yes");
  expect(valueInWords({ value: [-0.001], ty: "number" }, 1, 0)).toBe("0.00");
  expect(sidewaysText(-0.5)).toBe("0.50 left");
});

test("a statement has the lines that stand in below it, and tells what it names", () => {
  const text =
    'rule a "A"\n# Says.\nparam n = 1 in 0..2\nreach = n * L\nsteer -sum(j in everyone(reach)\n  where seen(j.offset):\n  1)\n';
  const told = statementsOf(text).map(({ firstLine, rows, definedName, isOverMembers }) => [
    firstLine,
    rows.length,
    definedName,
    isOverMembers,
  ]);
  expect(told).toEqual([
    [0, 1, "", false],
    [1, 1, "", false],
    [2, 1, "", false],
    [3, 1, "reach", false],
    [4, 3, "steer", true],
  ]);
});

test("a parameter's line comes apart", () => {
  const line = 'param care = -1.5 in -2..60 "\u00d7 L" "How far."';
  const found = {
    name: "care",
    value: "-1.5",
    from: 13,
    range: { low: -2, high: 60 },
    unit: "\u00d7 L",
    doc: "How far.",
  };
  expect(parseParamLine(line)).toEqual(found);
  expect(parseParamLine('param way = port of port, starboard "Which."')).toMatchObject({
    value: "port",
    doc: "Which.",
  });
  expect(parseParamLine("x = 1")).toBeUndefined();
  expect(wordAt("steer clamp(1)", 8)).toBe("clamp");
});

test("the parts of a sum and of a mean add up to it, the largest first", () => {
  const members = [
    { id: 1, value: [1, 0] },
    { id: 2, value: [-3, 0] },
  ];
  expect(memberShares({ fold: "sum", members })).toEqual({
    parts: [
      { id: 2, part: -3 },
      { id: 1, part: 1 },
    ],
    total: -2,
  });
  const vectors = [
    { id: 1, value: [3, 1] },
    { id: 2, value: [1, 2] },
  ];
  const { parts, total } = memberShares({ fold: "mean", members: vectors });
  expect(total).toBeCloseTo(2.5, 9);
  expect(parts.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(2.5, 9);
  expect(memberShares({ fold: "least", members }).total).toBe(-3);
  expect(memberShares({ fold: "count", members }).total).toBe(2);
});

test("a number is turned in steps of its size, and stays within its range", () => {
  expect(steppedBy(4, 1)).toBe(4.1);
  expect(steppedBy(15, -3)).toBe(12);
  expect(steppedBy(0.5, 2)).toBe(0.52);
  expect(steppedBy(59, 40, { low: 0, high: 60 })).toBe(60);
});
