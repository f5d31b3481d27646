import { expect, test } from "vitest";
import type { Core, ParamId, ParamInfo } from "../core";
import { changeText, fromPosition, LOG_POSITIONS, shownValue, toPosition } from "../ui/values";
import { PLAIN_APPEARANCE, plainParams, speedNote } from "./plain";

const param = (key: string, more: Partial<ParamInfo>): ParamInfo => ({
  id: 0 as ParamId,
  key,
  scope: "",
  scopeLabel: "Boids",
  section: "",
  label: key,
  unit: "",
  kind: "float",
  min: 0,
  max: 2000,
  step: 10,
  log: true,
  default: 500,
  value: 500,
  visible: true,
  shapes: "",
  doc: "",
  source: "",
  words: "",
  choices: [],
  ...more,
});

const plain = (label: string, place: number, root = false) => ({ label, place, root });

test("plain controls stand in their own order, one for each, of the main group alone", () => {
  const params = [
    param("wide", { plain: plain("Sight", 5) }),
    param("narrow", { plain: plain("Sight", 5) }),
    param("cohesion", { plain: plain("Cohesion", 2) }),
    param("doc", {}),
    param("prey.thrust", { scope: "prey", plain: plain("Thrust", 1, true) }),
  ];
  const keys = (hidden: string) => plainParams(params, ({ key }) => key !== hidden).map(({ key }) => key);
  expect(keys("")).toEqual(["cohesion", "wide"]);
  expect(keys("wide")).toEqual(["cohesion", "narrow"]);
});

test("a value has one text everywhere: the number of links and lessons, in bodies or its unit", () => {
  expect(shownValue(param("thrust", { plain: plain("Thrust", 1, true) }), 500)).toBe("500");
  expect(shownValue(param("cohesion", { unit: "\u00d7", step: 0.05 }), 0.5)).toBe("0.50");
  expect(shownValue(param("gap", { unit: "\u00d7 L", step: 0.1 }), 2.1)).toBe("2.1 bodies");
  expect(shownValue(param("gap", { unit: "\u00d7 L", step: 1 }), 6)).toBe("6 bodies");
  expect(shownValue(param("count", { kind: "int", step: 1 }), 1200)).toBe("1,200");
});

test("a change is told by the names of the panel and the values before and after", () => {
  const speed = { unit: "L/s\u00b2", plain: plain("Thrust", 1, true), scopeLabel: "Prey" };
  expect(changeText(param("prey.thrust", speed), 500, 510)).toBe(
    "Prey: thrust 500\u202fL/s\u00b2 \u2192 510\u202fL/s\u00b2",
  );
  const arc = param("view", { label: "View angle", unit: "\u00b0" });
  expect(changeText(arc, 90, 120)).toBe("View angle 90\u00b0 \u2192 120\u00b0");
});

test("a plain slider goes from a quarter of the scene's value to four times it, a count farther, and the value stands in the middle", () => {
  const speed = param("thrust", { plain: plain("Thrust", 1, true), max: 20_000 });
  const range = PLAIN_APPEARANCE.range(speed);
  expect(toPosition(range, speed.default) / LOG_POSITIONS).toBeCloseTo(0.5, 2);
  expect(fromPosition(range, LOG_POSITIONS)).toBe(16 * 500);
  const many = param("count", { kind: "int", step: 1, min: 1, max: 500_000, default: 320 });
  expect([0, LOG_POSITIONS].map((end) => fromPosition(PLAIN_APPEARANCE.range(many), end))).toEqual([
    40, 2560,
  ]);
});

test("a scene names its own plain controls, also those of other groups; usual ones stand in for what is gone", () => {
  const params = [
    param("thrust", { plain: plain("Thrust", 1, true) }),
    param("prey.unrest", { scope: "prey" }),
  ];
  expect(plainParams(params, () => true, ["prey.unrest", "gone"]).map(({ key }) => key)).toEqual([
    "prey.unrest",
    "thrust",
  ]);
  expect(PLAIN_APPEARANCE.label({ ...params[1], scopeLabel: "Prey", label: "Unrest" } as ParamInfo)).toBe(
    "Prey: unrest",
  );
});

test("below a thrust stands the mean speed of its own group, below other sliders nothing", () => {
  const views = { vx: new Float32Array([3, 6, 0]), vy: new Float32Array([4, 8, 70]) };
  const groups = [
    { key: "boids", start: 0, count: 2 },
    { key: "prey", start: 2, count: 1 },
  ];
  const core = { views: () => views, groups: () => groups } as unknown as Core;
  const thrust = plain("Thrust", 1, true);
  expect(speedNote(core, param("thrust", { plain: thrust }))).toMatch(/^Mean speed 8\u202fu\/s; 4\u00d7/);
  expect(speedNote(core, param("prey.thrust", { plain: thrust, scope: "prey" }))).toMatch(/^Speed 70/);
  expect(speedNote(core, param("wide", { plain: plain("Sight", 6) }))).toBe("");
});
