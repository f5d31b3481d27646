/** Undo with the real core: what a person can take back where the run has been changed in its past. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";

let Core: typeof import("../../www/src/core").Core;
let Undo: typeof import("../../www/src/time/undo").Undo;
type Undo = InstanceType<typeof Undo>;

// Files share their modules: these are new ones, which take the core from the disk.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../www/src/core/load", async () => {
    const { wasmMemory } = await import("./core");
    return { instantiate: async () => wasmMemory };
  });
  ({ Core } = await import("../../www/src/core"));
  ({ Undo } = await import("../../www/src/time/undo"));
});

const START = "v=8&scene=flock-wide&count=12";

/** A run and its undo, as the page puts them together. */
async function opened() {
  const core = await Core.load(START);
  const said: string[] = [];
  let seen = core.replayed;
  const undo: Undo = new Undo(core, {
    open: ({ link, left }) => {
      undo.leave();
      if (!left || core.openRecording(left.recording) !== undefined) core.open(link);
      else go(left.tick);
      undo.opened();
    },
    restored: () => undo.note(),
    changed: () => {},
    say: (text) => said.push(text),
  });
  const follow = () => {
    if (core.replayed === seen) return;
    seen = core.replayed;
    undo.rebase();
  };
  const go = (tick: number) => {
    core.seek(tick);
    while (!core.seekPart(5));
    follow();
  };
  undo.note();
  return {
    core,
    undo,
    said,
    go,
    set: (key: string, value: number) => {
      now += 1000;
      expect(core.setKey(key, value), key).toBe(value);
      core.applyQueue();
      undo.note();
    },
    scene: (link: string) => {
      undo.leave();
      core.open(link);
      undo.opened();
    },
    value: (key: string) => core.params().find((info) => info.key === key)?.value,
    /** Takes back all that can be; the labels, last first. */
    all: () => {
      const labels: string[] = [];
      for (let label = undo.undoLabel; label && labels.length < 20; label = undo.undoLabel) {
        labels.push(label.split(" ")[0] ?? "");
        undo.undo();
        while (core.seekGoal() !== undefined) core.seekPart(5);
        follow();
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
    core.setGeometry("ob=100-100-20");
    undo.note();
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
