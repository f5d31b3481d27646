/** What the page keeps of the parameters' descriptions is what the core says anew, whatever came and went. */
import { expect, test } from "vitest";
import { Descriptions } from "../../www/src/core/described";
import { type Member, membersOf, textOf } from "../../www/src/tune/compose/members";
import { Simulation, scenes } from "./core";

/** Each behavior left out, and each group but the first; everybody else stays. */
function removals(members: readonly Member[]): Member[][] {
  const behaviors = members.flatMap(({ key, behaviors }) =>
    behaviors.map((gone) =>
      members.map((one) =>
        one.key === key ? { ...one, behaviors: one.behaviors.filter((kept) => kept !== gone) } : one,
      ),
    ),
  );
  const groups = members.slice(1).map(({ key: gone }) => members.filter(({ key }) => key !== gone));
  return [...behaviors, ...groups];
}

test.each(scenes())("after any removal in $key, each number is its own parameter's", ({ link }) => {
  const own = new Simulation(link);
  const members = membersOf(own.composition());
  own.free();
  for (const rest of removals(members)) {
    const run = new Simulation(link);
    const descriptions = new Descriptions();
    expect(descriptions.params(run)).toEqual(run.params());
    run.compose(textOf(rest));
    run.tick(1);
    // The first look reads the descriptions anew, the second one only the values.
    for (let look = 0; look < 2; look++) expect(descriptions.params(run), textOf(rest)).toEqual(run.params());
    const last = run.params().findLast(({ kind, scope }) => kind === "float" && scope !== "world");
    if (last) run.set(last.id, last.max);
    run.tick(1);
    expect(descriptions.params(run), textOf(rest)).toEqual(run.params());
    run.free();
  }
});

test("a link without a behavior of its scene shows each number as its own", () => {
  const run = new Simulation("v=1&scene=empty&groups=units.brigid.pcohesion");
  const descriptions = new Descriptions();
  const shown = () => new Map(descriptions.params(run).map(({ label, value }) => [label, value]));
  expect(shown()).toEqual(shown());
  expect(shown().get("Mass")).toBe(run.params().find(({ label }) => label === "Mass")?.value);
  run.free();
});
