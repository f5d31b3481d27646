import { expect, test } from "vitest";
import { dashOf, ranksOf } from "./marks";

test("groups of one role are numbered, so that their lines can differ", () => {
  expect(ranksOf([{ role: 7 }, { role: 6 }, { role: 7 }, { role: 7 }])).toEqual([0, 0, 1, 2]);
});

test("the first of a role has solid lines, the others have not", () => {
  expect(dashOf(0)).toEqual([]);
  expect(dashOf(1)).not.toEqual([]);
  expect(dashOf(2)).not.toEqual(dashOf(1));
});
