import { expect, test } from "vitest";
import { broughtText, nameAlone } from "./written";

test("rules that a link brings are named, the first of many", () => {
  expect(broughtText(["Mill"])).toBe("A rule of its own steers here: \u201cMill\u201d.");
  expect(broughtText(["Mill", "Hide"])).toBe(
    "Rules of its own steer here: \u201cMill\u201d and \u201cHide\u201d.",
  );
  expect(broughtText(["A", "B", "C", "D", "E"])).toContain("\u201cC\u201d and 2 more.");
});

test("away from its rule a parameter is called after both", () => {
  expect(nameAlone({ key: "hide-gap", section: "Hide", label: "Gap" })).toBe("Hide: gap");
  expect(nameAlone({ key: "noise", section: "Movement", label: "Noise" })).toBe("Noise");
});
