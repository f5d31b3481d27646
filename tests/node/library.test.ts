/** The recipes, which the page offers to start from: each is read by the core, has a name and a sentence, and runs. */
import { expect, test } from "vitest";
import { NEW_RULE_TEXT } from "../../www/src/panel/rule/library";
import { keyOfRule } from "../../www/src/panel/rule/written";
import { Simulation, wasmMemory } from "./core";

const RECIPES = Simulation.recipes();

test.each([...RECIPES.map(({ text }) => text), NEW_RULE_TEXT])("a ready rule runs: %s", (text) => {
  const run = new Simulation("v=8&scene=flock-limited&count=12");
  expect(run.setRule(0, text)).toEqual([]);
  // As it is read, in short lines.
  expect(run.ruleToRead(0, keyOfRule(text))).toBe(text);
  run.tick(30);
  const again = new Simulation(run.link());
  expect(again.notices()).toEqual([]);
  again.free();
  run.free();
});

test.each(RECIPES)("the picture of a ready rule shows it: $link", (ready) => {
  expect(ready.says).toMatch(/^[A-Z][^#\n]*\.$/);
  expect([ready.key, ready.label]).toEqual([keyOfRule(ready.text), expect.stringMatching(/^[A-Z]/)]);
  const run = new Simulation(ready.link);
  expect(run.notices()).toEqual([]);
  const at = Math.max(
    0,
    run.groups().findIndex(({ key }) => key === ready.group),
  );
  expect(run.setRule(at, ready.text, ready.instead)).toEqual([]);
  const { start, count } = run.groups()[at] ?? { start: 0, count: 0 };
  let steered = 0;
  for (let second = 0; second < 6; second++) {
    run.tick(60);
    for (let unit = start; unit < start + count; unit++) {
      const [x = 0, y = 0] = run.ruleValues(unit, keyOfRule(ready.text))?.force ?? [];
      steered += Number(Math.hypot(x, y) > 0.01);
    }
  }
  expect(steered).toBeGreaterThan(0);
  run.free();
});

test.each(["keep_behind", "keep_distance", "offset_pursuit", "interpose", "shepherd", "milling"])(
  "who has the rule %s comes nearer to what it wants than who has not",
  (key) => {
    const ready = RECIPES.find(({ text }) => keyOfRule(text) === key);
    if (!ready) throw new Error(`no ${key}`);
    // How hard the rule still pushes after ten seconds, with its weight and without.
    const [left = 0, before = 0] = [1, 0].map((weight) => {
      const run = new Simulation(ready.link);
      const found = run.groups().findIndex((group) => group.key === ready.group);
      const at = Math.max(0, found);
      run.setRule(at, ready.text, ready.instead);
      const own = run.params().find((info) => info.key.split(".").at(-1) === key);
      if (own) run.set(own.id, weight);
      const { start = 0, count = 0 } = run.groups()[at] ?? {};
      let pushes = 0;
      run.tick(600);
      for (let second = 0; second < 5; second++) {
        run.tick(60);
        for (let unit = start; unit < start + count; unit++)
          pushes += Math.hypot(...(run.ruleValues(unit, key)?.force ?? [0, 0]));
      }
      run.free();
      return pushes;
    });
    expect(left).toBeLessThan(0.8 * before);
  },
);

const CROWDED = RECIPES.find(({ text }) => keyOfRule(text) === "crowded")?.text ?? "";

test("a rule of one's own is a behavior like any: muted, ramped, recorded, swept and drawn", () => {
  const open = () => new Simulation("v=8&scene=flock-limited&count=60");
  const run = open();
  expect(run.setRule(0, CROWDED)).toEqual([]);
  const param = (key: string) => {
    const found = run.params().find((info) => info.key === key);
    if (!found) throw new Error(`no ${key}`);
    return found;
  };
  // Muted, it does nothing; its text stays.
  const muted = new Simulation(run.link());
  muted.set(param("crowded").id, 0);
  const plain = open();
  plain.tick(100);
  muted.tick(100);
  const places = (of: Simulation) => [...new Float32Array(wasmMemory.buffer, of.xPtr(), of.count())];
  expect(places(muted)).toEqual(places(plain));
  expect(muted.ruleText(0, "crowded")).toBeDefined();
  // A ramp, in a recording that is replayed.
  run.tick(20);
  expect(run.ramp(param("crowded-near").id, 20, 60)).toBe(true);
  run.tick(80);
  expect(param("crowded-near").value).toBe(20);
  const again = Simulation.openRecording(run.recordedLink(), run.recordedEvents(), run.ticks());
  again.seek(100);
  while (!again.seekPart(50));
  expect(again.hash()).toBe(run.hash());
  again.free();
  expect(
    run
      .params()
      .filter(({ key }) => key.startsWith("crowded"))
      .map(({ plain: said, ...info }) => [info.section, said]),
  ).toEqual([
    ["Turn left when crowded", undefined],
    ["Turn left when crowded", undefined],
    ["Turn left when crowded", undefined],
  ]);
  expect(run.inspect(3)?.forces.map(({ key }) => key)).toContain("crowded");
  for (const one of [run, muted, plain]) one.free();
});
