import { expect, test } from "vitest";
import { changesText, originalText } from "./scene-line";

test("the line says that a person has changed something", () => {
  expect(changesText(0)).toBe("");
  expect(changesText(1)).toBe("One thing differs from the scene.");
  expect(changesText(3)).toBe("3 things differ from the scene.");
});

test("only a scene of the book offers the settings of the book", () => {
  expect(originalText("Bourg & Seemann, AI for Game Developers, ch. 4")).toBe("Use the book\u2019s settings");
  expect(originalText("HowToRTS, Flocking")).toBe("Use the source\u2019s settings");
});
