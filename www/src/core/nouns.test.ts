import { expect, test } from "vitest";
import { nameUnit, substituteNouns } from "./nouns";

test("what is said of birds is said of those that there are", () => {
  const text = "A bird looks ahead. Birds that lead are seen by a bird; birdsong is not.";
  const groups = [
    { key: "a", one: "interceptor", many: "interceptors" },
    { key: "b", one: "fish", many: "fish" },
  ];
  expect(substituteNouns(text, [])).toBe(text);
  expect(substituteNouns(text, groups)).toBe(
    "An interceptor looks ahead. Interceptors that lead are seen by an interceptor; birdsong is not.",
  );
  expect(substituteNouns("No bird, all birds", groups, "b")).toBe("No fish, all fish");
});

test("a bird has the name of its kind and a number, one of a kind only the name", () => {
  const groups = [
    { label: "Birds", one: "bird", many: "birds", start: 0, count: 320 },
    { label: "Falcon", one: "falcon", many: "falcons", start: 320, count: 1 },
    { label: "Interceptor", one: "interceptor", many: "interceptors", start: 321, count: 9 },
  ];
  expect(nameUnit(194, groups).name).toBe("Bird 194");
  expect(nameUnit(320, groups).name).toBe("Falcon");
  expect(nameUnit(321, groups)).toEqual({
    name: "Interceptor 321",
    one: "interceptor",
    many: "interceptors",
  });
});
