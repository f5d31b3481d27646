import { expect, test } from "vitest";
import { type Beginning, type HelperLike, Helpers } from "./helpers";

class Stand implements HelperLike {
  onerror: HelperLike["onerror"] = null;
  onmessageerror: HelperLike["onmessageerror"] = null;
  ended = false;
  begun: Beginning | undefined;
  postMessage(beginning: Beginning): void {
    this.begun = beginning;
  }
  terminate(): void {
    this.ended = true;
  }
  fail(): void {
    this.onerror?.({} as ErrorEvent);
  }
}

const module = {} as WebAssembly.Module;
const memories = Array.from({ length: 4 }, () => new WebAssembly.Memory({ initial: 1 }));
const memory = (nth: number) => memories[nth] as WebAssembly.Memory;

function rig(most: number, refused = Number.POSITIVE_INFINITY) {
  const stands: Stand[] = [];
  const seen = { gathered: [] as number[], given: [] as number[], broken: false };
  const crew = {
    gatherHelpers: (places: number) => seen.gathered.push(places),
    helpersPresent: () => stands.filter(({ ended }) => !ended).length,
    giveUp(number: number) {
      if (seen.broken) throw new WebAssembly.RuntimeError("unreachable");
      seen.given.push(number);
    },
  };
  const spawn = () => {
    if (stands.length >= refused) throw new Error("no more");
    const stand = new Stand();
    stands.push(stand);
    return stand;
  };
  const helpers = new Helpers({ most, crew, module, spawn }, memory(0));
  const alive = () => stands.filter(({ ended }) => !ended);
  return { helpers, stands, alive, seen };
}

test("no one is started while ticks are short, however many there are", () => {
  const { helpers, stands, seen } = rig(3);
  for (let tick = 0; tick < 1000; tick++) helpers.note(0.3);
  expect(stands.length).toBe(0);
  expect(helpers.present).toBe(0);
  // There is room for them before the first run is opened.
  expect(seen.gathered).toEqual([3]);
});

test("one long tick is chance; a few in turn start all of them, once", () => {
  const { helpers, stands } = rig(3);
  for (let time = 0; time < 20; time++) for (const ms of [9, 9, 9, 0.1]) helpers.note(ms);
  expect(stands.length).toBe(0);
  for (let tick = 0; tick < 50; tick++) helpers.note(0.8);
  expect(stands.map(({ begun }) => begun)).toEqual(
    [0, 1, 2].map((number) => ({ module, memory: memory(0), number })),
  );
  expect(helpers.present).toBe(3);
});

test("one that fails is given up, and the others stay", () => {
  const { helpers, stands, alive, seen } = rig(3);
  helpers.start();
  stands[1]?.fail();
  expect(seen.given).toEqual([1]);
  expect(alive().length).toBe(2);
  for (let tick = 0; tick < 50; tick++) helpers.note(9);
  expect(stands.length).toBe(3);
});

test("where no worker can be made the run goes on alone", () => {
  const { helpers, stands } = rig(3, 1);
  helpers.start();
  expect(stands.length).toBe(1);
  expect(helpers.present).toBe(1);
});

test("a fresh instance has others in its own memory, again when ticks are long", () => {
  const { helpers, stands, alive, seen } = rig(2);
  helpers.start();
  helpers.renew(memory(1));
  expect(alive().length).toBe(0);
  expect(seen.gathered).toEqual([2, 2]);
  expect(stands[0]?.onerror).toBeNull();
  for (let tick = 0; tick < 4; tick++) helpers.note(9);
  expect(alive().map(({ begun }) => [begun?.memory, begun?.number])).toEqual([
    [memory(1), 0],
    [memory(1), 1],
  ]);
});

test("after a trap they end at once, and after a second one no one helps any more", () => {
  const { helpers, alive, seen } = rig(2);
  for (let time = 1; time <= 2; time++) {
    expect(helpers.most).toBe(2);
    helpers.start();
    expect(alive().length).toBe(2);
    helpers.trapped();
    expect(alive().length).toBe(0);
    helpers.renew(memory(time));
  }
  expect(helpers.most).toBe(0);
  helpers.start();
  expect(alive().length).toBe(0);
  expect(seen.gathered).toEqual([2, 2]);
});

test("a trap without helpers is not theirs", () => {
  const { helpers } = rig(2);
  for (let time = 1; time <= 3; time++) {
    helpers.trapped();
    helpers.renew(memory(time));
  }
  expect(helpers.most).toBe(2);
});

test("one that fails with the core that has trapped is no second failure", () => {
  const { helpers, stands, seen } = rig(2);
  helpers.start();
  seen.broken = true;
  expect(() => stands[0]?.fail()).not.toThrow();
});
