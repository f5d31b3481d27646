import { expect, test } from "vitest";
import { f32Text } from "../../www/src/core/link/value";
import { parametersJson } from "../../www/src/share/export/json";
import { readRun } from "../../www/src/share/export/model";
import { Simulation, scenes } from "./core";
import { page, sourceOf, tunedRuns } from "./export";

const runs = tunedRuns();
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

test("a parameter file carries the link and the geometry of its run", () => {
  const link = "v=8&scene=path-patrol&ob=123-81-19.5&path=111-112_213-214&start=201-151-33.5";
  const run = new Simulation(link);
  const read = readRun(sourceOf(run));
  const file = JSON.parse(parametersJson(read, page));
  expect(file.link).toBe(run.link());
  expect(file.geometry.obstacles).toEqual({ edited: true, places: [[123, 81, 19.5]] });
  expect(file.geometry.groups[0].path.places).toEqual([
    [111, 112],
    [213, 214],
  ]);
  expect(file.geometry.groups[0].start.place).toEqual([201, 151, 33.5]);
  run.free();
});
