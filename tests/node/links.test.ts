import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Simulation } from "./core";

interface Example {
  link: string;
  about: string;
  hash: string;
}

const file = new URL("../links.json", import.meta.url);
const versions = JSON.parse(readFileSync(file, "utf8")) as Record<string, Example[]>;

describe.each(Object.entries(versions))(
  "links of version %s end in WebAssembly where they end natively",
  (_, examples) => {
    test.each(examples)("$about: $link", ({ link, hash }) => {
      const run = new Simulation(link);
      expect(run.notices()).toEqual([]);
      run.tick(120);
      expect(run.hash()).toBe(hash);
      run.free();
    });
  },
);

test("a layout that is edited while the run goes on ends where its link ends, from the start", () => {
  const run = new Simulation("scene=zombie-horde&seed=3");
  run.tick(50);
  expect(run.setGeometry("ob=200-100-40.5_-300_500-220-15&start=80-225-60")).toEqual([]);
  expect(run.ticks()).toBe(50);
  run.restart();
  run.tick(100);
  const again = new Simulation(run.link());
  again.tick(100);
  expect(again.hash()).toBe(run.hash());
  run.free();
  again.free();
});

test("hostile layouts are told and change nothing that was sound", () => {
  const run = new Simulation("scene=flock-obstacles&cohesion=2");
  const before = run.link();
  for (const text of [
    "ob=%00%ff",
    "ob=1-2-3-4",
    "wa=-----",
    "path=1-2",
    "tiles=1-1-1",
    "ob=NaN-1-1",
    "start=_",
  ]) {
    expect(run.setGeometry(text), text).toHaveLength(1);
    expect(run.link()).toBe(before);
  }
  expect(run.setGeometry("=&&%&ob")).toHaveLength(1);
  run.free();
});
