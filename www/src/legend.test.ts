import { expect, test } from "vitest";
import { darts } from "./canvas/darts";
import { dartPath, legendOf } from "./legend";

const group = (label: string, role: number, count: number) => {
  return { key: label, label, role, start: 0, count, length: 4 };
};

test("only roles with units are named, each once, and leaders where units can lead", () => {
  const groups = [
    group("Boids", 0, 100),
    group("More boids", 0, 5),
    group("Interceptors", 1, 0),
    group("Player", 2, 1),
  ];
  expect(legendOf(groups).map((entry) => entry.label)).toEqual(["Boids", "Player", "Leader"]);
});

test("a scene with leaders of its own names them as it does, and a scene without units names nobody", () => {
  expect(legendOf([group("Boids", 0, 9), group("Captain", 3, 1)]).map((entry) => entry.label)).toEqual([
    "Boids",
    "Captain",
  ]);
  expect(legendOf([group("Player", 2, 1)]).map((entry) => entry.label)).toEqual(["Player"]);
  expect(legendOf([])).toEqual([]);
});

test("every dart of the stage has an outline for the legend", () => {
  for (const dart of darts) expect(dartPath(dart)).toMatch(/^M50 0 -?\d+ \d+ -?\d+ 0 -?\d+ -\d+Z$/);
});
