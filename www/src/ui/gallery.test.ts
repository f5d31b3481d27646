import { expect, test } from "vitest";
import { byCategory, plainLink } from "./gallery";

const scene = (key: string, category: string) => ({
  key,
  title: key,
  category,
  chapter: "",
  see: "",
  try: "",
  source: "",
  drag: "",
});

test("scenes stand under what one may come for, in gallery order", () => {
  const shelves = byCategory([scene("a", "Beautiful"), scene("b", "Tiles"), scene("c", "Beautiful")]);
  expect(shelves.map(({ title, scenes }) => [title, ...scenes.map(({ key }) => key)])).toEqual([
    ["Beautiful", "a", "c"],
    ["Tiles", "b"],
  ]);
});

test("a scene's plain link names version and scene, escaped", () => {
  expect(plainLink("flock-wide")).toBe("v=1&scene=flock-wide");
  expect(plainLink("a&b")).toBe("v=1&scene=a%26b");
});
