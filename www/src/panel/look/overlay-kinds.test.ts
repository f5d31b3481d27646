import { expect, test } from "vitest";
import { KEY_LINES } from "../input/keyboard";
import { strideFor } from "../overlays/lines";
import { OVERLAY_LIST, shownBy, stateOf } from "./overlay-kinds";

test("what is shown goes into a text and comes back; nonsense shows nothing", () => {
  const shown = new Set(["density", "views"] as const);
  expect(stateOf(shown)).toBe("vk");
  expect(shownBy("kv")).toEqual(shown);
  expect(shownBy("<?9").size).toBe(0);
  expect(shownBy(stateOf(new Set(OVERLAY_LIST.map(({ key }) => key)))).size).toBe(OVERLAY_LIST.length);
});

test("every overlay has a key of its own that nothing else has", () => {
  const keys = KEY_LINES.flatMap((line) => Object.keys(line.keys));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { letter, what } of OVERLAY_LIST) {
    expect(keys).toContain(letter);
    expect(what.length).toBeGreaterThan(10);
  }
});

test("of many units some stand for all", () => {
  expect(strideFor(20, 48)).toBe(1);
  expect(strideFor(20_000, 900)).toBe(23);
});
