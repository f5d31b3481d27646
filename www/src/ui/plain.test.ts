import { expect, test } from "vitest";
import { summarize } from "./notices";
import { isVisibleText, plainText } from "./plain";

test("a text of others stays on its line, runs in its direction and shows all that is in it", () => {
  expect(plainText("a\u202eb\u2066c\u2028d\u0000e")).toBe("a b c d e");
  expect(plainText("a\u200b\u2060\ufeff\u00ad\u3164\u{e0041}b")).toBe("ab");
  expect(plainText(`e${"\u0301".repeat(500)}x`)).toHaveLength(6);
  for (const fine of [
    "n\u00e9, \u65e5\u672c, \u05e9\u05dc\u05d5\u05dd",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\ufe0f",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
  ])
    expect(plainText(fine)).toBe(fine);
});

test("what no one sees is told from what is seen", () => {
  for (const unseen of [
    "",
    " \u00a0\u2003",
    "\u200b\u2060",
    "\u2800\u3164\u115f",
    "\u0301\u0302",
    "\u{e0041}",
    "\ud800",
  ])
    expect(isVisibleText(unseen), JSON.stringify(unseen)).toBe(false);
  for (const seen of ["a", "\u{1f426}", "\u65e5", "-"]) expect(isVisibleText(seen)).toBe(true);
});

test("a notice turns nothing that stands around it", () => {
  expect(summarize(["\u201c\u202egnp.exe\u201d was not opened"])?.line).toBe(
    "\u201c gnp.exe\u201d was not opened",
  );
  expect(summarize(["one", "two\u2067\u200b"])?.moreLines).toEqual(["one", "two "]);
});
