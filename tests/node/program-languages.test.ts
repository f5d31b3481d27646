/** Programs in other languages beside the core: ticks from states of a run, every unit. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type planOf, whyNot } from "../../www/src/keep/export/plan";
import { csharp } from "../../www/src/keep/export/programs/csharp";
import { gdscript } from "../../www/src/keep/export/programs/gdscript";
import { python } from "../../www/src/keep/export/programs/python";
import { Simulation, scenes } from "./core";
import { inFolder, page } from "./export";
import { answerDiffers, type Held, planOfRun, type State, script, statesOf } from "./program";

/** Few of a crowd: what a tick of it takes in these languages adds up. */
const ticksOf = (units: number, rounds: boolean) =>
  rounds ? 200 : Math.min(Math.max(Math.floor(1200 / units), 7), 20);
const HELD: Held = { from: 2, to: 5, x: 200, y: 150 };

/** A busy machine takes its time. */
const PATIENCE = 180_000;

const LINKS = [
  ...scenes().map(({ key, link }) =>
    key === "murmuration" ? `${link}&count=300&width=300&height=200` : link,
  ),
  "scene=flock-limited&count=60&nearest=6&toroidal=on&edges=wrap&separation_view=wide",
  "scene=flock-obstacles&count=60&feelers=three&edges=contain&ob=120-80-20_300_300-200&wa=50-50-400-60-4&start=200-250-80",
  "scene=flock-narrow&count=40&edges=bounce&combination=priority&steering_limit=2",
  "scene=rts-group&goal=roam&heeds_pointer=off&wa=300-0-300-250-5",
  "scene=queue-door&combination=priority&count=20",
  "scene=vicsek&count=60&noise=2&noise_kind=gaussian&moves_with=old&max_turn=3&edges=bounce",
  "scene=flock-limited&count=40&noise=0.4&start_motion=rest",
  "scene=flock-obstacles&count=60&contact=on&avoidance=0",
  "scene=flock-limited&count=30&start_motion=rest&groups=boids.pcohesion-alignment-separation-fright-chase.fg1*player*" +
    "g1.rmonster.bpoint.ppursue-crowd_separation.hboids*g2.rsoldier.bpoint.pleader_following-rts_separation.og1.ig1*" +
    "g3.rinterceptor.brigid.pcohesion-alignment-separation-chase.aboids.hg1&g1.count=3&g2.count=12&g3.count=9",
  "v=2&scene=leaders-pincer&count=8&interceptors.count=4&width=240&height=200&catch_factor=9&interceptors.catch_factor=15",
  "v=2&scene=leaders-pincer&count=8&catch_factor=9&caught=again&round_time=1&best_of=1",
  "v=2&scene=zombie-horde&seed=2&width=240&height=200&catch_factor=6&count=6&survivors.count=5",
  "v=2&scene=zombie-horde&catch_factor=12&count=3&survivors.count=9&round_time=1&best_of=3",
  "v=2&scene=rts-group&start_motion=cruise&heeds_pointer=off&goal_x=0.55",
];

interface Case {
  link: string;
  plan: ReturnType<typeof planOf>;
  states: State[];
  /** Whether it matters who leads, by unit. */
  leaders: boolean[];
}

const cases: Case[] = LINKS.flatMap((link) => {
  const run = new Simulation(link);
  if (whyNot(run)) return [];
  const plan = planOfRun(run);
  const counts = run.groups().map(({ count }) => count);
  const leaders = plan.groups.flatMap((group, at) => Array<boolean>(counts[at] ?? 0).fill(group.leaders));
  const states = statesOf(run, ticksOf(run.count(), link.includes("catch_factor")), HELD);
  run.free();
  return [{ link, plan, states, leaders }];
});

const onPath = (...tools: string[]) =>
  tools.find((tool) => process.env.PATH?.split(delimiter).some((folder) => existsSync(join(folder, tool))));

function expectAnswers(answers: readonly string[]): void {
  expect(answers.length).toBe(cases.length);
  for (const [at, { link, states, leaders }] of cases.entries()) {
    const [most, where] = answerDiffers(answers[at] ?? "", states, leaders);
    expect(most, `${link}: ${where}`).toBeLessThan(1e-3);
  }
}

const PYTHON = `
import importlib, sys
for name in sys.argv[1:]:
    program = importlib.import_module(name)
    flock = program.Flock(program.RUN)
    answers = []
    for line in open(name + ".txt"):
        event, x, y, *numbers = line.split()
        numbers = [float(number) for number in numbers]
        if event == "hold":
            flock.set_target(float(x), float(y))
        if event == "release":
            flock.clear_target()
        for unit in flock.units:
            a, b, c, d, e, f, unit.omega = numbers[7 * unit.id : 7 * unit.id + 7]
            unit.position, unit.velocity, unit.h = complex(a, b), complex(c, d), complex(e, f)
            unit.heading = program.cmath.phase(unit.h)
        flock.tick()
        parts = [(u.position, u.velocity, u.h, int(u.leader)) for u in flock.units]
        answers.append(" ".join(f"{p.real} {p.imag} {v.real} {v.imag} {h.real} {h.imag} {l}" for p, v, h, l in parts))
    open(name + ".out", "w").write("\\n".join(answers))
`;

const python3 = onPath("python3");

describe("Python", () => {
  test.skipIf(!python3)(
    "every tick of its programs is the core's",
    () =>
      inFolder((folder) => {
        const names = cases.map((_, at) => `run${at}`);
        for (const [at, { plan, states }] of cases.entries()) {
          writeFileSync(join(folder, `run${at}.py`), python(plan, page));
          writeFileSync(join(folder, `run${at}.txt`), script(states, HELD));
        }
        writeFileSync(join(folder, "play.py"), PYTHON);
        execFileSync(python3 ?? "", ["-W", "error", "play.py", ...names], { cwd: folder, stdio: "pipe" });
        expectAnswers(names.map((name) => readFileSync(join(folder, `${name}.out`), "utf8")));
      }),
    PATIENCE,
  );
});

const GODOT = (names: readonly string[]) => `extends SceneTree

func _init() -> void:
	for name in ${JSON.stringify(names)}:
		var flock = load("res://" + name + ".gd").new()
		var script = File.new()
		script.open("res://" + name + ".txt", File.READ)
		var answers = File.new()
		answers.open("res://" + name + ".out", File.WRITE)
		while true:
			var words = script.get_line().split(" ")
			if words.size() < 3:
				break
			if words[0] == "hold":
				flock.set_target(Vector2(float(words[1]), float(words[2])))
			if words[0] == "release":
				flock.clear_target()
			for unit in flock.units:
				var at = 3 + 7 * unit.id
				unit.position = Vector2(float(words[at]), float(words[at + 1]))
				unit.velocity = Vector2(float(words[at + 2]), float(words[at + 3]))
				unit.h = Vector2(float(words[at + 4]), float(words[at + 5]))
				unit.heading = unit.h.angle()
				unit.omega = float(words[at + 6])
			flock.tick()
			var line = ""
			for unit in flock.units:
				var numbers = [unit.position.x, unit.position.y, unit.velocity.x, unit.velocity.y, unit.h.x, unit.h.y]
				line += "%.9f %.9f %.9f %.9f %.9f %.9f" % numbers + (" 1 " if unit.leader else " 0 ")
			answers.store_line(line)
		answers.close()
		flock.free()
	quit()
`;

const godot = onPath("godot3-server", "godot3");

describe("GDScript", () => {
  test.skipIf(!godot)(
    "every tick of its programs is the core's (Godot 3; Debian: godot3-server)",
    () =>
      inFolder((folder) => {
        const names = cases.map((_, at) => `run${at}`);
        for (const [at, { plan, states }] of cases.entries()) {
          writeFileSync(join(folder, `run${at}.gd`), gdscript(plan, page));
          writeFileSync(join(folder, `run${at}.txt`), script(states, HELD));
        }
        writeFileSync(join(folder, "project.godot"), "");
        writeFileSync(join(folder, "play.gd"), GODOT(names));
        execFileSync(godot ?? "", ["--no-window", "--path", folder, "-s", "play.gd"], {
          env: { ...process.env, HOME: folder },
          timeout: PATIENCE,
          stdio: process.env.GODOT_SAYS ? "inherit" : "pipe",
        });
        expectAnswers(names.map((name) => readFileSync(join(folder, `${name}.out`), "utf8")));
      }),
    PATIENCE,
  );
});

/** The few types of Unity that programs use. */
const UNITY = `
using System;
namespace UnityEngine
{
    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
        public static Vector2 zero { get { return new Vector2(0f, 0f); } }
        public float magnitude { get { return (float)Math.Sqrt(x * x + y * y); } }
        public float sqrMagnitude { get { return x * x + y * y; } }
        public static Vector2 operator +(Vector2 a, Vector2 b) { return new Vector2(a.x + b.x, a.y + b.y); }
        public static Vector2 operator -(Vector2 a, Vector2 b) { return new Vector2(a.x - b.x, a.y - b.y); }
        public static Vector2 operator *(Vector2 a, float f) { return new Vector2(a.x * f, a.y * f); }
        public static Vector2 operator /(Vector2 a, float f) { return new Vector2(a.x / f, a.y / f); }
        public static bool operator ==(Vector2 a, Vector2 b) { return (a - b).sqrMagnitude < 9.99999944E-11f; }
        public static bool operator !=(Vector2 a, Vector2 b) { return !(a == b); }
        public override bool Equals(object other) { return other is Vector2 && this == (Vector2)other; }
        public override int GetHashCode() { return x.GetHashCode() ^ y.GetHashCode(); }
    }
    public struct Vector3 { public Vector3(float x, float y, float z) { } }
    public struct Quaternion { public static Quaternion Euler(float x, float y, float z) { return new Quaternion(); } }
    public static class Mathf
    {
        public const float PI = (float)Math.PI, Rad2Deg = 57.29578f;
        public static float Sqrt(float f) { return (float)Math.Sqrt(f); }
        public static float Abs(float f) { return Math.Abs(f); }
        public static float Min(float a, float b) { return a < b ? a : b; }
        public static float Max(float a, float b) { return a > b ? a : b; }
        public static int Min(int a, int b) { return a < b ? a : b; }
        public static int Max(int a, int b) { return a > b ? a : b; }
        public static float Clamp(float f, float low, float high) { return f < low ? low : f > high ? high : f; }
        public static float Floor(float f) { return (float)Math.Floor(f); }
        public static float Acos(float f) { return (float)Math.Acos(f); }
        public static float Cos(float f) { return (float)Math.Cos(f); }
        public static float Sin(float f) { return (float)Math.Sin(f); }
        public static float Atan2(float y, float x) { return (float)Math.Atan2(y, x); }
        public static float Log(float f) { return (float)Math.Log(f); }
        public static float Pow(float f, float p) { return (float)Math.Pow(f, p); }
    }
    public static class Time { public static float deltaTime { get { return 1f / 60f; } } }
    public class Transform { public Vector3 localPosition; public Quaternion localRotation; }
    public class ScriptableObject { }
    public class MonoBehaviour
    {
        public Transform transform;
        protected static T Instantiate<T>(T original, Transform parent) { return original; }
    }
    public sealed class RangeAttribute : Attribute { public RangeAttribute(float low, float high) { } }
    public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }
    public sealed class CreateAssetMenuAttribute : Attribute { public string menuName; }
}
`;

const MONO = (names: readonly string[]) => `
using System.Globalization;
using System.IO;
using System.Text;
using UnityEngine;
public static class Play
{
    public static void Main()
    {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
${names.map((name) => `        ${name}();`).join("\n")}
    }
${names
  .map(
    (name) => `
    private static void ${name}()
    {
        var flock = new ${name}Space.Flock(new ${name}Space.FlockwrightRun().Groups);
        var answers = new StringBuilder();
        foreach (string line in File.ReadAllLines("${name}.txt"))
        {
            string[] words = line.Split(' ');
            if (words[0] == "hold") flock.SetTarget(new Vector2(float.Parse(words[1]), float.Parse(words[2])));
            if (words[0] == "release") flock.ClearTarget();
            foreach (var unit in flock.Units)
            {
                int at = 3 + 7 * unit.Id;
                unit.Position = new Vector2(float.Parse(words[at]), float.Parse(words[at + 1]));
                unit.Velocity = new Vector2(float.Parse(words[at + 2]), float.Parse(words[at + 3]));
                unit.H = new Vector2(float.Parse(words[at + 4]), float.Parse(words[at + 5]));
                unit.Heading = Mathf.Atan2(unit.H.y, unit.H.x);
                unit.Omega = float.Parse(words[at + 6]);
            }
            flock.Tick();
            foreach (var unit in flock.Units)
            {
                answers.AppendFormat("{0:R} {1:R} {2:R} {3:R} {4:R} {5:R} {6} ", unit.Position.x, unit.Position.y,
                    unit.Velocity.x, unit.Velocity.y, unit.H.x, unit.H.y, unit.Leader ? 1 : 0);
            }
            answers.Append("\\n");
        }
        File.WriteAllText("${name}.out", answers.ToString());
    }`,
  )
  .join("\n")}
}
`;

const mcs = onPath("mcs");
const mono = onPath("mono");

describe("C#", () => {
  test.skipIf(!mcs || !mono)(
    "every tick of its programs is the core's, with a stub of Unity (Debian: mono-mcs, mono-runtime)",
    () =>
      inFolder((folder) => {
        const names = cases.map((_, at) => `Run${at}`);
        for (const [at, { plan, states }] of cases.entries()) {
          const text = csharp(plan, page).replace("namespace Flockwright", `namespace Run${at}Space`);
          writeFileSync(join(folder, `Run${at}.cs`), text);
          writeFileSync(join(folder, `Run${at}.txt`), script(states, HELD));
        }
        writeFileSync(join(folder, "Unity.cs"), UNITY);
        writeFileSync(join(folder, "Play.cs"), MONO(names));
        const sources = names.map((name) => `${name}.cs`);
        // Fields that only Unity's inspector sets are no fault.
        const options = ["-warnaserror", "-nowarn:649", "-out:play.exe"];
        execFileSync(mcs ?? "", [...options, "Unity.cs", "Play.cs", ...sources], {
          cwd: folder,
          stdio: "pipe",
        });
        execFileSync(mono ?? "", ["play.exe"], { cwd: folder, stdio: "pipe" });
        expectAnswers(names.map((name) => readFileSync(join(folder, `${name}.out`), "utf8")));
      }),
    PATIENCE,
  );
});
