import { expect, test } from "vitest";
import { countedText } from "./legend";

const groups = [
  { key: "boids", label: "Boids", start: 0, count: 10 },
  { key: "g1", label: "Group 1", start: 10, count: 5 },
];

test("neighbors of other groups are named by their groups, those of the own one alone are not", () => {
  const of = (neighbors: number[], neighborCount = neighbors.length) =>
    countedText({ neighbors, neighborCount, group: "boids" }, groups);
  expect(of([1, 2, 11])).toBe("counted: 2 of Boids, 1 of Group 1");
  expect(of([1, 2])).toBe("counted");
  expect(of([12])).toBe("counted: 1 of Group 1");
  expect(of([1, 11], 40)).toBe("counted");
});
