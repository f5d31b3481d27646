import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { groupsOf } from "../../www/src/core/groups";
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
  const obstacles = [200, 300, 500].map((x) => ({ x, y: x < 500 ? 100 : 220, radius: x < 500 ? 40.5 : 15 }));
  const start = { x: 80, y: 225, radius: 60 };
  const groups = [{ group: "zombies", path: [], start, poses: [] }];
  expect(run.setLayout({ obstacles, sites: [], groups })).toEqual([]);
  expect(run.ticks()).toBe(50);
  run.restart();
  run.tick(100);
  const again = new Simulation(run.link());
  again.tick(100);
  expect(again.hash()).toBe(run.hash());
  run.free();
  again.free();
});

test("objects of groups and layouts that make no sense never trap, and the link of what is left opens", () => {
  let state = 7;
  const below = (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % most;
  };
  const junk = [null, undefined, "", "g1", "R", "steer 1", -1, 1e9, Number.NaN, 1.5, [], {}, ["x"], true];
  // Replaces or drops one value somewhere inside.
  const damaged = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || below(5) === 0) return junk[below(junk.length)];
    const entries = Object.entries(value);
    const at = below(Math.max(1, entries.length));
    const changed = entries.map(([key, one], index) => [key, index === at ? damaged(one) : one] as const);
    const kept = changed.filter((_, index) => index !== at || below(4) > 0);
    return Array.isArray(value) ? kept.map(([, one]) => one) : Object.fromEntries(kept);
  };
  for (const scene of ["leaders-pincer", "flock-obstacles", "tile-chase"]) {
    const layoutText = "ob=200-100-40_300-120-9&wa=1-2-30-40-3&tiles=1-1-4&start=80-225-60&poses=9-9-90-4";
    const run = new Simulation(`scene=${scene}&count=9&${layoutText}`);
    const groups = groupsOf(run.composition());
    const layout = run.editedLayout();
    expect([run.setGroups(groups), run.setLayout(layout)]).toEqual([[], []]);
    for (let round = 0; round < 300; round++) {
      run.setGroups(damaged(groups) as typeof groups);
      run.setLayout(damaged(layout) as typeof layout);
      if (round % 10 === 0) run.tick(1);
    }
    const again = new Simulation(run.link());
    expect(again.link()).toBe(run.link());
    run.free();
    again.free();
  }
});
