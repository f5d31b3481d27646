import { expect, test } from "vitest";
import { byCategory } from "./gallery";

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
  link: `v=1&scene=${key}`,
  sliders: [],
});

test("scenes stand under what one may come for, in gallery order", () => {
  const shelves = byCategory([scene("a", "Beautiful"), scene("b", "Tiles"), scene("c", "Beautiful")]);
  expect(shelves.map(({ title, scenes }) => [title, ...scenes.map(({ key }) => key)])).toEqual([
    ["Beautiful", "a", "c"],
    ["Tiles", "b"],
  ]);
});
