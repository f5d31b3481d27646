import { expect, test } from "vitest";
import { newRulesText, paramName } from "./written";

test("rules that a link brings are named, the first of many", () => {
  expect(newRulesText(["Mill"])).toBe("A rule of its own steers here: \u201cMill\u201d.");
  expect(newRulesText(["Mill", "Hide"])).toBe(
    "Rules of its own steer here: \u201cMill\u201d and \u201cHide\u201d.",
  );
  expect(newRulesText(["A", "B", "C", "D", "E"])).toContain("\u201cC\u201d and 2 more.");
});

test("away from its rule a parameter is called after both", () => {
  expect(paramName({ key: "hide-gap", section: "Hide", label: "Gap" })).toBe("Hide: gap");
  expect(paramName({ key: "noise", section: "Movement", label: "Noise" })).toBe("Noise");
});
