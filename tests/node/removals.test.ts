/** What is removed of a run takes nothing else along: each number stays its own parameter's, and undo brings all back. */
import { expect, test } from "vitest";
import type { Core } from "../../www/src/core";
import { ParamDescriptions } from "../../www/src/core/described";
import { groupsOf } from "../../www/src/core/groups";
import { substituteNouns } from "../../www/src/core/nouns";
import type { Member } from "../../www/src/panel/compose/members";
import { Undo } from "../../www/src/time/undo";
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

/** All parameters, with helps that speak of the members of their groups. */
const described = (run: Simulation) =>
  run.params().map((info) => ({ ...info, doc: substituteNouns(info.doc, run.groups(), info.scope) }));

test.each(scenes())("after any removal in $key, each number is its own parameter's", ({ link }) => {
  const own = new Simulation(link);
  const members = groupsOf(own.composition());
  own.free();
  for (const rest of removals(members)) {
    const run = new Simulation(link);
    const descriptions = new ParamDescriptions();
    expect(descriptions.params(run)).toEqual(described(run));
    run.setGroups([...rest]);
    run.tick(1);
    // The first look reads the descriptions anew, the second one only the values.
    for (let look = 0; look < 2; look++)
      expect(descriptions.params(run), JSON.stringify(rest)).toEqual(described(run));
    const last = run.params().findLast(({ kind, scope }) => kind === "float" && scope !== "world");
    if (last) run.set(last.id, last.max);
    run.tick(1);
    expect(descriptions.params(run), JSON.stringify(rest)).toEqual(described(run));
    run.free();
  }
});

test("a link without a behavior of its scene shows each number as its own", () => {
  const run = new Simulation("v=8&scene=empty&groups=units.brigid.pcohesion");
  const descriptions = new ParamDescriptions();
  const shown = () => new Map(descriptions.params(run).map(({ label, value }) => [label, value]));
  expect(shown()).toEqual(shown());
  expect(shown().get("Mass")).toBe(run.params().find(({ label }) => label === "Mass")?.value);
  run.free();
});

/** As much of the page's core as undo asks for. */
function coreOf(run: Simulation): Core {
  const descriptions = new ParamDescriptions();
  const edit = <T>(change: () => T): T => {
    core.guarded.onEdit();
    return change();
  };
  const core = {
    failed: false,
    scenes: scenes(),
    scene: () => run.scene(),
    link: () => run.link(),
    seed: () => run.seed(),
    ticks: () => run.ticks(),
    seekGoal: () => run.seekGoal(),
    ramps: () => [],
    params: () => descriptions.params(run),
    texts: () => run.texts(),
    composition: () => run.composition(),
    editedLayout: () => run.editedLayout(),
    guarded: { onEdit: () => {} },
    applyQueue: () => run.applyQueue(),
    set: (...change: Parameters<Core["set"]>) => edit(() => run.set(...change)),
    setText: (...change: Parameters<Core["setText"]>) => edit(() => run.setText(...change)),
    setLayout: (...change: Parameters<Core["setLayout"]>) => edit(() => run.setLayout(...change)),
    setGroups: (groups: Member[]) => edit(() => run.setGroups(groups)),
  };
  return core as unknown as Core;
}

/** The first group as something else. */
function otherBodies([first, ...rest]: readonly Member[]): Member[][] {
  const bodies = (["rigid", "point", "particle"] as const).filter((body) => body !== first?.body);
  return first && first.body !== "tile" ? bodies.map((body) => [{ ...first, body }, ...rest]) : [];
}

/** All of a crowd's thousands would show no more. */
const few = scenes().map(({ key, link }) => ({
  key,
  link: key === "murmuration" ? `${link}&count=300` : link,
}));

test.each(few)(
  "in $key, undo takes back any removal and any other body, and what was tuned after",
  ({ link }) => {
    const own = new Simulation(link);
    const members = groupsOf(own.composition());
    own.free();
    const values = (run: Simulation) => run.params().map(({ key, value }) => [key, value]);
    for (const changed of [...removals(members), ...otherBodies(members)]) {
      const run = new Simulation(link);
      // Something of everything was tuned before.
      for (const { id, kind, min, max, key } of run.params())
        if (kind === "float" && !/width|height/.test(key)) run.set(id, min + 0.4 * (max - min));
      run.tick(1);
      const core = coreOf(run);
      const undo: Undo = new Undo(core, {
        title: () => "",
        open() {},
        onRestore: () => undo.recordStep(),
        onChange() {},
        say() {},
      });
      undo.runOpened();
      const [first, valuesBefore] = [run.link(), values(run)];
      core.setGroups([...changed]);
      undo.recordStep();
      const next = core.params().findLast(({ kind, scope }) => kind === "float" && scope !== "world");
      if (next) core.set(next.id, next.value === next.max ? next.min : next.max);
      run.tick(1);
      undo.recordStep();
      for (let step = 0; step < 3; step++) undo.undo();
      expect(values(run), JSON.stringify(changed)).toEqual(valuesBefore);
      expect(run.link(), JSON.stringify(changed)).toBe(first);
      run.free();
    }
  },
);
