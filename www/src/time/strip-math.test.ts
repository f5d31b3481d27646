import { expect, it } from "vitest";
import type { ParamInfo } from "../core";
import { keyTarget, momentsOf, momentText, replacedText, rulerOf, secondsText, timeText } from "./strip-math";

it("what went on for a while is one mark, at its begin", () => {
  expect(momentsOf([0, 40, 0, 12, 12, 2, 13, 14, 2, 600, 610, 0], 3600)).toEqual([
    { tick: 0, last: 40, kind: 0 },
    { tick: 12, last: 14, kind: 2 },
    { tick: 600, last: 610, kind: 0 },
  ]);
});

it("a mark says in words what was done there", () => {
  const cohesion = {
    key: "cohesion",
    label: "Cohesion",
    unit: "\u00d7",
    kind: "float",
    step: 0.05,
    default: 1,
  };
  const params = [{ ...cohesion, plain: { label: "Cohesion", place: 2, root: false } }] as ParamInfo[];
  const edit = (key: string, value: number) => ({ tick: 5, key, value });
  expect(momentText(0, [], params)).toBe("you: drag");
  expect(momentText(1, [], params)).toBe("you: fly");
  expect(momentText(2, [edit("cohesion", 1), edit("cohesion", 1.4)], params)).toBe("you: cohesion 1.40");
  expect(momentText(2, [edit("cohesion", 1), edit("thrust", 3)], params)).toBe("you: 2 changes");
  const rock = { tick: 5, key: "", done: "a rock was placed" };
  expect(momentText(2, [rock], params)).toBe("you: a rock was placed");
  expect(momentText(2, [rock, edit("cohesion", 1)], params)).toBe("you: 2 changes");
});

it("in the past, a sentence says which changes another one would replace", () => {
  expect(replacedText(720, [])).toBe("A change here replaces the next 12 s");
  expect(replacedText(720, ["you: cohesion 1.4\u00d7"])).toBe(
    "A change here replaces the next 12 s and 1 change: cohesion 1.4\u00d7",
  );
  expect(replacedText(720, ["you: drag", "you: speed 2", "you: fly", "you: a rock was placed"])).toBe(
    "A change here replaces the next 12 s and 4 changes: drag, speed 2 and 2 more",
  );
});

it("the line is a minute at first, and then holds the run, with few round labels", () => {
  expect(rulerOf(0).end).toBe(3600);
  expect(rulerOf(0).labels.map(({ text }) => text)).toEqual(["0 s", "10", "20", "30", "40", "50", "60"]);
  for (const end of [3601, 40_000, 1e6, 1e7]) {
    const { end: last, labels } = rulerOf(end);
    expect(last).toBeGreaterThanOrEqual(end);
    expect(labels.length).toBeLessThanOrEqual(9);
  }
});

it("times are told as one says them", () => {
  expect([0, 2520, 12_000].map(secondsText)).toEqual(["0 s", "42 s", "3:20 min"]);
});

it("ticks are told as simulated time", () => {
  expect([0, 59, 60, 3599, 3600, 216_000 + 61 * 60].map(timeText)).toEqual([
    "0:00",
    "0:00",
    "0:01",
    "0:59",
    "1:00",
    "1:01:01",
  ]);
});

it("keys on the line go by ticks and seconds, and never off its ends", () => {
  expect(["ArrowLeft", "ArrowDown"].map((key) => keyTarget(key, 10, 100))).toEqual([9, 9]);
  expect(["ArrowRight", "ArrowUp"].map((key) => keyTarget(key, 10, 100))).toEqual([11, 11]);
  expect(keyTarget("ArrowLeft", 0, 100)).toBe(0);
  expect(keyTarget("ArrowRight", 100, 100)).toBe(100);
  expect(keyTarget("PageUp", 90, 100)).toBe(100);
  expect(keyTarget("PageDown", 90, 100)).toBe(30);
  expect([keyTarget("Home", 50, 100), keyTarget("End", 50, 100)]).toEqual([0, 100]);
  expect(keyTarget("a", 50, 100)).toBeUndefined();
});
