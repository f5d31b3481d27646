import { describe, expect, test } from "vitest";
import { Simulation, scenes } from "./core";
import { crowds, pinnedHashes } from "./pinned";

const keys = Object.keys(pinnedHashes);

test("every scene has a pinned hash, and every pinned hash has its scene", () => {
  expect(keys.toSorted()).toEqual(
    scenes()
      .map((scene) => scene.key)
      .sort(),
  );
});

describe("a run in WebAssembly ends where the native run ends", () => {
  test.each(keys)("%s", (key) => {
    const run = new Simulation(`scene=${key}`);
    run.tick(600);
    expect(run.ticks()).toBe(600);
    expect(run.hash()).toBe(pinnedHashes[key]);
    run.free();
  });
});

describe("so does that of a large or dense crowd", () => {
  test.each(crowds)("$link", ({ link, ticks, hash }) => {
    const run = new Simulation(link);
    expect(run.notices()).toEqual([]);
    run.tick(ticks);
    expect(run.hash()).toBe(hash);
    run.free();
  });
});

test("it does not matter how the ticks are cut into calls", () => {
  const [key = ""] = keys;
  const run = new Simulation(`scene=${key}`);
  for (let left = 600; left > 0; left -= 7) run.tick(Math.min(7, left));
  expect(run.hash()).toBe(pinnedHashes[key]);
});

test("restart repeats the run", () => {
  const [key = ""] = keys;
  const run = new Simulation(`scene=${key}`);
  run.tick(100);
  run.restart();
  expect(run.ticks()).toBe(0);
  run.tick(600);
  expect(run.hash()).toBe(pinnedHashes[key]);
});

test("another seed is another run", () => {
  const run = new Simulation("");
  run.setSeed(run.seed() + 1);
  run.tick(600);
  expect(run.hash()).not.toBe(pinnedHashes[run.scene()]);
});
