/** The rules that the page offers to start from: each is read by the core, has a name and a sentence, and runs. */
import { expect, test } from "vitest";
import { EMPTY, keyOf, LIBRARY, labelOf, saysOf } from "../../www/src/rule/library";
import { Simulation } from "./core";

test.each([...LIBRARY.map(({ text }) => text), EMPTY])("a ready rule runs: %s", (text) => {
  const run = new Simulation("v=1&scene=flock-limited&count=12");
  expect([keyOf(text), labelOf(text), saysOf(text)]).not.toContain("");
  expect(run.setRule(0, text)).toEqual([]);
  expect(run.ruleText(0, keyOf(text))).toBe(text);
  run.tick(30);
  const again = new Simulation(run.link());
  expect(again.notices()).toEqual([]);
  again.free();
  run.free();
});
