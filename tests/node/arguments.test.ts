/** The npm package refuses wrong arguments of every function, with a sentence that names the argument. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProject } from "./package";

/**
 * For each function: a call that is sound, as a list of arguments, and for each argument what has to be refused in its
 * place, with the name that the sentence has. `undefined` stands for an argument that is missing.
 */
const TABLE = `
import * as package_ from "flockwright";
const { build, inWorker, load, open, replay, rule, Flock } = package_;
const NUMBERS = [NaN, Infinity, -Infinity, "5", null, {}, [], true];
const numbers = (...more) => [...NUMBERS, ...more];
const COUNTS = numbers(-1, 0.5, 2 ** 32);
const TEXTS = [5, null, {}, [], NaN, true];
const OBJECTS = [5, null, "text", [], NaN, true];
const LISTS = [5, null, "text", {}, [null], [5], ["text"], [{}]];
const plan = (change) => ({ groups: { a: { behaviors: ["seek"], count: 3 } }, ...change });
const group = (change) => plan({ groups: { a: { behaviors: ["seek"], count: 3, ...change } } });
const place = { x: 10, y: 20, heading: 0 };
const wall = { from: { x: 0, y: 0 }, to: { x: 50, y: 0 }, radius: 2 };
const obstacle = { x: 50, y: 50, radius: 10 };
const RECORDING = { link: "scene=vicsek&count=5", events: "", ticks: 3 };
const pair = (name, of, values) => values.map((value) => [name, { ...of, ...value }]);
const each = (key, values) => values.map((value) => ({ [key]: value }));

/** name: [sound arguments, [argument, [name in the sentence, wrong value] ...] ...] */
const named = (name, values) => values.map((value) => [name, value]);
const points = (name, of) => [
  ...named(name, OBJECTS.filter((one) => one !== undefined)),
  ...pair(name + ".x", of, each("x", numbers(undefined))),
  ...pair(name + ".y", of, each("y", numbers(undefined))),
];
const METHODS = {
  tick: [[2], named("count", [...COUNTS, 1e6 + 1])],
  step: [[0.02, 0.5], named("seconds", numbers(undefined)), named("most", numbers(-1, 1e5))],
  restart: [[3], named("seed", COUNTS)],
  shown: [[0.5], named("share", NUMBERS)],
  near: [[1, 1, 50], named("x", numbers(undefined)), named("y", numbers(undefined)), named("radius", numbers(undefined, -1))],
  events: [[]],
  snapshot: [[]],
  restore: [(flock) => [flock.snapshot()], named("snapshot", [...OBJECTS, undefined, {}, new Uint8Array(9), new Float32Array(9)])],
  groups: [[]],
  parameters: [[]],
  get: [["seek"], [...named("key", [...TEXTS, undefined]), ["“seeek”", "seeek"], ["“”", ""]]],
  set: [["seek", 1], named("key", [...TEXTS, undefined]), named("seek", numbers(undefined, "fast", "").filter((one) => one !== true && one !== "5"))],
  hold: [[place], [...points("place", place), ["place", undefined]]],
  release: [[]],
  fly: [[{}], [...named("keys", [...OBJECTS, undefined]), ["port", { port: 1 }], ["slower", { slower: "yes" }]]],
  setTarget: [["a", place], [...named("group", [...TEXTS, undefined]), ["“b”", "b"]], [
    ...points("target", place).filter(([, value]) => value !== null), ["target", undefined],
    ...pair("target.vx", place, each("vx", NUMBERS.filter((one) => one !== null))),
    ...COUNTS.map((unit) => ["target.unit", { unit }]), ["no unit 99", { unit: 99 }],
    ...[...TEXTS, undefined].map((other) => ["group", { group: other }]), ["“b”", { group: "b" }], ["itself", { group: "a" }]]],
  setSite: [["coral", place], [...named("name", [...TEXTS, undefined]), ["name", ""], ["name", "a-b"]],
    [...points("place", place).filter(([, value]) => value !== null), ["place", undefined], ["0 to 40000", { x: -5, y: 1 }]]],
  setUnit: [[0, { maxSpeed: 5, target: { group: "a" } }], [...COUNTS.map((unit) => ["unit", unit]), ["no unit 99", 99]], [
    ["settings", undefined], ...numbers(undefined).filter((one) => one !== null && one !== undefined).map((maxSpeed) => ["settings.maxSpeed", { maxSpeed }]),
    ["0 to 400", { maxSpeed: -1 }], ["0 to 400", { maxSpeed: 401 }], ["target.unit", { target: { unit: "x" } }], ["no unit 99", { target: { unit: 99 } }],
    ["itself", { target: { unit: 0 } }], ["target", { target: 5 }], ["“c”", { target: { group: "c" } }]]],
  setRule: [["a", "rule left\\nsteer -1"], [...named("group", [...TEXTS, undefined]), ["“b”", "b"]], [...named("text", [...TEXTS, undefined]), ["Line 1", "steer nobody"]]],
  add: [["a", place], [...named("group", [...TEXTS, undefined]), ["“b”", "b"]], [...points("place", place), ["place", undefined],
    ...pair("place.heading", place, each("heading", numbers(undefined)))]],
  remove: [[0], [...named("unit", [...COUNTS, undefined]), ["no unit 99", 99]]],
  inspect: [(flock) => [flock.handles[1]], [...named("unit", [...COUNTS, undefined]), ["no unit 99", 99]]],
  // Documented: undefined for what is no handle.
  index: [[0]],
  steer: [[]],
  move: [[]],
  scenery: [[]],
  setPath: [["a", [place]], [...named("group", [...TEXTS, undefined]), ["“b”", "b"]], [...named("nodes", [...LISTS, undefined]), ["no path", []],
    ["no path", [place]]]],
  recording: [[]],
};
const SETTERS = {
  walls: [[[wall]], [...named("walls", [...LISTS, undefined]), ...pair("walls[0].radius", wall, each("radius", numbers(undefined))).map(([name, one]) => [name, [one]]),
    ["radius of a wall", [{ ...wall, radius: -1 }]], ["walls[0].from", [{ ...wall, from: 5 }]], ["walls[1].to.y", [wall, { ...wall, to: { x: 1 } }]]]],
  obstacles: [[[obstacle]], [...named("obstacles", [...LISTS, undefined]), ["obstacles[0].radius", [{ x: 1, y: 1 }]], ["obstacle", [{ ...obstacle, radius: -1 }]],
    ["obstacle", [{ ...obstacle, x: 1e9 }]], ["512 obstacles", Array(513).fill(obstacle)]]],
};
const FUNCTIONS = {
  open: [["scene=vicsek&count=5", {}], named("link", [...TEXTS, undefined]), [...named("options", OBJECTS), ["options.record", { record: 1 }], ["options.events", { events: "yes" }]]],
  replay: [[RECORDING], [...named("recording", [...OBJECTS, undefined]), ...pair("recording.link", RECORDING, each("link", TEXTS)), ...pair("recording.events", RECORDING, each("events", TEXTS)),
    ...pair("recording.ticks", RECORDING, each("ticks", numbers(-1, 0.5, 2 ** 60, undefined)))]],
  rule: [["steer 1"], [...named("text", [...TEXTS, undefined]), ["Did you mean “hide”", "hyde"]]],
  wallsFromTiles: [[2, [1, 1, 0, 1], 10], named("columns", [...COUNTS, undefined, 0]), named("tiles", [5, null, "text", {}, true, undefined]), named("side", numbers(undefined, 0, -1))],
  build: [[plan({}), {}], [...named("plan", [...OBJECTS, undefined]), ...named("plan.groups", [...OBJECTS, undefined]).map(([name, groups]) => [name, { groups }]),
    ...COUNTS.map((seed) => ["plan.seed", plan({ seed })]), ...["width", "height"].flatMap((key) => NUMBERS.filter((one) => one !== true && one !== "5").map((value) => ["plan." + key, plan({ [key]: value })])),
    ...OBJECTS.filter((one) => one !== null).map((values) => ["plan.values", plan({ values })]), ...LISTS.filter((one) => one !== null).map((obstacles) => ["plan.obstacles", plan({ obstacles })]),
    ...named("plan.groups.a", OBJECTS).map(([name, a]) => [name, { groups: { a } }]),
    ...[...LISTS, undefined].filter((one) => one?.[0] !== "text").map((behaviors) => ["plan.groups.a.behaviors", group({ behaviors })]), ...COUNTS.filter((one) => one !== null).map((count) => ["plan.groups.a.count", group({ count })]),
    ...["body", "role"].flatMap((key) => TEXTS.filter((one) => one !== null).map((value) => ["plan.groups.a." + key, group({ [key]: value })])),
    ...["hunts", "fears", "follows", "flocks", "ignores"].flatMap((key) => [5, "a", {}, [5], [null]].map((value) => ["plan.groups.a." + key, group({ [key]: value })])),
    ...LISTS.filter((one) => one !== null).map((path) => ["plan.groups.a.path", group({ path })]),
    ["plan.groups.a.values.seek", group({ values: { seek: NaN } })], ["plan.groups.a.values", group({ values: [] })], ["plan.groups.a.ruleValues", group({ ruleValues: "x" })],
    ["“sleep”", group({ behaviors: ["sleep"] })]], [...named("options", OBJECTS), ["options.record", { record: 1 }]]],
  load: [[], named("", [5, null, {}, true, new Uint8Array(4), "nowhere.wasm", new URL("file:///nowhere.wasm")])],
  inWorker: [["scene=vicsek&count=5"], [...named("from", [5, null, undefined, []]), ["plan.groups", {}]], named("options", OBJECTS)],
};
const COVERED = { start: 1, startBy: 1, isStarted: 1 };

const failures = [];
const known = new Set([...Object.keys(FUNCTIONS), ...Object.keys(COVERED), "Flock"]);
for (const [name, value] of Object.entries(package_)) if (typeof value === "function" && !known.has(name)) failures.push(name + " is not in the table");
for (const [name, { value, set }] of Object.entries(Object.getOwnPropertyDescriptors(Flock.prototype))) {
  if (typeof value === "function" && !["constructor", "free"].includes(name) && !METHODS[name]) failures.push("Flock." + name + " is not in the table");
  if (set && !SETTERS[name]) failures.push("Flock." + name + "= is not in the table");
}
let refused = 0;
const say = (value) => { try { return typeof value === "number" ? String(value) : JSON.stringify(value)?.slice(0, 80) ?? String(value); } catch { return String(value); } };
const judge = (what, name, error) => {
  refused++;
  if (!error) failures.push(what + " was not refused");
  else if (error instanceof WebAssembly.RuntimeError || !(error instanceof Error)) failures.push(what + ": " + error);
  else if (!error.message.includes(name) || !/[.?]$/.test(error.message) && name) failures.push(what + ": “" + error.message + "” does not say “" + name + "”");
};
const wrongs = (sound, tables) => tables.flatMap((table, at) => table.map(([name, value]) => [name, Object.assign([...sound], { [at]: value })]));
const fresh = () => build(plan({ seed: 2, groups: { a: { behaviors: ["seek", "cohesion"], body: "rigid", count: 3, values: { view: "wide" } } } }));
const flock = fresh();
for (const [name, [sound, ...tables]] of Object.entries(METHODS)) {
  const fine = fresh();
  if (name !== "setPath") fine[name](...(typeof sound === "function" ? sound(fine) : sound));
  fine.free();
  for (const [said, args] of wrongs(typeof sound === "function" ? sound(flock) : sound, tables)) {
    let error;
    const before = flock.hash + flock.link;
    try { flock[name](...args); } catch (why) { error = why; }
    judge("Flock." + name + "(" + args.map(say) + ")", said, error);
    if (flock.hash + flock.link !== before) failures.push(name + "(" + args.map(say) + ") has changed the run");
  }
}
for (const [name, [sound, ...tables]] of Object.entries(SETTERS)) {
  const fine = fresh();
  fine[name] = sound[0];
  fine.free();
  for (const [said, [value]] of wrongs(sound, tables)) {
    let error;
    const before = JSON.stringify(flock.scenery());
    try { flock[name] = value; } catch (why) { error = why; }
    judge("Flock." + name + " = " + say(value), said, error);
    if (JSON.stringify(flock.scenery()) !== before) failures.push(name + " = " + say(value) + " has changed the scenery");
  }
}
for (const [name, [sound, ...tables]] of Object.entries(FUNCTIONS)) {
  const made = await package_[name](...sound);
  made?.free?.();
  for (const [said, args] of wrongs(sound, tables)) {
    let error;
    try { const made = await package_[name](...args); made?.free?.(); } catch (why) { error = why; }
    judge(name + "(" + args.map(say) + ")", said, error);
  }
}
// After all of this, the flock is what it was, and goes on.
const other = fresh();
flock.tick(30);
other.tick(30);
if (flock.hash !== other.hash) failures.push("the run has changed");
console.log(JSON.stringify({ refused, failures }));
`;

const NODE = `
import { readFileSync } from "node:fs";
import { build, inWorker, load, open } from "flockwright";
const said = {};
const plan = { seed: 4, groups: { birds: { body: "rigid", count: 30, behaviors: ["cohesion"], values: { view: "wide" } } } };
const bytes = readFileSync(new URL("./node_modules/flockwright/pkg-npm/npm_bg.wasm", import.meta.url));
const rejects = (promise) => promise.then(() => "nothing", (why) => why.message);
said.garbage = await rejects(load(new Uint8Array([0, 1, 2, 3])));
await load(bytes);
await load(bytes);
said.other = await rejects(load(new Uint8Array(4)));
const flock = build(plan);
flock.step(0.2);
const remote = await inWorker(plan, { events: true });
const frame = await remote.step(0.2);
said.same = [(await remote.call("hash")) === flock.hash, frame.count, frame.ticks, frame.x.length, frame.x[3] === flock.shown().x[3]];
said.view = (await remote.call("x")).length;
said.wrong = [await rejects(remote.step(NaN)), await rejects(remote.step()), await rejects(remote.call("fly")), await rejects(remote.call("swim")), await rejects(remote.call(5))];
said.goesOn = await remote.call("ticks");
said.plan = await rejects(inWorker({ groups: {} }));
const waits = remote.step(0.1);
remote.free();
said.freed = [await rejects(waits), await rejects(remote.step(0.1))];
// Frames of no length, of the first frame of a usual loop, and a long one.
const loop = open("scene=vicsek&count=9");
let last;
said.first = (() => { try { loop.step((performance.now() - last) / 1000); } catch (why) { return why.message; } })();
said.steps = [loop.step(1 / 60), loop.step(-5), loop.step(10), loop.step(10, 1), loop.step(0), loop.ticks];
await inWorker(plan);
console.log(JSON.stringify(said));
`;

test("every function of the npm package refuses wrong arguments by their names, and nothing has changed then", () =>
  inProject({ "table.js": TABLE }, (folder) => {
    const said = JSON.parse(execFileSync("node", ["table.js"], { cwd: folder, encoding: "utf8" }));
    expect(said.failures).toEqual([]);
    expect(said.refused).toBeGreaterThan(500);
  }));

test("in Node, load takes its argument, a worker runs the same flock, and no step freezes", () =>
  inProject({ "node.js": NODE }, (folder) => {
    // It ends by itself: a worker for which nobody waits keeps no process alive.
    const said = JSON.parse(
      execFileSync("node", ["node.js"], { cwd: folder, encoding: "utf8", timeout: 60_000 }),
    );
    expect(said).toMatchObject({
      same: [true, 30, 12, 30, true],
      view: 30,
      goesOn: 12,
      plan: "A world needs a group.",
      first: "seconds is to be a finite number, not NaN.",
      steps: [1, 0, 15, 60, 0, 76],
    });
    expect(said.garbage).toContain("WebAssembly");
    expect(said.other).toContain("Another core runs already");
    expect(said.wrong).toEqual([
      "seconds is to be a finite number, not NaN.",
      "seconds is to be a finite number, not undefined.",
      "keys is to be an object, not undefined.",
      "A flock has no “swim”.",
      "name is to be a text, not 5.",
    ]);
    for (const why of said.freed) expect(why).toContain("was freed");
    const types = readFileSync(join(folder, "node_modules/flockwright/dist/node.d.ts"), "utf8");
    expect(types).toContain("inWorker");
  }));
