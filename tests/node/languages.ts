/** Exported programs in languages that run elsewhere: what plays their ticks beside the core's. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import type { Plan } from "../../www/src/keep/export/plan";
import { csharp, MATHF } from "../../www/src/keep/export/programs/csharp";
import { gdscript } from "../../www/src/keep/export/programs/gdscript";
import { javascript } from "../../www/src/keep/export/programs/javascript";
import { typeName } from "../../www/src/keep/export/text";
import { Simulation } from "./core";
import { inFolder, page } from "./export";
import {
  answerDiffers,
  expectTicks,
  type Held,
  moduleOf,
  planOfRun,
  type State,
  script,
  statesOf,
} from "./program";

/** A busy machine takes its time. */
export const PATIENCE = 180_000;

/** Where the pointer is held, so that few ticks see it come and go. */
const HELD: Held = { from: 2, to: 5, x: 200, y: 150 };

/** A run, its program, and what the core makes of it. */
export interface Case {
  link: string;
  plan: Plan;
  states: State[];
  /** Whether it matters who leads, by unit. */
  leaders: boolean[];
}

export function caseOf(link: string, run: Simulation, ticks: number, plan = planOfRun(run)): Case {
  const counts = run.groups().map(({ count }) => count);
  const leaders = plan.groups.flatMap((group, at) => Array<boolean>(counts[at] ?? 0).fill(group.leaders));
  return { link, plan, states: statesOf(run, ticks, HELD), leaders };
}

const onPath = (...tools: string[]) =>
  tools.find((tool) => process.env.PATH?.split(delimiter).some((folder) => existsSync(join(folder, tool))));

export const godot = onPath("godot3-server", "godot3");
export const csharpTools = onPath("mcs") && onPath("mono");

/** Holds what a language answers, by case, against the core. */
function expectAnswers(cases: readonly Case[], answers: readonly string[]): void {
  expect(answers.length).toBe(cases.length);
  for (const [at, { link, states, leaders }] of cases.entries()) {
    const [most, where] = answerDiffers(answers[at] ?? "", states, leaders);
    expect(most, `${link}: ${where}`).toBeLessThan(1e-3);
  }
}

/** Writes each case's program and what happens to it, lets them play, and reads their answers. */
function played(
  cases: readonly Case[],
  write: (plan: Plan, page: string) => string,
  extension: string,
  play: (folder: string, names: readonly string[]) => void,
): Promise<string[]> {
  return inFolder((folder) => {
    const names = cases.map((_, at) => `Run${at}`);
    for (const [at, { plan, states }] of cases.entries()) {
      writeFileSync(join(folder, `Run${at}.${extension}`), write(plan, page));
      writeFileSync(join(folder, `Run${at}.txt`), script(states, HELD));
    }
    play(folder, names);
    return names.map((name) => readFileSync(join(folder, `${name}.out`), "utf8"));
  });
}

/** Runs a script of Godot 3 in a folder; what goes wrong in it is only said. */
export function runGodot(folder: string, text: string): string {
  writeFileSync(join(folder, "project.godot"), "");
  writeFileSync(join(folder, "play.gd"), text);
  return execFileSync(godot ?? "", ["--no-window", "--path", folder, "-s", "play.gd"], {
    env: { ...process.env, HOME: folder },
    timeout: PATIENCE,
    stdio: "pipe",
    encoding: "utf8",
  });
}

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
				line += "%.9f %.9f %.9f %.9f " % [unit.force.x, unit.force.y, unit.torque, unit.brake]
			answers.store_line(line)
		answers.close()
		flock.free()
	quit()
`;

export const inGodot = (cases: readonly Case[]) =>
  played(cases, gdscript, "gd", (folder, names) => void runGodot(folder, GODOT(names)));

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
        public static Vector2 operator -(Vector2 a) { return new Vector2(-a.x, -a.y); }
        public static Vector2 operator *(float f, Vector2 a) { return a * f; }
        public static Vector2 operator *(Vector2 a, float f) { return new Vector2(a.x * f, a.y * f); }
        public static Vector2 operator /(Vector2 a, float f) { return new Vector2(a.x / f, a.y / f); }
        public static bool operator ==(Vector2 a, Vector2 b) { return (a - b).sqrMagnitude < 9.99999944E-11f; }
        public static bool operator !=(Vector2 a, Vector2 b) { return !(a == b); }
        public override bool Equals(object other) { return other is Vector2 && this == (Vector2)other; }
        public override int GetHashCode() { return x.GetHashCode() ^ y.GetHashCode(); }
    }
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }
    public struct Quaternion
    {
        public Vector3 angles;
        public static Quaternion Euler(float x, float y, float z) { return new Quaternion { angles = new Vector3(x, y, z) }; }
    }
    public struct Matrix4x4 { }
    public struct Color { public static Color gray, yellow, cyan; }
    public static class Gizmos
    {
        public static Matrix4x4 matrix;
        public static Color color;
        public static int drawn;
        public static void DrawLine(Vector3 from, Vector3 to) { drawn++; }
        public static void DrawWireSphere(Vector3 center, float radius) { drawn++; }
    }
    ${MATHF.replace("internal", "public")}
    public static class Time { public static float deltaTime { get { return 1f / 60f; } } }
    public class GameObject { public static int destroyed; }
    public class Transform
    {
        public GameObject gameObject = new GameObject();
        public Vector3 localPosition;
        public Quaternion localRotation;
        public Matrix4x4 localToWorldMatrix;
    }
    public class ScriptableObject { public static T CreateInstance<T>() where T : new() { return new T(); } }
    public class MonoBehaviour
    {
        public Transform transform = new Transform();
        public static int made;
        protected static T Instantiate<T>(T original, Transform parent) where T : new() { made++; return new T(); }
        protected static void Destroy(GameObject one) { GameObject.destroyed++; }
    }
    public sealed class RangeAttribute : Attribute { public RangeAttribute(float low, float high) { } }
    public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }
    public sealed class CreateAssetMenuAttribute : Attribute { public string menuName; }
    public sealed class AddComponentMenuAttribute : Attribute { public AddComponentMenuAttribute(string path) { } }
    public sealed class HideInInspectorAttribute : Attribute { }
}
`;

/** Compiles C# files of a folder, and runs them. */
export function runCSharp(folder: string, files: readonly string[]): string {
  const options = ["-warnaserror", "-r:System.Numerics", "-out:play.exe"];
  try {
    execFileSync("mcs", [...options, ...files], { cwd: folder, stdio: "pipe" });
  } catch (error) {
    throw new Error(String((error as { stderr?: unknown }).stderr ?? error));
  }
  return execFileSync("mono", ["play.exe"], { cwd: folder, stdio: "pipe", encoding: "utf8" });
}

/** Compiles a package for Unity with a stub of it, and runs it. Fields that only an inspector sets are no fault. */
export function runUnity(folder: string, files: ReadonlyMap<string, string>, play: string): string {
  const sources = [["Unity.cs", UNITY], ["Play.cs", play], ...files].filter(([path]) =>
    path?.endsWith(".cs"),
  );
  const names = sources.map(([path = "", text = ""]) => {
    const name = path.replace(/.*\//, "");
    writeFileSync(join(folder, name), text);
    return name;
  });
  try {
    execFileSync("mcs", ["-warnaserror", "-nowarn:649", "-out:play.exe", ...names], {
      cwd: folder,
      stdio: "pipe",
    });
  } catch (error) {
    throw new Error(String((error as { stderr?: unknown }).stderr ?? error));
  }
  return execFileSync("mono", ["play.exe"], { cwd: folder, stdio: "pipe", encoding: "utf8" });
}

/** The namespace of a run's C# program. */
export const spaceOf = ({ run }: Plan) => typeName(run).replace("Flockwright", "Flockwright.");

/** The namespaces of programs, each with a name for its files. */
const MONO = (spaces: ReadonlyMap<string, string>) => `
using System;
using System.Globalization;
using System.IO;
using System.Numerics;
using System.Text;
public static class Play
{
    public static void Main()
    {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
${[...spaces.keys()].map((name) => `        ${name}();`).join("\n")}
    }
${[...spaces]
  .map(
    ([name, space]) => `
    private static void ${name}()
    {
        var flock = new ${space}.Flock(new ${space}.FlockwrightRun().Groups);
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
                unit.Heading = (float)Math.Atan2(unit.H.Y, unit.H.X);
                unit.Omega = float.Parse(words[at + 6]);
            }
            flock.Tick();
            foreach (var unit in flock.Units)
            {
                answers.AppendFormat("{0:R} {1:R} {2:R} {3:R} {4:R} {5:R} {6} ", unit.Position.X, unit.Position.Y,
                    unit.Velocity.X, unit.Velocity.Y, unit.H.X, unit.H.Y, unit.Leader ? 1 : 0);
                answers.AppendFormat("{0:R} {1:R} {2:R} {3:R} ", unit.Force.X, unit.Force.Y, unit.Torque, unit.Brake);
            }
            answers.Append("\\n");
        }
        File.WriteAllText("${name}.out", answers.ToString());
    }`,
  )
  .join("\n")}
}
`;

export const inCSharp = (cases: readonly Case[]) =>
  played(cases, csharp, "cs", (folder, names) => {
    const spaces = new Map(cases.map(({ plan }, at) => [`Run${at}`, spaceOf(plan)]));
    writeFileSync(join(folder, "Play.cs"), MONO(spaces));
    runCSharp(folder, ["Play.cs", ...names.map((name) => `${name}.cs`)]);
  });

/** Programs in GDScript and in C# against the core: `what` says what they do as it does. */
export function testElsewhere(what: string, cases: () => readonly Case[]): void {
  test.skipIf(!godot)(
    `programs in GDScript ${what} (Godot 3; Debian: godot3-server)`,
    async () => expectAnswers(cases(), await inGodot(cases())),
    PATIENCE,
  );
  test.skipIf(!csharpTools)(
    `programs in C# ${what}, with a stub of Unity (Debian: mono-mcs, mono-runtime)`,
    async () => expectAnswers(cases(), await inCSharp(cases())),
    PATIENCE,
  );
}

/** The same, and in JavaScript. */
export function testPrograms(what: string, cases: () => readonly Case[]): void {
  test(`programs in JavaScript ${what}`, async () => {
    for (const { link, plan } of cases()) {
      const run = new Simulation(link);
      const { Flock, RUN } = await moduleOf(javascript(plan, page));
      expectTicks(run, new Flock(RUN), 8);
      run.free();
    }
  });
  testElsewhere(what, cases);
}
