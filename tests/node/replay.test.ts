import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ParamId, Simulation } from "./core";

interface RunFile {
  link: string;
  ticks: number;
  hash: string;
  events: string;
}

/** Recorded natively, and checked there, too. */
const recordings: RunFile[] = JSON.parse(
  readFileSync(new URL("../recordings.json", import.meta.url), "utf8"),
);

const open = ({ link, events, ticks }: RunFile) => Simulation.openRecording(link, events, ticks);

function goTo(run: Simulation, tick: number): void {
  run.seek(tick);
  while (!run.seekPart(2));
  expect(run.ticks()).toBe(tick);
}

describe("a recording made natively ends in the same hash in WebAssembly", () => {
  test.each(recordings)("$link", (file) => {
    const run = open(file);
    expect(run.isReplaying()).toBe(true);
    while (run.isReplaying()) run.tickPart(1);
    expect([run.ticks(), run.hash()]).toEqual([file.ticks, file.hash]);
    goTo(run, 3);
    goTo(run, file.ticks);
    expect(run.hash()).toBe(file.hash);
    run.free();
  });
});

test("what is done here, in the middle of slow ticks, replays to the same hashes", () => {
  const run = new Simulation("scene=flock-wide&count=3000&seed=8");
  const hashes = new Map<number, string>();
  const cohesion = run.params().find(({ key }) => key === "cohesion")?.id ?? (-1 as ParamId);
  for (let part = 0; part < 60 || run.ticks() < 12; part++) {
    if (part % 3 === 0) run.pointer(100 + 3 * part, 200);
    if (part % 7 === 0) run.set(cohesion, 1 + (part % 14) / 10);
    if (part % 40 === 39) run.release();
    run.fly(part % 2 === 0, false, part % 5 === 0, false);
    // No time at all: the least part of a tick.
    if (run.tickPart(0)) hashes.set(run.ticks(), run.hash());
  }
  const file = { link: run.recordedLink(), events: run.recordedEvents(), ticks: run.end(), hash: "" };
  expect(run.recorded()).toBeGreaterThan(10);
  const again = open(file);
  for (const tick of [12, 5, 9, 1, 11]) {
    goTo(run, tick);
    expect(run.hash(), `tick ${tick}`).toBe(hashes.get(tick));
    goTo(again, tick);
    expect(again.hash(), `tick ${tick}, from a file`).toBe(hashes.get(tick));
  }
});

test("a damaged recording is refused in one sentence, and nothing traps", () => {
  const [file] = recordings;
  if (!file) throw new Error("no recordings");
  for (const damage of [
    { events: "M" },
    { events: "\u00e9\u0000" },
    { events: `${file.events}A` },
    { link: "scene=nowhere" },
    { ticks: 1e300 },
    { ticks: Number.POSITIVE_INFINITY },
  ]) {
    expect(() => open({ ...file, ...damage }), JSON.stringify(damage).slice(0, 60)).toThrow(/\.$/);
  }
  const odd = open({ ...file, ticks: Number.NaN });
  expect(odd.end()).toBeGreaterThan(0);
  for (const tick of [Number.NaN, -5, 1.5]) {
    odd.seek(tick);
    while (!odd.seekPart(5));
    expect(odd.ticks()).toBe(tick > 0 ? 1 : 0);
  }
});

test("marks join what is near, by kind", () => {
  const run = new Simulation("scene=flock-limited");
  for (let tick = 0; tick < 30; tick++) {
    run.pointer(10 * tick, 50);
    run.tick(1);
  }
  run.release();
  run.tick(40);
  run.setKey("cohesion", 2);
  run.tick(5);
  run.fly(true, false, false, false);
  expect([...run.marks()]).toEqual([0, 30, 0, 70, 70, 2, 75, 75, 1]);
});

test("recorded changes of parameters and texts are told with their ticks, whatever else was done", () => {
  const run = new Simulation("scene=patrol");
  const thrust = run.params().find(({ key }) => key === "thrust");
  const steps = run.texts().find(({ key }) => key === "steps");
  if (!thrust || !steps) throw new Error("not the scene that is meant");
  run.tick(10);
  run.pointer(50, 50);
  run.set(thrust.id, thrust.value / 2);
  run.tick(20);
  run.release();
  run.setText(steps.id, "ahead 50");
  const [first, second] = [
    { tick: 10, key: "thrust", value: thrust.value / 2 },
    { tick: 30, key: "steps", text: "ahead 50" },
  ];
  expect(run.edits(0, 1000)).toEqual([first, second]);
  expect(run.edits(10, 29)).toEqual([first]);
  expect(run.edits(11, 30)).toEqual([second]);
  expect(run.edits(Number.NaN, Number.NaN)).toEqual([]);
  // In the past of a run, too, all of them are known.
  goTo(run, 5);
  expect(run.edits(0, 1000)).toEqual([first, second]);
  run.free();
});

test("each recorded change of groups and scenery is told in words", () => {
  const run = new Simulation("scene=flock-limited&seed=1&ob=300-200-20");
  const rule = "rule left\nsteer -right";
  const changes: [string, () => unknown][] = [
    ["a rock was placed", () => run.placeRock(200, 200, 20)],
    ["a wall was placed", () => run.placeWall(50, 50, 120, 50, 2)],
    ["a wall was removed", () => run.setLayout({ ...run.editedLayout(), walls: [] })],
    ["a group was added", () => run.placeHunter(100, 300)],
    ["a rule was added", () => run.setRule(0, rule)],
    ["a rule was rewritten", () => run.setRule(0, rule.replace("-right", "right"), "left")],
  ];
  for (const [told, change] of changes) {
    run.tick(1);
    expect(change(), told).toEqual([]);
    expect(run.edits(run.ticks(), run.ticks()).map(({ done }) => done)).toEqual([told]);
  }
  expect(run.edits(0, run.end()).length).toBe(changes.length);
  run.free();
});
