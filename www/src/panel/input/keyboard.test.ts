import { describe, expect, test } from "vitest";
import type { ParamInfo } from "../../core";
import { commandOf, KEYBOARD_SHORTCUTS, WeightSwitch, weightParams } from "./keyboard";

const press = (key: string, modifiers = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

describe("keys", () => {
  test("name the commands that the help lists", () => {
    expect(commandOf(press(" "), true)).toEqual({ name: "play" });
    expect(commandOf(press("."), true)).toEqual({ name: "step" });
    expect(commandOf(press("R"), true)).toEqual({ name: "restart" });
    expect(commandOf(press("?"), true)).toEqual({ name: "help" });
    expect(commandOf(press("3"), true)).toEqual({ name: "rule", index: 2 });
    expect(commandOf(press("0"), true)).toEqual({ name: "fit" });
    expect(commandOf(press("Tab"), true)).toBeUndefined();
    expect(commandOf(press("Insert"), true)).toBeUndefined();
  });

  test("leave the browser's own combinations alone", () => {
    expect(commandOf(press("r", { ctrlKey: true }), true)).toBeUndefined();
    expect(commandOf(press("f", { metaKey: true }), true)).toBeUndefined();
  });

  test("are found on keyboards of other scripts, and where signs are typed with Alt", () => {
    expect(commandOf(press("\u043a", { code: "KeyR" }), true)).toEqual({ name: "restart" });
    expect(commandOf(press("\u041a", { code: "KeyR" }), true)).toEqual({ name: "restart" });
    expect(commandOf(press("\u044a", { code: "BracketRight" }), true)).toEqual({ name: "select", step: 1 });
    expect(commandOf(press("]", { altKey: true, code: "Digit6" }), true)).toEqual({
      name: "select",
      step: 1,
    });
    expect(commandOf(press("r", { altKey: true, code: "KeyR" }), true)).toBeUndefined();
    // Latin letters mean what they type, wherever they are.
    expect(commandOf(press("e", { code: "KeyD" }), true)).toEqual({ name: "edit" });
    expect(commandOf(press("\u00e9", { code: "Digit2" }), true)).toBeUndefined();
  });

  test("do nothing but play and pause while shortcuts are off", () => {
    for (const key of [".", "r", "h", "f", "1", "+", "0"])
      expect(commandOf(press(key), false), key).toBeUndefined();
    expect(commandOf(press(" "), false)).toEqual({ name: "play" });
  });

  test("stand once in the one table, in lower case, each with a line for the help", () => {
    const keys = KEYBOARD_SHORTCUTS.flatMap((line) => Object.keys(line.keys));
    expect(new Set(keys).size).toBe(keys.length);
    const labels = KEYBOARD_SHORTCUTS.flatMap((line) => line.keyLabels);
    expect(new Set(labels).size, "each key stands once in the help").toBe(labels.length);
    for (const line of KEYBOARD_SHORTCUTS) {
      expect(line.description).not.toBe("");
      expect(line.keyLabels.length).toBeGreaterThan(0);
      for (const key of Object.keys(line.keys)) {
        if (key.length === 1) expect(key).toBe(key.toLowerCase());
        // What types a character must be possible to switch off.
        expect(!line.isAlwaysOn || key === " " || key.length > 1, key).toBe(true);
      }
    }
  });
});

const rule = (key: string, fields: Partial<ParamInfo> = {}) =>
  ({
    ...{
      key,
      scope: "boids",
      section: "Flocking",
      label: key,
      unit: "×",
      kind: "float",
      min: 0,
      value: 1,
      default: 1,
    },
    ...fields,
  }) as ParamInfo;

test("digits switch the weights of the first group only, not its radii", () => {
  const params = [
    rule("width", { scope: "world", section: "World", unit: "u" }),
    rule("cohesion"),
    rule("alignment"),
    rule("separation_factor", { unit: "× L" }),
    rule("separation"),
    rule("interceptors.cohesion", { scope: "interceptors" }),
  ];
  expect(weightParams(params).map((info) => info.key)).toEqual(["cohesion", "alignment", "separation"]);
});

test("a rule that was switched off comes back with the weight it had", () => {
  const rules = new WeightSwitch();
  expect(rules.toggledWeight(rule("cohesion", { value: 2.5 }))).toBe(0);
  expect(rules.toggledWeight(rule("cohesion", { value: 0 }))).toBe(2.5);
});

test("a rule that was never on comes back with the scene's weight, or 1", () => {
  const rules = new WeightSwitch();
  expect(rules.toggledWeight(rule("alignment", { value: 0, default: 3 }))).toBe(3);
  expect(rules.toggledWeight(rule("alignment", { value: 0, default: 0 }))).toBe(1);
});
