import { beforeEach, describe, expect, it, vi } from "vitest";
import { Core, type ParamId } from ".";

const [first, second] = [0, 1] as [ParamId, ParamId];

/** A stand-in for the wasm package: a run that traps on demand, in instances that stay broken once it did. */
const fake = vi.hoisted(() => {
  const state = {
    memory: new WebAssembly.Memory({ initial: 1 }),
    poisoned: false,
    trap: "",
    instances: 1,
    freed: 0,
    opened: [] as string[],
    ticks: 0,
    changes: 0,
  };
  const guard = (name: string) => {
    if (state.trap === name) state.poisoned = true;
    if (state.poisoned) throw new WebAssembly.RuntimeError("unreachable");
  };
  class Simulation {
    constructor(query: string) {
      guard("new");
      state.opened.push(query);
      state.ticks = 0;
    }
    free() {
      guard("free");
      state.freed++;
    }
    static openRecording(link: string, events: string) {
      guard("openRecording");
      if (events === "nonsense") throw "It makes no sense.";
      return new Simulation(link);
    }
    xPtr = () => 0;
    yPtr = () => 16;
    headingXPtr = () => 32;
    headingYPtr = () => 48;
    velocityXPtr = () => 64;
    velocityYPtr = () => 80;
    lengthPtr = () => 96;
    rolePtr = () => 112;
    flagsPtr = () => 120;
  }
  const answers: Record<string, (...given: number[]) => unknown> = {
    notices: () => ["one"],
    link: () => "v=1",
    tick: (count = 0) => {
      state.ticks += count;
    },
    tickPart: () => false,
    diagnoseTick: () => undefined,
    measureTick: () => true,
    findingCount: () => 2,
    fork: () => new Simulation("fork"),
    split: () => new Simulation("twin"),
    follow: () => true,
    changes: () => state.changes,
    // A unit is caught in the hundredth tick.
    groupSizes: () => (state.ticks < 100 ? 12 : 11),
    seekGoal: () => 9,
    ticks: () => state.ticks,
    end: () => state.ticks,
    get: () => 2.5,
    set: (_id, value = 0) => Math.min(4, value),
    nearest: () => 7,
    count: () => 3,
  };
  for (const [name, answer] of Object.entries(answers))
    Object.assign(Simulation.prototype, {
      [name]: (...given: number[]) => {
        guard(name);
        return answer(...given);
      },
    });
  return { state, Simulation };
});

vi.mock("../../pkg/flockwright.js", () => ({
  default: async () => ({ memory: fake.state.memory }),
  initSync: () => ({ memory: fake.state.memory }),
  build: "",
  version: () => "0.1.0",
  scenes: () => [{ key: "flock-wide" }],
  Simulation: fake.Simulation,
  __wbg_reset_state: () => {
    fake.state.poisoned = false;
    fake.state.memory = new WebAssembly.Memory({ initial: 1 });
    fake.state.instances++;
  },
}));

async function load(): Promise<{ core: Core; failures: Error[] }> {
  const core = await Core.load("seed=1");
  const failures: Error[] = [];
  core.guarded.onFailure = (error) => failures.push(error);
  return { core, failures };
}

beforeEach(() => {
  Object.assign(fake.state, { poisoned: false, trap: "", instances: 1, freed: 0, opened: [], changes: 0 });
  // The smallest module there is.
  vi.stubGlobal("fetch", async () => new Response(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
});

describe("loading", () => {
  it("opens the link", async () => {
    const { core } = await load();
    expect(fake.state.opened).toEqual(["seed=1"]);
    expect(core.scenes[0]?.key).toBe("flock-wide");
    expect(core.failed).toBe(false);
  });

  it("fails where the file is missing, does not come, is cut short or is of another version, and may be asked again", async () => {
    const sound = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    const answers = [
      () => new Response("", { status: 404 }),
      () => Promise.reject(new TypeError("Failed to fetch")),
      () => new Response(sound.subarray(0, 6)),
      () => new Response(Uint8Array.of(...sound, 0, 7, 5, 98, 117, 105, 108, 100, 49)),
      () => new Response(sound),
    ];
    const asked: (RequestCache | undefined)[] = [];
    vi.stubGlobal("fetch", async (_: string, options: RequestInit) => {
      asked.push(options.cache);
      return answers.shift()?.();
    });
    let failures = 0;
    const again = async <T>(come: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await come();
        } catch {
          failures++;
        }
      }
    };
    expect((await Core.load("seed=2", again)).failed).toBe(false);
    expect(failures).toBe(4);
    // From the second time on, past what the browser has kept.
    expect(asked).toEqual([undefined, "reload", "reload", "reload", "reload"]);
  });

  it("names the fix when the browser has no SIMD", async () => {
    const validate = vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    await expect(Core.load("")).rejects.toThrow("WebAssembly SIMD");
    validate.mockRestore();
  });

  it("probes for SIMD with a module that this engine accepts", async () => {
    const validate = vi.spyOn(WebAssembly, "validate");
    await load();
    expect(validate.mock.results[0]?.value).toBe(true);
    validate.mockRestore();
  });
});

describe("memory that a run has left behind", () => {
  /** As after a crowd: memory never shrinks. */
  const bloat = () => fake.state.memory.grow(60 * 16);

  it("is given back where the next run is opened: in a fresh instance", async () => {
    const { core } = await load();
    core.open("count=7");
    expect(fake.state.instances).toBe(1);
    bloat();
    core.open("count=8");
    expect([fake.state.instances, core.instances]).toEqual([2, 2]);
    expect(core.memoryBytes()).toBe(65_536);
    expect([core.failed, core.ticks()]).toEqual([false, 0]);
    expect(fake.state.opened).toEqual(["seed=1", "count=7", "count=8"]);
    expect(fake.state.freed, "the one of before was let go first").toBe(2);
    const side = core.sideRun("seed=7");
    bloat();
    core.open("count=9");
    expect(core.instances, "another run is still there").toBe(2);
    side.free();
    core.open("count=10");
    expect(core.instances).toBe(3);
  });

  it("is given back for a recording, too, unless that is refused: then the run goes on", async () => {
    const { core } = await load();
    core.tick(5);
    bloat();
    expect(core.openRecording({ link: "", events: "nonsense", ticks: 0 })).toBe("It makes no sense.");
    expect([fake.state.instances, core.ticks()]).toEqual([1, 5]);
    expect(core.openRecording({ link: "seed=9", events: "", ticks: 0 })).toBeUndefined();
    expect([fake.state.instances, core.ticks()]).toEqual([2, 0]);
    expect(fake.state.opened.at(-1)).toBe("seed=9");
  });
});

describe("a trap inside the core", () => {
  it("is reported once, whatever is called afterwards", async () => {
    const { core, failures } = await load();
    fake.state.trap = "tick";
    core.tick(1);
    core.tick(1);
    core.set(first, 1);
    expect(core.failed).toBe(true);
    expect(failures).toHaveLength(1);
    expect(failures[0]?.message).toContain("unreachable");
  });

  it("leaves every call something that stands in for its value", async () => {
    const { core } = await load();
    core.tick(5);
    expect([core.ticks(), core.link(), core.get(second)]).toEqual([5, "v=1", 2.5]);
    fake.state.trap = "tick";
    core.tick(1);
    expect([core.ticks(), core.link(), core.get(second)]).toEqual([0, "", 0]);
    expect(core.nearest(0, 0)).toBe(-1);
    expect(core.params()).toEqual([]);
    expect(core.views().count).toBe(0);
  });

  it("while the views are read is a failure like any other", async () => {
    const { core, failures } = await load();
    fake.state.trap = "count";
    expect(core.views().count).toBe(0);
    expect(failures).toHaveLength(1);
  });

  it("while it is asked where the run goes is one, too", async () => {
    const { core, failures } = await load();
    expect(core.seekGoal()).toBe(9);
    fake.state.trap = "seekGoal";
    expect(core.seekGoal()).toBeUndefined();
    expect(failures).toHaveLength(1);
  });

  it("ends with `open`, in a fresh instance and without touching the broken run", async () => {
    const { core } = await load();
    fake.state.trap = "tick";
    core.tick(1);
    fake.state.trap = "";
    expect(core.open("seed=2")).toEqual(["one"]);
    expect(core.failed).toBe(false);
    expect(fake.state.instances).toBe(2);
    expect(fake.state.freed).toBe(0);
    expect(core.views().x.buffer).toBe(fake.state.memory.buffer);
  });

  it("ends with a recording as well, which runs in a fresh instance", async () => {
    const { core, failures } = await load();
    fake.state.trap = "tick";
    core.tick(1);
    fake.state.trap = "";
    expect(core.openRecording({ link: "seed=4", events: "", ticks: 9 })).toBeUndefined();
    expect([core.failed, fake.state.instances, fake.state.freed]).toEqual([false, 2, 0]);
    core.tick(2);
    expect(core.ticks()).toBe(2);
    expect(failures).toHaveLength(1);
  });

  it("goes on when a recording is refused, until something sound is opened", async () => {
    const { core } = await load();
    fake.state.trap = "tick";
    core.tick(1);
    fake.state.trap = "";
    expect(core.openRecording({ link: "", events: "nonsense", ticks: 9 })).toBe("It makes no sense.");
    expect(core.failed).toBe(true);
    core.open("seed=5");
    expect([core.failed, core.link()]).toEqual([false, "v=1"]);
  });

  it("leaves no tick to wait for", async () => {
    const { core } = await load();
    expect(core.tickPart(5)).toBe(false);
    fake.state.trap = "tickPart";
    expect(core.tickPart(5)).toBe(true);
    expect(core.tickPart(5)).toBe(true);
  });

  it("while opening is reported too, and can be left by opening something else", async () => {
    const { core, failures } = await load();
    fake.state.trap = "new";
    expect(core.open("bad")).toEqual([]);
    expect(failures).toHaveLength(1);
    fake.state.trap = "";
    core.open("");
    expect(core.failed).toBe(false);
  });
});

describe("a trap of an observer", () => {
  it("switches it off until another run is opened, and a copy of the run goes on", async () => {
    const { core, failures } = await load();
    const off: string[] = [];
    core.guarded.onSwitchedOff = (observer) => off.push(observer);
    expect(core.watch.findingCount()).toBe(2);
    const { revision, instances } = core;
    const { findingCount } = fake.Simulation.prototype as { findingCount?: () => number };
    const asked = vi.fn(() => {
      throw new WebAssembly.RuntimeError("unreachable");
    });
    Object.assign(fake.Simulation.prototype, { findingCount: asked });
    for (let time = 0; time < 3; time++) expect(core.watch.findingCount()).toBe(0);
    expect(asked).toHaveBeenCalledOnce();
    Object.assign(fake.Simulation.prototype, { findingCount });
    expect([off, failures.length, core.failed]).toEqual([["diagnosis"], 0, false]);
    expect(fake.state.opened.at(-1)).toBe("fork");
    expect([core.revision > revision, core.instances > instances]).toEqual([true, true]);
    core.tick(2);
    expect([core.ticks(), core.watch.findingCount()]).toEqual([2, 0]);
    core.open("seed=3");
    expect(core.watch.findingCount()).toBe(2);
  });

  it("in the second of two skies ends that one alone", async () => {
    const { core, failures } = await load();
    const off: string[] = [];
    core.guarded.onSwitchedOff = (observer) => off.push(observer);
    core.split(first, 2);
    core.tick(1);
    expect(core.twin.isOpen).toBe(true);
    const { follow } = fake.Simulation.prototype as { follow?: () => boolean };
    const trap = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
    Object.assign(fake.Simulation.prototype, { follow: trap });
    core.tick(1);
    Object.assign(fake.Simulation.prototype, { follow });
    expect([off, failures.length, core.failed, core.twin.isOpen]).toEqual([["twin"], 0, false, false]);
    core.tick(1);
    // The copy of the run goes on, which here begins anew.
    expect([core.ticks(), core.twin.ticks()]).toEqual([1, 0]);
    // Opened again, it is there again.
    core.split(first, 2);
    expect(core.twin.isOpen).toBe(true);
    core.open("seed=3");
    expect(core.twin.isOpen).toBe(false);
  });

  it("stops the run where it cannot be copied", async () => {
    const { core, failures } = await load();
    fake.state.trap = "findingCount";
    core.watch.findingCount();
    expect([core.failed, failures.length]).toEqual([true, 1]);
  });
});

describe("the revision", () => {
  it("grows with every change of the run, not with ticks", async () => {
    const { core } = await load();
    const before = core.revision;
    core.tick(10);
    core.views();
    expect(core.revision).toBe(before);
    expect(core.set(first, 9)).toBe(4);
    expect(core.revision).toBeGreaterThan(before);
  });

  it("grows with a tick in which a unit is caught", async () => {
    const { core } = await load();
    core.tick(99);
    const before = core.revision;
    core.tick(1);
    expect(core.revision).toBe(before + 1);
  });

  it("grows with ticks, too, where a replay changes values on its way, which is told of as well", async () => {
    const { core } = await load();
    const grown = (change: () => void) => {
      const { revision, replayed } = core;
      change();
      return [core.revision > revision, core.replayed > replayed];
    };
    fake.state.changes = 2;
    expect(grown(() => core.tick(1))).toEqual([true, true]);
    expect(grown(() => core.tick(1))).toEqual([false, false]);
    fake.state.changes = 3;
    expect(grown(() => core.tickPart(5))).toEqual([true, true]);
    // The next run counts its own from the start.
    core.open("seed=3");
    expect(grown(() => core.tick(1))).toEqual([true, true]);
  });
});

it("a refused recording leaves the run as it is", async () => {
  const { core } = await load();
  core.tick(3);
  expect(core.openRecording({ link: "", events: "nonsense", ticks: 9 })).toBe("It makes no sense.");
  expect([core.ticks(), core.failed, fake.state.freed]).toEqual([3, false, 0]);
});

it("a recording that traps while it is opened is a failure, not a refusal", async () => {
  const { core, failures } = await load();
  fake.state.trap = "openRecording";
  expect(core.openRecording({ link: "seed=4", events: "", ticks: 9 })).toBeUndefined();
  expect([core.failed, failures.length]).toEqual([true, 1]);
});

it("opening a recording frees the run before", async () => {
  const { core } = await load();
  const { revision } = core;
  core.openRecording({ link: "seed=4", events: "", ticks: 9 });
  expect(fake.state.freed).toBe(1);
  expect(core.revision).toBeGreaterThan(revision);
});

it("opening a link frees the run before", async () => {
  const { core } = await load();
  core.open("seed=3");
  expect(fake.state.freed).toBe(1);
  expect(fake.state.opened).toEqual(["seed=1", "seed=3"]);
});

describe("a second run", () => {
  it("is freed once, beside the one that is shown", async () => {
    const { core } = await load();
    core.sideRun("seed=7").free();
    expect(fake.state.freed).toBe(1);
    core.tick(2);
    expect([core.failed, core.ticks()]).toEqual([false, 2]);
  });

  it("of an instance that is gone frees nothing in the next one, where others lie at its place", async () => {
    const { core } = await load();
    const side = core.sideRun("seed=7");
    fake.state.trap = "tick";
    core.tick(1);
    fake.state.trap = "";
    core.open("seed=2");
    side.free();
    expect(fake.state.freed).toBe(0);
  });
});
