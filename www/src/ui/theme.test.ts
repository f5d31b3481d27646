import { expect, test } from "vitest";
import { nextChoice, readChoice, resolve } from "./theme";

test("the button goes system, dark, light and around", () => {
  expect(nextChoice("system")).toBe("dark");
  expect(nextChoice("dark")).toBe("light");
  expect(nextChoice("light")).toBe("system");
});

test("anything else in the storage means system", () => {
  expect(readChoice(undefined)).toBe("system");
  expect(readChoice("<b>")).toBe("system");
  expect(readChoice("light")).toBe("light");
});

test("system follows the system, a choice does not", () => {
  expect(resolve("system", true)).toBe("dark");
  expect(resolve("system", false)).toBe("light");
  expect(resolve("light", true)).toBe("light");
});
