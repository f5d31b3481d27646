import { expect, test } from "vitest";
import { changeCountText, originalText } from "./scene-line";

test("the line says that a person has changed something", () => {
  expect(changeCountText(0)).toBe("");
  expect(changeCountText(1)).toBe("One thing differs from the scene.");
  expect(changeCountText(3)).toBe("3 things differ from the scene.");
});

test("a scene offers the settings of its book, paper or other source", () => {
  const text = (source: string, category: string) => originalText({ source, category });
  expect(text("Bourg & Seemann, AI for Game Developers, ch. 4", "Flocks")).toBe(
    "Use the book\u2019s settings",
  );
  expect(text("Journal of Theoretical Biology 218, 1 (2002)", "Science")).toBe(
    "Use the paper\u2019s settings",
  );
  expect(text("HowToRTS, Flocking", "Crowd")).toBe("Use the source\u2019s settings");
});
