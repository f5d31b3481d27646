import { expect, it } from "vitest";
import type { ParamInfo } from "../core";
import {
  clockTimeText,
  markText,
  replacedInputsText,
  secondsText,
  tickAfterKey,
  timelineMarks,
  timeRuler,
} from "./strip-math";

it("what went on for a while is one mark, at its begin", () => {
  expect(timelineMarks([0, 40, 0, 12, 12, 2, 13, 14, 2, 600, 610, 0], 3600)).toEqual([
    { tick: 0, endTick: 40, kind: 0 },
    { tick: 12, endTick: 14, kind: 2 },
    { tick: 600, endTick: 610, kind: 0 },
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
  expect(markText(0, [], params)).toBe("you: drag");
  expect(markText(1, [], params)).toBe("you: fly");
  expect(markText(2, [edit("cohesion", 1), edit("cohesion", 1.4)], params)).toBe("you: cohesion 1.40");
  expect(markText(2, [edit("cohesion", 1), edit("thrust", 3)], params)).toBe("you: 2 changes");
  const rock = { tick: 5, key: "", done: "a rock was placed" };
  expect(markText(2, [rock], params)).toBe("you: a rock was placed");
  expect(markText(2, [rock, edit("cohesion", 1)], params)).toBe("you: 2 changes");
});

it("in the past, a sentence says which changes another one would replace", () => {
  expect(replacedInputsText(720, [])).toBe("A change here replaces the next 12 s");
  expect(replacedInputsText(720, ["you: cohesion 1.4\u00d7"])).toBe(
    "A change here replaces the next 12 s and 1 change: cohesion 1.4\u00d7",
  );
  expect(replacedInputsText(720, ["you: drag", "you: speed 2", "you: fly", "you: a rock was placed"])).toBe(
    "A change here replaces the next 12 s and 4 changes: drag, speed 2 and 2 more",
  );
});

it("the line is a minute at first, and then holds the run, with few round labels", () => {
  expect(timeRuler(0).end).toBe(3600);
  expect(timeRuler(0).labels.map(({ text }) => text)).toEqual(["0 s", "10", "20", "30", "40", "50", "60"]);
  for (const end of [3601, 40_000, 1e6, 1e7]) {
    const { end: last, labels } = timeRuler(end);
    expect(last).toBeGreaterThanOrEqual(end);
    expect(labels.length).toBeLessThanOrEqual(9);
  }
});

it("times are told as one says them", () => {
  expect([0, 2520, 12_000].map(secondsText)).toEqual(["0 s", "42 s", "3:20 min"]);
});

it("ticks are told as simulated time", () => {
  expect([0, 59, 60, 3599, 3600, 216_000 + 61 * 60].map(clockTimeText)).toEqual([
    "0:00",
    "0:00",
    "0:01",
    "0:59",
    "1:00",
    "1:01:01",
  ]);
});

it("keys on the line go by ticks and seconds, and never off its ends", () => {
  expect(["ArrowLeft", "ArrowDown"].map((key) => tickAfterKey(key, 10, 100))).toEqual([9, 9]);
  expect(["ArrowRight", "ArrowUp"].map((key) => tickAfterKey(key, 10, 100))).toEqual([11, 11]);
  expect(tickAfterKey("ArrowLeft", 0, 100)).toBe(0);
  expect(tickAfterKey("ArrowRight", 100, 100)).toBe(100);
  expect(tickAfterKey("PageUp", 90, 100)).toBe(100);
  expect(tickAfterKey("PageDown", 90, 100)).toBe(30);
  expect([tickAfterKey("Home", 50, 100), tickAfterKey("End", 50, 100)]).toEqual([0, 100]);
  expect(tickAfterKey("a", 50, 100)).toBeUndefined();
});
