/** The two parts of the core: see `src/bin/bindgen/split.rs`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { begin } from "./bench/contestants.mjs";
import { wasmBytes } from "./core";

type Glue = typeof import("../../www/pkg/flockwright.js");

const pkg = fileURLToPath(new URL("../../www/pkg", import.meta.url));
const rule = "rule own\n\nsteer pointer.offset";

test("the first part opens every scene, and does all that changes a run", async () => {
  const { glue } = (await begin(pkg)) as { glue: Glue };
  for (const { link } of glue.scenes()) {
    const run = new glue.Simulation(link);
    run.tick(5);
    run.pointer(30, 40);
    run.tickPart(1000);
    run.release();
    run.tryIt(true);
    run.setSeed(3);
    const [first] = run.params();
    if (first) run.set(first.id, first.value);
    run.texts().forEach(({ id, value }) => {
      run.setText(id, value);
    });
    for (const wrong of run.setRule(0, rule)) expect(wrong).toContain("does not steer a tile walker");
    run.removeBehavior(0, "own");
    run.compose(run.compositionText());
    run.setGeometry(run.geometry());
    run.tick(5);
    run.seek(2);
    while (!run.seekPart(1000));
    expect(run.hash()).toHaveLength(16);
    for (const said of [run.caption(), run.scenery(), run.layout(), run.composition(), run.groups()])
      expect(said).toBeDefined();
    const again = glue.Simulation.openRecording(run.recordedLink(), run.recordedEvents(), run.end());
    again.seek(run.ticks());
    while (!again.seekPart(1000));
    expect(again.hash(), link).toBe(run.hash());
    again.free();
    run.free();
  }
});

test.each([
  ["the second part", "src/wasm/rest.txt"],
  ["the npm package", "www/npm/core.txt"],
])("what the list of %s names is there", (_, path) => {
  const list = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").split("\n");
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(wasmBytes)).map(({ name }) => name);
  for (const line of list.filter((one) => /^\w/.test(one) && one !== "only" && !one.startsWith("fn "))) {
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
        new glue.Study({ base: run.link(), vary: ["cohesion=0..4"], goals: ["polarization=0.95.."] }).jobs()
          .length,
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
