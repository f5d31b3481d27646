import { describe, expect, test } from "vitest";
import type { Core } from "../../core";
import { WeightSwitch } from "../input/keyboard";
import { GroupChanges } from "./changes";

/** Changes of a run in which a change cuts units, and what they say. */
function changes(wrong: string[]): { of: GroupChanges; said: string[] } {
  let cuts = ["Wolves: 5 of 9 are there."];
  const change = (): string[] => {
    if (wrong.length === 0) cuts = [...cuts, "Boids: 1200 of 5000 are there."];
    return wrong;
  };
  const core = {
    checkRule: () => ({ key: "crowd", label: "Crowd" }),
    setGroups: change,
    composition: () => [{ key: "boids", behaviors: [{ key: "crowd" }] }],
    cuts: () => cuts,
    notices: () => [],
    params: () => [],
    setRule: change,
  };
  const said: string[] = [];
  const hooks = {
    step: (_: string, change: () => void) => change(),
    part: (change: () => void) => change(),
    say: (text: string) => said.push(text),
  };
  return { of: new GroupChanges(core as unknown as Core, new WeightSwitch(), hooks), said };
}

describe("a change that cuts units", () => {
  const now = ["Boids: 1200 of 5000 are there."];

  test("says so when a group changes, and nothing of what was cut before", () => {
    const { of, said } = changes([]);
    of.changeGroup("+ Crowd", "boids", (member) => member);
    expect(said).toEqual(now);
  });

  test("says so while a rule is being typed, once", () => {
    const { of, said } = changes([]);
    of.replaceRule("boids", "crowd", "steer 0");
    expect(said).toEqual(now);
  });

  test("says only what is wrong where nothing has changed", () => {
    const { of, said } = changes(["The group cannot have it."]);
    of.changeGroup("+ Crowd", "boids", (member) => member);
    expect(said).toEqual(["The group cannot have it."]);
  });
});
