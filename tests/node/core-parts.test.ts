/** The two parts of the core: see `src/bin/bindgen/split.rs`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { begin } from "./bench/contestants.mjs";
import { ruleItem, Simulation, wasmBytes } from "./core";

type Glue = typeof import("../../www/pkg/flockwright.js");

const root = fileURLToPath(new URL("../..", import.meta.url));
const pkg = resolve(root, "www/pkg");
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
  "scene=empty&groups=units.brigid.pcohesion-alignment-separation",
  "scene=empty&groups=units.bpoint.pwander*g1.rmonster.bpoint.ppursue-collision_avoidance.hunits&g1.count=3&wander=1.5",
  "scene=flock-wide&groups=boids.pcohesion-separation-fright.fg1*g1.lboids.rmonster.pchase.hboids",
])("a link with groups of its own flies with the first part alone: %s", async (link) => {
  const { glue } = (await begin(pkg)) as { glue: Glue };
  const whole = new Simulation(link);
  const alone = new glue.Simulation(link);
  expect(whole.notices()).toEqual([]);
  expect(whole.compositionText()).not.toBe("");
  for (const run of [whole, alone]) run.tick(120);
  for (const ask of ["hash", "link", "compositionText", "recordedLink"] as const)
    expect(alone[ask](), ask).toBe(whole[ask]());
  alone.seek(60);
  while (!alone.seekPart(1000));
  expect(alone.ticks()).toBe(60);
  alone.free();
  whole.free();
});

test.each([
  ["a rule of its own", `scene=flock-wide&groups=boids.p${ruleItem(rule)}`],
  ["a layout of its own", "scene=flock-obstacles&ob=120-80-20"],
  ["recorded inputs", "scene=flock-wide&ev=P.cohesion*1.5"],
  ["a name that there is not", "scene=flock-wide&cohesoin=2"],
  ["a number of its own length", "scene=flock-wide&cohesion=1.00000000000000000001"],
])("a link with %s waits for the second part", async (_, link) => {
  const { glue } = (await begin(pkg)) as { glue: Glue };
  expect(() => new glue.Simulation(link)).toThrow(WebAssembly.RuntimeError);
  const whole = new Simulation(link);
  expect(whole.notices().filter((told) => !told.includes("cohesoin"))).toEqual([]);
});

/** The names of all functions, as the linker has left them. */
function linkedNames(): string[] {
  const target = process.env.CARGO_TARGET_DIR ?? "target";
  const file = resolve(root, target, "wasm32-unknown-unknown/release/flockwright.wasm");
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(readFileSync(file)), "name");
  const bytes = Buffer.from(section ?? new ArrayBuffer(0));
  let read = 0;
  const number = () => {
    let [value, shift] = [0, 0];
    do {
      value |= ((bytes[read] ?? 0) & 127) << shift;
      shift += 7;
    } while ((bytes[read++] ?? 0) & 128);
    return value;
  };
  const text = () => {
    const length = number();
    read += length;
    return bytes.toString("latin1", read - length, read);
  };
  while (read < bytes.length) {
    const [kind, size] = [number(), number()];
    const functions = 1;
    if (kind !== functions) read += size;
    else
      return Array.from({ length: number() }, () => {
        number();
        return text();
      });
  }
  return [];
}

test.each([
  ["the second part", "src/wasm/rest.txt"],
  ["the npm package", "www/npm/core.txt"],
])("what the list of %s names is there", (_, path) => {
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(wasmBytes)).map(({ name }) => name);
  const functions = linkedNames();
  const lines = readFileSync(resolve(root, path), "utf8").split("\n");
  for (const line of lines.filter((one) => /^\w/.test(one) && one !== "only")) {
    const [, parts] = /^(?:\w+ )?fn (.*)/.exec(line) ?? [];
    const pattern = parts
      ? parts.replaceAll("$", "\\$").split(" ").join(".*")
      : `^${line.replace(/\*$/, ".*")}$`;
    const names = parts ? functions : exported;
    expect(
      names.some((name) => new RegExp(pattern).test(name)),
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
