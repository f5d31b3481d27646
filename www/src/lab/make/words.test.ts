import { expect, test } from "vitest";
import type { ParamInfo } from "../../core";
import { axisFor, bandText, shareAt, valueAtShare } from "./band";
import { candidateChangeText, changeTextsOf } from "./candidates";
import { axisOf, type RunFacts, usualAxes, WISH_CARDS } from "./cards";
import { distanceFromBand, withSeedOf } from "./search";

test("a value's miss is measured by the edge that it is beyond", () => {
  expect(distanceFromBand({ measure: "a", low: 0.9 }, 0.95)).toBe(0);
  expect(distanceFromBand({ measure: "a", low: 0.9 }, 0.45)).toBeCloseTo(0.5);
  expect(distanceFromBand({ measure: "a", low: 1, high: 2 }, 3)).toBeCloseTo(0.5);
  expect(distanceFromBand({ measure: "a", high: 0 }, Number.NaN)).toBe(10);
});

test("a candidate begins with the seed of the run, and lists its largest changes", () => {
  const params = [info({}), info({ key: "cohesion", label: "Cohesion", step: 0.1, value: 1 })];
  const link = withSeedOf("v=8&scene=duel&seed=1007&cohesion=1.1&thrust=1000", "v=8&scene=duel&seed=3");
  expect(link).toBe("v=8&scene=duel&seed=3&cohesion=1.1&thrust=1000");
  expect(changeTextsOf(link, ["cohesion", "thrust"], params)).toEqual([
    "Thrust \u2191 1000",
    "Cohesion \u2191 1.1",
  ]);
  expect(changeTextsOf("scene=duel&thrust=500", ["thrust"], params)).toEqual([]);
});

test("a value keeps its place on a band's axis, drawn out where small shares count", () => {
  for (const band of [
    { measure: "a", low: 0.85 },
    { measure: "a", high: 0.01 },
  ]) {
    const axis = axisFor("share", band, 0.5);
    for (const value of [0, 0.005, 0.2])
      expect(valueAtShare(axis, shareAt(axis, value))).toBeCloseTo(value, 6);
  }
  expect(axisFor("share", { measure: "a", high: 0.01 }, 0.5).isSquareRoot).toBe(true);
  expect(axisFor("amount", { measure: "a", high: 20 }, 28).top).toBeGreaterThan(28);
  expect(bandText({ measure: "a", low: 8.5, high: 17 }, "u/s")).toBe("8.5 to 17\u202fu/s");
});

const info = (more: Partial<ParamInfo>) =>
  ({
    key: "thrust",
    value: 500,
    min: 0,
    max: 2000,
    log: true,
    kind: "float",
    label: "Thrust",
    step: 1,
    unit: "",
    ...more,
  }) as ParamInfo;

test("sizes vary in ratios, weights over their range, and never beyond it", () => {
  expect(axisOf(info({}))).toBe("thrust=100..2000:log");
  expect(axisOf(info({ key: "cohesion", value: 1, max: 10 }))).toBe("cohesion=0..10:linear");
});

test("a change is told with the way it went", () => {
  expect(candidateChangeText({ key: "thrust", from: "500", to: "114.83" }, [info({})])).toBe(
    "Thrust \u2193 115",
  );
  expect(candidateChangeText({ key: "view", from: "limited", to: "wide" }, [])).toBe("view \u2192 wide");
});

const facts: RunFacts = {
  unitCount: 160,
  bodyLength: 4,
  hasFlocking: true,
  obstacles: false,
  measuredValues: {
    polarization: 0.6,
    spacing: 3,
    mean_speed: 28,
    largest_flock_fixed: 0.9,
    closest_hunter: Number.NaN,
  },
};

test("wishes are offered where they make sense", () => {
  const offered = (some: RunFacts) => WISH_CARDS.filter(({ bands }) => bands(some)).map(({ key }) => key);
  expect(offered(facts)).toEqual(["calm", "ball", "stream", "swirl", "groups", "room", "now"]);
  expect(offered({ ...facts, obstacles: true })).toContain("rejoin");
  expect(offered({ ...facts, measuredValues: { ...facts.measuredValues, closest_hunter: 60 } })).toContain(
    "distance",
  );
  expect(offered({ ...facts, hasFlocking: false, unitCount: 1, measuredValues: {} })).toEqual([]);
});

test("who wishes for a tight ball gets no other speed; who wishes for a fast stream does", () => {
  const param = (key: string, label: string) =>
    ({
      key,
      plain: { label, place: 1 },
      shapes: "",
      kind: "float",
      scope: "a",
      choices: [],
    }) as unknown as ParamInfo;
  const params = [
    { ...param("thrust", "Thrust"), plain: { label: "Thrust", place: 1, root: true } },
    // What a written rule lets one turn may change, too.
    { ...param("hide-gap", "Gap"), plain: undefined },
    { ...param("cohesion", "Cohesion"), plain: { label: "Cohesion", place: 2 } },
  ] as ParamInfo[];
  const free = (key: string) =>
    usualAxes(params, false, WISH_CARDS.find((card) => card.key === key)?.bands(facts)).map(
      ({ key: name }) => name,
    );
  expect(free("ball")).toEqual(["hide-gap", "cohesion"]);
  expect(free("stream")).toEqual(["thrust", "hide-gap", "cohesion"]);
});
