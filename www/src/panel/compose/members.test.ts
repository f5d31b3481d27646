import { describe, expect, test } from "vitest";
import type { BehaviorChoice } from "../../core";
import {
  behaviorMissingFor,
  cleanGroupName,
  copyOfGroup,
  type Member,
  offeredBehaviors,
  presentBehaviors,
  relationsTo,
  withItemMoved,
  withRelations,
} from "./members";

const member = (key: string, more: Partial<Member> = {}): Member => ({
  key,
  like: "",
  name: "",
  role: "regular",
  body: "point",
  behaviors: [],
  hunts: [],
  fears: [],
  follows: [],
  flocks: [],
  ignores: [],
  ...more,
});

const choice = (key: string, more: Partial<BehaviorChoice> = {}): BehaviorChoice => ({
  key,
  label: key,
  says: "",
  source: "",
  words: "",
  bodies: ["rigid", "point"],
  suits: [],
  actsOn: "",
  ...more,
});

describe("a composition", () => {
  test("ties a group to another as it is told, and lets it follow only one", () => {
    const soldier = member("g1", { follows: ["a"], fears: ["b"] });
    const made = withRelations(soldier, "b", ["follows", "flocks"]);
    expect([made.follows, made.fears, made.flocks]).toEqual([["b"], [], ["b"]]);
    expect(relationsTo(made, "b")).toEqual(["follows", "flocks"]);
    expect(withRelations(made, "b", []).follows).toEqual([]);
    expect(soldier.follows).toEqual(["a"]);
  });

  test("has copies of copies made like what those were made like", () => {
    const isNew = (key: string) => key.startsWith("g");
    expect(copyOfGroup(member("boids"), "g1", isNew).like).toBe("boids");
    expect(copyOfGroup(member("g1", { like: "boids" }), "g2", isNew).like).toBe("boids");
    expect(copyOfGroup(member("g1"), "g2", isNew).like).toBe("");
  });
});

describe("what a group is offered", () => {
  const catalog = [
    choice("cohesion", { says: "Turns toward the others." }),
    choice("orbit", { says: "Circles what is hunted.", actsOn: "hunts" }),
    choice("fright", { says: "Runs from those that it fears.", actsOn: "fears" }),
    choice("tile_chase", { bodies: ["tile"], actsOn: "hunts" }),
  ];

  test("fits its body, is not there yet, and is found by what it does", () => {
    const keys = (search: string, behaviors: string[] = []) =>
      offeredBehaviors(catalog, { body: "point", behaviors }, search).map(({ key }) => key);
    expect(keys("")).toEqual(["cohesion", "orbit", "fright"]);
    expect(keys("", ["orbit"])).toEqual(["cohesion", "fright"]);
    expect(keys("fears")).toEqual(["fright"]);
    expect(keys("nothing such")).toEqual([]);
  });

  test("is what acts on a tie and suits its body best, unless it has something", () => {
    expect(behaviorMissingFor("hunts", member("a"), catalog)?.key).toBe("orbit");
    expect(
      behaviorMissingFor("hunts", member("a"), [
        ...catalog,
        choice("pursue", { actsOn: "hunts", suits: ["point"] }),
      ])?.key,
    ).toBe("pursue");
    expect(behaviorMissingFor("hunts", member("a", { behaviors: ["orbit"] }), catalog)).toBeUndefined();
    expect(behaviorMissingFor("ignores", member("a"), catalog)).toBeUndefined();
  });
});

describe("a list that is put in order", () => {
  test("takes one item to another place", () => {
    expect(withItemMoved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(withItemMoved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  });
});

test("a group's name has letters, marks and digits of every script", () => {
  // The core's test in `src/core/session/names.rs` has the same table.
  for (const name of [
    "\u0936\u093f\u0915\u093e\u0930\u0940",
    "\u0e1c\u0e39\u0e49\u0e25\u0e48\u0e32",
    "\u0b95\u0bb4\u0bc1\u0b95\u0bc1",
    "\u0915\u094d\u0930\u094c\u091e\u094d\u091a",
    "Gro\u00dfe M\u00f6we 7",
    "\u0645\u06cc\u200c\u0631\u0648\u0646\u062f",
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "\u7fa4\u308c \uff12",
    "\u24b6 \u00bd",
  ])
    expect(cleanGroupName(name)).toBe(name);
  expect(cleanGroupName("e\u0301clair!")).toBe("\u00e9clair");
  expect(cleanGroupName("\u{1f426}\u{1f426}")).toBe("");
  expect(cleanGroupName("a.b*c")).toBe("a b c");
  expect(cleanGroupName("\u200da \u200d b\u200c")).toBe("a b");
});

test("a behavior that the group has already is named when it is searched for", () => {
  const roost = {
    key: "roost",
    label: "Roost",
    says: "Stays near a place.",
    words: "home",
  } as BehaviorChoice;
  expect(presentBehaviors([roost], { behaviors: ["roost"] }, "stays near")).toEqual(["Roost"]);
  expect(presentBehaviors([roost], { behaviors: [] }, "stays near")).toEqual([]);
});
