/** The npm package in a new project: what its README says, in Node. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Simulation } from "./core";
import { inProject, tarball } from "./package";

const readme = readFileSync(new URL("../../www/npm/README.md", import.meta.url), "utf8");
const tsc = fileURLToPath(new URL("../../www/node_modules/.bin/tsc", import.meta.url));

/** The example of the README, which tells what it has done. */
const example = `${/```js\n([\s\S]*?)```/.exec(readme)?.[1]}`.replace(
  "flock.free();",
  "frame(0.1); console.log(drawn, flock.count, flock.get('cohesion'));\nflock.free();",
);

const USE = `
import { build, load, open, replay, rule, TICK, wallsFromTiles } from "flockwright";
await load();
const said = {};
const throws = (act) => { try { act(); } catch (error) { return error.message; } };

const flock = open("https://example.com/?v=8&scene=flock-limited&seed=7&cohesion=2#here");
said.notices = flock.notices;
flock.tick(300);
said.hash = flock.hash;
said.groups = flock.groups().map(({ name, start, count }) => [name, start, count]);
said.steps = [flock.step(0.009), flock.step(0.009), flock.step(10), flock.ticks, TICK];
const lengths = [flock.x, flock.y, flock.vx, flock.vy, flock.hx, flock.hy, flock.length].map((view) => view.length);
said.views = [...new Set(lengths)];
const width = flock.get("width");
said.fits = flock.x.every((x) => x >= 0 && x <= width);
said.values = [flock.set("cohesion", 99), flock.set("view", "narrow"), flock.get("boids.view"), flock.set("toroidal", true)];
said.texts = throws(() => flock.set("view", "upward"));
said.unknown = [throws(() => flock.set("nothing", 1)), throws(() => flock.add("nobody", { x: 1, y: 1, heading: 0 })),
  ...["cohesin", "boids.cohesin", "bods.cohesion"].map((key) => throws(() => flock.get(key)))];
const bird = flock.add("boids", { x: 50, y: 60, heading: 0 });
const id = flock.index(bird);
said.handles = [bird, flock.handles[id], flock.index(9999) ?? "gone"];
said.added = [id, flock.count, flock.x[id], flock.y[id], flock.hx[id]];
flock.remove(3);
said.removed = [flock.count, flock.x[id - 1], throws(() => flock.remove(9999))];
flock.obstacles = [{ x: 100, y: 80, radius: 20 }, { x: 300, y: 300, radius: 12.5 }];
said.obstacles = flock.obstacles;
said.link = flock.link;
flock.obstacles = [{ x: 100.123, y: 50, radius: 30 }];
said.exactly = [flock.obstacles[0].x, throws(() => (flock.obstacles = [{ x: 1, y: 1, radius: 5 }, { x: -5, y: 1, radius: 5 }]))];
said.exactly.push(flock.obstacles.map(({ x }) => x));
flock.free();
flock.free();
said.freed = throws(() => flock.tick());

// Walls and paths as it runs, and why a unit steers as it does.
const ways = open("scene=path-patrol");
ways.walls = [{ from: { x: 0, y: 50 }, to: { x: 80, y: 50 }, radius: 4 }];
const walker = ways.groups()[0].name;
ways.setPath(walker, [{ x: 20, y: 20 }, { x: 200, y: 120 }]);
said.ways = [ways.walls, ways.scenery().paths[0].nodes, throws(() => (ways.walls = [{ from: { x: NaN, y: 0 }, to: { x: 1, y: 1 }, radius: 1 }]))];
ways.tick(60);
ways.free();
const why = open("scene=flock-limited&count=60");
said.pathless = throws(() => why.setPath("boids", [{ x: 1, y: 1 }]));
why.tick(300);
const near = why.inspect(why.handles[5]);
said.why = [near.neighbors.length > 0, near.neighbors.every((one) => why.index(one) !== undefined), Object.keys(near.forces).slice(0, 3), throws(() => why.inspect(9999))];
why.steer();
const sum = Object.values(near.forces).reduce((all, force) => [all[0] + force.x, all[1] + force.y], [0, 0]);
const limited = Math.hypot(...sum) > 0 && Number.isFinite(why.forces.x[5]);
said.why.push(limited);
why.free();
const small = build({ width: 31.6, height: 31.6, values: { edges: "wrap", toroidal: true }, groups: { particles: { body: "particle", count: 40, behaviors: ["mean_heading"], values: { length: 1.6, noise: 1 } } } });
small.tick(300);
said.small = [small.get("width"), small.x.every((x) => x >= 0 && x <= 31.6)];
small.free();

// Bodies of one's own: to steer and to move is a tick, and what is written in between is where they are.
const [whole, halves] = [open("scene=flock-limited&count=20"), open("scene=flock-limited&count=20")];
whole.tick(60);
for (let tick = 0; tick < 60; tick++) {
  halves.steer();
  halves.move();
}
said.halves = whole.hash === halves.hash;
halves.x[0] = 123.5;
halves.heading[0] = 1;
halves.steer();
const { x: fx, y: fy, torque, brake } = halves.forces;
said.forces = [[fx, fy, torque, brake].every((all) => all.length === halves.count && all.every(Number.isFinite)), halves.x[0], halves.hx[0].toFixed(4)];
halves.vy[3] = NaN;
said.notFinite = throws(() => halves.steer());

// Nothing is recorded, and memory stays what it is.
const long = open("scene=flock-limited&count=20");
said.recording = long.recording() ?? "none";
long.free();

const hunt = build({
  seed: 3,
  groups: {
    prey: { body: "rigid", behaviors: ["cohesion"], values: { view: "wide" }, count: 5 },
    hunters: { behaviors: ["seek"], count: 4, values: { goal: "target", heeds_pointer: false } },
  },
});
hunt.setTarget("hunters", { x: 77, y: 33 });
hunt.tick(900);
const at = hunt.groups().find(({ name }) => name === "hunters").start;
said.near = Math.max(...[0, 1, 2, 3].map((k) => Math.hypot(hunt.x[at + k] - 77, hunt.y[at + k] - 33)));
// Whatever their goals, and whatever else is hunted: it is what all of them head for, or run from.
said.heads = Object.fromEntries(["seek", "arrive", "pursue", "chase", "flee"].map((behavior) => {
  const body = behavior === "chase" ? "rigid" : "point";
  const flock = build({ groups: { units: { body, behaviors: [behavior], count: 6 } } });
  const at = { x: 120, y: 90 };
  flock.setTarget("units", at);
  if (behavior !== "chase") flock.hold({ x: 500, y: 400 });
  const least = () => [...flock.x].map((x, k) => Math.hypot(x - at.x, flock.y[k] - at.y));
  let near = least();
  for (let tick = 0; tick < 900; tick++) {
    flock.tick();
    near = behavior === "flee" ? least() : least().map((distance, k) => Math.min(distance, near[k]));
  }
  flock.free();
  return [behavior, behavior === "flee" ? Math.min(...near) : Math.max(...near)];
}));
// A unit and its group are targets wherever it goes; what is none says so.
const after = (target) => {
  const flock = build({ groups: {
    prey: { body: "rigid", behaviors: ["cohesion"], values: { view: "wide" }, count: 1 },
    hunters: { behaviors: ["seek"], count: 4, values: { goal: "target", heeds_pointer: false } },
  } });
  flock.setTarget("hunters", target(flock));
  flock.tick(120);
  const hash = flock.hash;
  flock.free();
  return hash;
};
const prey = (flock) => flock.handles[flock.groups().find(({ name }) => name === "prey").start];
const hashes = [after(() => null), after((flock) => ({ unit: prey(flock) })), after(() => ({ group: "prey" }))];
said.targets = [hashes[1] === hashes[2], hashes[0] !== hashes[1]];
said.untargeted = [{ unit: 999 }, { group: "hunters" }, { group: "pray" }, { x: NaN, y: 1 }].map((target) =>
  throws(() => hunt.setTarget("hunters", target)));
said.set = [hunt.set("hunters.max_speed", 50), hunt.get("hunters.count"), hunt.set("prey.cohesion", 3)];
hunt.free();
said.nonsense = throws(() => build({ groups: { a: { behaviors: ["sleep"], hunts: ["b"], values: { courage: 1 } } } }));
said.empty = throws(() => build({ groups: {} }));

// A reef with sharks: who catches whom.
const reef = build({ width: 400, height: 300, groups: {
  fish: { behaviors: ["wander", "separation"], count: 60, fears: ["shark"] },
  shark: { behaviors: ["pursue"], count: 2, hunts: ["fish"], values: { catch_factor: 2, caught: "remove" } },
} }, { events: true });
const caught = [];
for (let tick = 0; tick < 600; tick++) {
  reef.tick();
  caught.push(...reef.events().filter(({ kind }) => kind === "caught"));
}
const isShark = (unit) => reef.handles.slice(-2).includes(unit);
said.reef = [caught.length > 1 && reef.count === 62 - caught.length && reef.x.length === reef.count, caught.every(({ unit, by, hunter }) => by === "shark" && isShark(hunter) && !isShark(unit))];
reef.free();

const text = "rule left\\nparam push = 1 in 0..2\\nsteer -push";
const ruled = build({ groups: { birds: { behaviors: ["cohesion", rule(text)], values: { view: "wide" }, ruleValues: { "left-push": 0.5 } } } });
const bare = build({ groups: { birds: { behaviors: ["cohesion"], values: { view: "wide" } } } });
bare.setRule("birds", text);
bare.set("left-push", 0.5);
said.ruled = [ruled.link === bare.link, ruled.get("left-push")];
ruled.tick(60);
bare.tick(60);
said.ruled.push(ruled.hash === bare.hash);
// A map of 100 by 200 tiles in which every second one is blocked.
const maze = build({ width: 400, height: 800, groups: { birds: { behaviors: ["seek"], count: 9 } } });
const bits = Uint8Array.from({ length: 20000 }, (_, at) => (at + Math.floor(at / 100)) % 2);
maze.walls = wallsFromTiles(100, bits, 4);
maze.tick(5);
const joined = wallsFromTiles(3, [1, 1, 1, 0, 1, 0], 10);
said.maze = [maze.walls.length, maze.walls[0].radius, joined.length, joined[0].from, joined[0].to,
  throws(() => (maze.walls = Array(100_000).fill(joined[0]))), maze.walls.length];
maze.free();
const hiding = build({ groups: { birds: { behaviors: ["cohesion", "hide"], values: { view: "wide" }, ruleValues: { "hide-gap": 7 } } } });
bare.setRule("birds", "hide");
said.recipes = [hiding.get("hide-gap"), bare.get("hide-gap"), hiding.link.includes("hide-gap=7"),
  throws(() => build({ groups: { birds: { behaviors: ["hyde"] } } }))];
hiding.free();
ruled.setRule("birds", text.replace("-push", "push"));
said.ruled.push(ruled.link === bare.link);
// The names of a plan are those of its rules, targets, parameters and links.
const follow = rule('rule follow "Go to the sheep near"\\nsteer mean(j in group("Sheep-1", 900): j.offset)');
const lost = rule('rule lost "Go to the cats"\\nsteer mean(j in group("cats", 900): j.offset)');
const herd = { "sheep-1": { behaviors: ["cohesion"], count: 9 }, "dog 🐕": { behaviors: [follow], count: 1 } };
const herded = build({ groups: herd });
said.herd = [herded.notices, herded.groups().map(({ name, label }) => [name, label]), herded.get("Dog.count"), herded.get("dog 🐕.count"),
  herded.link.includes("nsheep_1"), throws(() => herded.setTarget("cat", null))];
const from = herded.x[9];
herded.tick(60);
said.herd.push(herded.x[9] !== from);
const stray = build({ groups: { ...herd, "dog 🐕": { behaviors: [lost], count: 1 } } });
said.stray = stray.notices;
stray.setRule("DOG", 'rule lost "Go to the sheep"\\nsteer mean(j in group("sheep 1", 900): j.offset)');
said.stray.push(stray.notices.length);
said.misspelled = [throws(() => rule("steer seek(gaol.offset)")), throws(() => ruled.setRule("birds", "steer nobody"))];

const done = open("scene=flock-limited", { record: true });
said.exactly.push(throws(() => (done.obstacles = [{ x: 100.123, y: 50, radius: 30 }])));
done.tick(10);
done.hold({ x: 200, y: 150 });
done.set("cohesion", 3);
done.tick(50);
done.release();
done.tick(20);
said.refused = [throws(() => done.remove(0)), throws(() => done.setTarget("boids", null))];
said.many = throws(() => (done.obstacles = Array.from({ length: 5000 }, () => ({ x: 9, y: 9, radius: 9 }))));
said.noUnits = [NaN, -1, 0.5, 2 ** 32, undefined].map((unit) => String(done.index(unit)));
try {
  replay({ ...done.recording(), events: "Mist" });
} catch (why) {
  said.wrongEvents = [why instanceof Error, why.message];
}
const again = replay(done.recording());
again.tick(80);
said.replayed = again.hash === done.hash;
console.log(JSON.stringify(said));
`;

const TYPED = `
import { build, type Flock, load, open, rule, type Target, type WorldPlan } from "flockwright";
const plan: WorldPlan = { groups: { flock: { body: "rigid", behaviors: ["cohesion"], values: { view: "wide" } } } };
await load();
const flock: Flock = build(plan, { record: false });
const target: Target = { x: 1, y: 2 };
flock.setTarget("flock", target);
const views: Float32Array[] = [flock.x, open("scene=patrol").hy];
const role: string = flock.groups()[0]?.label ?? "";
export const kept = [views, role, rule("steer 1"), flock.parameters()[0]?.min];
// @ts-expect-error: there is no such body.
build({ groups: { a: { body: "ghost", behaviors: [] } } });
// @ts-expect-error: nor such a behavior.
build({ groups: { a: { behaviors: ["cohesoin"] } } });
// @ts-expect-error: nor such a parameter.
build({ groups: { a: { behaviors: ["cohesion"], values: { cohesin: 1 } } } });
// What hunts has the parameters of catches, and an event of a catch its hunter.
const reef = build({ groups: { shark: { behaviors: ["seek"], hunts: ["shark"], values: { catch_factor: 2, caught: "tells" } } } });
export const hunters: number[] = reef.events().map((event) => (event.kind === "caught" ? event.hunter : event.unit));
// A recipe is a behavior by its key.
build({ groups: { a: { behaviors: ["cohesion", "hide"], ruleValues: { "hide-gap": 7 } } } });
// Rules have keys of their own: another one is an error when it runs.
flock.set("left", 0.5);
flock.set("left-push", flock.set("flock.cohesion", 1));
// A plan that the compiler knows has its groups, and each parameter its values.
const known = build({ groups: { fish: { behaviors: ["cohesion"] }, shark: { behaviors: ["seek"], hunts: ["fish"] } } });
known.setTarget("shark", { group: "fish" });
known.set("shark.max_speed", known.get("cohesion") + known.set("fish.cohesion", "2"));
known.set("left", known.get("edges"));
known.add(known.groups()[0]?.name ?? "fish", { x: 1, y: 1, heading: 0 });
export const any: Flock = known;
any.set(String("view"), "wide");
// @ts-expect-error: there is no such group.
known.setTarget("sharks", null);
// @ts-expect-error: nor such a target.
known.setTarget("shark", { group: "fishes" });
// @ts-expect-error: nor such a group to add to.
known.add("whale", { x: 1, y: 1, heading: 0 });
// @ts-expect-error: nor such a group with parameters.
known.set("whale.cohesion", 1);
// @ts-expect-error: nor such a choice.
known.set("fish.view", "upward");
// @ts-expect-error: nor such a choice in the world.
known.set("edges", "bounces");
// @ts-expect-error: a number is no switch.
known.set("toroidal", 3);
// @ts-expect-error: nor such a group to hunt.
build({ groups: { shark: { behaviors: ["seek"], hunts: ["fishes"] } } });
// @ts-expect-error: nor such a view.
build({ groups: { a: { behaviors: ["cohesion"], values: { view: "upward" } } } });
`;

/** What the snippets of the README leave to their reader. */
const READERS = `
interface Vector { x: number; y: number }
interface Body {
  translation(): Vector; linvel(): Vector; rotation(): number;
  resetForces(wake: boolean): void; resetTorques(wake: boolean): void;
  addForce(force: Vector, wake: boolean): void; addTorque(torque: number, wake: boolean): void;
}
declare const draw: (x: number, y: number, angle: number) => void;
declare const bodies: Body[];
declare const world: { step(): void };
declare const flock: import("flockwright").Flock;
`;

/** Snippets of the README in JavaScript, as modules. */
const snippets = Object.fromEntries(
  [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code], at) => [
    `readme${at}.js`,
    `${code}\nexport {};\n`,
  ]),
);

/** Settings of TypeScript: each resolution of modules, with the DOM library and without. */
const settings = Object.fromEntries(
  (["Node16", "NodeNext", "Bundler"] as const).flatMap((resolution) =>
    [true, false].map((dom) => {
      const compilerOptions = {
        strict: true,
        // Parameters of functions in JavaScript have no types.
        noImplicitAny: false,
        allowJs: true,
        checkJs: true,
        noEmit: true,
        module: resolution === "Bundler" ? "ESNext" : resolution,
        moduleResolution: resolution,
        target: "ES2022",
        types: [],
        lib: dom ? ["ES2023", "DOM"] : ["ES2023"],
      };
      const files = ["typed.ts", "readers.d.ts", ...Object.keys(snippets)];
      return [`${resolution}-${dom ? "dom" : "none"}.json`, JSON.stringify({ compilerOptions, files })];
    }),
  ),
);

test("TypeScript accepts the package and what its README shows in all settings", () =>
  inProject({ "typed.ts": TYPED, "readers.d.ts": READERS, ...snippets, ...settings }, (folder) => {
    expect(Object.keys(snippets).length).toBeGreaterThan(1);
    for (const config of Object.keys(settings))
      expect(spawnSync(tsc, ["-p", config], { cwd: folder, encoding: "utf8" }).stdout, config).toBe("");
  }));

test("a new project installs the package, and does with it what its README says", () =>
  inProject(
    {
      "use.js": USE,
      "example.js": `let drawn = 0; const draw = () => drawn++;\n${example}`,
    },
    (folder) => {
      const node = (file: string) => execFileSync("node", [file], { cwd: folder, encoding: "utf8" });
      expect(node("example.js").trim().split("\n").at(-1)).toBe("122 122 1.5");

      const said = JSON.parse(node("use.js").trim().split("\n").at(-1) ?? "");
      const run = new Simulation("v=8&scene=flock-limited&seed=7&cohesion=2");
      run.tick(300);
      expect(said.hash).toBe(run.hash());
      run.free();
      expect(said).toMatchObject({
        notices: [],
        groups: [["boids", 0, 160]],
        steps: [0, 1, 15, 316, 1 / 60],
        views: [160],
        fits: true,
        values: [40, "narrow", "narrow", true],
        handles: [160, 160, "gone"],
        halves: true,
        forces: [true, 123.5, "0.5403"],
        notFinite: "The place, velocity or heading of the unit with index 3 is not a finite number.",
        added: [160, 161, 50, 60, 1],
        removed: [160, 50, "There is no unit 9999."],
        obstacles: [
          { x: 100, y: 80, radius: 20 },
          { x: 300, y: 300, radius: 12.5 },
        ],
        recording: "none",
        ways: [
          [{ from: { x: 0, y: 50 }, to: { x: 80, y: 50 }, radius: 4 }],
          [
            { x: 20, y: 20 },
            { x: 200, y: 120 },
          ],
          "walls[0].from.x is to be a finite number, not NaN.",
        ],
        pathless: "The group follows no path, or there are no nodes.",
        why: [true, true, ["cohesion", "alignment", "separation"], "There is no unit 9999.", true],
        small: [Math.fround(31.6), true],
        set: [50, 4, 3],
        empty: "A world needs a group.",
        reef: [true, true],
        replayed: true,
        herd: [
          [],
          [
            ["sheep-1", "sheep 1"],
            ["dog 🐕", "dog"],
          ],
          1,
          1,
          true,
          "There is no group “cat”. There are units (sheep 1), g1 (dog).",
          true,
        ],
        stray: ["In rule lost: no group cats; there are units (sheep 1), g1 (dog).", 0],
        ruled: [true, 0.5, true, false],
        maze: [
          10_000,
          2,
          2,
          { x: 5, y: 5 },
          { x: 25, y: 5 },
          "100000 walls are too many: at most 50000.",
          10_000,
        ],
        recipes: [7, 4, true, "There is no behavior “hyde”. Did you mean “hide”? It was left out."],
      });
      expect(said.misspelled[0]).toMatch(/^Line 1, column 12: .* did you mean 'goal'\?$/);
      expect(said.misspelled[1]).toContain("Line 1, column 7");
      expect(said.texts).toContain("view cannot be upward: it is one of");
      expect(said.unknown).toEqual([
        "There is no parameter “nothing”.",
        "There is no group “nobody”. There are boids.",
        "There is no parameter “cohesin”. Did you mean “cohesion”?",
        "There is no parameter “boids.cohesin”. Did you mean “boids.cohesion”?",
        "There is no group “bods”. Did you mean “boids”? There are boids.",
      ]);
      expect(said.exactly).toEqual([
        Math.fround(100.123),
        "An obstacle lies within 0 to 40000 u and has a radius of 1 to 2000 u.",
        [Math.fround(100.123)],
        "An obstacle lies within 0 to 40000 u and has a radius of 1 to 2000 u, in steps of 0.1 u as the run is recorded.",
      ]);
      expect(said.many).toBe("There are at most 512 obstacles, not 5000.");
      expect(said.noUnits).toEqual(Array(5).fill("undefined"));
      expect(said.wrongEvents[0]).toBe(true);
      expect(said.wrongEvents[1]).toContain("Recorded input 1");
      expect(said.freed).toContain("was freed");
      expect(said.link).toContain("ob=100-80-20_300-300-12.5");
      expect(said.near).toBeLessThan(30);
      expect(said.targets).toEqual([true, true]);
      expect(said.untargeted).toEqual([
        "There is no unit 999.",
        "A group does not go for itself.",
        "There is no group “pray”. Did you mean “prey”? There are units (prey), g1 (hunters).",
        "target.x is to be a finite number, not NaN.",
      ]);
      const { flee, ...toward } = said.heads;
      for (const [behavior, far] of Object.entries(toward)) expect(far, behavior).toBeLessThan(60);
      expect(flee).toBeGreaterThan(100);
      for (const word of ["sleep", "“b”", "courage"]) expect(said.nonsense).toContain(word);
      for (const text of said.refused) expect(text).toContain("cannot be recorded");
      const installed = readFileSync(join(folder, "node_modules/flockwright/package.json"), "utf8");
      const table = JSON.parse(
        readFileSync(join(folder, "node_modules/flockwright/pkg-npm/parameters.json"), "utf8"),
      );
      const cohesion = table.find(({ key }: { key: string }) => key === "cohesion");
      expect(cohesion).toMatchObject({ of: "group", min: 0, max: 40, unit: "×" });
      for (const { key, doc, source } of table) expect(`${doc}${source}`, key).not.toBe("");
      const cargo = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");
      expect(cargo).toContain(`version = "${JSON.parse(installed).version}"`);
    },
  ));

const GAME = `
import { build, load, open } from "flockwright";
await load();
let chance = 7;
const random = () => (chance = (chance * 16807) % 2147483647) / 2147483647;
const said = { born: 0, removed: 0, caught: 0 };
const fish = { body: "rigid", count: 300, behaviors: ["cohesion", "alignment", "separation", "avoidance", "fright"],
  fears: ["shark"], values: { view: "limited" } };
const shark = { body: "rigid", count: 1, behaviors: ["chase", "avoidance"], hunts: ["fish"], values: { chasers: "everyone" } };
const flock = build({ seed: 3, width: 800, height: 500, values: { edges: "wrap" }, groups: { fish, shark } }, { events: true });
const alive = new Set(flock.handles.subarray(0, 300));
let sum = 0;
const frame = () => {
  flock.step(1 / 144 + random() * (1 / 30 - 1 / 144));
  const { x, y, hx, hy } = flock.shown();
  for (let unit = 0; unit < flock.count; unit++) sum += x[unit] + y[unit] + hx[unit] + hy[unit] + flock.vx[unit];
};
for (let at = 0; at < 3000; at++) {
  frame();
  if (at % 60 === 0) alive.add(flock.add("fish", { x: 800 * random(), y: 500 * random(), heading: 6 * random() }));
  if (at % 75 === 0) {
    const [gone] = alive;
    alive.delete(gone);
    flock.remove(gone);
  }
  if (at % 500 === 0) flock.obstacles = [...flock.obstacles, { x: 800 * random(), y: 500 * random(), radius: 20 }];
  for (const { kind } of flock.events()) said[kind]++;
}
said.alive = [...alive].every((unit) => flock.index(unit) < flock.count - 1);
said.count = [flock.count, alive.size + 1, flock.obstacles.length];
const near = flock.near(flock.x[5], flock.y[5], 60);
said.near = [near[0] === flock.handles[5], [...near].every((unit) => {
  const [dx, dy] = [flock.x[flock.index(unit)] - flock.x[5], flock.y[flock.index(unit)] - flock.y[5]];
  return Math.hypot(dx - 800 * Math.round(dx / 800), dy - 500 * Math.round(dy / 500)) <= 60.01;
})];
// Between two ticks: from where it was to where it is.
const from = flock.x[9];
flock.tick();
said.shown = [flock.shown(0).x[9] === from, flock.shown(1).x[9] === flock.x[9]];
// Back to the bit, also past a unit that came and went.
const kept = flock.snapshot();
flock.tick(50);
const hash = flock.hash;
flock.remove(flock.handles[0]);
flock.tick(20);
flock.restore(kept);
flock.tick(50);
said.again = flock.hash === hash;
// Views hold when memory grows.
const pages = build({ groups: { many: { body: "rigid", count: 20000, behaviors: [] } } });
said.grown = flock.x.length === flock.count && Number.isFinite(flock.x[0]);
pages.free();
// The least of some rounds: what the engine compiles meanwhile lies on the same heap.
said.garbage = Infinity;
for (let round = 0; round < 4; round++) {
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 1000; at++) frame();
  said.garbage = Math.min(said.garbage, (process.memoryUsage().heapUsed - before) / 1000);
}
said.finite = Number.isFinite(sum);
// In another program, of which only the bytes are known; what is damaged changes nothing.
const twin = open(flock.link);
twin.restore(Uint8Array.from(JSON.parse(JSON.stringify([...kept]))));
twin.tick(50);
said.elsewhere = twin.hash === hash;
kept[kept.length >> 1] ^= 1;
try {
  twin.restore(kept);
} catch (error) {
  said.damaged = error.message;
}
said.unchanged = twin.hash === hash;
twin.free();
console.log(JSON.stringify(said));
`;

test("a game with fish that are born and die runs at any frame rate, and leaves next to no garbage", () =>
  inProject({ "game.js": GAME }, (folder) => {
    const node = ["--expose-gc", "--max-semi-space-size=64", "game.js"];
    const said = JSON.parse(execFileSync("node", node, { cwd: folder, encoding: "utf8" }));
    expect(said).toMatchObject({
      born: 50,
      removed: 40,
      alive: true,
      count: [311, 311, 6],
      near: [true, true],
      shown: [true, true],
      again: true,
      elsewhere: true,
      damaged: "The snapshot is damaged.",
      unchanged: true,
      grown: true,
      finite: true,
    });
    console.log(`${Math.round(said.garbage)} bytes of garbage a frame`);
    // One array with a number for each unit would be more.
    expect(said.garbage).toBeLessThan(1500);
  }));

test.each(["catching", "patrol", "single_units"])("the example %s runs", (name) => {
  const code = readFileSync(new URL(`../examples/${name}.mjs`, import.meta.url), "utf8");
  return inProject({ "example.mjs": code }, (folder) => {
    expect(code.trim().split("\n").length).toBeLessThanOrEqual(40);
    expect(execFileSync("node", ["example.mjs"], { cwd: folder, encoding: "utf8" })).toContain(".");
  });
});

test("the package is small", () => expect(statSync(tarball).size).toBeLessThan(588_000));

test("the package has the texts of both licenses", () => {
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).split("\n");
  expect(files).toEqual(expect.arrayContaining(["package/LICENSE-APACHE", "package/LICENSE-MIT"]));
});
