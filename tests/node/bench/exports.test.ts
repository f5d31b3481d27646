/**
 * What a tick of an exported flock costs, and what it leaves behind, beside the core and Yuka, and how far exported
 * programs are from the core in 120 ticks: after `./build.sh package` and `./build.sh c`, in `www`,
 * `BENCH=1 node_modules/.bin/vitest run --project wasm bench/exports`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { csharp } from "../../../www/src/keep/export/programs/csharp";
import { gdscript } from "../../../www/src/keep/export/programs/gdscript";
import { javascript } from "../../../www/src/keep/export/programs/javascript";
import taken from "../../taken_along.json";
import { Simulation } from "../core";
import { inFolder, page } from "../export";
import { caseOf, inCSharp, inGodot, runCSharp, runGodot, spaceOf } from "../languages";
import { answerDiffers, follow, moduleOf, planOfRun, worst } from "../program";

const UNITS = [200, 500, 2000, 5000];

/** The book's flock, spread out: twelve neighbors in view, as in tests/bench/workloads.json. */
const linkOf = (units: number) => {
  const side = Math.round(628.7 * Math.sqrt(units / 1000) * 10) / 10;
  return `scene=flock-wide&wide_radius_factor=10&leaders=off&target=nobody&player.count=0&count=${units}&width=${side}&height=${side}`;
};

/** Ticks that are measured: fewer where each takes long. */
const ticksOf = (units: number) => Math.max(5, Math.round(10_000 / units));

/** Prints ms per tick and kB of garbage per tick of an object with `tick()`. */
const MEASURE = (ticks: number, slow: number) => `
for (let tick = 0; tick < ${slow}; tick++) flock.tick();
globalThis.gc();
const before = process.memoryUsage().heapUsed;
const begun = performance.now();
for (let tick = 0; tick < ${ticks}; tick++) flock.tick();
const spent = performance.now() - begun;
const left = process.memoryUsage().heapUsed - before;
console.log((spent / ${ticks}).toFixed(3) + " " + Math.max(0, left / 1024 / ${ticks}).toFixed(0));
`;

/** The young generation holds all of it, so that none is collected on the way. */
const runNode = (folder: string, text: string) => {
  writeFileSync(join(folder, "run.mjs"), text);
  const options = ["--expose-gc", "--max-semi-space-size=1024", "--min-semi-space-size=1024", "run.mjs"];
  return execFileSync("node", options, { cwd: folder, encoding: "utf8" }).trim();
};

const MONO = (space: string, ticks: number) => `
using System;
using System.Diagnostics;
public static class Play
{
    public static void Main()
    {
        var flock = new ${space}.Flock(new ${space}.FlockwrightRun().Groups);
        for (int tick = 0; tick < ${ticks}; tick++) flock.Tick();
        long before = GC.GetTotalMemory(true);
        var watch = Stopwatch.StartNew();
        for (int tick = 0; tick < ${ticks}; tick++) flock.Tick();
        double spent = watch.Elapsed.TotalMilliseconds;
        long left = GC.GetTotalMemory(false) - before;
        Console.WriteLine((spent / ${ticks}).ToString("0.000") + " " + Math.Max(0, left / 1024 / ${ticks}));
    }
}
`;

const GODOT = (ticks: number) => `extends SceneTree

func _init() -> void:
	var flock = load("res://run.gd").new()
	flock.tick()
	var begun = OS.get_ticks_usec()
	for _tick in range(${ticks}):
		flock.tick()
	print("SAID %.3f -" % ((OS.get_ticks_usec() - begun) / 1000.0 / ${ticks}))
	flock.free()
	quit()
`;

const NPM = (link: string, ticks: number) => `import { load, open } from "flockwright";
await load();
const flock = open("${link}");
${MEASURE(ticks, ticks)}`;

/** The C library of `./build.sh c`. */
const library = fileURLToPath(new URL("../../../target/package/c", import.meta.url));

const C = (link: string, ticks: number) => `
#include <flockwright.h>
#include <malloc.h>
#include <stdio.h>
#include <time.h>
static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return 1e3 * (double)at.tv_sec + 1e-6 * (double)at.tv_nsec;
}
int main(void) {
  FwFlock *flock = NULL;
  if (fw_open("${link}", true, &flock) != FW_STATUS_OK) return 1;
  if (fw_step(flock, ${ticks}) != FW_STATUS_OK) return 1;
  size_t before = mallinfo2().uordblks;
  double begun = now();
  for (int tick = 0; tick < ${ticks}; tick++) fw_step(flock, 1);
  double spent = now() - begun;
  printf("%.3f %.0f", spent / ${ticks}, (double)(mallinfo2().uordblks - before) / 1024 / ${ticks});
  fw_free(flock);
  return 0;
}
`;

const runC = (folder: string, text: string) => {
  writeFileSync(join(folder, "run.c"), text);
  execFileSync(
    "cc",
    ["-O2", "-I", library, "run.c", "-L", library, "-lflockwright", `-Wl,-rpath,${library}`, "-o", "run"],
    {
      cwd: folder,
      stdio: "pipe",
    },
  );
  return execFileSync(join(folder, "run"), { encoding: "utf8" });
};

const here = (path: string) => pathToFileURL(join(import.meta.dirname, path)).href;

test.skipIf(!process.env.BENCH)(
  "a tick of an exported flock",
  async () => {
    const { inProject } = await import("../package");
    const rows: string[] = [];
    for (const units of UNITS) {
      const link = linkOf(units);
      const run = new Simulation(link);
      expect(run.notices()).toEqual([]);
      const plan = planOfRun(run);
      const ticks = ticksOf(units);
      const row = await inFolder((folder) => {
        const script = runNode(
          folder,
          `${javascript(plan, page)}\nconst flock = new Flock(RUN);\n${MEASURE(ticks, ticks)}`,
        );
        const yuka = runNode(
          folder,
          `import { flockOf } from "${here("yuka.mjs")}";\nconst flock = flockOf({ units: ${units}, link: "${link}" });\n${MEASURE(ticks, ticks)}`,
        );
        writeFileSync(join(folder, "Run.cs"), csharp(plan, page));
        writeFileSync(join(folder, "Play.cs"), MONO(spaceOf(plan), ticks));
        const mono = runCSharp(folder, ["Play.cs", "Run.cs"]).trim();
        const few = units > 1000 ? 2 : 10;
        writeFileSync(join(folder, "run.gd"), gdscript(plan, page));
        const godot = /SAID (.*)/.exec(runGodot(folder, GODOT(few)))?.[1] ?? "?";
        const c = existsSync(join(library, "flockwright.h")) ? runC(folder, C(link, ticks)) : "?";
        return [script, mono, godot, yuka, c];
      });
      const npm = await inProject({}, (folder) => runNode(folder, NPM(link, ticks)));
      run.stopRecording();
      run.tick(ticks);
      const begun = performance.now();
      for (let tick = 0; tick < ticks; tick++) run.steer() && run.advance();
      const core = ((performance.now() - begun) / ticks).toFixed(3);
      run.free();
      rows.push(`| ${[units, ...row, npm, `${core} 0`].join(" | ")} |`);
    }
    console.log(
      `ms per tick and kB of garbage per tick\n| units | JavaScript | C# (Mono) | GDScript (Godot 3) | Yuka | C | npm | core (wasm) |\n${rows.join("\n")}`,
    );
  },
  600_000,
);

const TICKS = 120;

test.skipIf(!process.env.BENCH)(
  "120 ticks of exported programs, each from where the core is",
  async () => {
    const cases = taken.map((link) => {
      const run = new Simulation(link);
      expect(run.notices(), link).toEqual([]);
      const one = caseOf(link, run, TICKS);
      run.free();
      return one;
    });
    const [mono, godot] = [await inCSharp(cases), await inGodot(cases)];
    const rows = await Promise.all(
      cases.map(async ({ link, plan, states, leaders }, at) => {
        const { Flock, RUN } = await moduleOf(javascript(plan, page));
        const flock = new Flock(RUN);
        const off = states.slice(1).map((after, tick) => {
          const before = states[tick] as (typeof states)[number];
          follow(flock, before);
          if (tick === 2) flock.setTarget(200, 150);
          if (tick === 5) flock.clearTarget();
          flock.tick();
          return worst(flock, before, after)[0];
        });
        const answers = [mono, godot].map((of) => answerDiffers(of[at] ?? "", states, leaders)[0]);
        const all = [Math.max(...off), ...answers];
        expect(Math.max(...all), link).toBeLessThan(1e-3);
        return `| ${[link, states.length - 1, ...all.map((one) => one.toExponential(1))].join(" | ")} |`;
      }),
    );
    console.log(`| link | ticks | JavaScript | C# (Mono) | GDScript (Godot 3) |\n${rows.join("\n")}`);
  },
  600_000,
);
