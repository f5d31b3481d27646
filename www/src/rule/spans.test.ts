import { expect, test } from "vitest";
import { numberAt, offsetOf, piecesOf, wordBefore } from "./spans";
import { bearingText, pushText, worthText } from "./told";

const kindOf = (word: string) => (word === "steer" ? ("keyword" as const) : undefined);

test("the pieces of a text are the text", () => {
  const text = 'rule a "x" # so\nsteer 2.5e3 * j.offset\n';
  const pieces = piecesOf(text, kindOf);
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
  expect(worthText({ value: [0, -2], ty: "vector" }, 1, 0)).toBe("2.00, 90\u00b0 left");
  expect(worthText({ value: [1], ty: "condition" }, 1, 0)).toBe("yes");
  expect(worthText({ value: [-0.001], ty: "number" }, 1, 0)).toBe("0.00");
  expect(pushText(-0.5)).toBe("0.50 left");
});
