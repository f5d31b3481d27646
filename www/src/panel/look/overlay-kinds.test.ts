import { expect, test } from "vitest";
import { KEYBOARD_SHORTCUTS } from "../input/keyboard";
import { strideFor } from "../overlays/lines";
import { OVERLAY_LIST, overlayLetters, overlaysFromLetters } from "./overlay-kinds";

test("what is shown goes into a text and comes back; nonsense shows nothing", () => {
  const shown = new Set(["density", "views"] as const);
  expect(overlayLetters(shown)).toBe("vk");
  expect(overlaysFromLetters("kv")).toEqual(shown);
  expect(overlaysFromLetters("<?9").size).toBe(0);
  expect(overlaysFromLetters(overlayLetters(new Set(OVERLAY_LIST.map(({ key }) => key)))).size).toBe(
    OVERLAY_LIST.length,
  );
});

test("every overlay has a key of its own that nothing else has", () => {
  const keys = KEYBOARD_SHORTCUTS.flatMap((line) => Object.keys(line.keys));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { letter, description } of OVERLAY_LIST) {
    expect(keys).toContain(letter);
    expect(description.length).toBeGreaterThan(10);
  }
});

test("of many units some stand for all", () => {
  expect(strideFor(20, 48)).toBe(1);
  expect(strideFor(20_000, 900)).toBe(23);
});
