import { expect, test } from "vitest";
import type { ParamId, ParamInfo } from "../core";
import { arrangeByScope, changedParams, paramMatches, searchRank } from "./groups";

function param(fields: Partial<ParamInfo>): ParamInfo {
  return {
    ...{
      id: 0 as ParamId,
      key: "cohesion",
      scope: "boids",
      scopeLabel: "Boids",
      section: "Flocking",
      label: "Cohesion",
    },
    ...{
      unit: "×",
      kind: "float",
      min: 0,
      max: 10,
      step: 0.05,
      log: false,
      default: 1,
      value: 1,
      visible: true,
      shapes: "",
    },
    ...{
      doc: "How strongly a unit turns to the middle of its neighbors.",
      source: "ex. 4-7",
      words: "",
      choices: [],
    },
    ...fields,
  };
}

test("scopes and sections keep the order of their first parameter", () => {
  const scopes = arrangeByScope([
    param({ key: "edges", scope: "world", scopeLabel: "World", section: "World" }),
    param({}),
    param({ key: "view", section: "View" }),
    param({ key: "alignment" }),
    param({ key: "interceptors.cohesion", scope: "interceptors", scopeLabel: "Interceptors" }),
  ]);
  expect(scopes.map((scope) => [scope.label, ...scope.sections.map((section) => section.title)])).toEqual([
    ["World", "World"],
    ["Boids", "Flocking", "View"],
    ["Interceptors", "Flocking"],
  ]);
  expect(scopes[1]?.sections[0]?.params.map((entry) => entry.key)).toEqual(["cohesion", "alignment"]);
  expect(scopes[2]?.sections[0]?.key).toBe("interceptors/Flocking");
});

test("a search finds label, key words, heading and explanation, every word of it", () => {
  expect(paramMatches(param({}), "COHES")).toBe(true);
  expect(paramMatches(param({ key: "wide_radius_factor" }), "wide radius")).toBe(true);
  expect(paramMatches(param({}), "middle boids")).toBe(true);
  expect(paramMatches(param({}), "cohesion thrust")).toBe(false);
  expect(paramMatches(param({}), "")).toBe(true);
});

test("a search ranks a name that begins with it before one that has it, and that before a mere mention", () => {
  const ranks = (search: string) =>
    ["Count", "Nearest count", "Nearest only"].map((label) => searchRank({ label }, search));
  expect(ranks("count")).toEqual([0, 1, 2]);
  expect(ranks("count nearest")).toEqual([2, 1, 2]);
  expect(ranks("")).toEqual([0, 0, 0]);
});

test("only values that differ from the scene count as changed", () => {
  const all = [param({}), param({ key: "a", value: 2 }), param({ key: "b", value: 1.00000001 })];
  expect(changedParams(all).map((entry) => entry.key)).toEqual(["a"]);
});
