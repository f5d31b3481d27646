/** The two parts of the core: see `src/bin/bindgen/split.rs`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { begin } from "./bench/contestants.mjs";
import { Simulation, wasmBytes } from "./core";

type Glue = typeof import("../../www/pkg/flockwright.js");

const pkg = fileURLToPath(new URL("../../www/pkg", import.meta.url));
const rule = "rule own\n\nsteer pointer.offset";

/** What one does at once: the hash in the end. */
function flown({ Simulation }: Pick<Glue, "Simulation">, link: string): string {
  const run = new Simulation(link);
  while (!run.placePart(1000));
  run.tick(5);
  run.pointer(30, 40);
  run.tickPart(1000);
  run.release();
  run.setSeed(3);
  const [first] = run.params();
  if (first) run.set(first.id, first.value);
  run.texts().forEach(({ id, value }) => {
    run.setText(id, value);
  });
  run.tick(150);
  run.seek(90);
  while (!run.seekPart(1000));
  const told = [run.caption(), run.scenery(), run.composition(), run.groups(), Simulation.behaviorCatalog()];
  for (const said of told) expect(said).toBeDefined();
  expect([run.compositionText(), run.geometry()]).toEqual(["", ""]);
  expect([run.recordedLink(), run.recordedEvents(), run.link()].join()).toContain("scene=");
  const hash = run.hash();
  run.free();
  return hash;
}

test("the first part flies every scene as the whole does, and does what one does to it at once", async () => {
  const { glue } = (await begin(pkg)) as { glue: Glue };
  for (const { link } of glue.scenes()) expect(flown(glue, link), link).toBe(flown({ Simulation }, link));
});

test.each([
  ["groups of its own", "scene=empty&groups=units.brigid.pcohesion-alignment-separation"],
  ["a layout of its own", "scene=flock-obstacles&ob=120-80-20"],
])("a link with %s waits for the second part", async (_, link) => {
  const { glue } = (await begin(pkg)) as { glue: Glue };
  expect(() => new glue.Simulation(link)).toThrow(WebAssembly.RuntimeError);
  expect(new Simulation(link).notices()).toEqual([]);
});

test.each([
  ["the second part", "src/wasm/rest.txt"],
  ["the npm package", "www/npm/core.txt"],
])("what the list of %s names is there", (_, path) => {
  const list = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").split("\n");
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(wasmBytes)).map(({ name }) => name);
  for (const line of list.filter((one) => /^\w/.test(one) && one !== "only" && !/^(\w+ )?fn /.test(one))) {
    const start = line.replace(/\*$/, "");
    expect(
      exported.some((name) => (start === line ? name === line : name.startsWith(start))),
      line,
    ).toBe(true);
  }
});

test("what is asked of the second part traps until it has come, and then goes on in the same run", async () => {
  const { glue, join } = (await begin(pkg)) as { glue: Glue; join(): void };
  const run = new glue.Simulation("scene=flock-wide&seed=5");
  run.tick(30);
  const { hash, asks } = {
    hash: run.hash(),
    asks: [
      () => glue.measures().length,
      () => run.sample().length,
      () => run.inspect(0)?.forces.length,
      () => run.blueprint().length,
      () => glue.readGoal("polarization=0.95..").measure,
      () =>
        new glue.Study({
          base: run.link(),
          vary: ["cohesion=0..4"],
          goals: ["polarization=0.95.."],
        }).jobs().length,
      () => glue.printRule(rule, "javascript", ["own", "weight"], [], []).code,
    ],
  };
  for (const ask of asks) expect(ask, String(ask)).toThrow(WebAssembly.RuntimeError);
  join();
  for (const ask of asks) expect(ask(), String(ask)).toBeTruthy();
  run.setDiagnosing(true);
  run.setMeasuring(true);
  expect(run.hash()).toBe(hash);
  run.tick(30);
  expect(run.takeSamples().length).toBeGreaterThan(0);
  const alone = new glue.Simulation("scene=flock-wide&seed=5");
  alone.tick(60);
  expect(run.hash()).toBe(alone.hash());
  alone.free();
  run.free();
});
