/** What exported programs say: types, sizes, edited layouts, and texts that try to leave their comment or string. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Plan } from "../../www/src/keep/export/plan";
import { PROGRAMS, whyNot } from "../../www/src/keep/export/programs";
import { Simulation, scenes } from "./core";
import { inFolder, page } from "./export";
import { moduleOf, planOfRun } from "./program";

function planOfLink(link: string): Plan {
  const run = new Simulation(link);
  const plan = planOfRun(run);
  run.free();
  return plan;
}

/** Every scene as it is today, and a composed run in which groups hunt, follow, flock and ignore. */
const LINKS = [
  ...scenes().map(({ link }) => link),
  "v=2&scene=zombie-horde&groups=zombies*survivors*g1.rmonster.bpoint.ppursue-crowd_separation.hzombies*" +
    "g2.rsoldier.bpoint.pleader_following-rts_separation.og1.ig1*g3.rinterceptor.brigid.pcohesion.azombies.hg1",
];

const plans = LINKS.flatMap((link) => {
  const run = new Simulation(link);
  const offered = whyNot(run) === "";
  run.free();
  return offered ? [planOfLink(link)] : [];
});

const program = (key: string) => {
  const found = PROGRAMS.find((one) => one.key === key);
  if (!found) throw new Error(`no program '${key}'`);
  return found;
};

test("TypeScript programs pass the strict compiler, without anything unused", { timeout: 120_000 }, () =>
  inFolder((folder) => {
    const tsc = fileURLToPath(new URL("../../www/node_modules/.bin/tsc", import.meta.url));
    const files = plans.map((plan, at) => {
      const file = join(folder, `run${at}.ts`);
      writeFileSync(file, program("typescript").write(plan, page));
      return file;
    });
    const options = [
      "--strict",
      "--noUnusedLocals",
      "--noUnusedParameters",
      "--target",
      "es2022",
      "--module",
      "esnext",
    ];
    execFileSync(tsc, [...options, "--noEmit", ...files], { cwd: folder, stdio: "pipe" });
  }),
);

test("the file that plays by itself is smaller than 40 kB", () => {
  for (const plan of plans)
    expect(program("html").write(plan, page).length, plan.run.scene.key).toBeLessThan(40_000);
});

test("edited obstacles, walls, paths and starts are in every program", () => {
  const plan = planOfLink(
    "scene=path-patrol&ob=123-81-19.5&wa=51-52-401-63-4.5&path=111-112_213-214&start=201-151-33.5",
  );
  for (const { key, write } of PROGRAMS) {
    const text = write(plan, page);
    // Some lines on the core have the link.
    const isCore = key === "rust" || key === "python";
    const all = isCore ? /ob=123-81-19.5/ : /19\.5/;
    if (key === "godot") continue;
    expect(text, key).toMatch(all);
    if (isCore) continue;
    for (const number of [
      "123",
      "81",
      "51",
      "52",
      "401",
      "63",
      "4.5",
      "111",
      "112",
      "213",
      "214",
      "201",
      "151",
      "33.5",
    ]) {
      expect(text, `${key}: ${number}`).toMatch(new RegExp(`\\b${number.replace(".", "\\.")}(?!\\d)`));
    }
  }
});

test("every slider of the resource for Godot is a number that its program reads", () => {
  for (const plan of plans) {
    const code = program("gdscript").write(plan, page);
    const functions = code.slice(code.indexOf("\nfunc "));
    for (const [, name] of program("godot")
      .write(plan, page)
      .matchAll(/flock\.groups\[\d+\]\.(\w+) = /g)) {
      expect(functions, `${plan.run.link}: ${name}`).toMatch(new RegExp(`[gG]roup\\.${name}\\b`));
    }
  }
});

/** Texts that would end a comment, a string or an element, were they written as they are. */
const HOSTILE = [
  '*/ throw new Error("out") /*',
  '"; throw new Error("out"); "',
  "\n\u2028throw new Error('out')\r\n#",
  "</script><script>throw new Error('out')</script>",
  '"""\nraise SystemExit(3)\n"""',
  "\\",
  "$&$1`$`",
];

/** A plan in which every text that could come from a person is hostile. */
function hostile(text: string): Plan {
  const plan = planOfLink("scene=leader-following");
  plan.run.scene.title = text;
  plan.run.scene.source = text;
  plan.run.link = text;
  for (const group of plan.groups) {
    group.label = text;
    for (const value of group.values) {
      value.label = text;
      value.doc = text;
      value.unit = text;
      if (value.kind === "text") value.options = [text];
    }
    group.idle.push(text);
  }
  return plan;
}

test.each(HOSTILE)("a text cannot leave its comment or string: %j", async (text) => {
  const plan = hostile(text);
  const javascript = program("javascript").write(plan, text);
  const module = await moduleOf(javascript);
  expect(module.RUN.groups[0]?.label).toBe(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
  new module.Flock(module.RUN).tick();
  const html = program("html").write(plan, text);
  expect(html.match(/<\/?script/g)).toEqual(["<script", "</script"]);
  // In no language does code begin with what the text says.
  for (const { key, write } of PROGRAMS.filter(({ kind }) => kind !== "html")) {
    for (const line of write(plan, text).split(/[\n\u2028]/)) {
      expect(line, key).not.toMatch(/^\s*(throw new Error\(.out|raise SystemExit)/);
    }
  }
});

test("a program in Python is some lines on the package, and opens the very run", () => {
  const text = program("python").write(planOfLink("v=1&scene=flock-limited&cohesion=2"), page);
  expect(text).toContain('world = fw.World.from_link("v=1&scene=flock-limited&cohesion=2")\n');
  expect(text.split("\n").filter((line) => line && !line.startsWith("#")).length).toBeLessThanOrEqual(10);
});

test("units can be added and removed, and time is kept in ticks of 1/60 s", async () => {
  const run = new Simulation("scene=flock-limited");
  const { Flock, RUN } = await moduleOf(program("javascript").write(planOfRun(run), page));
  run.free();
  const flock = new Flock(RUN);
  const many = flock.units.length;
  const unit = flock.add(RUN.groups[0], { x: 100, y: 100, heading: 1 });
  expect(flock.units.length).toBe(many + 1);
  const before = { x: unit.x, y: unit.y };
  flock.step(1 / 120);
  expect({ x: unit.x, y: unit.y }).toEqual(before);
  flock.step(1 / 120);
  expect({ x: unit.x, y: unit.y }).not.toEqual(before);
  // Drawn between two ticks, as far as time has come.
  flock.step(1 / 240);
  expect(flock.alpha).toBeCloseTo(0.25);
  const shown = flock.shown(unit);
  expect(Math.hypot(unit.x - shown.x, unit.y - shown.y)).toBeCloseTo(Math.hypot(unit.vx, unit.vy) / 80, 3);
  flock.remove(unit);
  expect(flock.units).not.toContain(unit);
  flock.step(0.1);
});
