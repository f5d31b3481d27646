/** Undo with the real core: what a person can take back where the run has been changed in its past. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { GroupObject } from "../../www/src/core";
import { groupsOf } from "../../www/src/core/groups";

let Core: typeof import("../../www/src/core").Core;
let Undo: typeof import("../../www/src/time/undo").Undo;
type Undo = InstanceType<typeof Undo>;

// Files share their modules: these are new ones, which take the core from the disk.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../www/src/core/load", async () => {
    const { wasmMemory } = await import("./core");
    return { instantiate: async () => wasmMemory, renewInstance: () => wasmMemory };
  });
  ({ Core } = await import("../../www/src/core"));
  ({ Undo } = await import("../../www/src/time/undo"));
});

const WALKS = Number(process.env.WALKS ?? 60);
const LENGTH = Number(process.env.LENGTH ?? 14);
const START = "v=8&scene=flock-wide&count=12";

const rockAt = (x: number, y: number) => ({ obstacles: [{ x, y, radius: 20 }], sites: [], groups: [] });
const ROCK = rockAt(100, 100);
const WANDERERS: GroupObject = {
  key: "g1",
  like: "",
  name: "",
  role: "regular",
  body: "point",
  behaviors: ["wander"],
  hunts: [],
  fears: [],
  follows: [],
  flocks: [],
  ignores: [],
};

/** A run and its undo, as the page puts them together. */
async function opened(link = START) {
  const core = await Core.load(link);
  const said: string[] = [];
  const go = (tick: number) => {
    core.seek(tick);
    while (!core.seekPart(5));
  };
  let leaving = () => {};
  const another = (open: () => void) => {
    leaving();
    core.applyQueue();
    undo.leaveRun();
    open();
    undo.runOpened();
  };
  const undo: Undo = new Undo(core, {
    title: () => "",
    open: ({ link: left, recording, tick }) => {
      another(() => {
        if (!recording || core.openRecording(recording) !== undefined) core.open(left);
      });
      if (recording) go(tick);
    },
    onRestore: () => undo.recordStep(),
    onChange: () => {},
    say: (text) => said.push(text),
  });
  undo.runOpened();
  return {
    core,
    undo,
    said,
    go,
    /** Does this before the run is left. */
    leaving: (does: () => void) => {
      leaving = does;
    },
    set: (key: string, value: number) => {
      now += 1000;
      expect(core.setKey(key, value), key).toBe(value);
      core.applyQueue();
      undo.recordStep();
    },
    /** A change as a person does it, which may be refused. */
    change: (does: () => void, pause = 1000) => {
      now += pause;
      does();
      core.applyQueue();
      undo.recordStep();
    },
    scene: (next: string) => another(() => core.open(next)),
    seed: (seed: number) => another(() => core.setSeed(seed)),
    value: (key: string) => core.params().find((info) => info.key === key)?.value,
    /** Takes back all that can be; the labels, last first. */
    all: () => {
      const labels: string[] = [];
      for (let label = undo.undoLabel; label && labels.length < 60; label = undo.undoLabel) {
        labels.push(label.split(" ")[0] ?? "");
        undo.undo();
        while (core.seekGoal() !== undefined) core.seekPart(5);
      }
      return labels;
    },
  };
}

// Steps that follow each other soon are one.
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return () => vi.restoreAllMocks();
});

/** Two changes at ticks 20 and 40 of a run that was opened from another, which stands at tick 60. */
async function changedTwice() {
  const run = await opened();
  run.scene("v=8&scene=leader-following&count=8");
  run.core.tick(20);
  run.set("max_speed", 5);
  run.core.tick(20);
  run.set("behind_factor", 3);
  run.core.tick(20);
  return run;
}

const replacements: Record<string, (run: Awaited<ReturnType<typeof opened>>) => void> = {
  "a slider": (run) => run.set("leader.max_speed", 5),
  "a drag on the stage": ({ core }) => {
    core.pointer(100, 100);
    core.tick(3);
    core.release();
  },
  "a key that flies": ({ core }) => core.fly(true, false, false, false),
  "an obstacle": ({ core, undo }) => {
    now += 1000;
    core.setLayout(ROCK);
    undo.recordStep();
  },
};

test.each(Object.entries(replacements))(
  "what %s in the past has replaced is forgotten, and the scene before can be gone back to",
  async (_, replace) => {
    const run = await changedTwice();
    run.go(10);
    replace(run);
    expect(run.core.end()).toBeLessThan(20);
    // Beyond the ticks of what was replaced.
    run.core.tick(60);
    run.all();
    expect(run.core.scene()).toBe("flock-wide");
    expect(run.undo.undoLabel).toBeUndefined();
  },
);

test("what an undo in the past replaces can be redone", async () => {
  const run = await changedTwice();
  run.go(30);
  run.undo.undo();
  expect(run.value("max_speed")).not.toBe(5);
  run.undo.redo();
  run.undo.redo();
  expect([run.value("max_speed"), run.value("behind_factor")]).toEqual([5, 3]);
  run.all();
  expect(run.core.scene()).toBe("flock-wide");
});

test("before a change, nothing of it is undone, even where a later one has put the value back", async () => {
  const run = await opened();
  const before = run.value("cohesion") ?? 0;
  run.core.tick(20);
  run.set("cohesion", before + 1);
  run.core.tick(20);
  run.set("cohesion", before);
  run.go(10);
  run.undo.undo();
  expect([run.value("cohesion"), run.core.recorded(), run.said.at(-1)]).toEqual([
    before,
    2,
    "There is nothing to undo at this point",
  ]);
});

test("a run that begins anew with its changes can be taken back to the first, at any tick", async () => {
  const run = await opened();
  const first = run.core.link();
  run.core.tick(50);
  run.set("cohesion", 3);
  run.set("alignment", 3);
  run.core.restart();
  run.core.tick(10);
  run.set("separation", 3);
  run.go(5);
  run.set("cohesion", 5);
  run.all();
  expect(run.core.link()).toBe(first);
});

test("a change that came in during a tick is there when its run comes back", async () => {
  const run = await opened();
  run.scene("v=8&scene=flock-wide&count=4000");
  run.core.tick(3);
  vi.mocked(performance.now).mockImplementation(() => now++);
  expect(run.core.tickPart(1), "the tick is over").toBe(false);
  vi.mocked(performance.now).mockImplementation(() => now);
  run.set("cohesion", 3);
  run.scene("v=8&scene=swarm");
  run.undo.undo();
  expect([run.value("cohesion"), run.core.ticks()]).toEqual([3, 3]);
  run.undo.undo();
  expect(run.value("cohesion")).toBe(1);
});

test("a seed is taken back with the run that was left, as far as it had come, and redone with what was done since", async () => {
  const run = await opened();
  run.set("cohesion", 3);
  run.core.tick(70);
  const hash = run.core.hash();
  run.seed(77);
  run.core.tick(20);
  run.set("alignment", 3);
  run.undo.undo();
  expect(run.undo.undoLabel).toBe("Seed 1 \u2192 77");
  run.undo.undo();
  while (run.core.seekGoal() !== undefined) run.core.seekPart(5);
  expect([run.core.seed(), run.core.ticks(), run.core.hash()]).toEqual([1, 70, hash]);
  run.undo.redo();
  run.undo.redo();
  expect([run.core.seed(), run.value("alignment"), run.value("cohesion")]).toEqual([77, 3, 3]);
});

test("a drag that is half done where the run has gone back to is taken back whole", async () => {
  const run = await opened("v=8&scene=zombie-horde&seed=2");
  const before = run.value("max_speed") ?? 0;
  run.core.tick(570);
  run.change(() => {
    for (const value of [29, 31, 35]) {
      run.core.setKey("max_speed", value);
      run.core.tick(2);
    }
  });
  run.go(573);
  expect(run.value("max_speed")).not.toBe(before);
  run.set("count", 100);
  run.seed(5);
  run.all();
  expect(run.value("max_speed")).toBe(before);
});

test("a recording that does not open leaves the run as it is, and what is done next can be undone", async () => {
  const run = await opened();
  run.undo.leaveRun();
  expect(run.core.openRecording({ link: "scene=none", events: "?", ticks: 5 })).toBeDefined();
  run.undo.cancelLeaving();
  run.set("cohesion", 3);
  expect(run.undo.undoLabel).toMatch(/^Cohesion/);
  run.all();
  expect(run.value("cohesion")).toBe(1);
});

test("a change that settles as a run is opened again loses neither run", async () => {
  const run = await opened();
  const first = run.core.link();
  run.scene("v=8&scene=swarm");
  run.undo.undo();
  // An editor that is left writes what was drawn in it.
  run.leaving(() => {
    run.core.setLayout(ROCK);
    run.leaving(() => {});
  });
  run.undo.redo();
  expect(run.core.scene()).toBe("swarm");
  run.scene("v=8&scene=patrol");
  run.all();
  expect([run.core.scene(), run.core.link()]).toEqual(["flock-wide", first]);
});

test("groups, texts and the layout are put back together with the values that they brought", async () => {
  const run = await opened("v=8&scene=patrol");
  const first = run.core.link();
  run.change(() => {
    const text = run.core.texts()[0];
    if (text) run.core.setText(text.id, "ahead 50");
  });
  run.change(() => run.core.setLayout(ROCK));
  run.change(() => run.core.setGroups([...groupsOf(run.core.composition()), WANDERERS]));
  const done = run.core.link();
  expect(done).not.toBe(first);
  run.all();
  expect(run.core.link()).toBe(first);
  for (let times = 0; times < 3; times++) run.undo.redo();
  expect(run.core.link()).toBe(done);
});

test("presses that follow each other soon are one step, which says where it began", async () => {
  const run = await opened();
  for (const value of [2, 3, 4]) run.change(() => run.core.setKey("cohesion", value), 200);
  expect(run.undo.undoLabel).toBe("Cohesion 1.00 \u2192 4.00");
  run.undo.nameChange("Tight flock");
  run.change(() => run.core.setKey("cohesion", 9));
  expect(run.undo.undoLabel).toBe("Tight flock");
  run.undo.undo();
  run.undo.undo();
  expect([run.value("cohesion"), run.undo.undoLabel]).toEqual([1, undefined]);
  run.undo.redo();
  expect(run.value("cohesion")).toBe(4);
});

/** Random numbers of a walk, from 0 to below `most`. */
function dice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const SCENES = [
  "flock-wide&count=12",
  "flock-obstacles&count=12",
  "vicsek&count=30",
  "empty",
  "zombie-horde",
  "patrol",
  "evade",
];

/** All acts of a walk; numbers choose among what there is. */
function actsOf(run: Awaited<ReturnType<typeof opened>>, below: (most: number) => number) {
  const { core } = run;
  const floats = core.params().filter(({ kind, visible }) => kind === "float" && visible);
  const slide = (key = floats[below(floats.length)]?.key ?? "") => {
    const info = core.params().find((one) => one.key === key);
    if (info) core.set(info.id, info.min + ((info.max - info.min) * (1 + below(9))) / 10);
  };
  const choose = (...kinds: string[]) =>
    run.change(() => {
      const choices = core.params().filter(({ kind, visible }) => kinds.includes(kind) && visible);
      const info = choices[below(choices.length)];
      const options = info?.kind === "bool" ? 2 : (info?.choices.length ?? 1);
      if (info) core.set(info.id, below(options));
    });
  const behaviors = (change: (keys: string[]) => string[]) =>
    run.change(() => {
      const [first, ...rest] = groupsOf(core.composition());
      if (first) core.setGroups([{ ...first, behaviors: change([...first.behaviors]) }, ...rest]);
    });
  const at = () => ({ x: 50 + below(200), y: 50 + below(200) });
  const acts: Record<string, () => void> = {
    slide: () => run.change(slide),
    press: () => run.change(() => slide(floats[0]?.key), 300),
    drag: () =>
      run.change(() => {
        const { key } = floats[below(floats.length)] ?? { key: "" };
        for (let part = 0; part < 3; part++) {
          slide(key);
          core.tick(1 + below(3));
        }
      }),
    draw: () => run.change(() => core.setLayout(rockAt(at().x, at().y))),
    "draw a path": () =>
      run.change(() => {
        const group = core.composition()[below(core.composition().length)]?.key ?? "";
        core.setLayout({ sites: [], groups: [{ group, path: [at(), at(), at()], poses: [] }] });
      }),
    "rub out": () => run.change(() => core.setLayout({ obstacles: [], sites: [], groups: [] })),
    "add or remove a group": () =>
      run.change(() => {
        const groups = groupsOf(core.composition());
        const rest = groups.filter(({ key }) => key !== "g1");
        core.setGroups(rest.length < groups.length ? rest : [...groups, WANDERERS]);
      }),
    pull: () => {
      core.pointer(100, 100);
      core.tick(2);
      core.release();
    },
    fly: () => {
      core.fly(below(2) === 1, below(2) === 1, false, false);
      core.tick(2);
      core.fly(false, false, false, false);
    },
    tick: () => core.tick(1 + below(40)),
    "one tick": () => core.tick(1),
    "part of a tick": () => {
      vi.mocked(performance.now).mockImplementation(() => now++);
      core.tickPart(1 + below(5));
      vi.mocked(performance.now).mockImplementation(() => now);
    },
    "tick back": () => run.go(Math.max(0, core.ticks() - 1)),
    scrub: () => run.go(below(core.end() + 1)),
    end: () => run.go(core.end()),
    "new seed": () => run.seed(below(1000)),
    scene: () => run.scene(`v=8&scene=${SCENES[below(SCENES.length)]}`),
    // The pointer leaves a slider before its last value has settled.
    "slide on": () => slide(),
    choice: () => choose("choice", "bool"),
    checkbox: () => choose("bool"),
    try: () => run.change(() => core.tryIt(!core.caption().tried)),
    "remove a behavior": () => behaviors((keys) => keys.slice(0, -1)),
    "move a behavior": () => behaviors(([first = "", ...rest]) => [...rest, first].filter(Boolean)),
    "write a rule": () =>
      run.change(() => core.setRule(0, 'rule drift "Drift"\nparam pull = 1 in 0..5\nsteer vec(pull, 0)')),
    restart: () => core.restart(),
    undo: () => run.undo.undo(),
    redo: () => run.undo.redo(),
  };
  return acts;
}

/** Does these acts, or as many by chance, and takes all back. */
async function walk(seed: number, start: string, names: readonly (string | undefined)[]) {
  const below = dice(seed);
  const run = await opened(start);
  const { core } = run;
  const first = core.link();
  const done: string[] = [];
  for (const wanted of names) {
    const acts = actsOf(run, below);
    const all = Object.keys(acts);
    const name = wanted ?? all[below(all.length)] ?? "";
    done.push(name);
    if (name.startsWith("scene ")) run.scene(`v=8&scene=${name.slice(6)}`);
    else acts[name]?.();
    while (core.seekGoal() !== undefined) core.seekPart(5);
  }
  core.applyQueue();
  if (core.tickShare() === 0) {
    const { Simulation } = await import("./core");
    const { link, events } = core.recording();
    const again = Simulation.openRecording(link, events, core.ticks() + 1);
    while (again.ticks() < core.ticks()) again.tick(core.ticks() - again.ticks());
    const what = `the recording of walk ${seed}, ${start}: ${done.join(", ")}`;
    expect([again.link(), again.hash()], what).toEqual([core.link(), core.hash()]);
    again.free();
  }
  // Half of the walks end in the past.
  if (seed % 2 === 0) run.go(core.end());
  run.all();
  expect(core.link(), `walk ${seed}, ${start}: ${done.join(", ")}`).toBe(first);
}

test("whatever is done, also in the past, with seeds and other scenes: undoing all of it gives the link of the beginning", {
  timeout: 3_600_000,
}, async () => {
  for (let seed = 1; seed <= WALKS; seed++)
    await walk(seed, `v=8&scene=${SCENES[seed % SCENES.length]}`, Array(LENGTH).fill(undefined));
});

test("forty acts through three scenes, with groups, a try, tools and redo, are taken back to the first link", async () => {
  const acts =
    "slide, tick, undo, scrub, undo, checkbox, scene flock-obstacles, fly, undo, scene vicsek, draw, new seed, end, " +
    "draw a path, redo, one tick, add or remove a group, try, tick back, draw, rub out, move a behavior, choice, undo, " +
    "slide, remove a behavior, redo, tick, remove a behavior, tick back";
  for (let seed = 1; seed <= 12; seed++) await walk(seed, "v=8&scene=empty&seed=1", acts.split(", "));
});
