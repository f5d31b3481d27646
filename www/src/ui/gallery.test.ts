import { expect, test } from "vitest";
import { chapterSource, firstSentence, groupIntoShelves } from "./gallery";

const scene = (key: string, category: string) => ({
  key,
  title: key,
  category,
  chapter: "",
  see: "",
  try: "",
  source: "",
  constants: "",
  drag: "",
  link: `v=8&scene=${key}`,
  sliders: [],
});

test("scenes stand under what one may come for, in gallery order", () => {
  const shelves = groupIntoShelves(
    [scene("a", "Beautiful"), scene("b", "Tiles"), scene("c", "Beautiful")],
    (one) => one.category,
  );
  expect(shelves.map(({ title, scenes }) => [title, ...scenes.map(({ key }) => key)])).toEqual([
    ["Beautiful", "a", "c"],
    ["Tiles", "b"],
  ]);
});

test("by source, a chapter of the book is a shelf, and papers share one", () => {
  expect(chapterSource({ chapter: "Game AI ch. 4" })).toBe("AI for Game Developers, chapter 4");
  expect(chapterSource({ chapter: "Steering part 7" })).toBe(chapterSource({ chapter: "Steering part 9" }));
  expect(chapterSource({ chapter: "Vicsek 1995" })).toBe(chapterSource({ chapter: "Couzin 2002" }));
});

test("a card says the first sentence of what there is to see", () => {
  expect(firstSentence("Up to 1.5 lengths. Then not.")).toBe("Up to 1.5 lengths.");
  expect(firstSentence("One only.")).toBe("One only.");
});
