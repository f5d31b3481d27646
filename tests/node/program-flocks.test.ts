/** Programs in the hands of others: two flocks at once, units that come from anywhere, two runs in one project. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../www/src/keep/export/languages";
import type { Plan } from "../../www/src/keep/export/plan";
import { PROGRAMS } from "../../www/src/keep/export/programs";
import { csharp, unityPackage } from "../../www/src/keep/export/programs/csharp";
import { gdscript } from "../../www/src/keep/export/programs/gdscript";
import { javascript } from "../../www/src/keep/export/programs/javascript";
import { Simulation } from "./core";
import { inFolder, page } from "./export";
import { csharpTools, godot, PATIENCE, runCSharp, runGodot, runUnity, spaceOf } from "./languages";
import { type Flock, moduleOf, planOfRun } from "./program";

function planOfLink(link: string): Plan {
  const run = new Simulation(link);
  expect(run.notices()).toEqual([]);
  const plan = planOfRun(run);
  run.free();
  return plan;
}

/** Where a group was sent, on which leg of its way it is, and a grid: what flocks have besides their units. */
const LINKS = [
  "v=2&scene=rts-group&goal=place",
  "v=2&scene=rts-group",
  "v=1&scene=flock-limited&count=260&toroidal=on",
  "v=1&scene=flock-limited&count=260&edges=bounce",
  "v=1&scene=flock-limited&count=260&edges=contain",
];
const plans = LINKS.map(planOfLink);

/** In languages in which every tick takes long: one without a grid, one with one. */
const FEW = [plans[0], plans[2]] as readonly Plan[];

test("some of these programs have a grid, with edges to see across and without", () => {
  const grids = plans.filter(({ cell }) => cell !== undefined).map(({ seeAcross }) => seeAcross);
  expect(grids).toContain(true);
  expect(grids).toContain(false);
});

const places = (flock: Flock) => flock.units.map(({ x, y, heading }) => [x, y, heading]);

test.each(plans.map((plan): [string, Plan] => [plan.run.link, plan]))(
  "two flocks of %s in JavaScript share nothing",
  async (_, plan) => {
    const { Flock, RUN } = await moduleOf(javascript(plan, page));
    const before = JSON.stringify(RUN);
    const [moved, still, alone] = [new Flock(RUN), new Flock(RUN), new Flock(RUN)];
    for (let tick = 0; tick < 30; tick++) alone.tick();
    moved.setTarget(320, 60);
    const [group] = moved.run.groups as Record<string, unknown>[];
    Object.assign(group as object, {
      length: 3,
      count: 1,
      ...("goalX" in (group ?? {}) ? { goalX: 0.9 } : {}),
    });
    // A misspelled number is an error.
    expect(() => Object.assign(group as object, { cohesian: 7 })).toThrow("cohesian");
    moved.run.obstacles.push({ x: 100, y: 100, radius: 20 });
    for (let tick = 0; tick < 30; tick++) {
      moved.tick();
      still.tick();
    }
    expect(places(still)).toEqual(places(alone));
    expect(places(moved)).not.toEqual(places(alone));
    moved.clearTarget();
    expect(JSON.stringify(RUN)).toBe(before);
    for (let tick = 0; tick < 30; tick++) alone.tick();
    // One that comes later begins as the first did.
    expect(places(new Flock(RUN))).toEqual(places(new Flock(RUN)));
    expect(new Flock(RUN).units[0]?.x).not.toBe(alone.units[0]?.x);
  },
);

/** Left of the world, above it, and beyond its other corner. */
const OUTSIDE = [
  [-30, 50],
  [50, -4000],
  [1e5, 1e5],
  [-5e5, -1],
] as const;

test.each(plans.map((plan): [string, Plan] => [plan.run.link, plan]))(
  "units of %s come from anywhere, in JavaScript",
  async (_, plan) => {
    const { Flock, RUN } = await moduleOf(javascript(plan, page));
    const flock = new Flock(RUN);
    for (const [x, y] of OUTSIDE) {
      // A heading is not needed.
      const unit = flock.add(RUN.groups[0], { x, y });
      expect([unit.x, unit.y]).toEqual([clamp(x, plan.width), clamp(y, plan.height)]);
      flock.tick();
    }
    for (const [at, [x, y]] of OUTSIDE.entries()) {
      Object.assign(flock.units[at] as object, { x, y });
      flock.tick();
    }
    for (let tick = 0; tick < 10; tick++) flock.tick();
    for (const { x, y, heading, vx } of flock.units) {
      expect([clamp(x, plan.width), clamp(y, plan.height)]).toEqual([x, y]);
      expect(Number.isFinite(heading + vx)).toBe(true);
    }
    const many = flock.units.length;
    for (const x of [Number.NaN, undefined, Number.POSITIVE_INFINITY]) {
      expect(() => flock.add(RUN.groups[0], { x: x as number, y: 0, heading: 0 })).toThrow("finite numbers");
    }
    expect(() => flock.add({ key: "nobody" }, { x: 0, y: 0, heading: 0 })).toThrow("no such group");
    expect(flock.units.length).toBe(many);
    expect(flock.add(flock.run.groups[0], { x: 9, y: 9, heading: 1 }).group).toBe(flock.run.groups[0]);
  },
);

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

test("a search between two ticks sees who has come and who was moved", async () => {
  const plan = planOfLink("v=1&scene=flock-limited&count=260");
  expect(plan.cell).toBeDefined();
  const { Flock, RUN } = await moduleOf(javascript(plan, page));
  const flock = new Flock(RUN);
  const near = (x: number, y: number) => {
    const found: unknown[] = [];
    flock.search(x, y, 2, (other) => found.push(other));
    return found;
  };
  flock.tick();
  near(5, 5);
  const unit = flock.add(RUN.groups[0], { x: 5, y: 5, heading: 0 });
  expect(near(5, 5)).toContain(unit);
  flock.tick();
  expect(near(unit.x, unit.y)).toContain(unit);
  flock.remove(unit);
  expect(near(unit.x, unit.y)).not.toContain(unit);
});

const GODOT = (names: readonly string[]) => `extends SceneTree

func places(flock) -> Array:
	var all = []
	for unit in flock.units:
		all.append([unit.position, unit.heading])
	return all

func _init() -> void:
	for name in ${JSON.stringify(names)}:
		var script = load("res://" + name + ".gd")
		var moved = script.new()
		var still = script.new()
		var alone = script.new()
		moved.set_target(Vector2(320, 60))
		if "goal_x" in moved.groups[0]:
			moved.groups[0].goal_x = 0.9
		for _tick in range(4):
			for flock in [moved, still, alone]:
				flock.tick()
		var later = script.new()
		var first = script.new()
		var alike = str(places(still)) == str(places(alone)) and str(places(later)) == str(places(first))
		var apart = str(places(moved)) != str(places(alone))
		for place in [Vector2(-30, 50), Vector2(50, -4000), Vector2(100000, 100000), Vector2(-500000, -1)]:
			still.add_unit(still.groups[0], place)
			still.tick()
			still.units[0].position = place
			still.tick()
		var inside = true
		for unit in still.units:
			var at = unit.position
			inside = inside and at.x >= 0 and at.x <= still.WIDTH and at.y >= 0 and at.y <= still.HEIGHT
		print("SAID ", name, " ", alike, " ", apart, " ", inside)
		for flock in [moved, still, alone, later, first]:
			flock.free()
	quit()
`;

test.skipIf(!godot)(
  "flocks in GDScript share nothing, and their units come from anywhere",
  () =>
    inFolder((folder) => {
      const names = FEW.map((plan, at) => {
        writeFileSync(join(folder, `run${at}.gd`), gdscript(plan, page));
        return `run${at}`;
      });
      const said = runGodot(folder, GODOT(names));
      for (const name of names) expect(said).toContain(`SAID ${name} True True True`);
    }),
  PATIENCE,
);

const CSHARP = (spaces: readonly string[]) => `
using System;
using System.Numerics;
using System.Text;
public static class Play
{
    private static void Hold(bool holds, string what)
    {
        if (!holds) throw new Exception(what);
    }

    public static void Main()
    {
${spaces.map((_, at) => `        Try${at}();`).join("\n")}
    }
${spaces
  .map(
    (space, at) => `
    private static string Places${at}(${space}.Flock flock)
    {
        var text = new StringBuilder();
        foreach (var unit in flock.Units) text.AppendFormat("{0:R} {1:R} {2:R};", unit.Position.X, unit.Position.Y, unit.Heading);
        return text.ToString();
    }

    private static void Try${at}()
    {
        string name = "${space}";
        var asset = new ${space}.FlockwrightRun();
        var moved = new ${space}.Flock(asset.Groups);
        var still = new ${space}.Flock(asset.Groups);
        var alone = new ${space}.Flock(new ${space}.FlockwrightRun().Groups);
        moved.SetTarget(new Vector2(320f, 60f));
        moved.Groups[0].Length = 3f;
        for (int tick = 0; tick < 12; tick++)
        {
            moved.Tick();
            still.Tick();
            alone.Tick();
        }
        Hold(Places${at}(still) == Places${at}(alone), name + ": one moves the other");
        Hold(Places${at}(moved) != Places${at}(alone), name + ": the target does nothing");
        var later = new ${space}.Flock(asset.Groups);
        Hold(Places${at}(later) == Places${at}(new ${space}.Flock(asset.Groups)), name + ": later ones differ");
        // The sliders of an asset are for all that take them.
        asset.Groups[0].Length = 9f;
        Hold(still.Groups[0].Length != 9f, name + ": tuned unasked");
        still.Tune();
        Hold(still.Groups[0].Length == 9f && moved.Groups[0].Length == 3f, name + ": not tuned");
        var outside = new[] { new Vector2(-30f, 50f), new Vector2(50f, -4000f), new Vector2(1e5f, 1e5f), new Vector2(-5e5f, -1f) };
        for (int at = 0; at < outside.Length; at++)
        {
            still.Add(asset.Groups[0], outside[at]);
            still.Tick();
            still.Units[at].Position = outside[at];
            still.Tick();
        }
        foreach (var unit in still.Units)
        {
            Vector2 p = unit.Position;
            bool inside = p.X >= 0f && p.X <= ${space}.Flock.Width && p.Y >= 0f && p.Y <= ${space}.Flock.Height;
            Hold(inside && !float.IsNaN(unit.Heading), name + ": outside");
        }
        bool refused = false;
        try { still.Add(asset.Groups[0], new Vector2(float.NaN, 0f)); }
        catch (ArgumentException) { refused = true; }
        Hold(refused, name + ": takes what is no number");
        Console.WriteLine(name);
    }`,
  )
  .join("\n")}
}
`;

test.skipIf(!csharpTools)(
  "programs in C# are in one project, their flocks share nothing, and units come from anywhere",
  () =>
    inFolder((folder) => {
      const files = plans.map((plan, at) => {
        writeFileSync(join(folder, `Run${at}.cs`), csharp(plan, page));
        return `Run${at}.cs`;
      });
      const spaces = plans.map(spaceOf);
      writeFileSync(join(folder, "Play.cs"), CSHARP(spaces));
      expect(
        runCSharp(folder, ["Play.cs", ...files])
          .trim()
          .split("\n"),
      ).toEqual(spaces);
    }),
  PATIENCE,
);

/** A component in a scene: what a frame does, one after the other, and what it leaves behind. */
const UNITY = (space: string, component: string) => `
using System;
using System.Reflection;
using UnityEngine;
using ${space};
public static class Play
{
    private static void Call(object of, string name)
    {
        of.GetType().GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(of, null);
    }

    private static void Hold(bool holds, string what)
    {
        if (!holds) throw new Exception(what);
    }

    public static void Main()
    {
        var component = new ${component} { Prefab = new Transform() };
        Call(component, "Awake");
        Flock flock = component.Flock;
        int many = flock.Units.Count;
        var update = (Action)Delegate.CreateDelegate(typeof(Action), component,
            component.GetType().GetMethod("Update", BindingFlags.Instance | BindingFlags.NonPublic));
        for (int tick = 0; tick < 60; tick++) update();
        Hold(MonoBehaviour.made == many, "a body for each unit");
        // No garbage, once lists have grown to what they hold.
        long before = GC.GetTotalMemory(true);
        for (int tick = 0; tick < 60; tick++) update();
        long garbage = GC.GetTotalMemory(false) - before;
        Flock.Unit added = flock.Add(component.Run.Groups[0], new Vector2(50f, 60f), 1f);
        update();
        Hold(MonoBehaviour.made == many + 1, "one more");
        flock.Remove(added);
        flock.Remove(flock.Units[0]);
        update();
        Hold(GameObject.destroyed == 2, "two less");
        component.Plane = WorldPlane.XZ;
        component.UnitsPerMeter = 20f;
        Vector2 place = new Vector2(30f, 40f);
        Vector3 there = component.ToScene(place);
        Hold(there.x == 1.5f && there.y == 0f && there.z == -2f && component.ToWorld(there) == place, "planes");
        // What a game sets stays, until the asset changes.
        flock.Groups[0].Length = 3f;
        update();
        Hold(flock.Groups[0].Length == 3f, "a number is kept");
        component.Run.Groups[0].Length = 4f;
        Call(component.Run, "OnValidate");
        update();
        Hold(flock.Groups[0].Length == 4f, "the asset is heeded");
        // The force alone, for bodies of a game.
        component.Moves = false;
        Vector2 at = flock.Units[5].Position;
        flock.Steer();
        update();
        Hold(flock.Units[5].Position == at && flock.Units[5].Force.magnitude > 0f, "steered, not moved");
        Call(component, "OnDrawGizmosSelected");
        Hold(Gizmos.drawn > many, "drawn");
        Console.WriteLine("garbage " + (garbage < 16384 ? "none" : garbage.ToString()));
    }
}
`;

test.skipIf(!csharpTools)(
  "the package for Unity compiles, with a stub of it, leaves no garbage, and follows units that come and go",
  async () => {
    for (const link of [
      "v=1&scene=flock-limited",
      "v=2&scene=zombie-horde",
      "v=1&scene=flock-wide&count=260&nearest=6",
    ]) {
      const plan = planOfLink(link);
      const files = unityPackage(plan, page);
      const component = spaceOf(plan).replace(".", "");
      const said = await inFolder((folder) => runUnity(folder, files, UNITY(spaceOf(plan), component)));
      expect(said, link).toBe("garbage none\n");
      expect(JSON.parse(files.get("package.json") ?? "")).toMatchObject({ version: "1.0.0" });
    }
  },
  PATIENCE,
);

/** Two scenes, and two tunings of one. */
const DIFFERENT = [
  "v=1&scene=leader-following",
  "v=1&scene=flock-limited",
  "v=1&scene=flock-limited&count=9",
].map(planOfLink);

test.each(PROGRAMS.map(({ key, label }): [string, string] => [key, label]))(
  "the file of a program (%s, %s) has the name that its steps and its code go by",
  (key) => {
    const program = PROGRAMS.find((one) => one.key === key);
    for (const plan of DIFFERENT) {
      const file = program?.file(plan.run) ?? "";
      const steps = program?.steps(plan.run).join("\n") ?? "";
      if (key !== "html") expect(steps).toContain(file.replace(/\.(ts|zip)$/, ""));
      // What each language calls the file's content by.
      const text = program?.write(plan, page) ?? "";
      if (key === "unity") expect(text).toContain(`class ${file.replace(/\.zip$/, "")} : MonoBehaviour`);
      if (key === "csharp") expect(steps).toContain(`using ${spaceOf(plan)};`);
    }
  },
);

test("names that a project's files share are another run's in no other run", () => {
  const names = (pattern: RegExp, write: (plan: Plan) => string) =>
    DIFFERENT.map((plan) => pattern.exec(write(plan))?.[1] ?? "");
  const program = (key: string) => (plan: Plan) =>
    PROGRAMS.find((one) => one.key === key)?.write(plan, page) ?? "";
  const constants = (key: string) => (plan: Plan) =>
    LANGUAGES.find((one) => one.key === key)?.write(plan.run, page) ?? "";
  const godotNames = [
    ...names(/^class_name (\w+)$/m, program("gdscript")),
    ...names(/^class_name (\w+)$/m, program("godot")),
    ...names(/^class_name (\w+)$/m, constants("gdscript")),
  ];
  const csharpNames = [
    ...names(/^namespace ([\w.]+)$/m, program("csharp")),
    ...names(/^public static class (\w+)$/m, constants("csharp")),
    ...names(/^ *public sealed class (\w+) : MonoBehaviour$/m, program("unity")),
  ];
  for (const all of [godotNames, csharpNames]) {
    expect(all).not.toContain("");
    expect(new Set(all).size).toBe(all.length);
  }
  // Godot's asset takes its own run's flock.
  for (const plan of DIFFERENT) {
    const type = /^class_name (\w+)$/m.exec(program("gdscript")(plan))?.[1];
    expect(program("godot")(plan)).toContain(`func apply(flock: ${type})`);
  }
});

test("what is downloaded can be imported as the steps say", () =>
  inFolder(async (folder) => {
    const plan = planOfLink("v=1&scene=leader-following");
    for (const { key, file, steps, write } of PROGRAMS) {
      writeFileSync(join(folder, file(plan.run)), write(plan, page));
      const said = steps(plan.run).join("\n");
      if (key === "javascript") {
        const from = /from "(.*?)"/.exec(said)?.[1] ?? "";
        const { Flock, RUN } = await import(/* @vite-ignore */ pathToFileURL(join(folder, from)).href);
        new Flock(RUN).tick();
      }
    }
  }));

test("the file that plays by itself lets nothing in", () => {
  const html = PROGRAMS.find(({ key }) => key === "html");
  const text = html?.write(plans[0] as Plan, page) ?? "";
  const policy = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(text);
  expect(policy?.[1]).toMatch(/^default-src 'none'; /);
  expect(policy?.[1]).not.toMatch(/https?:|\*|connect-src|img-src|unsafe-eval/);
  // It comes before all that it is to hold.
  expect(policy?.index).toBeLessThan(text.search(/<(style|script|link|title)\b/));
});
