import { describe, expect, test } from "vitest";
import { type ParamInfo, Simulation, scenes } from "./core";
import { crowd, hostileQueries } from "./hostile";

/** A value that differs from the scene's own and lies on the control's grid. */
function otherValue(param: ParamInfo): number {
  const { kind, min, max, step, choices } = param;
  if (kind === "bool") return param.default === 1 ? 0 : 1;
  if (kind === "choice") return (param.default + 1) % choices.length;
  // What a link carries does not hang on the size of a crowd, but the time of the test does.
  if (param.key.endsWith("count")) return Math.min(param.default + 3, 1500);
  const up = param.default + 3 * step;
  return up <= max ? up : Math.max(min, param.default - 3 * step);
}

describe("a link carries every parameter", () => {
  test.each(scenes().map((scene) => scene.key))("%s", (key) => {
    const first = new Simulation(`scene=${key}`);
    for (const param of first.params()) {
      // Counts and world sizes can remake the list: the key is what stays.
      const set = first.setKey(param.key, otherValue(param));
      expect(set, param.key).toBeDefined();
    }
    const second = new Simulation(first.link());
    // A goal can be a site that the layout does not have yet.
    expect(second.notices().filter((line) => !line.includes("there is no site"))).toEqual([]);
    expect(second.link()).toBe(first.link());
    const values = (run: Simulation) =>
      Object.fromEntries(run.params().map(({ key, value }) => [key, value]));
    expect(values(second)).toEqual(values(first));
    first.restart();
    first.tick(60);
    second.tick(60);
    expect(second.hash()).toBe(first.hash());
  });
});

test("the link of an untouched scene names nothing but version and scene", () => {
  for (const { key } of scenes()) {
    const names = [...new URLSearchParams(new Simulation(`scene=${key}`).link()).keys()];
    expect(names.filter((name) => name !== "v" && name !== "scene")).toEqual([]);
  }
});

test("setKey says when there is no such parameter, and clamps what is out of range", () => {
  const run = new Simulation("");
  expect(run.setKey("no-such-key", 1)).toBeUndefined();
  const cohesion = run.params().find((param) => param.key === "cohesion");
  expect(run.setKey("cohesion", 1e9)).toBe(cohesion?.max);
  expect(run.setKey("cohesion", Number.NaN)).toBe(cohesion?.max);
});

describe("a hostile link opens a run that ticks, and says what it ignored", () => {
  test.each(hostileQueries)("$name", ({ query, complaint }) => {
    const run = new Simulation(query);
    // The first tick of a large crowd takes long.
    if (run.count() > crowd) expect(run.tickPart(100)).toBe(false);
    else run.tick(60);
    expect(run.hash()).toMatch(/^[0-9a-f]{16}$/);
    expect(run.count()).toBeGreaterThan(0);
    const notices = run.notices();
    expect(notices.length > 0).toBe(complaint);
    for (const line of notices) expect(line.length).toBeLessThan(400);
    expect(notices.length).toBeLessThan(100);
  });
});

test("what is valid in a bad link is kept", () => {
  const run = new Simulation("v=8&scene=flock-wide&seed=11&cohesion=2&nonsense=1&alignment=NaN");
  const value = (key: string) => run.params().find((param) => param.key === key)?.value;
  expect(run.seed()).toBe(11);
  expect(value("cohesion")).toBe(2);
  expect(value("alignment")).toBe(run.params().find((param) => param.key === "alignment")?.default);
  for (const ignored of ["nonsense", "alignment"]) expect(run.notices().join(" ")).toContain(ignored);
});
