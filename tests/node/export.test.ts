import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { linkOfParameters, parametersJson } from "../../www/src/keep/export/json";
import { LANGUAGES } from "../../www/src/keep/export/languages";
import { readRun } from "../../www/src/keep/export/model";
import { camel, lowerSnake, pascal, upperSnake } from "../../www/src/keep/export/text";
import { f32Text } from "../../www/src/link/value";
import { Simulation, scenes } from "./core";
import { byName, inFolder, page, readBack, sourceOf, tunedRuns, wanted } from "./export";

const runs = tunedRuns();
const written = (key: string) => {
  const language = LANGUAGES.find((one) => one.key === key);
  if (!language) throw new Error(`no language '${key}'`);
  return runs.map((run) => language.write(run, page));
};
const onPath = (...tools: string[]) =>
  tools.find((tool) => process.env.PATH?.split(delimiter).some((folder) => existsSync(join(folder, tool))));
const bits = (value: number) => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;

test("the behaviors of an exported group are those of the core, in its order, each with its formula", () => {
  for (const scene of scenes()) {
    const run = new Simulation(scene.link);
    const groups = run.groups();
    const read = readRun(sourceOf(run));
    for (const group of groups) {
      const exported = read.groups.find(({ key }) => key === group.key);
      const forces = run.inspect(group.start)?.forces ?? [];
      expect(group.count, group.key).toBeGreaterThan(0);
      expect(exported?.behaviors.map(({ key, weight }) => [key, weight])).toEqual(
        forces.filter(({ key }) => key !== "edge").map(({ key, weight }) => [key, weight]),
      );
      for (const { formula, symbol } of exported?.behaviors ?? []) expect(formula).toContain(symbol);
      expect(exported?.motion.length).toBeGreaterThan(1);
    }
    run.free();
  }
});

test("an exported file says what every symbol in its formulas means", () => {
  const known = new Set(["F", "max", "min", "\u03c0", "\u03a3"]);
  for (const run of runs) {
    const own = run.groups.flatMap(({ values }) => values.map(({ symbol }) => symbol));
    const said = new Set([...known, ...own, ...run.symbols.keys()]);
    for (const { formula } of run.groups.flatMap(({ values }) => values)) {
      const words = formula.replace(/"[^"]*"/g, " ").match(/\p{L}[\p{L}\u2032]*(_[\p{L}\d]+)?/gu) ?? [];
      const named = formula.split("; ").map((line) => line.split(" ")[0]);
      expect(words.filter((word) => !said.has(word) && !named.includes(word))).toEqual([]);
    }
  }
});

test("a number is written as the shortest decimal that reads back as the same float", () => {
  expect(f32Text(Math.fround(0.1))).toBe("0.1");
  expect(f32Text(40_000)).toBe("40000");
  expect(f32Text(Math.fround(1e-7))).toBe("0.0000001");
  let seed = 1;
  for (let i = 0; i < 20_000; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const value = new Float32Array(Uint32Array.of((seed & 0x8fff_ffff) | 0x3800_0000).buffer)[0] ?? 0;
    expect(bits(Number(f32Text(value)))).toBe(bits(value));
  }
});

test("Rust compiles, and its constants have the core's bits", { timeout: 60_000 }, async () => {
  const modules = written("rust").map((text, at) => `pub mod scene${at} {\n${text}\n}`);
  const prints = runs.flatMap((run, at) =>
    run.groups.flatMap((group) =>
      group.values.map((value) => {
        const path = `scene${at}::${lowerSnake(group.key)}::${upperSnake(value.key)}`;
        return `println!("{${value.kind === "float" ? ":08x" : ""}}", ${path}${value.kind === "float" ? ".to_bits()" : ""});`;
      }),
    ),
  );
  const expected = runs.flatMap((run) =>
    run.groups.flatMap((group) =>
      group.values.map((value) =>
        value.kind === "float" ? bits(value.value).toString(16).padStart(8, "0") : String(value.value),
      ),
    ),
  );
  const output = await inFolder((folder) => {
    writeFileSync(
      join(folder, "main.rs"),
      `#![allow(dead_code)]\n${modules.join("\n")}\nfn main() {\n${prints.join("\n")}\n}`,
    );
    execFileSync("rustc", [
      "--edition",
      "2021",
      "-D",
      "warnings",
      "-o",
      join(folder, "main"),
      join(folder, "main.rs"),
    ]);
    return execFileSync(join(folder, "main"), { encoding: "utf8" });
  });
  expect(expected.length).toBeGreaterThan(300);
  expect(output.trimEnd().split("\n")).toEqual(expected);
});

/** The values of a JavaScript module, by group and name. */
async function evaluated(text: string): Promise<Record<string, Record<string, unknown>>> {
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)) as Record<
    string,
    Record<string, unknown>
  >;
}

async function expectModules(texts: readonly string[]): Promise<void> {
  for (const [at, run] of runs.entries()) {
    const module = await evaluated(texts[at] ?? "");
    expect(module.tick).toBe(1 / 60);
    for (const group of run.groups) {
      const made = module[camel(group.key)];
      for (const value of group.values) {
        const found = made?.[camel(value.key)];
        expect(typeof found === "number" ? Math.fround(found) : found, value.key).toBe(value.value);
      }
      expect(made?.behaviors ?? []).toEqual(
        group.behaviors.map(({ key, weight }) => [key, Number(f32Text(weight))]),
      );
    }
  }
}

test("JavaScript runs, and its values are the core's", () => expectModules(written("javascript")));

test("TypeScript passes the strict compiler, and its values are the core's", {
  timeout: 60_000,
}, async () => {
  const tsc = fileURLToPath(new URL("../../www/node_modules/.bin/tsc", import.meta.url));
  await inFolder(async (folder) => {
    const files = written("typescript").map((text, at) => {
      const file = join(folder, `scene${at}.ts`);
      writeFileSync(file, text);
      return file;
    });
    const options = ["--strict", "--target", "es2022", "--module", "esnext", "--outDir", join(folder, "out")];
    execFileSync(tsc, [...options, ...files], { cwd: folder });
    await expectModules(runs.map((_, at) => readFileSync(join(folder, "out", `scene${at}.js`), "utf8")));
  });
});

describe("C#", () => {
  const texts = written("csharp");
  const compiler = onPath("mcs", "csc");

  test("says the core's values, each constant once, with balanced braces", () => {
    for (const [at, run] of runs.entries()) {
      const text = texts[at] ?? "";
      const names = byName(
        run,
        (group) => pascal(group.key),
        (value, group) => pascal(value.key) + (pascal(value.key) === pascal(group.key) ? "Value" : ""),
      );
      const constant = /^public const (?:float|int|bool|string) (\w+) = (.*);$/;
      expect(readBack(text, "//", /^public static class (\w+)$/, constant, names)).toEqual(wanted(run));
      const code = text.replace(/\/\/.*$/gm, "").replace(/"(?:[^"\\]|\\.)*"/g, '""');
      expect(code.split("{").length).toBe(code.split("}").length);
      expect(code.split("(").length).toBe(code.split(")").length);
    }
  });

  test.skipIf(!compiler)("compiles", { timeout: 60_000 }, () =>
    inFolder((folder) => {
      const files = texts.map((text, at) => {
        const file = join(folder, `Scene${at}.cs`);
        // One namespace each: all scenes in one library.
        writeFileSync(file, `namespace Scene${at} {\n${text}\n}`);
        return file;
      });
      execFileSync(compiler ?? "", ["-target:library", `-out:${join(folder, "scenes.dll")}`, ...files]);
    }),
  );
});

describe("GDScript", () => {
  const texts = written("gdscript");
  const parser = onPath("gdparse");

  test("says the core's values, with constants indented by one tab in their class", () => {
    for (const [at, run] of runs.entries()) {
      const text = texts[at] ?? "";
      const names = byName(
        run,
        (group) => `${pascal(group.key)}Tuning`,
        (value) => upperSnake(value.key),
      );
      const constant = /^const (\w+): (?:float|int|bool|String) = (.*)$/;
      expect(readBack(text, "#", /^class (\w+):$/, constant, names)).toEqual(wanted(run));
      expect(text).not.toMatch(/^ /m);
      for (const line of text.split("\n").filter((one) => /^\tconst /.test(one))) {
        expect(line).toMatch(/^\tconst [A-Z][A-Z0-9_]*: (float|int|bool|String|Array) = \S/);
      }
    }
  });

  test.skipIf(!parser)("is parsed", { timeout: 60_000 }, () =>
    inFolder((folder) => {
      const files = texts.map((text, at) => {
        const file = join(folder, `scene${at}.gd`);
        writeFileSync(file, text);
        return file;
      });
      execFileSync(parser ?? "", files);
    }),
  );
});

test("a parameter file opens the run it was written from, and edited values take effect", () => {
  for (const run of runs) {
    const file = JSON.parse(parametersJson(run, page));
    const again = new Simulation(linkOfParameters(file));
    expect(again.notices()).toEqual([]);
    expect(again.link()).toBe(run.link);
    again.free();
  }
  const file = JSON.parse(parametersJson(runs[0] as (typeof runs)[0], page));
  file.groups[0].parameters.cohesion.value = 0.25;
  expect(new URLSearchParams(linkOfParameters(file)).get("cohesion")).toBe("0.25");
});

test("a parameter file carries the geometry of its run, and what it says was edited is read back", () => {
  const link = "v=1&scene=path-patrol&ob=123-81-19.5&path=111-112_213-214&start=201-151-33.5";
  const run = new Simulation(link);
  const read = readRun(sourceOf(run));
  const file = JSON.parse(parametersJson(read, page));
  expect(file.geometry.obstacles).toEqual({ edited: true, places: [[123, 81, 19.5]] });
  expect(file.geometry.groups[0].path.places).toEqual([
    [111, 112],
    [213, 214],
  ]);
  expect(file.geometry.groups[0].start.place).toEqual([201, 151, 33.5]);
  const again = new Simulation(linkOfParameters(file));
  expect(again.link()).toBe(run.link());
  again.free();
  file.geometry.obstacles.places.push([300, 200, 12]);
  file.geometry.groups[1].path = {
    edited: true,
    places: [
      [50, 60],
      [70, 80],
    ],
  };
  const moved = new Simulation(linkOfParameters(file));
  expect(moved.notices()).toEqual([]);
  expect(moved.scenery().obstacles).toContainEqual({ x: 300, y: 200, radius: 12 });
  expect(moved.blueprint()[1]?.path).toEqual([
    { x: 50, y: 60 },
    { x: 70, y: 80 },
  ]);
  moved.free();
  for (const { key, write } of LANGUAGES) {
    for (const number of ["123", "81", "19.5", "111", "214", "201", "33.5"])
      expect(write(read, page), key).toContain(number);
  }
  run.free();
  file.geometry.walls = { edited: true, places: [["x", 1, 2, 3, 4]] };
  expect(() => linkOfParameters(file)).toThrow("not made of numbers");
});
