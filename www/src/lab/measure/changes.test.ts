import { expect, test } from "vitest";
import type { ParamInfo } from "../../core";
import type { EditInfo, MeasureInfo } from "../../core/watch";
import { axisTop } from "./axis-top";
import { Changes, changeText } from "./changes";
import { csvOf } from "./csv";
import { History } from "./history";
import { valueText } from "./quantities";

function param(key: string, value: number, more: Partial<ParamInfo> = {}): ParamInfo {
  const label = key[0]?.toUpperCase() + key.slice(1);
  return {
    key,
    label,
    scopeLabel: "Boids",
    unit: "",
    kind: "float",
    step: 0.5,
    choices: [],
    value,
    ...more,
  } as ParamInfo;
}

const measures = ["nearest_neighbor_u", "overlaps_pairs", "flock_radius_u"].map(
  (column) => ({ column }) as MeasureInfo,
);

/** A run as it stands, in which these edits were recorded. */
function seen(tick: number, params: readonly ParamInfo[], recorded: readonly EditInfo[] = [], start = "") {
  const edits = (first: number, last: number) =>
    recorded.filter((edit) => edit.tick >= first && edit.tick <= last);
  return { tick, start, params, texts: [], edits };
}

test("the first look knows the values; a slider's way through many values is one change", () => {
  const changes = new Changes();
  changes.look(seen(0, [param("cohesion", 1)]));
  expect(changes.list).toEqual([]);
  for (let step = 1; step <= 6; step++) changes.look(seen(100 + step, [param("cohesion", 1 + step / 2)]));
  expect(changes.list.map(changeText)).toEqual(["Cohesion 1.0 \u2192 4.0"]);
  expect(changes.list[0]?.tick).toBe(101);
  changes.look(seen(400, [param("cohesion", 2)]));
  expect(changes.list.map(changeText)).toEqual(["Cohesion 1.0 \u2192 4.0", "Cohesion 4.0 \u2192 2.0"]);
});

test("a change that is taken back at once is none, and one of another time is forgotten", () => {
  const changes = new Changes();
  changes.look(seen(0, [param("cohesion", 1)]));
  changes.look(seen(10, [param("cohesion", 3)]));
  changes.look(seen(20, [param("cohesion", 1)]));
  expect(changes.list).toEqual([]);
  changes.look(seen(100, [param("cohesion", 3)]));
  changes.look(seen(300, [param("cohesion", 4)]));
  changes.cut(200);
  expect(changes.list.map(({ tick }) => tick)).toEqual([100]);
  changes.forget();
  changes.look(seen(500, [param("cohesion", 9)]));
  expect(changes.list.map(({ tick }) => tick)).toEqual([100]);
});

test("a change stands where it came in, however many ticks the replay or the jump to it took at once", () => {
  const recorded = [
    { tick: 120, key: "cohesion", value: 3 },
    { tick: 300, key: "cohesion", value: 2 },
  ];
  const at = (tick: number, value: number) => seen(tick, [param("cohesion", value)], recorded);
  const told = () => changes.list.map((change) => `${change.tick}: ${changeText(change)}`);
  const both = ["120: Cohesion 1.0 \u2192 3.0", "300: Cohesion 3.0 \u2192 2.0"];
  const changes = new Changes();
  changes.look(at(0, 1));
  changes.look(at(130, 3));
  expect(told()).toEqual(both.slice(0, 1));
  changes.look(at(700, 2));
  expect(told()).toEqual(both);
  // Back, where nothing was changed yet, or only once.
  changes.look(at(60, 1));
  expect(told()).toEqual([]);
  changes.look(at(600, 2));
  expect(told()).toEqual(both);
  changes.look(at(200, 3));
  expect(told()).toEqual(both.slice(0, 1));
  changes.look(at(301, 2));
  expect(told()).toEqual(both);
});

test("what another run begins with is no change of it", () => {
  const changes = new Changes();
  changes.look(seen(0, [param("cohesion", 1)], [], "scene=duel"));
  const recorded = [{ tick: 0, key: "cohesion", value: 3 }];
  changes.look(seen(0, [param("cohesion", 3)], recorded, "scene=duel"));
  expect(changes.list.map(({ tick }) => tick)).toEqual([0]);
  changes.look(seen(0, [param("cohesion", 3)], [], "scene=duel&cohesion=3"));
  expect(changes.list).toEqual([]);
});

test("choices, switches and other groups are told by name", () => {
  const choices = [
    { key: "wide", label: "Wide", doc: "" },
    { key: "narrow", label: "Narrow", doc: "" },
  ];
  const at = (value: number) => [
    param("view", value, { kind: "choice", choices }),
    param("hunters.leaders", value, { kind: "bool", label: "Leaders", scopeLabel: "Hunters" }),
  ];
  const changes = new Changes();
  changes.look(seen(0, at(0)));
  changes.look(seen(5, at(1)));
  expect(changes.list.map(changeText)).toEqual(["View Wide \u2192 Narrow", "Hunters: Leaders off \u2192 on"]);
});

test("a file has a header, a row per sample and one per change, in the order of time", () => {
  const history = new History(measures.length);
  history.add(Float64Array.from([12, 0.125, 1 / 3, Number.NaN, 24, 1, 2, 3]));
  const read = (exact: string) => ({ text: "", exact });
  const changes = [{ tick: 13, key: "steps", label: "Steps", from: read("1"), to: read('2, "two"') }];
  const lines = csvOf(measures, history, changes, "https://example.org/?scene=swarm").trimEnd().split("\n");
  const remarks = lines.filter((line) => line.startsWith("# "));
  expect(remarks.slice(0, 2)).toEqual([
    "# Flockwright, measures of a run",
    "# https://example.org/?scene=swarm",
  ]);
  const [head = "", ...rows] = lines.slice(remarks.length);
  expect(head).toBe("tick,time_s,nearest_neighbor_u,overlaps_pairs,flock_radius_u,change");
  // What the remarks say of columns holds of columns that are there.
  const told =
    remarks
      .slice(2)
      .join(" ")
      .match(/\b\w+_\w+\b/g) ?? [];
  expect(told.length).toBeGreaterThan(2);
  for (const column of told) expect(head.split(",")).toContain(column);
  expect(rows[0]).toBe("12,0.200,0.125,0.3333333,,");
  expect(rows[1]).toBe('13,0.217,,,,"steps: 1 -> 2, ""two"""');
  expect(rows[2]?.startsWith("24,0.400,")).toBe(true);
});

test("a file says where its link cannot be the run", () => {
  const remarks = (full?: boolean) =>
    csvOf(measures, new History(3), [], "link", full).split("\n").slice(0, -2);
  expect(remarks().join()).not.toContain("full");
  expect(remarks(true)[2]).toMatch(/^# The recording of this run is full/);
  expect(remarks(true)).toHaveLength(remarks().length + 1);
});

test("a file tells changes as links do: all digits, keys of choices, no unit and no sign of typesetting", () => {
  const choices = [
    { key: "wide", label: "Wide", doc: "" },
    { key: "narrow", label: "Narrow", doc: "" },
  ];
  const at = (speed: number, view: number, on: number) => [
    param("max_speed", Math.fround(speed), { unit: "u/s" }),
    param("offset", Math.fround(-speed / 1e4), { unit: "\u00d7" }),
    param("view", view, { kind: "choice", choices }),
    param("leaders", on, { kind: "bool" }),
  ];
  const changes = new Changes();
  changes.look(seen(0, at(60, 0, 0)));
  changes.look(seen(7, at(61.23457, 1, 1)));
  const rows = csvOf(measures, new History(3), changes.list, "").trimEnd().split("\n").slice(-4);
  expect(rows.map((row) => row.split(",").at(-1))).toEqual([
    '"max_speed: 60 -> 61.23457"',
    '"offset: -0.006 -> -0.006123457"',
    '"view: wide -> narrow"',
    '"leaders: off -> on"',
  ]);
});

test("values read well", () => {
  expect(valueText({ unit: "", span: "share" }, 0.456)).toBe("0.46");
  expect(valueText({ unit: "u", span: "amount" }, 15.9)).toBe("15.90\u202fu");
  expect(valueText({ unit: "pairs", span: "count" }, 2736)).toBe("2,736");
  expect(valueText({ unit: "u", span: "amount" }, Number.NaN)).toBe("\u2013");
});

test("a scale ends at a number that is easy to read, above the largest value", () => {
  expect([0, 0.3, 7, 11, 14, 333].map((high) => axisTop(high, false))).toEqual([1, 0.3, 8, 15, 15, 400]);
  expect([0.2, 1, 7].map((high) => axisTop(high, true))).toEqual([1, 1, 8]);
});
