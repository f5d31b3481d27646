import { expect, test } from "vitest";
import { byChapter, plainLink, sourceOf } from "./gallery";

const scene = (key: string, chapter: string) => ({
  key,
  title: key,
  chapter,
  see: "",
  try: "",
  source: "",
  drag: "",
});

test("scenes stand under their chapter, in gallery order", () => {
  const chapters = byChapter([scene("a", "Flocks"), scene("b", "Chase"), scene("c", "Flocks")]);
  expect(chapters.map((chapter) => [chapter.title, ...chapter.scenes.map((entry) => entry.key)])).toEqual([
    ["Flocks", "a", "c"],
    ["Chase", "b"],
  ]);
});

test("a scene's plain link names version and scene, escaped", () => {
  expect(plainLink("flock-wide")).toBe("v=1&scene=flock-wide");
  expect(plainLink("a&b")).toBe("v=1&scene=a%26b");
});

test("parts of one tutorial stand together, chapters of a book do not", () => {
  expect(sourceOf("Steering part 6")).toBe("Steering");
  expect(sourceOf("Game AI ch. 4")).toBe("Game AI ch. 4");
});
