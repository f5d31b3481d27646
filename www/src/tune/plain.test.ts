import { expect, test } from "vitest";
import type { ParamId, ParamInfo } from "../core";
import { plainOf, plainText } from "./plain";

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
  standing: false,
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
    param("cohesion", { plain: plain("Togetherness", 2) }),
    param("doc", {}),
    param("prey.thrust", { scope: "prey", plain: plain("Speed", 0, true) }),
  ];
  const keys = (hidden: string) => plainOf(params, ({ key }) => key !== hidden).map(({ key }) => key);
  expect(keys("")).toEqual(["cohesion", "wide"]);
  expect(keys("wide")).toEqual(["cohesion", "narrow"]);
});

test("values are told in bodies, in numbers, or as a multiple of the scene's own", () => {
  const thrust = param("thrust", { plain: plain("Speed", 0, true) });
  expect(plainText(thrust, 500)).toBe("1\u00d7");
  expect(plainText(thrust, 2000)).toBe("2\u00d7");
  expect(plainText(thrust, 125)).toBe("0.5\u00d7");
  expect(plainText(param("gap", { unit: "\u00d7 L", step: 0.1 }), 2.1)).toBe("2.1 bodies");
  expect(plainText(param("count", { kind: "int", step: 1 }), 1200)).toBe("1,200");
});
