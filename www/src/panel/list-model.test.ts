import { expect, test } from "vitest";
import type { BehaviorChoice, MemberInfo, ParamId, ParamInfo, PerParam } from "../core";
import { listedGroups } from "./list-model";

const param = (id: number, section: string, label: string): ParamInfo =>
  ({
    ...{
      id: id as ParamId,
      key: label.toLowerCase().replaceAll(" ", "_"),
      scope: "boids",
      scopeLabel: "Boids",
    },
    ...{
      section,
      label,
      unit: "",
      kind: "float",
      min: 0,
      max: 10,
      step: 1,
      log: false,
      default: 1,
      value: 1,
    },
    ...{ visible: true, shapes: "", doc: "", source: "", words: "", choices: [] },
  }) as ParamInfo;

const params = [
  param(0, "Cohesion", "Cohesion"),
  param(1, "Cohesion", "Cohesion reach"),
  param(2, "Alignment", "Alignment"),
  param(3, "Number and start", "Length"),
  param(4, "Number and start", "Top speed"),
];
const member = {
  ...{ key: "boids", label: "Boids", main: true, role: "regular", body: "point" },
  behaviors: [
    { key: "cohesion", item: "cohesion", label: "Cohesion", weight: 0 as ParamId, written: false },
    { key: "alignment", item: "alignment", label: "Alignment", weight: 2 as ParamId, written: false },
  ],
} as unknown as MemberInfo;
const catalog = [
  { key: "alignment", label: "Alignment", says: "Heads where its mates head.", words: "" },
] as unknown as BehaviorChoice[];

const list = (search = "", open: string[] = [], hidden: number[] = [], elsewhere: string[] = []) =>
  listedGroups(
    {
      ...{ params, texts: [], members: [member], catalog },
      hasControl: (key) => elsewhere.includes(key),
      relevance: params.map(({ id }) => Number(!hidden.includes(id))) as unknown as PerParam,
    },
    { search, openParts: new Set(open), partKeyOf: (group, key) => `${group}/${key}` },
  );

test("a group has its behaviors in their order, with what is theirs, then the sections, and what it is", () => {
  const [group] = list("", ["boids/Number and start"]);
  expect(group?.behaviors.map(({ title, weight, params: own }) => [title, weight?.id, own.length])).toEqual([
    ["Cohesion", 0, 1],
    ["Alignment", 2, 0],
  ]);
  expect(group?.sections.map(({ title, isOpen }) => [title, isOpen])).toEqual([
    ["Number and start", true],
    ["What it is", false],
  ]);
});

test("what does not matter now is left out, and so is a section without anything", () => {
  expect(list("", [], [3])[0]?.sections[0]?.params.map(({ label }) => label)).toEqual(["Top speed"]);
  expect(list("", [], [3, 4])[0]?.sections.map(({ title }) => title)).toEqual(["What it is"]);
});

test("a search finds by what a behavior does, unfolds what has a hit, and has the best first", () => {
  expect(list("mates")[0]?.behaviors.map(({ title, isOpen }) => [title, isOpen])).toEqual([
    ["Alignment", false],
  ]);
  expect(list("speed")[0]?.sections.map(({ title, isOpen }) => [title, isOpen])).toEqual([
    ["Number and start", true],
  ]);
  expect(list("nothing of that kind")).toEqual([]);
});

test("a parameter whose control stands elsewhere has none in the list, also in a search", () => {
  const group = (search: string) => list(search, ["boids/Number and start"], [], ["cohesion", "length"])[0];
  expect(group("")?.behaviors.map(({ isWeightElsewhere }) => isWeightElsewhere)).toEqual([true, false]);
  expect(group("")?.sections[0]?.params.map(({ key }) => key)).toEqual(["top_speed"]);
  expect(group("length")).toBeUndefined();
});
