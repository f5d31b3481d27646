import { expect, test } from "vitest";
import type { ParamId, ParamInfo } from "../core";
import { changeText, fromPosition, LOG_POSITIONS, plainValue, toPosition } from "../ui/values";
import { plainFace, plainOf } from "./plain";

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
    param("prey.thrust", { scope: "prey", plain: plain("Speed", 0, true) }),
  ];
  const keys = (hidden: string) => plainOf(params, ({ key }) => key !== hidden).map(({ key }) => key);
  expect(keys("")).toEqual(["cohesion", "wide"]);
  expect(keys("wide")).toEqual(["cohesion", "narrow"]);
});

test("values are told in bodies, in numbers, or as a multiple of the scene's own", () => {
  const thrust = param("thrust", { plain: plain("Speed", 0, true) });
  expect(plainValue(thrust, 500)).toBe("1\u00d7");
  expect(plainValue(thrust, 2000)).toBe("2\u00d7");
  expect(plainValue(thrust, 125)).toBe("0.5\u00d7");
  expect(plainValue(param("gap", { unit: "\u00d7 L", step: 0.1 }), 2.1)).toBe("2.1 bodies");
  expect(plainValue(param("gap", { unit: "\u00d7 L", step: 0.1 }), 6)).toBe("6 bodies");
  expect(plainValue(param("count", { kind: "int", step: 1 }), 1200)).toBe("1,200");
});

test("a change is told in the words and the unit of the panel, and by its numbers where those do not differ", () => {
  const speed = { unit: "L/s\u00b2", plain: plain("Speed", 0, true) };
  expect(changeText(param("thrust", speed), 500, 605)).toBe("Speed 1\u00d7 \u2192 1.1\u00d7");
  expect(changeText(param("thrust", speed), 500, 510)).toBe(
    "Speed 500\u202fL/s\u00b2 \u2192 510\u202fL/s\u00b2",
  );
  expect(changeText(param("prey.thrust", { ...speed, scopeLabel: "Prey" }), 500, 125)).toBe(
    "Prey: speed 1\u00d7 \u2192 0.5\u00d7",
  );
  const arc = param("view", { label: "View angle", unit: "\u00b0" });
  expect(changeText(arc, 90, 120)).toBe("View angle 90\u00b0 \u2192 120\u00b0");
});

test("a plain slider goes from a quarter of the scene's value to four times it, a count farther, and the value stands in the middle", () => {
  const speed = param("thrust", { plain: plain("Speed", 0, true), max: 20_000 });
  const range = plainFace.range(speed);
  expect(toPosition(range, speed.default) / LOG_POSITIONS).toBeCloseTo(0.5, 2);
  expect(plainValue(speed, fromPosition(range, LOG_POSITIONS))).toBe("4\u00d7");
  const many = param("count", { kind: "int", step: 1, min: 1, max: 500_000, default: 320 });
  expect([0, LOG_POSITIONS].map((end) => fromPosition(plainFace.range(many), end))).toEqual([40, 2560]);
});

test("a plain value is typed as it is told", () => {
  const speed = param("thrust", { plain: plain("Speed", 0, true), max: 20_000 });
  for (const text of ["2", "2x", "2 \u00d7"])
    expect(plainFace.entry(text, speed)).toEqual({ value: 2000, note: "" });
  expect(plainFace.entry("9x", speed)).toEqual({ value: 20_000, note: "No more than 6.3\u00d7" });
  expect(plainFace.entry("fast", speed)).toHaveProperty("error");
  const gap = param("gap", { unit: "\u00d7 L", step: 0.1, min: 0, max: 40 });
  expect(plainFace.entry("3 bodies", gap)).toEqual({ value: 3, note: "" });
});

test("a scene names its own plain controls, also those of other groups; usual ones stand in for what is gone", () => {
  const params = [
    param("thrust", { plain: plain("Speed", 0, true) }),
    param("prey.unrest", { scope: "prey" }),
  ];
  expect(plainOf(params, () => true, ["prey.unrest", "gone"]).map(({ key }) => key)).toEqual([
    "prey.unrest",
    "thrust",
  ]);
  expect(plainFace.label({ ...params[1], scopeLabel: "Prey", label: "Unrest" } as ParamInfo)).toBe(
    "Prey: unrest",
  );
});
