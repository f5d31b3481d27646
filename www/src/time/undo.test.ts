import { describe, expect, test, vi } from "vitest";
import type { Core, ParamId, ParamInfo, Ramp, TextId, TextInfo } from "../core";
import { describeChange, type Snapshot, Undo, UndoStack } from "./undo";

const info = (key: string, value: number, more: Partial<ParamInfo> = {}): ParamInfo => ({
  id: 0 as ParamId,
  key,
  scope: "boids",
  scopeLabel: "Boids",
  section: "",
  label: key[0]?.toUpperCase() + key.slice(1),
  unit: "",
  kind: "float",
  min: 0,
  max: 10,
  step: 1,
  log: false,
  default: 0,
  value,
  visible: true,
  shapes: "",
  doc: "",
  source: "",
  words: "",
  choices: [],
  ...more,
});

const said = (values: Record<string, number>, more: Partial<Snapshot> = {}): Snapshot => ({
  run: 0,
  scene: "a",
  link: JSON.stringify([values, more]),
  seed: 1,
  params: Object.entries(values).map(([key, value], id) => info(key, value, { id: id as ParamId })),
  texts: [],
  composition: "",
  geometry: "",
  ramps: [],
  ...more,
});

const title = (scene: string) => scene.toUpperCase();
const step = (merge: string, at: number, from: number, to: number) => ({
  label: `${from} to ${to}`,
  before: said({ cohesion: from }),
  after: said({ cohesion: to }),
  merge,
  at,
  tick: 0,
});

describe("what a step says", () => {
  test("names one parameter with its values, and counts several", () => {
    const before = said({ cohesion: 2, alignment: 1 });
    expect(describeChange(before, said({ cohesion: 3, alignment: 1 }), title)).toEqual({
      label: "Cohesion 2 \u2192 3",
      merge: "cohesion",
    });
    expect(describeChange(before, said({ cohesion: 3, alignment: 2 }), title)?.label).toBe("2 changes");
    expect(describeChange(before, before, title)).toBeUndefined();
  });

  test("names a text that was rewritten, but not what it says", () => {
    const text = (value: string): TextInfo => ({
      ...info("orders", 0),
      id: 0 as TextId,
      value,
      default: "",
      presets: [],
    });
    const before = said(
      { cohesion: 2 },
      { texts: [text("left 90"), { ...text("a"), id: 1 as TextId, key: "other" }] },
    );
    const after = said(
      { cohesion: 2 },
      { texts: [text("left 45"), { ...text("a"), id: 1 as TextId, key: "other" }] },
    );
    expect(describeChange(before, after, title)).toEqual({ label: "Orders", merge: "orders" });
  });

  test("names seed, layout and scene", () => {
    const before = said({ cohesion: 2 });
    expect(describeChange(before, said({ cohesion: 2 }, { seed: 7 }), title)?.label).toBe("Seed 1 \u2192 7");
    expect(describeChange(before, said({ cohesion: 2 }, { geometry: "ob=none" }), title)?.label).toBe(
      "Layout",
    );
    expect(describeChange(before, said({}, { scene: "b" }), title)?.label).toBe("A \u2192 B");
  });
});

describe("the stack", () => {
  test("undoes in turn, redoes, and forgets what was undone when something else is done", () => {
    const stack = new UndoStack();
    stack.push(step("", 0, 1, 2));
    stack.push(step("", 1, 2, 3));
    expect(stack.undo()?.label).toBe("2 to 3");
    expect([stack.undoLabel, stack.redoLabel]).toEqual(["1 to 2", "2 to 3"]);
    expect(stack.redo(0)?.label).toBe("2 to 3");
    stack.undo();
    stack.push(step("", 2, 2, 9));
    expect(stack.redo(0)).toBeUndefined();
    expect(stack.undo()?.label).toBe("2 to 9");
    expect(stack.undo()?.label).toBe("1 to 2");
    expect(stack.undo()).toBeUndefined();
  });

  test("merges key presses on one slider, and not what comes later or is another's", () => {
    const stack = new UndoStack(100, 900);
    stack.push(step("cohesion", 0, 1, 2));
    stack.push(step("cohesion", 500, 2, 3));
    stack.push(step("cohesion", 2000, 3, 4));
    stack.push(step("alignment", 2100, 4, 5));
    expect(stack.undo()?.merge).toBe("alignment");
    expect(stack.undo()?.before).toEqual(said({ cohesion: 3 }));
    expect(stack.undo()?.before).toEqual(said({ cohesion: 1 }));
    expect(stack.undo()).toBeUndefined();
  });

  test("holds no step that ends where it began", () => {
    const stack = new UndoStack(100, 900);
    stack.push(step("cohesion", 0, 1, 2));
    stack.push(step("cohesion", 500, 2, 1));
    expect(stack.undo()).toBeUndefined();
  });

  test("is bounded", () => {
    const stack = new UndoStack(3);
    for (let at = 0; at < 10; at++) stack.push(step("", at, at, at + 1));
    expect([stack.undo(), stack.undo(), stack.undo(), stack.undo()].map((one) => one?.label)).toEqual([
      "9 to 10",
      "8 to 9",
      "7 to 8",
      undefined,
    ]);
  });
});

/** A run of two parameters whose values a test may change as a replay would. */
function watched() {
  const calls: string[] = [];
  const values = new Map([
    ["cohesion", 1],
    ["alignment", 1],
  ]);
  const other = { orders: "left 90", geometry: "", seed: 1, composition: "" };
  /** What groups bring with them. */
  const brought: Record<string, Record<string, number>> = {};
  let ramps: Ramp[] = [];
  const core = {
    failed: false,
    scenes: [],
    scene: () => "a",
    ticks: () => 0,
    seekGoal: () => undefined,
    seed: () => other.seed,
    texts: () => [{ ...info("orders", 0), id: 5, value: other.orders, default: "" }],
    compositionText: () => other.composition,
    compose: (text: string) => {
      other.composition = text;
      for (const [key, value] of Object.entries(brought[text] ?? {})) values.set(key, value);
      return [];
    },
    geometry: () => other.geometry,
    ramps: () => ramps,
    ramp: (id: ParamId, to: number, ticks: number) => {
      calls.push(`ramp ${id} to ${to} in ${ticks}`);
      ramps = [{ id, to, ticks }];
    },
    link: () => JSON.stringify([[...values], other]),
    setText: (id: TextId, text: string) => {
      calls.push(`text ${id}=${text}`);
      other.orders = text;
    },
    setGeometry: (text: string) => {
      calls.push(`geometry=${text}`);
      other.geometry = text;
    },
    setSeed: (seed: number) => {
      calls.push(`seed=${seed}`);
      other.seed = seed;
    },
    params: () => [...values].map(([key, value], id) => info(key, value, { id: id as ParamId })),
    set: (id: ParamId, value: number) => {
      ramps = ramps.filter((ramp) => ramp.id !== id);
      const key = [...values.keys()][id] ?? "";
      calls.push(`${key}=${value}`);
      values.set(key, value);
      return value;
    },
  } as unknown as Core;
  const undo: Undo = new Undo(core, {
    open: () => calls.push("open"),
    restored: () => undo.note(),
    changed: () => {},
    say: (text) => calls.push(text),
  });
  undo.note();
  return { brought, calls, core, values, other, undo };
}

test("undo puts back texts, the layout and the seed, each alone", () => {
  const { calls, other, undo } = watched();
  other.orders = "left 45";
  undo.note();
  other.geometry = "ob=none";
  undo.note();
  other.seed = 7;
  undo.note();
  const taken = ["Seed 1 \u2192 7", "Layout", "Orders"].map((label) => `Undone: ${label}`);
  for (let step = 0; step < 3; step++) undo.undo();
  expect(calls).toEqual(["seed=1", taken[0], "geometry=", taken[1], "text 5=left 90", taken[2]]);
  for (let step = 0; step < 3; step++) undo.redo();
  expect(other).toMatchObject({ orders: "left 45", geometry: "ob=none", seed: 7 });
});

test("undo of other groups leaves no value that they bring with them and no one has set", () => {
  const { brought, core, values, undo } = watched();
  values.set("cohesion", 4);
  undo.note();
  brought.another = { alignment: 2 };
  brought[""] = { cohesion: 9, alignment: 9 };
  core.compose("another");
  undo.note();
  undo.undo();
  expect(Object.fromEntries(values)).toEqual({ cohesion: 4, alignment: 1 });
  undo.redo();
  expect(Object.fromEntries(values)).toEqual({ cohesion: 4, alignment: 2 });
});

test("a drag is one step, which says where it began; what a replay changes is none", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  const { values, undo } = watched();
  for (const value of [2, 3, 4]) {
    values.set("cohesion", value);
    undo.note();
  }
  now.mockRestore();
  expect(undo.undoLabel).toBe("Cohesion 1 \u2192 4");
  values.set("cohesion", 8);
  undo.rebase();
  values.set("alignment", 5);
  undo.note();
  expect(undo.undoLabel).toBe("Alignment 1 \u2192 5");
});

test("a name is that of one change, even of one that changes nothing", () => {
  const { values, undo } = watched();
  undo.name("Obstacle 3 moved");
  undo.note();
  values.set("cohesion", 4);
  undo.note();
  expect(undo.undoLabel).toBe("Cohesion 1 \u2192 4");
  undo.name("Tight flock");
  values.set("cohesion", 9);
  undo.note();
  expect(undo.undoLabel).toBe("Tight flock");
});

test("undo puts back only what differs, without a restart, and notes no step of its own", () => {
  const { calls, values, undo } = watched();
  values.set("cohesion", 4);
  undo.note();
  undo.undo();
  expect(calls).toEqual(["cohesion=1", "Undone: Cohesion 1 \u2192 4"]);
  undo.undo();
  expect(calls.at(-1)).toBe("There is nothing to undo at this point");
  undo.redo();
  expect(values.get("cohesion")).toBe(4);
  expect(undo.redoLabel).toBeUndefined();
});

test("a ramp is one step while it is on its way and after, and goes that way again when it is redone", () => {
  const { calls, core, values, undo } = watched();
  core.ramp(0 as ParamId, 5, 600);
  undo.note();
  expect(undo.undoLabel).toBe("Cohesion 1 \u2192 5");
  values.set("cohesion", 2);
  values.set("alignment", 3);
  undo.note();
  expect(undo.undoLabel).toBe("Alignment 1 \u2192 3");
  for (let step = 0; step < 2; step++) undo.undo();
  expect(values.get("cohesion")).toBe(1);
  expect(core.ramps()).toEqual([]);
  undo.redo();
  expect(calls.at(-2)).toBe("ramp 0 to 5 in 600");
  values.set("cohesion", 5);
  undo.note();
  undo.undo();
  expect(values.get("cohesion")).toBe(1);
});

test("in the past of a run, undo takes back what is in force there, and says where nothing is", () => {
  const { calls, values, undo } = watched();
  values.set("cohesion", 4);
  undo.note();
  values.set("alignment", 6);
  undo.note();
  // Back to before both.
  values.set("cohesion", 1).set("alignment", 1);
  undo.rebase();
  undo.undo();
  expect(calls).toEqual(["There is nothing to undo at this point"]);
  expect(undo.undoLabel).toBeUndefined();
  // Between the two.
  values.set("cohesion", 4);
  undo.rebase();
  undo.undo();
  expect(calls.slice(1)).toEqual(["cohesion=1", "Undone: Cohesion 1 \u2192 4"]);
  expect(undo.undoLabel).toBeUndefined();
  undo.redo();
  undo.redo();
  expect(Object.fromEntries(values)).toEqual({ cohesion: 4, alignment: 6 });
  // What is in force already is not done again.
  undo.undo();
  values.set("alignment", 6);
  undo.rebase();
  undo.redo();
  expect(calls.at(-1)).toBe("Done already: Alignment 1 \u2192 6");
});

test("in the past of a run, what is in force and was undone only later can be undone again", () => {
  const { values, undo } = watched();
  values.set("cohesion", 4);
  undo.note();
  undo.undo();
  // Back to before the undo, and a change there.
  values.set("cohesion", 4);
  undo.rebase();
  values.set("alignment", 6);
  undo.note();
  undo.undo();
  undo.undo();
  expect(Object.fromEntries(values)).toEqual({ cohesion: 1, alignment: 1 });
});

test("a drag is one step where a part of it takes effect only after the tick under way", () => {
  const { values, undo } = watched();
  values.set("cohesion", 0.25);
  undo.touched();
  undo.rebase();
  values.set("cohesion", 4);
  undo.touched();
  undo.rebase();
  undo.note();
  expect(undo.undoLabel).toBe("Cohesion 1 \u2192 4");
  // A drag that was never let go does not keep what a replay changes.
  values.set("cohesion", 8);
  undo.touched();
  values.set("cohesion", 2);
  undo.rebase();
  values.set("alignment", 5);
  undo.note();
  expect(undo.undoLabel).toBe("Alignment 1 \u2192 5");
});

test("who left a scene comes back to what was done in the run, and again to the other one", () => {
  const runs = new Map([
    ["a", { done: 2, tick: 70 }],
    ["b", { done: 0, tick: 5 }],
  ]);
  let scene = "a";
  const run = () => runs.get(scene) ?? { done: 0, tick: 0 };
  const core = {
    failed: false,
    scenes: [],
    scene: () => scene,
    seed: () => 1,
    ramps: () => [],
    params: () => [],
    texts: () => [],
    compositionText: () => "",
    geometry: () => "",
    link: () => scene,
    recorded: () => run().done,
    recording: () => ({ link: scene, events: run().done > 0 ? `${run().done} inputs` : "", ticks: 90 }),
    seekGoal: () => undefined,
    watch: { edits: () => [] },
    ticks: () => run().tick,
    views: () => ({ count: 20_000 }),
  } as unknown as Core;
  const opened: Snapshot[] = [];
  const opening = { link: "a&at=60", at: 60 };
  const leaveFor = (next: string) => {
    undo.leave(scene === "a" ? opening : undefined);
    scene = next;
    undo.opened();
  };
  const undo: Undo = new Undo(core, {
    open: (snapshot) => {
      opened.push(snapshot);
      leaveFor(snapshot.scene);
    },
    restored: () => {},
    changed: () => {},
    say: () => {},
  });
  undo.note();
  leaveFor("b");
  undo.undo();
  expect(opened.at(-1)?.left).toEqual({
    recording: { link: "a", events: "2 inputs", ticks: 90 },
    tick: 70,
    opened: opening,
  });
  // Nothing was done in the other one, but it had gone on.
  undo.redo();
  expect(opened.at(-1)?.left).toEqual({
    recording: { link: "b", events: "", ticks: 90 },
    tick: 5,
    opened: undefined,
  });
  runs.set("b", { done: 1, tick: 30 });
  undo.undo();
  undo.redo();
  expect(opened.at(-1)?.left).toMatchObject({ recording: { link: "b", events: "1 inputs" }, tick: 30 });
  // The same scene from its start, such as by its card: what was done in the run would be lost.
  leaveFor("b");
  expect(undo.undoLabel).toBe("b: another run");
  undo.undo();
  expect(opened.at(-1)?.left).toMatchObject({ recording: { link: "b", events: "1 inputs" }, tick: 30 });
  expect(undo.undoLabel).toBe("a \u2192 b");
  // Where nothing was done, nothing is.
  runs.set("b", { done: 0, tick: 30 });
  leaveFor("b");
  expect(undo.undoLabel).toBe("a \u2192 b");
  // A run at its start that a link has opened at a later tick: that link is said again.
  runs.set("a", { done: 0, tick: 0 });
  runs.set("b", { done: 0, tick: 0 });
  leaveFor("a");
  leaveFor("b");
  undo.undo();
  expect(opened.at(-1)?.left).toMatchObject({ tick: 0, opened: opening });
  leaveFor("b");
  // A run at its start, in which nothing was done: its link says all.
  leaveFor("a");
  undo.undo();
  expect(opened.at(-1)).toMatchObject({ link: "b", left: undefined });
  // Nor is a large one run again for long, if nothing was done in it.
  runs.set("b", { done: 0, tick: 30_000 });
  leaveFor("a");
  undo.undo();
  expect(opened.at(-1)).toMatchObject({ link: "b", left: undefined });
  runs.set("b", { done: 1, tick: 30_000 });
  leaveFor("a");
  undo.undo();
  expect(opened.at(-1)?.left).toMatchObject({ recording: { link: "b", events: "1 inputs" }, tick: 30_000 });
});
